import { DateTime, Option, Schema, Struct } from "effect"
import { Author } from "../accounts/User.ts"
import { exactOptional, named, oneOf, openTo, optional } from "../Fields.ts"
import { DecisionId, ReportId, type UserId } from "../Ids.ts"
import { Page } from "../Page.ts"
import { line, requiredText } from "../Text.ts"
import { Time } from "../Time.ts"
import { changingActionsOn, DecisionAction, Target, type TargetType, undoingOf } from "./Target.ts"

export const AppealOutcome = oneOf("upheld", "reversed").annotations({
  identifier: "AppealOutcome",
  description: "`upheld`: the decision stays; `reversed`: its action is undone."
})
export type AppealOutcome = typeof AppealOutcome.Type

/** The appeals by which decisions are filtered. */
export const AppealStatus = oneOf("open")
export type AppealStatus = typeof AppealStatus.Type

/** The longest reason of a decision, and the longest appeal. */
const maxReasonCharacters = 2_000

/** The longest name of the rule that a decision applies. */
const maxRuleCharacters = 100

const reasonText = requiredText(maxReasonCharacters).annotations({
  examples: ["It tells readers to stop a prescribed treatment."]
})

export const Appeal = Schema.Struct({
  text: Schema.String,
  createdAt: Schema.DateTimeUtc,
  outcome: Schema.NullOr(AppealOutcome),
  reason: Schema.NullOr(Schema.String),
  decidedAt: Schema.NullOr(Schema.DateTimeUtc)
}).annotations({ identifier: "Appeal", description: "The appeal of the member concerned, and its outcome." })
export type Appeal = typeof Appeal.Type

/** The fields of a statement of reasons (Digital Services Act, article 17). */
export const Decision = Schema.Struct({
  id: DecisionId,
  target: Target,
  action: openTo(DecisionAction),
  excerpt: Schema.String.annotations({
    description: "The beginning of the text, or the name of the member, as it was when this was decided."
  }),
  rule: Schema.String.annotations({
    description: "The rule of the community that the decision applies; empty where it names none."
  }),
  reason: Schema.String,
  automated: Schema.Boolean.annotations({ description: "True for a decision that no moderator has made." }),
  until: Schema.NullOr(Schema.DateTimeUtc).annotations({
    description: "The end of a suspension; null for any other, and for one without an end."
  }),
  createdAt: Schema.DateTimeUtc,
  appeal: Schema.NullOr(Appeal).annotations({ description: "To the member concerned and moderators." }),
  by: exactOptional(Schema.NullOr(Author)).annotations({
    description: "To moderators: who decided; null for an automated decision, and for a member who is gone."
  }),
  reportIds: exactOptional(Schema.Array(ReportId)).annotations({
    description: "To moderators: the reports that it closed."
  })
}).annotations(named("Decision", "A decision about a post, a comment or a member, with its reasons."))
export type Decision = typeof Decision.Type

export const DecisionPage = Page(Decision)
export type DecisionPage = typeof DecisionPage.Type

export const NewDecision = Schema.Struct({
  target: Target,
  action: DecisionAction,
  rule: optional(
    line(maxRuleCharacters).annotations({
      jsonSchema: { type: "string", minLength: 1, maxLength: maxRuleCharacters },
      examples: ["No medical advice against a treatment"]
    })
  ),
  reason: optional(reasonText),
  until: optional(Time),
  all: Schema.optionalWith(Schema.Boolean, { default: () => false, nullable: true })
}).annotations({
  identifier: "NewDecision",
  description:
    "A decision. `rule` and `reason` are required, but for `publish`, which takes neither, and for `none`, which may leave `rule` out. `until` ends a suspension; `all: true` says that `hide` or `restore` of a member is meant."
})
export type NewDecision = typeof NewDecision.Type

/** True for an action that needs a rule: to close reports or to publish a text says that none was broken. */
export const namesRule = (action: DecisionAction): boolean => action !== "none" && action !== "publish"

export const NewAppeal = Schema.Struct({
  text: requiredText(maxReasonCharacters).annotations({ examples: ["I quoted my doctor, and said so."] })
}).annotations({ identifier: "NewAppeal", description: "Why the decision is wrong." })
export type NewAppeal = typeof NewAppeal.Type

export const AppealDecision = Schema.Struct({ outcome: AppealOutcome, reason: reasonText }).annotations({
  identifier: "AppealDecision",
  description: "The outcome of an appeal, with its reason."
})
export type AppealDecision = typeof AppealDecision.Type

export interface DecisionFilter {
  readonly targetType?: TargetType | undefined
  /** The member concerned. */
  readonly userId?: UserId | undefined
  /** `open`: with an appeal that has no outcome. */
  readonly appeal?: AppealStatus | undefined
}

/** A decision can be appealed for this long. */
export const appealDays = 180

/** The reason why a decision cannot be appealed at a time; none if it can. */
export const appealFault = (
  { action, appeal, createdAt }: Decision,
  now: DateTime.Utc
): Option.Option<AppealRefused["why"]> => {
  if (appeal !== null) return Option.some("again")
  if (undoingOf(action) === null) return Option.some("nothingTaken")
  const end = DateTime.add(createdAt, { days: appealDays })
  return DateTime.greaterThan(now, end) ? Option.some("tooLate") : Option.none()
}

export class DecisionNotFound extends Schema.TaggedError<DecisionNotFound>()("DecisionNotFound", { id: DecisionId }) {
  override readonly message = `there is no decision ${this.id}`
}

/** `hide, restore, lock and unlock`. */
const actionsOn = (type: TargetType) =>
  changingActionsOn(type)
    .join(", ")
    .replace(/, (?=\w+$)/, " and ")

const actionFaults = {
  target: `action does not fit the target: posts take ${actionsOn("post")}, comments ${actionsOn("comment")}, members ${actionsOn("user")}, all of them none`,
  all: "hide and restore of a member concern all that they wrote: send all: true to say so",
  until: "until is only valid with suspend",
  rule: "rule is missing: name the rule that the decision applies",
  reason: "reason is missing: tell the member why"
} as const

/** The target does not have this action, or the action lacks what it needs. */
export class ActionUnfit extends Schema.TaggedError<ActionUnfit>()("ActionUnfit", {
  why: Schema.Literal(...Struct.keys(actionFaults))
}) {
  get field() {
    return this.why === "target" ? "action" : this.why
  }

  override readonly message = actionFaults[this.why]
}

export class NothingToDecide extends Schema.TaggedError<NothingToDecide>()("NothingToDecide", {
  action: openTo(DecisionAction),
  /** True for a text that waits for its first review. */
  isWaiting: Schema.optionalWith(Schema.Boolean, { default: () => false })
}) {
  override readonly message = this.isWaiting
    ? "this text waits for its first review: publish it, or hide it and say what is to change"
    : this.action === "none"
      ? "there is no open report to close: read the present state of the target"
      : `${this.action} would change nothing; another moderator may have been faster: read the present state of the target`
}

const appealFaults = {
  again: "this decision has been appealed: an appeal can be sent once",
  nothingTaken: "there is nothing to appeal: the decision took nothing from you",
  tooLate: `a decision can be appealed for ${appealDays} days, which have passed`,
  decided: "this appeal has been decided"
} as const

export class AppealRefused extends Schema.TaggedError<AppealRefused>()("AppealRefused", {
  why: Schema.Literal(...Struct.keys(appealFaults))
}) {
  override readonly message = appealFaults[this.why]
}

export class AppealNotFound extends Schema.TaggedError<AppealNotFound>()("AppealNotFound", { id: DecisionId }) {
  override readonly message = `decision ${this.id} has not been appealed`
}
