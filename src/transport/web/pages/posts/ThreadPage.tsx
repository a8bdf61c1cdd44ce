import { Array, Effect, Option, Schema } from "effect"
import { sharedWithViews } from "../../../../api/Keeps.ts"
import { PostPath } from "../../../../api/posts/PostsApi.ts"
import { pageQuery } from "../../../../api/Query.ts"
import { CurrentUser } from "../../../../domain/accounts/CurrentUser.ts"
import { CommentId, DecisionId, DiseaseId, type PostId } from "../../../../domain/Ids.ts"
import { commentList } from "../../../../domain/Lists.ts"
import type { PushState } from "../../../../domain/notifications/Push.ts"
import { commentsShown, encodeComments } from "../../../../domain/posts/Comment.ts"
import type { PostDocument } from "../../../../domain/posts/Post.ts"
import { Users } from "../../../../services/accounts/Users.ts"
import { Diseases } from "../../../../services/diseases/Diseases.ts"
import { Follows } from "../../../../services/follows/Follows.ts"
import { Decisions } from "../../../../services/moderation/Decisions.ts"
import { isFirstReview } from "../../../../services/moderation/FirstPosts.ts"
import { Reports } from "../../../../services/moderation/Reports.ts"
import { PushSubscriptions } from "../../../../services/notifications/PushSubscriptions.ts"
import { Comments } from "../../../../services/posts/Comments.ts"
import { Likes } from "../../../../services/posts/Likes.ts"
import { Places } from "../../../../services/posts/Places.ts"
import { Posts } from "../../../../services/posts/Posts.ts"
import { tagsOfPost } from "../../../wire/CacheTags.ts"
import { countedViews, type VolatileField } from "../../../wire/Tagged.ts"
import { BlockedMembers, makeBlockedBy } from "../../BlockedText.tsx"
import { backFrom } from "../../Browser.ts"
import { changeFollow } from "../../FollowButton.tsx"
import { action, forAnyone, forMembers, given, page, type Reader } from "../../Route.ts"
import type { PageError, View, WebRequest } from "../../WebRequest.ts"
import { CurrentDiseaseNames, makeDiseaseNames } from "../diseases/DiseaseNames.tsx"
import { makeOwnMail } from "../notifications/Devices.tsx"
import { asReader } from "../notifications/NoteOpened.ts"
import { isOf } from "./CommentView.tsx"
import { pathAfter, pathAt, pathFrom } from "./ThreadPaths.ts"
import { ThreadView } from "./ThreadView.tsx"
import { makeTranslated, ThreadTranslations } from "./Translated.tsx"

/** The address of the other comments of a page that ends before its limit. Hidden ones are in no list. */
const moreOf = ({ comments, hidden, id, replyCount }: PostDocument, offset: number) => {
  const end = offset + comments.length
  const isCut = comments.length < commentsShown && end < replyCount && hidden !== true
  return Option.map(isCut ? Array.last(comments) : Option.none(), (last) => pathAfter(id, end, last.id))
}

const { cursor, page: pageNumber } = pageQuery()
const ThreadQuery = Schema.Struct({ cursor, help: given, page: pageNumber, translate: given })

type ThreadRequest = WebRequest<typeof PostPath.Type, typeof ThreadQuery.Type>

const makeReading = Effect.gen(function* () {
  const comments = yield* Comments
  const posts = yield* Posts

  const readFrom = Effect.fnUntraced(function* (id: PostId, cursor: string) {
    const { offset } = yield* commentList(id).decode(cursor)
    const post = yield* posts.head(id)
    const { data, pagination } = yield* comments.list(id, { cursor, limit: commentsShown })
    const more = Option.map(Option.fromNullable(pagination.nextCursor), (next) => pathFrom(id, next))
    return { post: { ...post, comments: yield* encodeComments(data) }, offset, more }
  })

  const readPage = (id: PostId, page: number) => {
    const offset = (page - 1) * commentsShown
    return Effect.map(posts.read(id, { page, limit: commentsShown }), ({ value: post }) => ({
      post,
      offset,
      more: moreOf(post, offset),
      canonical: pathAt(id, offset)
    }))
  }

  const firstPage = (post: PostDocument, volatile: ReadonlyArray<VolatileField>) => ({
    post,
    offset: 0,
    more: moreOf(post, 0),
    canonical: pathAt(post.id, 0),
    tags: tagsOfPost(post.id),
    volatile
  })

  /** The first page counts views in the cache too, the others are never cached. */
  return ({ countsView, parameters: { cursor, page = 1 }, path: { id } }: ThreadRequest) => {
    if (cursor !== undefined) return readFrom(id, cursor)
    if (page > 1) return readPage(id, page)
    return Effect.map(posts.read(id, { countsView }), (viewed) => firstPage(viewed.value, [countedViews(viewed)]))
  }
})

/** Notes that a member reads a thread, and gives what is new to them. */
const makeNoteRead = Effect.map(Places, ({ visit }) => (request: ThreadRequest, { comments }: PostDocument) => {
  const shown = comments.map(({ id }) => CommentId.make(id))
  return Effect.map(asReader(request, visit(request.path.id, shown)), Option.flatten)
})

/** The group of the disease of a post, if few write about the disease itself. */
const makeGroupOfNew = Effect.map(
  Diseases,
  ({ groupOfRare }) =>
    ({ disease }: PostDocument) =>
      disease === null ? Effect.succeedNone : groupOfRare(DiseaseId.make(disease.id))
)

/** How the author of a first question is told of replies on this device. */
const makePushOfFirst = Effect.map(
  Effect.all([Users, PushSubscriptions]),
  ([users, push]) =>
    ({ viewer }: ThreadRequest) =>
      Effect.gen(function* () {
        if (Option.isNone(viewer)) return Option.none<PushState>()
        const ofViewer = Effect.provideService(CurrentUser, viewer.value)
        const { postCount } = yield* ofViewer(users.me)
        return postCount > 1 ? Option.none<PushState>() : Option.some(yield* ofViewer(push.state))
      })
)

/** True for the first post of the reader, a new member, which no moderator has seen yet. */
const makeWaits = Effect.map(
  Decisions,
  ({ visibleOf }) =>
    ({ viewer }: ThreadRequest, { author, decisionId }: PostDocument) =>
      Effect.gen(function* () {
        if (decisionId === undefined || Option.isNone(viewer) || viewer.value.id !== author.id) return false
        const id = DecisionId.make(decisionId)
        const told = (yield* Effect.provideService(visibleOf([id]), CurrentUser, viewer.value)).get(id)
        return told !== undefined && isFirstReview(told.decision)
      })
)

const makeThread = Effect.gen(function* () {
  const { isFollowing } = yield* Follows
  const noteRead = yield* makeNoteRead
  const read = yield* makeReading
  const blockedBy = yield* makeBlockedBy
  const translated = yield* makeTranslated
  const namesOf = yield* makeDiseaseNames
  const groupOfNew = yield* makeGroupOfNew
  const pushOfFirst = yield* makePushOfFirst
  const isWaiting = yield* makeWaits
  const ownMail = yield* makeOwnMail
  const { helpLines } = yield* Reports

  return Effect.fnUntraced(function* (request: ThreadRequest): Effect.fn.Return<View, PageError, Reader> {
    const { id } = request.path
    const { more, offset, post, ...shown } = yield* read(request)
    const isRestricted = post.audience !== "everyone"
    const isFollowed = yield* isFollowing({ type: "post", id })
    const fresh = yield* noteRead(request, post)
    const blocked = yield* blockedBy(request)
    const translations = yield* translated(request, post)
    // To its author, right after it was published.
    const isNew = request.query["done"] === "published" && isOf(request.viewer, post.author)
    const group = isNew ? yield* groupOfNew(post) : Option.none()
    const push = isNew ? yield* pushOfFirst(request) : Option.none()
    const isTold = isFollowed || isOf(request.viewer, post.author)
    const mail = isTold ? Option.flatten(yield* asReader(request, ownMail)) : Option.none()
    const waits = yield* isWaiting(request, post)
    const needsHelp = request.parameters.help !== undefined && Option.isSome(request.viewer)
    const named = [...Option.toArray(Option.fromNullable(post.disease)), ...Option.toArray(group)]
    const names = yield* namesOf(request, named)
    return {
      title: post.title,
      description: post.excerpt,
      ...(isRestricted ? {} : { feed: { href: `/feeds/posts/${id}.xml`, title: post.title } }),
      // A post that is hidden or not for everyone is neither cached nor found by search engines. Translations are not
      // cached: they come later than the text.
      ...(post.hidden === true || isRestricted || request.isTranslating ? {} : shown),
      body: (
        <BlockedMembers.Provider value={blocked}>
          <ThreadTranslations.Provider value={translations}>
            <CurrentDiseaseNames.Provider value={names}>
              <ThreadView
                post={post}
                offset={offset}
                more={more}
                isFollowing={isFollowed}
                fresh={fresh}
                isNew={isNew}
                group={group}
                helpLines={needsHelp ? helpLines : []}
                push={push}
                mail={Option.map(mail, (own) => own.mail)}
                waits={waits}
              />
            </CurrentDiseaseNames.Provider>
          </ThreadTranslations.Provider>
        </BlockedMembers.Provider>
      )
    }
  })
})

export const routes = Effect.gen(function* () {
  const follows = yield* Follows
  const likes = yield* Likes
  const posts = yield* Posts
  const ofPost = { ...forMembers, pathSchema: PostPath }
  return [
    page({
      ...forAnyone,
      path: "/posts/:id",
      pathSchema: PostPath,
      querySchema: ThreadQuery,
      policy: sharedWithViews,
      show: yield* makeThread
    }),
    action({
      ...ofPost,
      path: "/posts/:id/delete",
      send: ({ path: { id } }) => Effect.as(posts.remove(id), { location: "/posts?done=deleted" })
    }),
    action({
      ...ofPost,
      path: "/posts/:id/like",
      send: (request) =>
        Effect.as(likes.set(request.path.id, request.form.values["like"] !== "no"), { location: backFrom(request) })
    }),
    action({
      ...ofPost,
      path: "/posts/:id/follow",
      send: (request) =>
        changeFollow(request, follows.followPost(request.path.id), follows.unfollowPost(request.path.id))
    })
  ]
})
