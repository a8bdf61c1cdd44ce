import { Context, Effect, Layer, Runtime, Schedule } from "effect"
import { coalescedRun } from "../../concurrency/CoalescedRun.ts"
import { WrongPassword } from "../../domain/accounts/Account.ts"
import type { ClientAddress } from "../../domain/accounts/ClientAddress.ts"
import { type CurrentUser, type NotAllowed, NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import { type Leaving as LeavingBody, type Left, type LeftPosts, left } from "../../domain/accounts/Leaving.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { TooManyRequests } from "../../domain/Limits.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { ErasureRepo } from "../../ports/ErasureRepo.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { UsersRepo } from "../../ports/UsersRepo.ts"
import { Changes } from "../Changes.ts"
import { makeLockRetry } from "../LockRetry.ts"
import { withSpans } from "../Spans.ts"
import { AuditLog } from "./AuditLog.ts"
import { makeOwnPassword } from "./OwnPassword.ts"
import { makeNotLastAdmin, person, require } from "./Policy.ts"

/** Leaving the community (contract, Own data). */
export class Leaving extends Context.Tag("services/accounts/Leaving")<
  Leaving,
  {
    /**
     * Erases the caller, at once and on every instance. Fails with `NotAllowed` for an agent's key and for the only admin,
     * with `WrongPassword` and `TooManyRequests` as a change of the password does, and with `NotSignedIn` for one who has left.
     */
    readonly leave: (
      leaving: LeavingBody
    ) => Effect.Effect<
      typeof Left.Type,
      WrongPassword | NotAllowed | NotSignedIn | TooManyRequests | Unavailable,
      CurrentUser | ClientAddress
    >
  }
>() {
  static readonly layer = Layer.scoped(Leaving, withSpans("Leaving", Effect.gen(make)))
}

function* make() {
  const users = yield* UsersRepo
  const { afterCommit, atomically } = yield* Transaction
  const withLockRetry = yield* makeLockRetry
  const ownPassword = yield* makeOwnPassword
  const erase = yield* makeErasing
  const scrub = yield* scrubbing

  const leave = Effect.fnUntraced(function* ({ password, posts }: LeavingBody) {
    const user = yield* require(person("leave"))
    const { passwordHash } = yield* ownPassword(user, "password", password)
    const leaving = Effect.gen(function* () {
      const isUnchanged = yield* users.replacePasswordHash(user.id, passwordHash, passwordHash)
      if (!isUnchanged) return yield* new WrongPassword({ field: "password" })
      yield* erase(user.id, posts, user.id)
      yield* afterCommit(scrub)
      return left
    })
    return yield* withLockRetry(atomically(Effect.catchTag(leaving, "UserNotFound", () => new NotSignedIn())))
  })

  return { leave }
}

/** Erases a member, for themselves (`actorId`) or the operator (null). A part of a transaction, which may be `Blocked`. */
export const makeErasing = Effect.gen(function* () {
  const repo = yield* ErasureRepo
  const changes = yield* Changes
  const audit = yield* AuditLog
  const requireNotLastAdmin = yield* makeNotLastAdmin

  return Effect.fnUntraced(function* (id: UserId, posts: LeftPosts, actorId: UserId | null) {
    yield* requireNotLastAdmin(id, "leaveAsLastAdmin")
    yield* changes.publish(yield* repo.erase(id, posts))
    yield* audit.record({ action: "erased", actorId, userId: id })
  })
})

const retryEvery = Schedule.spaced("1 minute")

/**
 * Starts scrubbing the files in the background, and gives the effect that starts it again. What a crash left over is done
 * first.
 */
const scrubbing = Effect.gen(function* () {
  const repo = yield* ErasureRepo
  const runFork = Runtime.runFork(yield* Effect.runtime())
  const scrub = yield* coalescedRun(Effect.retry(repo.scrub, retryEvery))
  const start = Effect.sync(() => void runFork(scrub))
  yield* start
  return start
})
