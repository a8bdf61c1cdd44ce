import { Array, Effect, Option, Schema } from "effect"
import { CommentPath } from "../../../../api/posts/CommentsApi.ts"
import { PostPath } from "../../../../api/posts/PostsApi.ts"
import { pageQuery } from "../../../../api/Query.ts"
import { CurrentUser } from "../../../../domain/accounts/CurrentUser.ts"
import { CommentId, type PostId } from "../../../../domain/Ids.ts"
import { commentList } from "../../../../domain/Lists.ts"
import { CommentChange, encodeComments, NewComment } from "../../../../domain/posts/Comment.ts"
import type { PostDocument } from "../../../../domain/posts/Post.ts"
import { Follows } from "../../../../services/follows/Follows.ts"
import { Notifications } from "../../../../services/notifications/Notifications.ts"
import { Comments } from "../../../../services/posts/Comments.ts"
import { ContentFilter } from "../../../../services/posts/ContentFilter.ts"
import { Likes } from "../../../../services/posts/Likes.ts"
import { Places } from "../../../../services/posts/Places.ts"
import { Posts } from "../../../../services/posts/Posts.ts"
import { sharedWithViews } from "../../../cache/CachePolicies.ts"
import { CurrentExchange } from "../../../http/Exchanges.ts"
import { tagsOfPost } from "../../../wire/CacheTags.ts"
import { countedViews, type VolatileField } from "../../../wire/Tagged.ts"
import { BlockedMembers, makeBlockedBy } from "../../BlockedText.tsx"
import { backFrom } from "../../Browser.ts"
import { formAgain } from "../../Components.tsx"
import { changeFollow } from "../../FollowButton.tsx"
import { Area, Form } from "../../Form.tsx"
import { makeOnce } from "../../FormKey.ts"
import { action, forAnyone, forMembers, given, page, type Reader } from "../../Route.ts"
import { type PageError, useWebRequest, type View, valueOf, type WebRequest } from "../../WebRequest.ts"
import { CurrentDiseaseNames, makeDiseaseNames } from "../diseases/DiseaseNames.tsx"
import { AnswerPage } from "./AnswerView.tsx"
import {
  anchorOf,
  commentsOfPage,
  makePathOfComment,
  pathAfter,
  pathAt,
  pathFrom,
  pathOfReview
} from "./ThreadPlaces.ts"
import { ThreadView } from "./ThreadView.tsx"
import { makeTranslated, ThreadTranslations } from "./Translated.tsx"

/** The address of the other comments of a page that ends before its limit. Hidden ones are in no list. */
const moreOf = ({ comments, hidden, id, replyCount }: PostDocument, offset: number) => {
  const end = offset + comments.length
  const isCut = comments.length < commentsOfPage && end < replyCount && hidden !== true
  return Option.map(isCut ? Array.last(comments) : Option.none(), (last) => pathAfter(id, end, last.id))
}

const { cursor, page: pageNumber } = pageQuery()
const ThreadQuery = Schema.Struct({ cursor, page: pageNumber, translate: given })

type ThreadRequest = WebRequest<typeof PostPath.Type, typeof ThreadQuery.Type>

const makeReading = Effect.gen(function* () {
  const comments = yield* Comments
  const posts = yield* Posts

  const readFrom = Effect.fnUntraced(function* (id: PostId, cursor: string) {
    const { offset } = yield* commentList(id).decode(cursor)
    const post = yield* posts.head(id)
    const { data, pagination } = yield* comments.list(id, { cursor, limit: commentsOfPage })
    const more = Option.map(Option.fromNullable(pagination.nextCursor), (next) => pathFrom(id, next))
    return { post: { ...post, comments: yield* encodeComments(data) }, offset, more }
  })

  const readPage = (id: PostId, page: number) => {
    const offset = (page - 1) * commentsOfPage
    return Effect.map(posts.read(id, { page, limit: commentsOfPage }), ({ value: post }) => ({
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
  return ({ countsNoView, parameters: { cursor, page = 1 }, path: { id } }: ThreadRequest) => {
    if (cursor !== undefined) return readFrom(id, cursor)
    if (page > 1) return readPage(id, page)
    return Effect.map(posts.read(id, { countsNoView }), (viewed) => firstPage(viewed.value, [countedViews(viewed)]))
  }
})

/**
 * Marks the notifications about a thread that its reader sees, and moves their place on. Gives what is new to them. A page is
 * shown also where that fails.
 */
const makeNoteRead = Effect.map(Effect.all([Notifications, Places]), ([{ threadRead }, { visit }]) =>
  Effect.fnUntraced(function* ({ path: { id }, viewer }: ThreadRequest, { comments }: PostDocument) {
    if (Option.isNone(viewer) || viewer.value.suspended || (yield* CurrentExchange).state.isHead) return Option.none()
    const last = Option.map(Array.last(comments), (comment) => CommentId.make(comment.id))
    const noted = Effect.zipRight(Effect.ignore(threadRead(id)), Effect.option(visit(id, last)))
    return Option.flatten(yield* Effect.provideService(noted, CurrentUser, viewer.value))
  })
)

const makeThread = Effect.gen(function* () {
  const { isFollowing } = yield* Follows
  const noteRead = yield* makeNoteRead
  const read = yield* makeReading
  const blockedBy = yield* makeBlockedBy
  const translated = yield* makeTranslated
  const namesOf = yield* makeDiseaseNames

  return Effect.fnUntraced(function* (request: ThreadRequest): Effect.fn.Return<View, PageError, Reader> {
    const { id } = request.path
    const { more, offset, post, ...shown } = yield* read(request)
    const isFollowed = yield* isFollowing({ type: "post", id })
    const fresh = yield* noteRead(request, post)
    const blocked = yield* blockedBy(request)
    const translations = yield* translated(request, post)
    const names = yield* namesOf(request, Option.toArray(Option.fromNullable(post.disease)))
    return {
      title: post.title,
      description: post.excerpt,
      feed: { href: `/feeds/posts/${id}.xml`, title: post.title },
      // A hidden post is neither cached nor found by search engines. Translations are not cached: they come later than the text.
      ...(post.hidden === true || request.isTranslating ? {} : shown),
      body: (
        <BlockedMembers.Provider value={blocked}>
          <ThreadTranslations.Provider value={translations}>
            <CurrentDiseaseNames.Provider value={names}>
              <ThreadView post={post} offset={offset} more={more} isFollowing={isFollowed} fresh={fresh} />
            </CurrentDiseaseNames.Provider>
          </ThreadTranslations.Provider>
        </BlockedMembers.Provider>
      )
    }
  })
})

const answerPage = ({ path, t }: WebRequest<typeof PostPath.Type>, preview?: string): View => ({
  title: t.writing.answer,
  body: <AnswerPage id={path.id} preview={preview} />
})

const makePreview = Effect.map(ContentFilter, ({ content }) => (request: WebRequest<typeof PostPath.Type>) => {
  const filtered = content(valueOf(request.form.values, "content"), Effect.succeed([]))
  return Effect.map(filtered, ({ html }) => answerPage(request, html))
})

const EditForm = ({ path }: { readonly path: string }) => {
  const { t } = useWebRequest()
  return (
    <Form action={path} fields={{ content: t.writing.comment }}>
      <Area name="content" />
      <button>{t.writing.save}</button>
    </Form>
  )
}

const makePlaces = Effect.map(Effect.all([Comments, makePathOfComment]), ([comments, pathOf]) => {
  const to = ({ id }: { readonly id: CommentId }) =>
    Effect.map(pathOf(id), (path) => ({ location: `${path}#${anchorOf(id)}` }))

  const toDecision = ({ id }: { readonly id: CommentId }) =>
    Effect.map(comments.decisionOf(id), (decision) => ({ location: `/decisions/${decision}` }))

  /** The place of a comment; for the author of a hidden one, and for moderators, its decision. */
  const toFound = (id: CommentId) => Effect.catchTag(to({ id }), "CommentNotFound", toDecision)

  /** The place of a comment that was just written; its thread, if the comment is gone already. */
  const toNew = (postId: PostId, id: number) =>
    Effect.catchTag(to({ id: CommentId.make(id) }), "CommentNotFound", () =>
      Effect.succeed({ location: pathAt(postId, 0) })
    )

  return { pathOf, to, toFound, toNew }
})

const AnswerQuery = Schema.Struct({ quote: Schema.optional(Schema.String) })

/** The form that answers a comment, with the words of it that were selected. */
const makeAnswer = Effect.map(Comments, (comments) =>
  Effect.fnUntraced(function* ({
    parameters,
    path: { id },
    t
  }: WebRequest<typeof CommentPath.Type, typeof AnswerQuery.Type>) {
    const { before, postId } = yield* comments.place(id, 1)
    const [answered] = yield* encodeComments((yield* comments.list(postId, { page: before + 1, limit: 1 })).data)
    return { title: t.writing.answer, body: <AnswerPage id={postId} answered={answered} quote={parameters.quote} /> }
  })
)

const ofComments = Effect.gen(function* () {
  const comments = yield* Comments
  const likes = yield* Likes
  const once = yield* makeOnce
  const { pathOf, to, toFound, toNew } = yield* makePlaces
  const ofComment = { ...forMembers, pathSchema: CommentPath }
  return [
    page({
      ...forAnyone,
      path: "/comments/:id",
      pathSchema: CommentPath,
      show: ({ path }) => toFound(path.id)
    }),
    action({
      ...forMembers,
      path: "/posts/:id/comments",
      pathSchema: PostPath,
      payloadSchema: NewComment,
      payloadOf: ({ replyTo, ...values }) => (replyTo === undefined ? values : { ...values, replyTo: Number(replyTo) }),
      limits: ["write", "comment"],
      prepare: yield* makePreview,
      send: (request, payload) =>
        Effect.flatMap(once(request, comments.create(request.path.id, payload)), ({ hidden, id }) =>
          hidden === true ? Effect.succeed({ location: pathOfReview(request.path.id) }) : toNew(request.path.id, id)
        ),
      again: (request) => Effect.succeed(answerPage(request))
    }),
    page({
      ...forMembers,
      path: "/comments/:id/answer",
      pathSchema: CommentPath,
      querySchema: AnswerQuery,
      show: yield* makeAnswer
    }),
    action({
      ...ofComment,
      path: "/comments/:id/like",
      send: (request) =>
        Effect.as(likes.setComment(request.path.id, request.form.values["like"] !== "no"), {
          location: backFrom(request)
        })
    }),
    action({
      ...ofComment,
      path: "/comments/:id/helped",
      send: (request) =>
        Effect.as(comments.setHelped(request.path.id, request.form.values["helped"] !== "no"), {
          location: backFrom(request)
        })
    }),
    action({
      ...ofComment,
      path: "/comments/:id/edit",
      payloadSchema: CommentChange,
      send: (request, payload) => Effect.flatMap(comments.change(request.path.id, payload), to),
      again: formAgain((t) => t.writing.editComment, EditForm)
    }),
    action({
      ...ofComment,
      path: "/comments/:id/delete",
      send: ({ path: { id } }) =>
        Effect.zipLeft(
          Effect.map(pathOf(id), (location) => ({ location })),
          comments.remove(id)
        )
    })
  ]
})

const ofPosts = Effect.gen(function* () {
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

export const routes = Effect.map(Effect.all([ofComments, ofPosts]), (both) => both.flat())
