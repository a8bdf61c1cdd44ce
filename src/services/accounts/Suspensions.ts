import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { CurrentUser, NotAllowed } from "../../domain/accounts/CurrentUser.ts"
import {
  type CredentialsRevocation,
  type CredentialsRevoked,
  isInForce,
  type NewSuspension,
  type Suspension,
  UntilPassed
} from "../../domain/accounts/Suspension.ts"
import type { UserDetail, UserNotFound } from "../../domain/accounts/User.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { CredentialsRepo } from "../../ports/accounts/CredentialsRepo.ts"
import { PasskeysRepo } from "../../ports/accounts/PasskeysRepo.ts"
import { withSpans } from "../Spans.ts"
import { writing } from "../Writing.ts"
import { endings } from "./EndSessions.ts"
import { requireAdminFor, requireNotLastAdmin, shownTo } from "./Policy.ts"

type Refusal = UserNotFound | NotAllowed

/**
 * The powers of admins over the accounts of others. Each method fails with `UserNotFound`, then with `NotAllowed` for
 * all but admins, and is an entry of the audit log. The texts of the member stay.
 */
export class Suspensions extends Context.Tag("services/accounts/Suspensions")<
  Suspensions,
  {
    /** Ends every session and key of a member, with all that they opened, at once and on every instance. */
    readonly revokeCredentials: (
      id: UserId,
      revocation: CredentialsRevocation
    ) => StorageEffect<CredentialsRevoked, Refusal, CurrentUser>

    /**
     * Suspends a member, in place of an earlier suspension: the sessions end at once and on every instance, the keys
     * are disabled, and new sessions open little (`OpenToSuspended`), until the suspension ends. Fails with
     * `UntilPassed`, and with `NotAllowed` for the only admin who is not suspended.
     */
    readonly suspend: (
      id: UserId,
      suspension: NewSuspension
    ) => StorageEffect<UserDetail, UntilPassed | Refusal, CurrentUser>

    /** Ends a suspension; nothing changes for a member who is not suspended. */
    readonly unsuspend: (id: UserId) => StorageEffect<UserDetail, Refusal, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(Suspensions, withSpans("Suspensions", Effect.gen(make)))
}

/** Suspends members and ends suspensions, for an admin (`actorId`) or the operator (null). Parts of a transaction. */
export class SuspensionWrites extends Context.Tag("services/accounts/SuspensionWrites")<
  SuspensionWrites,
  {
    readonly suspend: (
      id: UserId,
      suspension: NewSuspension,
      actorId: UserId | null
    ) => StorageEffect<UserDetail, UntilPassed | Refusal>

    /** Ends a suspension, or only one for this reason. */
    readonly unsuspend: (id: UserId, actorId: UserId | null, only?: string) => StorageEffect<UserDetail, UserNotFound>
  }
>() {
  static readonly layer = Layer.effect(SuspensionWrites, Effect.gen(suspending))
}

function* make() {
  const { audit, changes, users, write } = yield* writing
  const credentials = yield* CredentialsRepo
  const { forgetChallenges } = yield* PasskeysRepo
  const suspending = yield* SuspensionWrites
  const requireAdmin = (id: UserId) => requireAdminFor(users, id, "moderateMember")

  const revokeCredentials = Effect.fnUntraced(function* (id: UserId, { reason }: CredentialsRevocation) {
    const caller = yield* requireAdmin(id)
    yield* users.lock(id)
    yield* forgetChallenges(id)
    const { keys, sessions } = yield* credentials.revokeAll(id, yield* DateTime.now)
    yield* changes.append(endings(id, sessions, keys))
    const detail = `sessions: ${sessions.length}, keys: ${keys.length}`
    yield* audit.record({ action: "credentials_revoked", actorId: caller.id, userId: id, detail, reason })
    return { sessions: sessions.length, keys: keys.length }
  }, write)

  const suspend = Effect.fnUntraced(function* (id: UserId, suspension: NewSuspension) {
    const caller = yield* requireAdmin(id)
    return yield* shownTo(caller, yield* suspending.suspend(id, suspension, caller.id))
  }, write)

  const unsuspend = Effect.fnUntraced(function* (id: UserId) {
    const caller = yield* requireAdmin(id)
    return yield* shownTo(caller, yield* suspending.unsuspend(id, caller.id))
  }, write)

  return { revokeCredentials, suspend, unsuspend }
}

function* suspending() {
  const { audit, changes, users } = yield* writing
  const credentials = yield* CredentialsRepo
  const { forgetChallenges } = yield* PasskeysRepo

  const suspend = Effect.fnUntraced(function* (id: UserId, { reason, until }: NewSuspension, actorId: UserId | null) {
    const at = yield* DateTime.now
    if (!isInForce({ until }, at)) return yield* new UntilPassed()
    yield* requireNotLastAdmin(users, id, "suspendLastAdmin")
    yield* users.setSuspension(id, Option.some({ at, until, reason }))
    yield* forgetChallenges(id)
    const sessions = yield* credentials.endSessions(id, { except: null }, at)
    const keys = (yield* credentials.keysOf(id)).map((key) => key.id)
    yield* changes.append([{ kind: "user", id, userId: id }, ...endings(id, sessions, keys)])
    const detail = Option.getOrNull(Option.map(until, (until) => `until ${DateTime.formatIso(until)}`))
    yield* audit.record({ action: "suspended", actorId, userId: id, detail, reason })
    return yield* users.detail(id)
  })

  const unsuspend = Effect.fnUntraced(function* (id: UserId, actorId: UserId | null, only?: string) {
    yield* users.lockRoles // as for a suspension, so that a new one is not taken for the one that ends
    const [member, now] = [yield* users.detail(id), yield* DateTime.now]
    const isMeant = (it: Suspension) => isInForce(it, now) && (only === undefined || it.reason === only)
    if (!Option.exists(member.suspended, isMeant)) return member
    yield* users.setSuspension(id, Option.none())
    yield* changes.append([{ kind: "user", id, userId: id }])
    yield* audit.record({ action: "unsuspended", actorId, userId: id })
    return yield* users.detail(id)
  })

  return { suspend, unsuspend }
}
