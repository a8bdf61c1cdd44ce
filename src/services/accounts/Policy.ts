import { DateTime, Effect, Option } from "effect"
import type { AccessScope } from "../../domain/accounts/Credential.ts"
import {
  actsAsAdmin,
  actsAsModerator,
  CurrentUser,
  MissingScope,
  NotAllowed,
  type RestrictedAction,
  type SignedInUser
} from "../../domain/accounts/CurrentUser.ts"
import { excessOf, unlimitedGrant } from "../../domain/accounts/Grant.ts"
import type { Role } from "../../domain/accounts/Role.ts"
import type { UserId } from "../../domain/Ids.ts"
import { UsersRepo } from "../../ports/UsersRepo.ts"

/** An access rule for an action. */
export interface Policy {
  readonly action: RestrictedAction
  readonly allows: (user: SignedInUser) => boolean
  /** Members of these roles whom it refuses have sent an agent's key. */
  readonly roles: ReadonlyArray<Role>
}

/** Allows admins. */
export const admin = (action: RestrictedAction): Policy => ({ action, allows: actsAsAdmin, roles: ["admin"] })

/** Allows moderators and admins. */
export const moderator = (action: RestrictedAction): Policy => ({
  action,
  allows: actsAsModerator,
  roles: ["moderator", "admin"]
})

/** Allows this member, and admins (spec, Authentication, rule 6). */
export const ownerOrAdmin = (owner: UserId, action: RestrictedAction): Policy => ({
  action,
  allows: (user) => user.id === owner || actsAsAdmin(user),
  roles: ["admin"]
})

/** Allows this member, and moderators. */
export const ownerOrModerator = (owner: UserId, action: RestrictedAction): Policy => ({
  action,
  allows: (user) => user.id === owner || actsAsModerator(user),
  roles: ["moderator", "admin"]
})

/** Allows this member only. */
export const owner = (owner: UserId, action: RestrictedAction): Policy => ({
  action,
  allows: (user) => user.id === owner,
  roles: []
})

/** Allows people, and not the keys of agents. */
export const person = (action: RestrictedAction): Policy => ({
  action,
  allows: ({ credential }) => !credential.agent,
  roles: []
})

/** Allows sessions, and keys without a restriction. */
export const unrestricted = (action: RestrictedAction): Policy => ({
  action,
  allows: ({ credential }) => Option.isNone(excessOf(unlimitedGrant, credential)),
  roles: []
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
export const require = ({ action, allows, roles }: Policy): Effect.Effect<SignedInUser, NotAllowed, CurrentUser> =>
  Effect.flatMap(CurrentUser, (user) =>
    allows(user) ? Effect.succeed(user) : new NotAllowed({ action: roles.includes(user.role) ? "actAsAdmin" : action })
  )

/**
 * Makes the function that gives a member who loses the rights of an admin, and fails with `NotAllowed` for the only admin:
 * without one, the next to register could claim to be the first. It is a part of the transaction of that loss.
 */
export const makeNotLastAdmin = Effect.map(UsersRepo, (users) =>
  Effect.fnUntraced(function* (id: UserId, action: RestrictedAction) {
    yield* users.lockFirstAdmin
    const member = yield* users.detail(id)
    const isLast = member.role === "admin" && !(yield* users.otherAdminExists(id, yield* DateTime.now))
    return isLast ? yield* new NotAllowed({ action }) : member
  })
)
