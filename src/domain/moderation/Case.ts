import { Duration, Schema } from "effect"
import { count } from "../Fields.ts"
import type { UserId } from "../Ids.ts"
import type { Cap } from "../mail/Mail.ts"

/** A report of danger that no moderator has opened by then is repeated to all admins (contract, Alerts). */
export const repeatDangerAfter = Duration.minutes(30)

/** The reports of danger by one member that alert at once; further ones are told together when that time is over. */
export const urgentReports: Cap = {
  /** The maximum number of reports of danger by one member, within the time, of which each alerts at once. */
  maxActs: 3,
  /** The time within which a member's reports of danger are counted. */
  within: Duration.minutes(10)
}

/** Moderators are alerted of a first text that waits for them after this time: one who is there publishes it before. */
export const alertOfFirstTextAfter = Duration.minutes(10)

export const ModerationQueue = Schema.Struct({
  reports: count.annotations({ description: "Cases: targets with open reports." }),
  danger: count.annotations({ description: "Those of them with a report of danger." }),
  appeals: count,
  verificationRequests: count.annotations({ description: "Requests to be verified, which admins answer." }),
  oldestAt: Schema.NullOr(Schema.DateTimeUtc).annotations({
    description: "Since when the oldest of them all waits; null where nothing waits."
  })
}).annotations({ identifier: "ModerationQueue", description: "What waits for moderators and admins." })
export type ModerationQueue = typeof ModerationQueue.Type

/** The number of cases that wait for a moderator, with the requests to be verified for an admin. */
export const waitingFor = (isAdmin: boolean, { appeals, reports, verificationRequests }: ModerationQueue): number =>
  reports + appeals + (isAdmin ? verificationRequests : 0)

/** A decision that a member appeals against: who made it, and whom it concerns. */
interface AppealedDecision {
  readonly byId: UserId | null
  readonly subjectId: UserId
}

/** The moderator who decided decides on the appeal where there is no other one; the member concerned never does. */
export const mayDecideAppeal = (
  id: UserId,
  { byId, subjectId }: AppealedDecision,
  staff: ReadonlyArray<UserId>
): boolean => id !== subjectId && (byId !== id || !staff.some((other) => other !== id && other !== subjectId))
