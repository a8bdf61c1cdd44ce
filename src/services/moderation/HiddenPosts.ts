import { Effect, Option } from "effect"
import { CurrentUser, Viewer } from "../../domain/accounts/CurrentUser.ts"
import type { DecisionId, PostId, UserId } from "../../domain/Ids.ts"
import { encodePost, type PostDocument, PostNotFound } from "../../domain/posts/Post.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { HiddenTextsRepo } from "../../ports/moderation/HiddenTextsRepo.ts"
import { type PostOwnership, PostsRepo, type PostUpdate } from "../../ports/posts/PostsRepo.ts"
import type { Viewed } from "../posts/ViewCounter.ts"
import { shownOrHidden } from "./ShownOrHidden.ts"
import { mayKnow } from "./Visibility.ts"

/** Fails with `PostNotFound` unless the caller is the author or a moderator: a hidden post exists for nobody else. */
const requireKnown = <A extends PostOwnership>(id: PostId, post: A) =>
  Effect.flatMap(CurrentUser, (user) =>
    mayKnow(post.authorId, user) ? Effect.succeed(post) : new PostNotFound({ id })
  )

/** Access to posts, including hidden ones, for authors and moderators. */
export const makeHiddenPosts = Effect.gen(function* () {
  const posts = yield* PostsRepo
  const hidden = yield* HiddenTextsRepo

  /** A hidden post as its author or a moderator sees it. It is never cached, and counts no view. */
  const document = Effect.fnUntraced(function* (
    id: PostId
  ): Effect.fn.Return<Viewed<PostDocument>, PostNotFound | Unavailable, Viewer> {
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

  return {
    document,

    /** `PostsRepo.ownership`, also of a hidden post. */
    ownership: (id: PostId) => shownOrHidden(posts.ownership(id), hiddenOwnership(id)),

    /** `PostsRepo.lock`, also of a hidden post, with the decision that hides it. */
    lock: (id: PostId) =>
      shownOrHidden(
        Effect.map(posts.lock(id), (post) => ({ ...post, decisionId: Option.none<DecisionId>() })),
        hiddenLock(id)
      ),

    /** Changes a locked hidden post, and gives it as the editor sees it. */
    updateHidden: (id: PostId, change: PostUpdate, editor: UserId) =>
      Effect.gen(function* () {
        yield* hidden.updatePost(id, change, editor)
        const { decisionId, post } = yield* hidden.post(id, Option.some(editor))
        const { comments: _, ...changed } = post
        return { ...changed, hidden: true, decisionId } as const
      }),

    removeHidden: hidden.removePost
  }
})

export type HiddenPosts = Effect.Effect.Success<typeof makeHiddenPosts>
