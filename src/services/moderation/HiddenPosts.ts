import { Effect, Option } from "effect"
import { actsAsModerator, CurrentUser, type SignedInUser, Viewer } from "../../domain/accounts/CurrentUser.ts"
import { Blocked } from "../../domain/BatchResult.ts"
import type { DecisionId, PostId, UserId } from "../../domain/Ids.ts"
import { encodePost, type PostDetail, type PostDocument, PostNotFound } from "../../domain/posts/Post.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { HiddenTextsRepo } from "../../ports/moderation/HiddenTextsRepo.ts"
import { type PostOwnership, PostsRepo } from "../../ports/posts/PostsRepo.ts"
import type { Viewed } from "../posts/ViewCounter.ts"

/** True for the author of a hidden text, and for moderators. */
export const mayKnow = (authorId: UserId, user: SignedInUser) => user.id === authorId || actsAsModerator(user)

/** Fails with `PostNotFound` unless the caller is the author or a moderator: a hidden post exists for nobody else. */
const requireKnown = <A extends PostOwnership>(id: PostId, post: A) =>
  Effect.flatMap(CurrentUser, (user) =>
    mayKnow(post.authorId, user) ? Effect.succeed(post) : new PostNotFound({ id })
  )

/** Makes the functions by which authors and moderators reach posts, hidden ones too. */
export const makeHiddenPosts = Effect.gen(function* () {
  const posts = yield* PostsRepo
  const hidden = yield* HiddenTextsRepo

  /** A hidden post as its author or a moderator sees it. It is never cached, and counts no view. */
  const document = Effect.fnUntraced(function* (
    id: PostId
  ): Effect.fn.Return<Viewed<PostDocument>, PostNotFound | Unavailable, Viewer> {
    const viewer = yield* Viewer
    const found = Option.isNone(viewer) ? Option.none() : yield* hidden.post(id, Option.some(viewer.value.id))
    if (Option.isNone(viewer) || Option.isNone(found)) return yield* new PostNotFound({ id })
    const { decisionId, post } = found.value
    if (!mayKnow(post.author.id, viewer.value)) return yield* new PostNotFound({ id })
    return { value: yield* encodePost({ ...post, hidden: true, decisionId }), hold: Option.none }
  })

  const hiddenOwnership = Effect.fnUntraced(function* (id: PostId) {
    const found = yield* hidden.post(id, Option.none())
    if (Option.isNone(found)) return yield* new PostNotFound({ id })
    const { author, content, diseaseId, title } = found.value.post
    return yield* requireKnown(id, { authorId: author.id, title, content, diseaseId })
  })

  const hiddenLock = (id: PostId) =>
    hidden.lockPost(id).pipe(
      // It may have been restored since it was looked for among the shown ones.
      Effect.catchTag("PostNotFound", () => Effect.zipRight(posts.ownership(id), new Blocked({ by: `post ${id}` }))),
      Effect.flatMap((post) => requireKnown(id, post)),
      Effect.map(({ decisionId, ...post }) => ({ ...post, decisionId: Option.some(decisionId) }))
    )

  return {
    document,

    /** `PostsRepo.ownership`, also of a hidden post. */
    ownership: (id: PostId) =>
      Effect.catchTag(posts.ownership(id), "PostNotFound", () =>
        // It may have been restored since.
        Effect.catchTag(hiddenOwnership(id), "PostNotFound", () => posts.ownership(id))
      ),

    /** `PostsRepo.lock`, also of a hidden post, with the decision that hides it. */
    lock: (id: PostId) =>
      posts.lock(id).pipe(
        Effect.map((post) => ({ ...post, decisionId: Option.none<DecisionId>() })),
        Effect.catchTag("PostNotFound", () => hiddenLock(id))
      ),

    /** Runs the update of a locked hidden post while it is restored; nobody sees it before it is hidden again. */
    updateHidden: <E, R>(id: PostId, decisionId: DecisionId, update: Effect.Effect<PostDetail, E, R>) =>
      Effect.gen(function* () {
        yield* hidden.restorePost(id)
        const post = yield* update
        yield* hidden.hidePost(id, decisionId)
        return { ...post, hidden: true, decisionId } as const
      }),

    removeHidden: hidden.removePost
  }
})

export type HiddenPosts = Effect.Effect.Success<typeof makeHiddenPosts>
