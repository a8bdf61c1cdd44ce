import { Context, DateTime, Effect, Layer, Option } from "effect"
import { CurrentUser, type NotAllowed, Viewer } from "../domain/CurrentUser.ts"
import type { CursorRefused } from "../domain/Cursor.ts"
import { UnknownDiseases } from "../domain/Disease.ts"
import type { DiseaseId, PostId } from "../domain/Ids.ts"
import { postList } from "../domain/Lists.ts"
import type { MarkdownRefused } from "../domain/Markdown.ts"
import { type PageRequest, pageOf, windowOf } from "../domain/Page.ts"
import {
  maxContentCharacters,
  type NewPost,
  NothingToRank,
  type PostChange,
  type PostDetail,
  type PostFilter,
  type PostNotFound,
  type PostPage,
  type PostRemoved,
  type PostWithComments
} from "../domain/Post.ts"
import { type PostDocument, postOf } from "../domain/PostDocument.ts"
import { lengthFault, TextRefused } from "../domain/Text.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { DiseasesRepo } from "../repositories/DiseasesRepo.ts"
import { NotificationsRepo } from "../repositories/NotificationsRepo.ts"
import { type PostOwnership, PostsRepo } from "../repositories/PostsRepo.ts"
import { Transaction } from "../repositories/Transaction.ts"
import { UsersRepo } from "../repositories/UsersRepo.ts"
import { batching } from "./Batches.ts"
import { Changes } from "./Changes.ts"
import { makePatiently } from "./Patience.ts"
import { ownerOrAdmin, require } from "./Policy.ts"
import { PostSearch } from "./PostSearch.ts"
import { Texts } from "./Texts.ts"
import { type Viewed, Views } from "./Views.ts"
import { Words } from "./Words.ts"

const viewerId = Effect.map(Viewer, (viewer) => Option.map(viewer, ({ id }) => id))

const make = Effect.gen(function* () {
  const posts = yield* PostsRepo
  const diseases = yield* DiseasesRepo
  const users = yield* UsersRepo
  const changes = yield* Changes
  const transaction = yield* Transaction
  const patiently = yield* makePatiently
  const inboxes = yield* NotificationsRepo
  const texts = yield* Texts
  const searches = yield* PostSearch
  const words = yield* Words
  const views = yield* Views
  const submit = yield* batching(posts.addAll)

  const list = Effect.fnUntraced(function* ({ search, ...request }: PageRequest & PostFilter) {
    if (search !== undefined) return yield* searches.list(search, request)
    const { sort = "date" } = request
    if (sort === "relevance") return yield* new NothingToRank()
    const listed = postList(request, sort)
    const window = yield* windowOf(listed, request)
    return pageOf(listed, window, yield* posts.page({ ...request, sort }, window))
  })

  const open = (id: PostId) => Effect.flatMap(viewerId, (viewer) => views.count(id, posts.document(id, viewer)))

  const view = (id: PostId) => Effect.flatMap(open(id), (opened) => postOf(opened.value, opened.views))

  const peek = (id: PostId) =>
    Effect.flatMap(viewerId, (viewer) => views.peek(id, posts.document(id, viewer))).pipe(
      Effect.flatMap((peeked) => postOf(peeked.value, peeked.views))
    )

  const requireDisease = (id: Option.Option<DiseaseId>) =>
    Option.match(id, {
      onNone: () => Effect.void,
      onSome: (id) =>
        Effect.flatMap(diseases.missing([id]), (missing) =>
          missing.length === 0 ? Effect.void : new UnknownDiseases({ field: "diseaseId", ids: missing })
        )
    })

  const create = Effect.fnUntraced(function* (post: NewPost) {
    const author = yield* CurrentUser
    const title = yield* texts.title(post.title)
    const content = yield* texts.content(post.content)
    yield* words.learn(title, content.text)
    const { category, diseaseId } = post
    return yield* submit({ authorId: author.id, title, content, category, diseaseId, createdAt: yield* DateTime.now })
  })

  /** The stored text sent back unchanged is accepted whatever its length (contract, Filtering). */
  const requireLength = (sent: Option.Option<string>, stored: string) => {
    const why = Option.match(sent, {
      onNone: () => undefined,
      onSome: (content) => (content === stored ? undefined : lengthFault(content, 1, maxContentCharacters))
    })
    return why === undefined ? Effect.void : new TextRefused({ field: "content", why })
  }

  const mayChange = ({ authorId }: PostOwnership) =>
    require(ownerOrAdmin(authorId, "only its author and admins may change this post"))

  const change = Effect.fnUntraced(function* (id: PostId, sent: PostChange) {
    // A text that only the stored one may be as long as is not filtered for whoever sends it: that would take minutes.
    if (Option.exists(sent.content, (typed) => lengthFault(typed, 1, maxContentCharacters) !== undefined)) {
      const stored = yield* posts.ownership(id)
      yield* mayChange(stored)
      yield* requireLength(sent.content, stored.content)
    }
    const title = yield* Effect.transposeMapOption(sent.title, texts.title)
    const content = yield* Effect.transposeMapOption(sent.content, texts.content)
    yield* words.learn(...Option.toArray(title), ...Option.toArray(Option.map(content, ({ text }) => text)))
    const changing = Effect.gen(function* () {
      const stored = yield* posts.lock(id)
      const user = yield* mayChange(stored)
      yield* requireLength(sent.content, stored.content)
      yield* requireDisease(Option.flatten(sent.diseaseId))
      const updatedAt = yield* DateTime.now
      const { category, diseaseId } = sent
      const updating = Effect.map(
        posts.update(id, { title, content, category, diseaseId, updatedAt }, user.id),
        (post) => ({ post, views: post.viewCount })
      )
      const { value: updated, views: viewCount } = yield* views.peek(id, updating)
      yield* users.touch(user.id, updatedAt)
      yield* changes.record([{ kind: "post", id, userId: null }])
      return { ...updated.post, viewCount }
    })
    return yield* patiently(transaction.atomically(changing))
  })

  const remove = Effect.fnUntraced(
    function* (id: PostId) {
      const { authorId } = yield* posts.lock(id)
      const user = yield* require(ownerOrAdmin(authorId, "only its author and admins may delete this post"))
      yield* inboxes.lock(authorId) // what tells of the post goes with it
      const recipients = yield* posts.remove(id)
      yield* users.touch(user.id, yield* DateTime.now)
      yield* changes.record([
        { kind: "post", id, userId: authorId },
        ...recipients.map((userId) => ({ kind: "notifications_removed" as const, id, userId }))
      ])
      return { deleted: true, id } as const
    },
    transaction.atomically,
    patiently
  )

  return { list, open, view, peek, create, change, remove }
})

/** What the community writes (contract, Records and Filtering). */
export class Posts extends Context.Tag("services/Posts")<
  Posts,
  {
    /** One page of posts, narrowed, searched (`PostSearch.list`) and sorted. Fails with `NothingToRank` and `CursorRefused`. */
    readonly list: (
      request: PageRequest & PostFilter
    ) => Effect.Effect<PostPage, CursorRefused | NothingToRank | Unavailable>

    /** The post with its first comments as JSON, and how many views it has with this one, which is counted. Fails with `PostNotFound`. */
    readonly open: (id: PostId) => Effect.Effect<Viewed<PostDocument>, PostNotFound | Unavailable, Viewer>

    /** The post with its first comments; counts as a view, which its own `viewCount` includes. Fails with `PostNotFound`. */
    readonly view: (id: PostId) => Effect.Effect<PostWithComments, PostNotFound | Unavailable, Viewer>

    /** The same without counting a view: what a HEAD request sees. */
    readonly peek: (id: PostId) => Effect.Effect<PostWithComments, PostNotFound | Unavailable, Viewer>

    /** Publishes a post of the caller's. Fails with `UnknownDiseases`, and for a text that the filter refuses. */
    readonly create: (
      post: NewPost
    ) => Effect.Effect<PostDetail, MarkdownRefused | TextRefused | UnknownDiseases | Unavailable, CurrentUser>

    /** Changes one's own post, or any as an admin. Fails with `PostNotFound`, then `NotAllowed`, then as `create` does. */
    readonly change: (
      id: PostId,
      change: PostChange
    ) => Effect.Effect<
      PostDetail,
      MarkdownRefused | TextRefused | PostNotFound | NotAllowed | UnknownDiseases | Unavailable,
      CurrentUser
    >

    /** Deletes one's own post, or any as an admin, with all that hangs on it. Fails with `PostNotFound`, then `NotAllowed`. */
    readonly remove: (id: PostId) => Effect.Effect<PostRemoved, PostNotFound | NotAllowed | Unavailable, CurrentUser>
  }
>() {
  /** The rules above, over the ports. */
  static readonly layer = Layer.scoped(Posts, make)
}
