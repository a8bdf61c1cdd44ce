import { type Cause, DateTime, Effect, Option } from "effect"
import type { Role } from "../../domain/accounts/Role.ts"
import { isInForce } from "../../domain/accounts/Suspension.ts"
import type { UserNotFound } from "../../domain/accounts/User.ts"
import type { CommentId, PostId, UserId } from "../../domain/Ids.ts"
import { excerptOf } from "../../domain/moderation/Decision.ts"
import { type Target, TargetNotFound } from "../../domain/moderation/Target.ts"
import type { TargetState } from "../../domain/moderation/Transitions.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { CommentsRepo } from "../../ports/CommentsRepo.ts"
import { HiddenTextsRepo } from "../../ports/HiddenTextsRepo.ts"
import { PostsRepo } from "../../ports/PostsRepo.ts"
import { UsersRepo } from "../../ports/UsersRepo.ts"

/** What a report or a decision is about, as it is now. */
export interface FoundTarget {
  /** The author of the text, or the member. */
  readonly subjectId: UserId
  readonly state: TargetState
  readonly excerpt: string
  /** The role of a member. */
  readonly role?: Role
  /** The end of a member's suspension. */
  readonly until?: DateTime.Utc | null
}

/** Makes the function that finds a target, hidden or not. It fails with `TargetNotFound`. */
export const makeTargets = Effect.gen(function* () {
  const posts = yield* PostsRepo
  const comments = yield* CommentsRepo
  const users = yield* UsersRepo
  const hidden = yield* HiddenTextsRepo

  const hiddenPost = (id: PostId) =>
    Effect.map(Effect.flatten(hidden.post(id, Option.none())), ({ post }) => ({ ...post, isHidden: true }))

  const postOf = Effect.fnUntraced(function* (id: PostId) {
    const shown = Effect.map(posts.peek(id, Option.none()), (post) => ({ ...post, isHidden: false }))
    const { author, excerpt, isHidden, locked, title } = yield* Effect.catchTag(shown, "PostNotFound", () =>
      hiddenPost(id)
    )
    const state: TargetState = isHidden ? "hidden" : locked ? "locked" : "shown"
    return { subjectId: author.id, state, excerpt: excerptOf(`${title}: ${excerpt}`) }
  })

  const hiddenComment = (id: CommentId) =>
    Effect.map(Effect.flatten(hidden.comment(id)), ({ authorId, excerpt }) => ({
      subjectId: authorId,
      state: "hidden" as const,
      excerpt
    }))

  const commentOf = (id: CommentId) =>
    comments.ownership(id).pipe(
      Effect.map(({ authorId, content }) => ({
        subjectId: authorId,
        state: "shown" as const,
        excerpt: excerptOf(content)
      })),
      Effect.catchTag("CommentNotFound", () => hiddenComment(id))
    )

  const userOf = Effect.fnUntraced(function* (id: UserId) {
    const { role, suspended, username } = yield* users.detail(id)
    const now = yield* DateTime.now
    const inForce = Option.filter(suspended, (suspension) => isInForce(suspension, now))
    const state: TargetState = Option.isSome(inForce) ? "suspended" : "active"
    const until = Option.getOrNull(Option.flatMap(inForce, ({ until }) => until))
    return { subjectId: id, state, excerpt: username, role, until }
  })

  const found = (
    target: Target
  ): Effect.Effect<FoundTarget, Cause.NoSuchElementException | UserNotFound | Unavailable> => {
    if (target.type === "post") return postOf(target.id)
    return target.type === "comment" ? commentOf(target.id) : userOf(target.id)
  }

  return (target: Target): Effect.Effect<FoundTarget, TargetNotFound | Unavailable> => {
    const notFound = () => new TargetNotFound({ type: target.type, id: target.id })
    return Effect.catchTags(found(target), { NoSuchElementException: notFound, UserNotFound: notFound })
  }
})
