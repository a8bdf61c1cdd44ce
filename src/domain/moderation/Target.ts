import { Schema } from "effect"
import { oneOf } from "../Fields.ts"
import { CommentId, PostId, UserId } from "../Ids.ts"

export const TargetType = oneOf("post", "comment", "user").annotations({
  identifier: "TargetType",
  description: "`post`, `comment` or `user`, a member."
})
export type TargetType = typeof TargetType.Type

export const Target = Schema.Union(
  Schema.Struct({ type: Schema.Literal("post"), id: PostId }),
  Schema.Struct({ type: Schema.Literal("comment"), id: CommentId }),
  Schema.Struct({ type: Schema.Literal("user"), id: UserId })
).annotations({ identifier: "Target", description: "A post, a comment or a member, by its id." })
export type Target = typeof Target.Type

export class TargetNotFound extends Schema.TaggedError<TargetNotFound>()("TargetNotFound", {
  type: TargetType,
  id: Schema.Int
}) {
  override readonly message = `there is no ${this.type} ${this.id} (any more): look for it again`
}

export const DecisionAction = oneOf("none", "hide", "restore", "lock", "unlock", "suspend", "unsuspend").annotations({
  identifier: "DecisionAction",
  description:
    "`none` leaves everything as it is and closes the reports; `hide` and `restore` posts, comments, or all texts of a " +
    "member; `lock` and `unlock` the comments of a post; `suspend` and `unsuspend` members."
})
export type DecisionAction = typeof DecisionAction.Type

/** The states of targets that decisions change. A hidden post stays locked if it was. */
export type TargetState = "shown" | "locked" | "hidden" | "active" | "suspended"

type Transitions = { readonly [From in TargetState]?: { readonly [Action in DecisionAction]?: TargetState } }

const comment: Transitions = { shown: { none: "shown", hide: "hidden" }, hidden: { none: "hidden", restore: "shown" } }

/**
 * The state of a target after each action that may be taken in a state: what is not here changes nothing. Of a member,
 * `hide` and `restore` concern all their texts, and `suspend` of a suspended member sets another end.
 */
export const transitions: { readonly [Type in TargetType]: Transitions } = {
  comment,
  post: {
    shown: { ...comment.shown, lock: "locked" },
    locked: { none: "locked", hide: "hidden", unlock: "shown" },
    hidden: comment.hidden ?? {}
  },
  user: {
    active: { none: "active", hide: "active", restore: "active", suspend: "suspended" },
    suspended: { none: "suspended", hide: "suspended", restore: "suspended", suspend: "suspended", unsuspend: "active" }
  }
}

/** True for an action that some state of such a target has. */
export const fits = (type: TargetType, action: DecisionAction): boolean =>
  Object.values(transitions[type]).some((actions) => action in actions)

/** The action that takes back another one; none for actions that take nothing from a member. */
export const undoing: { readonly [action: string]: DecisionAction | undefined } = {
  hide: "restore",
  lock: "unlock",
  suspend: "unsuspend"
}
