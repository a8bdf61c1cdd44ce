import { Clock, Deferred, Duration, Effect, Schedule } from "effect"
import { makeKeyedSemaphore } from "../concurrency/KeyedSemaphore.ts"
import { lockTimeout, writeBatcher } from "../concurrency/WriteBatcher.ts"
import { Blocked } from "../domain/BatchResult.ts"
import { Contended, type StorageEffect, Unavailable } from "../domain/Unavailable.ts"
import { UsersRepo } from "../ports/accounts/UsersRepo.ts"
import { Transaction } from "../ports/Transaction.ts"
import { AuditLog } from "./accounts/AuditLog.ts"
import { Changes } from "./Changes.ts"
import { claimedBatches, claimedTransactions, type WriteAll, withClaim } from "./Claims.ts"
import { ShutdownSignal } from "./Operation.ts"

/** The first delay before a transaction that was blocked is tried again; each further one is longer. */
const firstDelay = "5 millis"

/** The longest delay before a transaction that was blocked is tried again. */
const longestDelay = "250 millis"

/** Tries again soon, then four times a second, until the time is over. */
export const retriesUntil = (timeout: Duration.DurationInput) =>
  Schedule.exponential(firstDelay).pipe(Schedule.union(Schedule.spaced(longestDelay)), Schedule.upTo(timeout))

const isOfLock = <E>(error: E): error is E & (Blocked | Contended) =>
  error instanceof Blocked || error instanceof Contended

/**
 * Runs a transaction again from its beginning while it is `Blocked` or `Contended`, until 10 seconds have passed or the
 * server stops; then the transaction is `Unavailable`. No connection is held between two tries, so a locked row never
 * exhausts the pool. Of the transactions that were blocked by one lock one is tried at a time: were all tried together,
 * one would get the lock, and the others would wait for the longest delay. (Writes in batches wait in `BlockedItems`,
 * where one item is tried for all of its lock.)
 */
export const lockRetry = Effect.map(ShutdownSignal, (shutdown) => {
  const turns = makeKeyedSemaphore(1)
  const mayWait = Effect.map(Deferred.isDone(shutdown), (isStopping) => !isStopping)

  return <A, E, R>(transaction: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const until = (yield* Clock.currentTimeMillis) + Duration.toMillis(lockTimeout)

      const again = Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Effect.retry(transaction, {
          schedule: retriesUntil(Math.max(0, until - now)),
          while: (error) => (isOfLock(error) ? mayWait : Effect.succeed(false))
        })
      )
      const first = Effect.catchIf(transaction, isOfLock, (error) =>
        error instanceof Blocked && error.by !== undefined
          ? turns(error.by, until, () => new Unavailable())(again)
          : again
      )
      return yield* Effect.catchIf(first, isOfLock, () => new Unavailable())
    })
})

/**
 * The parts of the writes of services. `write` runs a whole transaction, with `lockRetry`, and stores the answer of
 * a write with an Idempotency-Key.
 */
export const writing = Effect.gen(function* () {
  const { afterCommit } = yield* Transaction
  const transact = yield* claimedTransactions
  const withLockRetry = yield* lockRetry
  return {
    afterCommit,
    audit: yield* AuditLog,
    changes: yield* Changes,
    users: yield* UsersRepo,
    write: <A, E, R>(effect: Effect.Effect<A, E, R>) => withClaim((claim) => withLockRetry(transact(effect, claim)))
  }
})

/**
 * A `writeBatcher` that publishes the changes of each batch, stops waiting for locks when the server stops, and stores
 * the answers of writes with an Idempotency-Key in the transaction of their batch.
 */
export const publishingBatcher = <Item, A, E>(name: string, writeAll: WriteAll<Item, A, E>) =>
  Effect.gen(function* () {
    const changes = yield* Changes
    const shutdown = yield* ShutdownSignal
    const claimed = yield* claimedBatches
    const submit = yield* writeBatcher({
      name,
      writeAll: claimed(writeAll),
      afterCommit: changes.publish,
      shutdown: Deferred.await(shutdown)
    })

    return (item: Item): StorageEffect<A, E> => withClaim((claim) => submit({ item, claim }))
  })
