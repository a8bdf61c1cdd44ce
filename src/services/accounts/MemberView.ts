import { DateTime, Effect, Option } from "effect"
import { actsAsAdmin, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import { isInForce } from "../../domain/accounts/Suspension.ts"
import type { User, UserDetail } from "../../domain/accounts/User.ts"

/** A suspension shows while it is in force, to those who may see it. */
export const withoutSuspension = <U extends User>(maySee: boolean, now: DateTime.Utc, user: U): U => ({
  ...user,
  suspended: Option.filter(user.suspended, (it) => maySee && isInForce(it, now))
})

/**
 * A member in detail as a viewer sees them: email and suspension are for the member and admins, and the diseases for nobody
 * else where the member says so.
 */
export const shownTo = (viewer: SignedInUser, detail: UserDetail): Effect.Effect<UserDetail> =>
  Effect.map(DateTime.now, (now) => {
    const isOneself = viewer.id === detail.id
    const shown = withoutSuspension(isOneself || actsAsAdmin(viewer), now, detail)
    if (isOneself) return shown
    const hidden = Option.contains(detail.diseasesVisibleTo, "me") ? { diseaseIds: [], diseases: [] } : {}
    const email = actsAsAdmin(viewer) ? detail.email : Option.none()
    return { ...shown, ...hidden, email, diseasesVisibleTo: Option.none() }
  })
