import { Effect } from "effect"
import { CurrentUser, NotAllowed, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import type { UserId } from "../../domain/Ids.ts"

/** An access rule. `why` tells a caller whom it does not allow. */
export interface Policy {
  readonly allows: (user: SignedInUser) => boolean
  readonly why: string
}

/** Allows admins. */
export const admin = (why: string): Policy => ({ allows: ({ role }) => role === "admin", why })

/** Allows this member, and admins (spec, Authentication, rule 6). */
export const ownerOrAdmin = (owner: UserId, why: string): Policy => ({
  allows: ({ id, role }) => id === owner || role === "admin",
  why
})

/** Fails with `NotAllowed` unless the policy allows the caller. */
export const require = ({ allows, why }: Policy): Effect.Effect<SignedInUser, NotAllowed, CurrentUser> =>
  Effect.flatMap(CurrentUser, (user) => (allows(user) ? Effect.succeed(user) : new NotAllowed({ why })))
