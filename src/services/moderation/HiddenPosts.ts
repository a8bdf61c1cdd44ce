import { Context, Effect, Layer, Option } from "effect"
import { CurrentUser, Viewer } from "../../domain/accounts/CurrentUser.ts"
import type { Blocked } from "../../domain/BatchResult.ts"
import type { DecisionId, PostId, UserId } from "../../domain/Ids.ts"
import { encodePost, type PostDetail, type PostDocument, PostNotFound } from "../../domain/posts/Post.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { HiddenTextsRepo } from "../../ports/moderation/HiddenTextsRepo.ts"
import { type PostOwnership, PostsRepo, type PostUpdate } from "../../ports/posts/PostsRepo.ts"
import type { Viewed } from "../posts/ViewCounter.ts"
import { shownOrHidden } from "./ShownOrHidden.ts"
import { mayKnow } from "./Visibility.ts"

/** A post that is locked, with the decision that hides it. */
interface LockedPost extends PostOwnership {
  readonly decisionId: Option.Option<DecisionId>
}

/** Access to posts, including hidden ones, for authors and moderators. All fail with `PostNotFound`. */
export class HiddenPosts extends Context.Tag("services/moderation/HiddenPosts")<
  HiddenPosts,
  {
    /** A hidden post as its author or a moderator sees it. It is never cached, and counts no view. */
    readonly document: (id: PostId) => StorageEffect<Viewed<PostDocument>, PostNotFound, Viewer>

    /** `PostsRepo.ownership`, also of a hidden post. */
    readonly ownership: (id: PostId) => StorageEffect<PostOwnership, PostNotFound, CurrentUser>

    /** `PostsRepo.lock`, also of a hidden post. */
    readonly lock: (id: PostId) => StorageEffect<LockedPost, Blocked | PostNotFound, CurrentUser>

    /** Changes a locked hidden post, and gives it as the editor sees it. */
    readonly updateHidden: (id: PostId, change: PostUpdate, editor: UserId) => StorageEffect<PostDetail, PostNotFound>

    readonly removeHidden: HiddenTextsRepo["Type"]["removePost"]
  }
>() {
  static readonly layer = Layer.effect(HiddenPosts, Effect.gen(make))
}

/** Fails with `PostNotFound` unless the caller is the author or a moderator: a hidden post exists for nobody else. */
const requireKnown = <A extends PostOwnership>(id: PostId, post: A) =>
  Effect.flatMap(CurrentUser, (user) =>
    mayKnow(post.authorId, user) ? Effect.succeed(post) : new PostNotFound({ id })
  )

function* make() {
  const posts = yield* PostsRepo
  const hidden = yield* HiddenTextsRepo

  const document = Effect.fnUntraced(function* (id: PostId) {
    const viewer = yield* Viewer
    if (Option.isNone(viewer)) return yield* new PostNotFound({ id })
    const { decisionId, post } = yield* hidden.post(id, Option.some(viewer.value.id))
    if (!mayKnow(post.author.id, viewer.value)) return yield* new PostNotFound({ id })
    return { value: yield* encodePost({ ...post, hidden: true, decisionId }), hold: Option.none }
  })

  const hiddenOwnership = Effect.fnUntraced(function* (id: PostId) {
    const { audience, author, content, diseaseId, title } = (yield* hidden.post(id, Option.none())).post
    return yield* requireKnown(id, { audience, authorId: author.id, title, content, diseaseId })
  })

  const hiddenLock = (id: PostId) =>
    hidden.lockPost(id).pipe(
      Effect.flatMap((post) => requireKnown(id, post)),
      Effect.map(({ decisionId, ...post }) => ({ ...post, decisionId: Option.some(decisionId) }))
    )

  const lock = (id: PostId) =>
    shownOrHidden(
      Effect.map(posts.lock(id), (post) => ({ ...post, decisionId: Option.none<DecisionId>() })),
      hiddenLock(id)
    )

  const updateHidden = Effect.fnUntraced(function* (id: PostId, change: PostUpdate, editor: UserId) {
    yield* hidden.updatePost(id, change, editor)
    const { decisionId, post } = yield* hidden.post(id, Option.some(editor))
    const { comments: _, ...changed } = post
    return { ...changed, hidden: true, decisionId } as const
  })

  return HiddenPosts.of({
    document,
    ownership: (id) => shownOrHidden(posts.ownership(id), hiddenOwnership(id)),
    lock,
    updateHidden,
    removeHidden: hidden.removePost
  })
}
