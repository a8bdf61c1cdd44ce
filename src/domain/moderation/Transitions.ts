import { oneOf } from "../Fields.ts"
import type { TargetType } from "./Target.ts"

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

const comment: Transitions = {
  shown: { none: "shown", hide: "hidden" },
  hidden: { none: "hidden", restore: "shown" }
}

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
export const undoing: { readonly [Action in DecisionAction]?: DecisionAction } = {
  hide: "restore",
  lock: "unlock",
  suspend: "unsuspend"
}
