import { DateTime, Option, Schema } from "effect"
import { count, named, optional } from "../Fields.ts"
import { line } from "../Text.ts"
import { Time } from "../Time.ts"

/** The longest reason that an admin writes into the audit log. */
const maxAuditReasonCharacters = 500

/** The words of an admin for the audit log. */
export const Reason = line(maxAuditReasonCharacters).annotations({
  jsonSchema: { type: "string", minLength: 1, maxLength: maxAuditReasonCharacters },
  examples: ["The account was taken over."]
})

export const CredentialsRevocation = Schema.Struct({ reason: Reason }).annotations({
  identifier: "CredentialsRevocation",
  description: "The reason why an admin ends the credentials of a member, for the audit log."
})
export type CredentialsRevocation = typeof CredentialsRevocation.Type

export const CredentialsRevoked = Schema.Struct({ sessions: count, keys: count }).annotations({
  identifier: "CredentialsRevoked"
})
export type CredentialsRevoked = typeof CredentialsRevoked.Type

export const NewSuspension = Schema.Struct({
  reason: Reason,
  until: optional(Time)
}).annotations(named("NewSuspension", "A suspension; without `until` it lasts until an admin ends it."))
export type NewSuspension = typeof NewSuspension.Type

export const Suspension = Schema.Struct({
  at: Schema.DateTimeUtc,
  until: Schema.OptionFromNullOr(Schema.DateTimeUtc),
  reason: Schema.String
}).annotations({ identifier: "Suspension", description: "Since when a member is suspended, until when, and why." })
export type Suspension = typeof Suspension.Type

/** The reason of a suspension that follows from a decision of the moderation: the rule, and the decision's id. */
export const reasonOfDecision = (rule: string, decision: number): string => `${rule} (decision ${decision})`

const ofDecision = /^(.*) \(decision (\d+)\)$/s

/** The parts of a reason: its text, and the id of the decision that it names. */
export const partsOfReason = (reason: string): { readonly text: string; readonly decision: string | undefined } => {
  const [, text = reason, decision] = ofDecision.exec(reason) ?? []
  return { text, decision }
}

export const isInForce = ({ until }: Pick<Suspension, "until">, now: DateTime.Utc): boolean =>
  Option.match(until, { onNone: () => true, onSome: DateTime.greaterThan(now) })

export class UntilPassed extends Schema.TaggedError<UntilPassed>()("UntilPassed", {}) {
  readonly field = "until"

  override readonly message = "until must be in the future"
}

/** The member is suspended, and this is not open to suspended members. */
export class AccountSuspended extends Schema.TaggedError<AccountSuspended>()("AccountSuspended", {}) {
  override readonly message =
    "this account is suspended: GET /api/users/me says until when and why. Open to you are this, GET /api/decisions with an " +
    "appeal against a decision (POST /api/decisions/:id/appeal), logging out, the export of your data and leaving"
}
