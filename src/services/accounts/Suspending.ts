import { DateTime, Effect, Option } from "effect"
import { isInForce, type NewSuspension, UntilPassed } from "../../domain/accounts/Suspension.ts"
import type { Change } from "../../domain/Change.ts"
import type { ApiKeyId, SessionId, UserId } from "../../domain/Ids.ts"
import { CredentialsRepo } from "../../ports/CredentialsRepo.ts"
import { UsersRepo } from "../../ports/UsersRepo.ts"
import { Changes } from "../Changes.ts"
import { AuditLog } from "./AuditLog.ts"
import { makeNotLastAdmin } from "./Policy.ts"

/** The changes after which every stream and session of these credentials ends. */
export const endings = (userId: UserId, sessions: ReadonlyArray<SessionId>, keys: ReadonlyArray<ApiKeyId>) => [
  ...sessions.map((id): Change => ({ kind: "session", id, userId })),
  ...keys.map((id): Change => ({ kind: "api_key", id, userId }))
]

/** Suspends members and ends suspensions, for an admin (`actorId`) or the operator (null). Parts of a transaction. */
export const makeSuspending = Effect.gen(function* () {
  const users = yield* UsersRepo
  const credentials = yield* CredentialsRepo
  const changes = yield* Changes
  const audit = yield* AuditLog
  const requireNotLastAdmin = yield* makeNotLastAdmin

  const suspend = Effect.fnUntraced(function* (id: UserId, { reason, until }: NewSuspension, actorId: UserId | null) {
    const at = yield* DateTime.now
    if (!isInForce({ until }, at)) return yield* new UntilPassed()
    yield* requireNotLastAdmin(id, "suspendLastAdmin")
    yield* users.setSuspension(id, Option.some({ at, until, reason }))
    const sessions = yield* credentials.endSessions(id, { except: null }, at)
    const keys = yield* credentials.keysOf(id)
    const ended = endings(
      id,
      sessions,
      keys.map((key) => key.id)
    )
    yield* changes.append([{ kind: "user", id, userId: id }, ...ended])
    const detail = Option.getOrNull(Option.map(until, (until) => `until ${DateTime.formatIso(until)}`))
    yield* audit.record({ action: "suspended", actorId, userId: id, detail, reason })
    return yield* users.detail(id)
  })

  const unsuspend = Effect.fnUntraced(function* (id: UserId, actorId: UserId | null) {
    const member = yield* users.detail(id)
    if (Option.isNone(member.suspended)) return member
    yield* users.setSuspension(id, Option.none())
    yield* changes.append([{ kind: "user", id, userId: id }])
    yield* audit.record({ action: "unsuspended", actorId, userId: id })
    return yield* users.detail(id)
  })

  return { suspend, unsuspend }
})
