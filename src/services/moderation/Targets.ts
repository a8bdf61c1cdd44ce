import { type Cause, Context, DateTime, Effect, Layer, Option } from "effect"
import { actsAsModerator, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import { formerMember } from "../../domain/accounts/Leaving.ts"
import type { Role } from "../../domain/accounts/Role.ts"
import { isInForce } from "../../domain/accounts/Suspension.ts"
import type { UserNotFound } from "../../domain/accounts/User.ts"
import { Blocked } from "../../domain/BatchResult.ts"
import type { CommentId, PostId, UserId } from "../../domain/Ids.ts"
import type { Decision } from "../../domain/moderation/Decision.ts"
import type { Report } from "../../domain/moderation/Report.ts"
import { type Target, TargetNotFound, type TargetState } from "../../domain/moderation/Target.ts"
import type { Call } from "../../domain/Unavailable.ts"
import { UsersRepo } from "../../ports/accounts/UsersRepo.ts"
import { HiddenTextsRepo } from "../../ports/moderation/HiddenTextsRepo.ts"
import { CommentsRepo } from "../../ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../ports/posts/PostsRepo.ts"

/** What a report or a decision is about, as it is now. */
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
    readonly find: (target: Target) => Call<FoundTarget, TargetNotFound>

    /**
     * Finds a target, and holds the member concerned until the commit: one who leaves at the same time erases what is stored
     * now, or has left before. Fails with `Blocked` for one who has left since the target was found.
     */
    readonly hold: (target: Target) => Call<FoundTarget, Blocked | TargetNotFound>
  }
>() {
  static readonly layer = Layer.effect(Targets, Effect.gen(make))
}

function* make() {
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
    return { subjectId: author.id, state, content: `${title}: ${excerpt}`, postId: id }
  })

  const commentOf = (id: CommentId) => {
    const shown = Effect.map(comments.ownership(id), (comment) => ({ ...comment, state: "shown" as const }))
    const orHidden = Effect.catchTag(shown, "CommentNotFound", () =>
      Effect.map(Effect.flatten(hidden.comment(id)), (comment) => ({
        ...comment,
        state: comment.isWithPost ? ("hiddenWithPost" as const) : ("hidden" as const)
      }))
    )
    return Effect.map(orHidden, ({ authorId, content, postId, state }) => ({
      subjectId: authorId,
      state,
      content,
      postId
    }))
  }

  const userOf = Effect.fnUntraced(function* (id: UserId) {
    const { role, suspended, username } = yield* users.detail(id)
    const now = yield* DateTime.now
    const inForce = Option.filter(suspended, (suspension) => isInForce(suspension, now))
    const state: TargetState = Option.isSome(inForce) ? "suspended" : "active"
    const until = Option.getOrNull(Option.flatMap(inForce, ({ until }) => until))
    return { subjectId: id, state, content: username, role, until }
  })

  const found = (target: Target): Call<FoundTarget, Cause.NoSuchElementException | UserNotFound> => {
    if (target.type === "post") return postOf(target.id)
    return target.type === "comment" ? commentOf(target.id) : userOf(target.id)
  }

  const find = (target: Target): Call<FoundTarget, TargetNotFound> => {
    const notFound = () => new TargetNotFound({ type: target.type, id: target.id })
    // It may have been restored since it was looked for among the shown ones.
    const again = Effect.catchTag(found(target), "NoSuchElementException", () => found(target))
    return Effect.catchTags(again, { NoSuchElementException: notFound, UserNotFound: notFound })
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

/** A reporter does not read the words of the member concerned. */
const withoutWords = (appeal: Decision["appeal"]) =>
  appeal === null || appeal.outcome === null ? null : { ...appeal, text: "" }

/** A decision as a viewer sees it: the moderator who made it and the reports are for moderators. */
export const decisionFor = (viewer: SignedInUser, decision: Decision, subjectId: UserId | undefined): Decision => {
  if (actsAsModerator(viewer)) return decision
  const { by: _, reportIds: __, ...shown } = decision
  return viewer.id === subjectId ? shown : { ...shown, appeal: withoutWords(shown.appeal) }
}

/** A report as a viewer sees it: the reporter and the reported text are for moderators. */
export const reportFor = (viewer: SignedInUser, report: Report): Report => {
  if (actsAsModerator(viewer)) return report
  const { content: _, postId: __, reporter: ___, ...shown } = report
  return { ...shown, decision: shown.decision && decisionFor(viewer, shown.decision, undefined) }
}
