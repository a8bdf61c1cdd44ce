import { DateTime, Effect, Option } from "effect"
import type { AccessScope } from "../../domain/accounts/Credential.ts"
import type { Role } from "../../domain/accounts/CurrentUser.ts"
import {
  actsAsAdmin,
  actsAsModerator,
  CurrentUser,
  isOwnerOrAdmin,
  lacksFactor,
  MissingScope,
  NotAllowed,
  type RestrictedAction,
  type SignedInUser
} from "../../domain/accounts/CurrentUser.ts"
import { isInForce } from "../../domain/accounts/Suspension.ts"
import type { User, UserDetail } from "../../domain/accounts/User.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { UsersRepo } from "../../ports/accounts/UsersRepo.ts"

export interface Policy {
  readonly action: RestrictedAction
  readonly allows: (user: SignedInUser) => boolean
  /** Members of these roles whom it refuses have sent an agent's key, or lack a factor. */
  readonly roles: ReadonlyArray<Role>
}

const policy =
  (allows: Policy["allows"], roles: Policy["roles"] = []) =>
  (action: RestrictedAction): Policy => ({ action, allows, roles })

export const admin = policy(actsAsAdmin, ["admin"])

export const moderator = policy(actsAsModerator, ["moderator", "admin"])

/** Allows people, and not the keys of agents. */
export const person = policy(({ credential }) => !credential.agent)

/** Allows sessions, and no key. */
export const session = policy(({ credential }) => credential.kind === "session")

export const owner = (owner: UserId, action: RestrictedAction) => policy(({ id }) => id === owner)(action)

export const ownerOrAdmin = (owner: UserId, action: RestrictedAction) =>
  policy(isOwnerOrAdmin(owner), ["admin"])(action)

export const ownerOrModerator = (owner: UserId, action: RestrictedAction) =>
  policy((user) => user.id === owner || actsAsModerator(user), ["moderator", "admin"])(action)

export const missingScope = (scope: AccessScope, { credential }: SignedInUser): Option.Option<MissingScope> =>
  credential.scopes.includes(scope) ? Option.none() : Option.some(new MissingScope({ scope }))

/** Fails with `MissingScope` unless the credential of the caller has the scope. */
export const requireScope = (scope: AccessScope): Effect.Effect<void, MissingScope, CurrentUser> =>
  Effect.flatMap(CurrentUser, (user) =>
    Option.match(missingScope(scope, user), { onNone: () => Effect.void, onSome: Effect.fail })
  )

/** The refusal of a member: those who have the role lack a factor, or have sent an agent's key. */
const refusalOf = (user: SignedInUser, { action, roles }: Policy): RestrictedAction => {
  if (!roles.includes(user.role)) return action
  return user.credential.agent ? "actAsAdmin" : lacksFactor(user) ? "guardAccount" : action
}

/** Fails with `NotAllowed` unless the policy allows the caller. */
export const require = (policy: Policy): Effect.Effect<SignedInUser, NotAllowed, CurrentUser> =>
  Effect.flatMap(CurrentUser, (user) =>
    policy.allows(user) ? Effect.succeed(user) : new NotAllowed({ action: refusalOf(user, policy) })
  )

/**
 * Fails with `NotAllowed` if a member is the only admin, and gives the member otherwise. Without an admin, the next
 * person to register could claim to be the first. It runs in the transaction that takes the rights away.
 */
export const requireNotLastAdmin = Effect.fnUntraced(function* (
  users: UsersRepo["Type"],
  id: UserId,
  action: RestrictedAction
) {
  yield* users.lockRoles
  const member = yield* users.detail(id)
  const isLast = member.role === "admin" && !(yield* users.otherAdminExists(id, yield* DateTime.now))
  return isLast ? yield* new NotAllowed({ action }) : member
})

/** A suspension shows while it is in force, to those who may see it. */
export const withoutSuspension = <U extends User>(maySee: boolean, now: DateTime.Utc, user: U): U => ({
  ...user,
  suspended: Option.filter(user.suspended, (it) => maySee && isInForce(it, now))
})

/**
 * The email is for the member and admins, the suspension for moderators too; the diseases for nobody else where the
 * member says so.
 */
export const shownTo = (viewer: SignedInUser, detail: UserDetail): Effect.Effect<UserDetail> =>
  Effect.map(DateTime.now, (now) => {
    const isOneself = viewer.id === detail.id
    const shown = withoutSuspension(isOneself || actsAsModerator(viewer), now, detail)
    if (isOneself) return shown
    const hidden = Option.contains(detail.diseasesVisibleTo, "me") ? { diseaseIds: [], diseases: [] } : {}
    const email = actsAsAdmin(viewer) ? detail.email : Option.none()
    return { ...shown, ...hidden, email, diseasesVisibleTo: Option.none() }
  })

/** Demands an admin for an act on a member, and fails with `UserNotFound` before. */
export const requireAdminFor = (users: UsersRepo["Type"], id: UserId, action: RestrictedAction) =>
  Effect.zipRight(users.detail(id), require(admin(action)))
