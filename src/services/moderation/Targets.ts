import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { Role } from "../../domain/accounts/CurrentUser.ts"
import { formerMember } from "../../domain/accounts/Leaving.ts"
import { isInForce } from "../../domain/accounts/Suspension.ts"
import type { UserNotFound } from "../../domain/accounts/User.ts"
import { Blocked } from "../../domain/BatchResult.ts"
import type { CommentId, DecisionId, PostId, UserId } from "../../domain/Ids.ts"
import { type Target, TargetNotFound, type TargetState } from "../../domain/moderation/Target.ts"
import type { CommentNotFound } from "../../domain/posts/Comment.ts"
import type { PostNotFound } from "../../domain/posts/Post.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { UsersRepo } from "../../ports/accounts/UsersRepo.ts"
import { DecisionsRepo } from "../../ports/moderation/DecisionsRepo.ts"
import { HiddenTextsRepo } from "../../ports/moderation/HiddenTextsRepo.ts"
import { ReportsRepo } from "../../ports/moderation/ReportsRepo.ts"
import { CommentsRepo } from "../../ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../ports/posts/PostsRepo.ts"
import { shownOrHidden } from "./ShownOrHidden.ts"

/** The target of a report or a decision, as it is now. */
export interface FoundTarget {
  /** The author of the text, or the member. */
  readonly subjectId: UserId
  readonly state: TargetState
  /** The Markdown of a comment, the title and the beginning of a post, or the name of a member. */
  readonly content: string
  /** The post of a comment, or the post itself. */
  readonly postId?: PostId
  readonly role?: Role
  readonly until?: DateTime.Utc | null
}

/** Finds the targets of reports and decisions. */
export class Targets extends Context.Tag("services/moderation/Targets")<
  Targets,
  {
    /** Finds a target, hidden or not. */
    readonly find: (target: Target) => StorageEffect<FoundTarget, TargetNotFound>

    /**
     * Finds a target, and holds the member concerned until the commit: one who leaves at the same time erases what is
     * stored now, or has left before. Fails with `Blocked` for one who has left since the target was found.
     */
    readonly hold: (target: Target) => StorageEffect<FoundTarget, Blocked | TargetNotFound>
  }
>() {
  static readonly layer = Layer.effect(Targets, Effect.gen(make))
}

/** The state of a text that a decision hides: it waits while its automatic report is open. */
const stateWhenHidden = Effect.gen(function* () {
  const decisions = yield* DecisionsRepo
  const reports = yield* ReportsRepo
  return Effect.fnUntraced(function* (target: Target, decisionId: DecisionId) {
    const isAutomated = Option.exists(yield* decisions.find(decisionId), ({ decision }) => decision.automated)
    const isWaiting = isAutomated && Option.isSome(yield* reports.subjectOf(target))
    return isWaiting ? ("waiting" as const) : ("hidden" as const)
  })
})

function* make() {
  const posts = yield* PostsRepo
  const comments = yield* CommentsRepo
  const users = yield* UsersRepo
  const hidden = yield* HiddenTextsRepo
  const hiddenBy = yield* stateWhenHidden

  const postOf = Effect.fnUntraced(function* (id: PostId) {
    const { author, decisionId, excerpt, locked, title } = yield* shownOrHidden(
      Effect.map(posts.get(id, Option.none()), (post) => ({ ...post, decisionId: Option.none<DecisionId>() })),
      Effect.map(hidden.post(id, Option.none()), ({ decisionId, post }) => ({
        ...post,
        decisionId: Option.some(decisionId)
      }))
    )
    const shown = locked ? ("locked" as const) : ("shown" as const)
    const state: TargetState = Option.isSome(decisionId)
      ? yield* hiddenBy({ type: "post", id }, decisionId.value)
      : shown
    return { subjectId: author.id, state, content: `${title}: ${excerpt}`, postId: id }
  })

  const commentOf = Effect.fnUntraced(function* (id: CommentId) {
    const { authorId, content, postId, state } = yield* shownOrHidden(
      Effect.map(comments.ownership(id), (comment) => ({ ...comment, state: "shown" as const })),
      Effect.flatMap(hidden.comment(id), (comment) =>
        Effect.map(
          comment.isWithPost
            ? Effect.succeed("hiddenWithPost" as const)
            : hiddenBy({ type: "comment", id }, comment.decisionId),
          (state) => ({ ...comment, state })
        )
      )
    )
    return { subjectId: authorId, state, content, postId }
  })

  const userOf = Effect.fnUntraced(function* (id: UserId) {
    const { role, suspended, username } = yield* users.detail(id)
    const now = yield* DateTime.now
    const inForce = Option.filter(suspended, (suspension) => isInForce(suspension, now))
    const state: TargetState = Option.isSome(inForce) ? "suspended" : "active"
    const until = Option.getOrNull(Option.flatMap(inForce, ({ until }) => until))
    return { subjectId: id, state, content: username, role, until }
  })

  const found = (target: Target): StorageEffect<FoundTarget, CommentNotFound | PostNotFound | UserNotFound> => {
    if (target.type === "post") return postOf(target.id)
    return target.type === "comment" ? commentOf(target.id) : userOf(target.id)
  }

  const find = (target: Target): StorageEffect<FoundTarget, TargetNotFound> => {
    const notFound = () => new TargetNotFound({ type: target.type, id: target.id })
    return Effect.catchTags(found(target), {
      CommentNotFound: notFound,
      PostNotFound: notFound,
      UserNotFound: notFound
    })
  }

  const holdMember = (id: UserId) =>
    id === formerMember.id
      ? Effect.void
      : Effect.catchTag(users.hold(id), "UserNotFound", () => new Blocked({ by: `member ${id}` }))

  return Targets.of({
    find,
    hold: (target) => Effect.tap(find(target), ({ subjectId }) => holdMember(subjectId))
  })
}
