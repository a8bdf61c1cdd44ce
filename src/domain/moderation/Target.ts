import { Schema, Struct } from "effect"
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

/** A target that a member wrote: a post or a comment. */
export type TextTarget = Exclude<Target, { readonly type: "user" }>

export class TargetNotFound extends Schema.TaggedError<TargetNotFound>()("TargetNotFound", {
  type: TargetType,
  id: Schema.Int
}) {
  override readonly message = `there is no ${this.type} ${this.id} (any more): look for it again`
}

const ActionWord = oneOf("none", "hide", "restore", "publish", "lock", "unlock", "suspend", "unsuspend")

/** Each action in words, and the types of its targets. */
const actions = {
  none: { does: "leaves everything as it is and closes the reports", targets: ["post", "comment", "user"] },
  hide: { does: "hides a post, a comment, or all texts of a member", targets: ["post", "comment", "user"] },
  restore: { does: "shows them again", targets: ["post", "comment", "user"] },
  publish: { does: "shows a post or a comment that waits for its first review", targets: ["post", "comment"] },
  lock: { does: "closes a post for comments", targets: ["post"] },
  unlock: { does: "opens it again", targets: ["post"] },
  suspend: { does: "suspends a member", targets: ["user"] },
  unsuspend: { does: "ends a suspension", targets: ["user"] }
} as const satisfies Readonly<
  Record<typeof ActionWord.Type, { readonly does: string; readonly targets: ReadonlyArray<TargetType> }>
>

export const DecisionAction = ActionWord.annotations({
  identifier: "DecisionAction",
  description: `${Struct.entries(actions)
    .map(([action, { does }]) => `\`${action}\` ${does}`)
    .join("; ")}.`
})
export type DecisionAction = typeof DecisionAction.Type

/** The actions on a target of a type. */
export type ActionOn<Type extends TargetType> = {
  [Action in DecisionAction]: Type extends (typeof actions)[Action]["targets"][number] ? Action : never
}[DecisionAction]

/** True for an action that targets of this type can have. */
export const fits = <Type extends TargetType>(type: Type, action: DecisionAction): action is ActionOn<Type> =>
  actions[action].targets.some((target) => target === type)

/** True for an action that only a member can have, and no text; false for one that only a later version knows. */
export const isOfMemberOnly = (action: string): boolean =>
  ActionWord.literals.some((known) => known === action && !fits("post", known) && !fits("comment", known))

/** The actions on targets of a type, besides `none`, which all have. */
export const changingActionsOn = (type: TargetType): ReadonlyArray<DecisionAction> =>
  ActionWord.literals.filter((action) => action !== "none" && fits(type, action))

/**
 * The states of targets that decisions change. A hidden post stays locked if it was; a comment on it that no decision
 * hides is `hiddenWithPost`. A text that is hidden until its first review is `waiting`.
 */
export type TargetState = "shown" | "locked" | "hidden" | "hiddenWithPost" | "waiting" | "active" | "suspended"

export const isHidden = (state: TargetState): boolean =>
  state === "hidden" || state === "hiddenWithPost" || state === "waiting"

/** The states in which an action may be taken, with the state after it. */
type Transitions = { readonly [From in TargetState]?: TargetState }

const restore: Transitions = { hidden: "shown", waiting: "shown" }
const publish: Transitions = { waiting: "shown" }
const sameMember: Transitions = { active: "active", suspended: "suspended" }

/**
 * The state of a target after each action: an action that has no line for a state changes nothing in it. Each action
 * needs its lines here for each type that it fits. Of a member, `hide` and `restore` concern all their texts, and
 * `suspend` of a suspended member sets another end.
 */
export const transitions: { readonly [Type in TargetType]: { readonly [Action in ActionOn<Type>]: Transitions } } = {
  comment: {
    none: { shown: "shown", hidden: "hidden", hiddenWithPost: "hiddenWithPost" },
    hide: { shown: "hidden", hiddenWithPost: "hidden", waiting: "hidden" },
    restore,
    publish
  },
  post: {
    none: { shown: "shown", locked: "locked", hidden: "hidden" },
    hide: { shown: "hidden", locked: "hidden", waiting: "hidden" },
    restore,
    publish,
    lock: { shown: "locked" },
    unlock: { locked: "shown" }
  },
  user: {
    none: sameMember,
    hide: sameMember,
    restore: sameMember,
    suspend: { active: "suspended", suspended: "suspended" },
    unsuspend: { suspended: "active" }
  }
}

/** The state of a target after an action; undefined where the action changes nothing in its state. */
export const stateAfter = (type: TargetType, state: TargetState, action: DecisionAction): TargetState | undefined => {
  const ofType: { readonly [Action in DecisionAction]?: Transitions } = transitions[type]
  return ofType[action]?.[state]
}

/**
 * The action by which the reversal of a decision takes its action back: `none` if only the statement is
 * withdrawn. Null for actions that take nothing from a member, against which nobody appeals.
 */
export const undoing: { readonly [Action in DecisionAction]: DecisionAction | null } = {
  none: null,
  hide: "restore",
  restore: null,
  publish: null,
  lock: "unlock",
  unlock: null,
  suspend: "unsuspend",
  unsuspend: null
}

/** The action that another one takes back: with it, an appeal against that action is granted. */
export const takenBackBy = (action: DecisionAction): DecisionAction | undefined =>
  action === "publish" ? "hide" : ActionWord.literals.find((taken) => undoing[taken] === action)

const isAction = Schema.is(DecisionAction)

/** The undoing action of a stored decision; null for an action of a later version, too. */
export const undoingOf = (action: string): DecisionAction | null => (isAction(action) ? undoing[action] : null)
