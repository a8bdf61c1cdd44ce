import { Context, DateTime, Effect, Layer } from "effect"
import type { CurrentUser, NotAllowed } from "../../domain/accounts/CurrentUser.ts"
import type {
  CredentialsRevocation,
  CredentialsRevoked,
  NewSuspension,
  UntilPassed
} from "../../domain/accounts/Suspension.ts"
import type { UserDetail, UserNotFound } from "../../domain/accounts/User.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { CredentialsRepo } from "../../ports/CredentialsRepo.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { UsersRepo } from "../../ports/UsersRepo.ts"
import { Changes } from "../Changes.ts"
import { withSpans } from "../Spans.ts"
import { AuditLog } from "./AuditLog.ts"
import { shownTo } from "./MemberView.ts"
import { admin, require } from "./Policy.ts"
import { endings, makeSuspending } from "./Suspending.ts"

type Failures = UserNotFound | NotAllowed | Unavailable

/**
 * What admins do to the accounts of others. All fails with `UserNotFound`, then with `NotAllowed` for all but admins;
 * and is an entry of the audit log. What the member wrote stays.
 */
export class Moderation extends Context.Tag("services/accounts/Moderation")<
  Moderation,
  {
    /** Ends every session and key of a member, with all that they opened, at once and on every instance. */
    readonly revokeCredentials: (
      id: UserId,
      revocation: CredentialsRevocation
    ) => Effect.Effect<CredentialsRevoked, Failures, CurrentUser>

    /**
     * Suspends a member, in place of an earlier suspension: the sessions end at once and on every instance, the keys rest, and
     * new sessions open little (`OpenToSuspended`), until the suspension ends. Fails with `UntilPassed`, and with `NotAllowed`
     * for the only admin who is not suspended.
     */
    readonly suspend: (
      id: UserId,
      suspension: NewSuspension
    ) => Effect.Effect<UserDetail, UntilPassed | Failures, CurrentUser>

    /** Ends a suspension; nothing changes for a member who is not suspended. */
    readonly unsuspend: (id: UserId) => Effect.Effect<UserDetail, Failures, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(Moderation, withSpans("Moderation", Effect.gen(make)))
}

function* make() {
  const users = yield* UsersRepo
  const credentials = yield* CredentialsRepo
  const changes = yield* Changes
  const audit = yield* AuditLog
  const suspending = yield* makeSuspending
  const { atomically } = yield* Transaction

  const requireAdminFor = Effect.fnUntraced(function* (id: UserId) {
    yield* users.detail(id)
    return yield* require(admin("moderateMember"))
  })

  const revokeCredentials = Effect.fnUntraced(function* (id: UserId, { reason }: CredentialsRevocation) {
    const caller = yield* requireAdminFor(id)
    const { keys, sessions } = yield* credentials.revokeAll(id, yield* DateTime.now)
    yield* changes.append(endings(id, sessions, keys))
    const detail = `sessions: ${sessions.length}, keys: ${keys.length}`
    yield* audit.record({ action: "credentials_revoked", actorId: caller.id, userId: id, detail, reason })
    return { sessions: sessions.length, keys: keys.length }
  }, atomically)

  const suspend = Effect.fnUntraced(function* (id: UserId, suspension: NewSuspension) {
    const caller = yield* requireAdminFor(id)
    return yield* shownTo(caller, yield* suspending.suspend(id, suspension, caller.id))
  }, atomically)

  const unsuspend = Effect.fnUntraced(function* (id: UserId) {
    const caller = yield* requireAdminFor(id)
    return yield* shownTo(caller, yield* suspending.unsuspend(id, caller.id))
  }, atomically)

  return { revokeCredentials, suspend, unsuspend }
}
