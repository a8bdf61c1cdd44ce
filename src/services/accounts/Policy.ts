import { Effect } from "effect"
import { CurrentUser, NotAllowed, type RestrictedAction, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import type { UserId } from "../../domain/Ids.ts"

/** An access rule for an action. */
export interface Policy {
  readonly action: RestrictedAction
  readonly allows: (user: SignedInUser) => boolean
}

/** Allows admins. */
export const admin = (action: RestrictedAction): Policy => ({ action, allows: ({ role }) => role === "admin" })

/** Allows admins, but not with an agent's key. */
export const humanAdmin = (action: RestrictedAction): Policy => ({
  action,
  allows: ({ credential, role }) => role === "admin" && !credential.agent
})

/** Allows this member, and admins (spec, Authentication, rule 6). */
export const ownerOrAdmin = (owner: UserId, action: RestrictedAction): Policy => ({
  action,
  allows: ({ id, role }) => id === owner || role === "admin"
})

/** Fails with `NotAllowed` unless the policy allows the caller. */
export const require = ({ action, allows }: Policy): Effect.Effect<SignedInUser, NotAllowed, CurrentUser> =>
  Effect.flatMap(CurrentUser, (user) => (allows(user) ? Effect.succeed(user) : new NotAllowed({ action })))
