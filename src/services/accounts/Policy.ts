import { Effect, Option } from "effect"
import type { AccessScope } from "../../domain/accounts/Credential.ts"
import {
  actsAsAdmin,
  CurrentUser,
  MissingScope,
  NotAllowed,
  type RestrictedAction,
  type SignedInUser
} from "../../domain/accounts/CurrentUser.ts"
import { excessOf, unlimitedGrant } from "../../domain/accounts/Grant.ts"
import type { UserId } from "../../domain/Ids.ts"

/** An access rule for an action. */
export interface Policy {
  readonly action: RestrictedAction
  readonly allows: (user: SignedInUser) => boolean
  /** An admin whom it refuses has sent an agent's key. */
  readonly isForAdmins: boolean
}

/** Allows admins. */
export const admin = (action: RestrictedAction): Policy => ({ action, allows: actsAsAdmin, isForAdmins: true })

/** Allows this member, and admins (spec, Authentication, rule 6). */
export const ownerOrAdmin = (owner: UserId, action: RestrictedAction): Policy => ({
  action,
  allows: (user) => user.id === owner || actsAsAdmin(user),
  isForAdmins: true
})

/** Allows people, and not the keys of agents. */
export const person = (action: RestrictedAction): Policy => ({
  action,
  allows: ({ credential }) => !credential.agent,
  isForAdmins: false
})

/** Allows sessions, and keys without a restriction. */
export const unrestricted = (action: RestrictedAction): Policy => ({
  action,
  allows: ({ credential }) => Option.isNone(excessOf(unlimitedGrant, credential)),
  isForAdmins: false
})

/** The error for a credential that lacks a scope. */
export const missingScope = (scope: AccessScope, { credential }: SignedInUser): Option.Option<MissingScope> =>
  credential.scopes.includes(scope) ? Option.none() : Option.some(new MissingScope({ scope }))

/** Fails with `MissingScope` unless the credential of the caller has the scope. */
export const requireScope = (scope: AccessScope): Effect.Effect<void, MissingScope, CurrentUser> =>
  Effect.flatMap(CurrentUser, (user) =>
    Option.match(missingScope(scope, user), { onNone: () => Effect.void, onSome: Effect.fail })
  )

/** Fails with `NotAllowed` unless the policy allows the caller. */
export const require = ({
  action,
  allows,
  isForAdmins
}: Policy): Effect.Effect<SignedInUser, NotAllowed, CurrentUser> =>
  Effect.flatMap(CurrentUser, (user) =>
    allows(user)
      ? Effect.succeed(user)
      : new NotAllowed({ action: isForAdmins && user.role === "admin" ? "actAsAdmin" : action })
  )
