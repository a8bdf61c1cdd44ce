import { DateTime, Option, Schema } from "effect"
import { isStaff, type Role } from "./CurrentUser.ts"

/** Days in which a new moderator or admin gets a passkey or a second factor. */
export const staffGraceDays = 14

/** Days of these after which a mail says that powers will rest. */
export const daysBeforeFactorMail = 9

/** Until when a moderator or an admin may act without a passkey or a second factor. */
export interface FactorDue {
  readonly at: DateTime.Utc
  readonly isOver: boolean
}

/** None for members without powers, and for those who have a factor (`unguardedSince` is none then). */
export const factorDueOf = (
  role: Role,
  unguardedSince: Option.Option<DateTime.Utc>,
  now: DateTime.Utc
): FactorDue | undefined => {
  if (!isStaff(role) || Option.isNone(unguardedSince)) return undefined
  const at = DateTime.add(unguardedSince.value, { days: staffGraceDays })
  return { at, isOver: DateTime.lessThanOrEqualTo(at, now) }
}

/** The days until then, the last one included; 0 where it is over. */
export const daysUntil = ({ at }: FactorDue, now: DateTime.Utc): number =>
  Math.max(0, Math.ceil(DateTime.distance(now, at) / 86_400_000))

/** A moderator or an admin removes the only factor. */
export class FactorNeeded extends Schema.TaggedError<FactorNeeded>()("FactorNeeded", {}) {
  override readonly message =
    "moderators and admins need a passkey or a second factor, and this is your only one: add another one first"
}
