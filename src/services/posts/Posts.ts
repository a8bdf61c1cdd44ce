import { Context, DateTime, Effect, Layer, Option } from "effect"
import {
  authorKindOf,
  CurrentUser,
  type MissingScope,
  NotAllowed,
  type NotSignedIn,
  type SignedInUser,
  Viewer
} from "../../domain/accounts/CurrentUser.ts"
import { notificationsRemoved, withPosts } from "../../domain/Change.ts"
import type { UnknownDiseases } from "../../domain/diseases/Disease.ts"
import type { PostId } from "../../domain/Ids.ts"
import { postList } from "../../domain/Lists.ts"
import type { TextFailure } from "../../domain/Markdown.ts"
import { type InvalidCursor, type PageRequest, readPage } from "../../domain/Page.ts"
import {
  type Audience,
  type AudienceFixed,
  type AudienceRefused,
  readerOf,
  visitor
} from "../../domain/posts/Audience.ts"
import { commentsShown, encodeComments } from "../../domain/posts/Comment.ts"
import {
  decodePost,
  type NewPost,
  NothingToRank,
  type PostChange,
  type PostDetail,
  type PostDocument,
  type PostFilter,
  type PostNotFound,
  type PostPage,
  type PostRemoved,
  waiting
} from "../../domain/posts/Post.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { DecisionsRepo } from "../../ports/moderation/DecisionsRepo.ts"
import { NotificationsRepo } from "../../ports/notifications/NotificationsRepo.ts"
import { CommentsRepo } from "../../ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../ports/posts/PostsRepo.ts"
import { LeakGuard } from "../accounts/LeakGuard.ts"
import { ownerOrAdmin, require } from "../accounts/Policy.ts"
import { FirstPosts } from "../moderation/FirstPosts.ts"
import { closingGone } from "../moderation/GoneCases.ts"
import { HiddenPosts } from "../moderation/HiddenPosts.ts"
import { shownOrHidden } from "../moderation/ShownOrHidden.ts"
import { withSpans } from "../Spans.ts"
import { publishingBatcher, writing } from "../Writing.ts"
import { Audiences } from "./Audiences.ts"
import { changePost } from "./ChangePost.ts"
import { ContentFilter } from "./ContentFilter.ts"
import { PostSearch } from "./PostSearch.ts"
import { languageOf } from "./TextLanguage.ts"
import { ViewCounter, type Viewed } from "./ViewCounter.ts"

/** A page of a thread, by default the first one, and its reader. */
export interface ReadOptions {
  readonly page?: number | undefined
  readonly limit?: number | undefined
  /** False for a reader who has been counted: of the same page once more, or of its headers only. */
  readonly countsView?: boolean
}

/** The posts of the community (contract, Records and Filtering). */
export class Posts extends Context.Tag("services/posts/Posts")<
  Posts,
  {
    /**
     * One page of posts, narrowed, searched (`PostSearch.list`) and sorted. Fails with `NothingToRank` and
     * `InvalidCursor`.
     */
    readonly list: (request: PageRequest & PostFilter) => StorageEffect<PostPage, InvalidCursor | NothingToRank>

    /**
     * True for a caller who may read posts that are not for everyone, while there are some. The cache skips their reads
     * of posts, since it holds only what everyone may read.
     */
    readonly readsRestricted: (caller: Option.Option<SignedInUser>) => Effect.Effect<boolean>

    /** The newest questions that are `waiting`: of all, or about a disease. */
    readonly waitingQuestions: (
      about: Pick<PostFilter, "diseaseId" | "includeDescendants"> & Pick<PageRequest, "limit">
    ) => StorageEffect<PostPage>

    /**
     * The post with a page of its comments, encoded. Its first page counts a view, which the number of views includes,
     * unless the reader has been counted before. Its author and moderators also get a hidden one, of which no view is
     * counted. Fails with `PostNotFound`.
     */
    readonly read: (id: PostId, options?: ReadOptions) => StorageEffect<Viewed<PostDocument>, PostNotFound, Viewer>

    /** `read` without comments, which counts no view. */
    readonly head: (id: PostId) => StorageEffect<PostDocument, PostNotFound, Viewer>

    /** True while a post is shown, for a reader (`PostReader`) who may read it. */
    readonly isShown: (id: PostId) => StorageEffect<boolean>

    /**
     * `head`, decoded, before a change or a deletion of the caller's own post, or of any as an admin. Fails with
     * `PostNotFound`, then `NotAllowed`.
     */
    readonly getForChange: (
      id: PostId,
      action: "changePost" | "deletePost"
    ) => StorageEffect<PostDetail, PostNotFound | NotAllowed, Viewer>

    /** The audience of a post, beyond which it cannot be shown: others have commented for these readers. */
    readonly widestAudience: (id: PostId) => StorageEffect<Option.Option<Audience>, PostNotFound, Viewer>

    /**
     * Publishes a post. Fails for a refused text or audience (`Audiences.require`), with `UnknownDiseases`, and with
     * `NotSignedIn` for one who left.
     */
    readonly create: (
      post: NewPost
    ) => StorageEffect<PostDetail, TextFailure | UnwantedAudience | UnknownDiseases | NotSignedIn, CurrentUser>

    /**
     * Changes the caller's own post, or any as an admin. A title or content from an agent's key makes it an agent's.
     * Fails for a text that its filter refuses (contract, Conventions: what is seen without the database comes first),
     * then with `PostNotFound`, `NotAllowed`, `UnknownDiseases`, and for a refused audience; for a content that is too
     * long after `NotAllowed`.
     */
    readonly change: (
      id: PostId,
      change: PostChange
    ) => StorageEffect<
      PostDetail,
      TextFailure | PostNotFound | NotAllowed | UnknownDiseases | UnwantedAudience | AudienceFixed,
      CurrentUser
    >

    /** Deletes the own post with all on it, or any as an admin. Fails with `PostNotFound`, then `NotAllowed`. */
    readonly remove: (id: PostId) => StorageEffect<PostRemoved, PostNotFound | NotAllowed, CurrentUser>
  }
>() {
  static readonly layer = Layer.scoped(Posts, withSpans("Posts", Effect.gen(make)))
}

type UnwantedAudience = AudienceRefused | MissingScope

/** A list without a cursor and without a search, which cannot be refused. */
const unsearched = (found: StorageEffect<PostPage, InvalidCursor | NothingToRank>) =>
  Effect.catchTags(found, { InvalidCursor: Effect.die, NothingToRank: Effect.die })

const widestOf = ({ audience }: { readonly audience: Audience }, isFixed: boolean) =>
  isFixed ? Option.some(audience) : Option.none()

function* make() {
  const posts = yield* PostsRepo
  const comments = yield* CommentsRepo
  const searches = yield* PostSearch
  const views = yield* ViewCounter
  const hidden = yield* HiddenPosts

  const list = Effect.fnUntraced(function* ({ search, ...request }: PageRequest & PostFilter) {
    if (search !== undefined) return yield* searches.list(search, request)
    const { sort = "date" } = request
    if (sort === "relevance") return yield* new NothingToRank()
    return yield* readPage(postList(request, sort), request, (slice) => posts.page({ ...request, sort }, slice))
  })

  const asViewer = (id: PostId, document: PostsRepo["Type"]["document"]) =>
    Effect.flatMap(Viewer, (viewer) =>
      document(
        id,
        Option.map(viewer, (user) => user.id)
      )
    )

  const viewedHead = (id: PostId) => shownOrHidden(views.peek(id, asViewer(id, posts.head)), hidden.document(id))
  const head = (id: PostId) => Effect.map(viewedHead(id), ({ value }) => ({ ...value, comments: [] }))

  const first = (id: PostId, countsView: boolean) =>
    shownOrHidden((countsView ? views.count : views.peek)(id, asViewer(id, posts.document)), hidden.document(id))

  const read = Effect.fnUntraced(function* (id: PostId, options: ReadOptions = {}) {
    const { countsView = true, limit: wanted = commentsShown, page = 1 } = options
    const viewed = yield* page === 1 ? first(id, countsView) : viewedHead(id)
    const limit = Math.min(wanted, commentsShown)
    const offset = (page - 1) * limit
    const viewer = Option.map(yield* Viewer, ({ id }) => id)
    const { value } = viewed
    const shown =
      page === 1 || value.hidden === true
        ? value.comments.slice(offset, offset + limit)
        : yield* Effect.flatMap(comments.page(id, { offset, limit }, viewer), ({ items }) => encodeComments(items))
    return { ...viewed, value: { ...value, comments: shown } }
  })

  const getForChange = Effect.fnUntraced(function* (id: PostId, action: "changePost" | "deletePost") {
    const post = yield* Effect.flatMap(head(id), decodePost)
    const viewer = yield* Viewer
    if (Option.isNone(viewer)) return yield* new NotAllowed({ action })
    yield* Effect.provideService(require(ownerOrAdmin(post.author.id, action)), CurrentUser, viewer.value)
    return post
  })

  return {
    list,
    // Where the storage cannot be asked, the request itself fails or not.
    readsRestricted: (caller: Option.Option<SignedInUser>) =>
      readerOf(caller) === visitor ? Effect.succeed(false) : Effect.orElseSucceed(posts.hasRestricted, () => true),
    waitingQuestions: (about: PageRequest & PostFilter) => unsearched(list({ ...about, ...waiting })),
    read,
    head,
    isShown: (id: PostId) =>
      posts.ownership(id).pipe(
        Effect.as(true),
        Effect.catchTag("PostNotFound", () => Effect.succeed(false))
      ),
    getForChange,
    widestAudience: (id: PostId) => Effect.zipWith(head(id), posts.othersCommented(id), widestOf),
    create: yield* create,
    change: yield* changePost,
    remove: yield* remove
  }
}

const create = Effect.gen(function* () {
  const { addAll } = yield* PostsRepo
  const { reviewing } = yield* FirstPosts
  const submit = reviewing({
    addAll,
    submit: yield* publishingBatcher("posts", addAll),
    targetOf: ({ id }) => ({ type: "post", id }),
    textOf: ({ content, title }) => `${title}: ${content.excerpt}`
  })
  const texts = yield* ContentFilter
  const leaks = yield* LeakGuard
  const audiences = yield* Audiences

  return Effect.fnUntraced(function* (post: NewPost) {
    const author = yield* CurrentUser
    const { audience = "everyone" } = post
    yield* audiences.require({ audience, diseaseId: post.diseaseId })
    const emails = leaks.emailsOf(author.id)
    const title = yield* texts.title(post.title, emails)
    const content = yield* texts.content(post.content, emails)
    const { category, diseaseId } = post
    const language = yield* languageOf(post.language, `${title}\n${content.content}`)
    const authorKind = authorKindOf(author)
    const createdAt = yield* DateTime.now
    const written = { title, content, language, category, audience, diseaseId, createdAt }
    return yield* submit({ ...written, authorId: author.id, authorKind })
  })
})

const remove = Effect.gen(function* () {
  const hidden = yield* HiddenPosts
  const posts = yield* PostsRepo
  const { audit, changes, users, write } = yield* writing
  const notifications = yield* NotificationsRepo
  const decisions = yield* DecisionsRepo
  const closeGone = yield* closingGone

  return Effect.fnUntraced(function* (id: PostId) {
    const { audience, authorId, decisionId } = yield* hidden.lock(id)
    const user = yield* require(ownerOrAdmin(authorId, "deletePost"))
    yield* notifications.lock(authorId) // the notifications about the post are deleted with it
    const recipients = Option.isSome(decisionId)
      ? yield* Effect.as(hidden.removeHidden(id), [])
      : yield* posts.remove(id)
    const withdrawn = user.id === authorId ? yield* decisions.withdrawAppeals({ type: "post", id }) : []
    yield* closeGone(withdrawn)
    yield* users.touch(user.id, yield* DateTime.now)
    yield* audit.recordOfOthers({ action: "post_deleted", actorId: user.id, userId: authorId, targetId: id })
    if (Option.isNone(decisionId)) {
      const change = { kind: "post", id, userId: authorId } as const
      const removed = audience === "everyone" ? withPosts("post_removed", [change]) : [change]
      yield* changes.append([...removed, ...notificationsRemoved(id, recipients)])
    }
    return { deleted: true, id } as const
  }, write)
})
