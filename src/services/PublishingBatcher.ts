import { Deferred, Effect, Either, Option } from "effect"
import { writeBatcher } from "../concurrency/WriteBatcher.ts"
import { type BatchResult, Blocked } from "../domain/BatchResult.ts"
import type { StorageEffect, Unavailable } from "../domain/Unavailable.ts"
import {
  AlreadyRecorded,
  AnswersFull,
  type ClaimRefusal,
  CurrentClaim,
  type IdempotencyClaim,
  IdempotencyRepo
} from "../ports/IdempotencyRepo.ts"
import { Transaction } from "../ports/Transaction.ts"
import { Changes } from "./Changes.ts"
import { keptSince } from "./Idempotency.ts"
import { ShutdownSignal } from "./Operation.ts"

/** An item of a batch, with the claim of its write where that has an Idempotency-Key. */
export interface BatchItem<Item> {
  readonly item: Item
  readonly claim: IdempotencyClaim | undefined
}

type WriteAll<Item, A, E> = (items: ReadonlyArray<Item>) => StorageEffect<BatchResult<A, E>>

/** Why an item is not to be written, in addition to the errors of its batch. */
type Refusal = Exclude<ClaimRefusal, Blocked>

/**
 * Makes `writeAll` store the answers of writes with an Idempotency-Key. A batch without such writes is one call of
 * `writeAll` and nothing else. A batch with some is a transaction: it claims the keys, writes the items whose keys are
 * free, and stores their answers; one that writes nothing is rolled back. An item whose key another transaction holds
 * is `Blocked`, so that the batch waits for nobody and the item is tried again with later ones.
 */
export const makeClaimedBatches = Effect.gen(function* () {
  const repo = yield* IdempotencyRepo
  const { atomically } = yield* Transaction

  /**
   * Claims the keys of a batch: gives for each item why it is not to be written. Of two with the same key the second
   * waits.
   */
  const claimAll = Effect.fnUntraced(function* (claims: ReadonlyArray<IdempotencyClaim | undefined>) {
    const keys: Array<IdempotencyClaim> = []
    for (const claim of claims) {
      if (claim !== undefined && !keys.some(({ keyHash }) => keyHash === claim.keyHash)) keys.push(claim)
    }
    const refusals = yield* repo.claimAll(keys, yield* keptSince)
    const refused = new Map(keys.map((claim, index) => [claim, refusals[index] ?? Option.none()]))
    return claims.map((claim): Option.Option<ClaimRefusal> => {
      if (claim === undefined) return Option.none()
      const refusal: Option.Option<ClaimRefusal> =
        refused.get(claim) ?? Option.some(new Blocked({ by: `key ${claim.keyHash}` }))
      claim.isBusy = Option.exists(refusal, (error) => error instanceof Blocked)
      return refusal
    })
  })

  const write = Effect.fnUntraced(function* <Item, A, E>(
    items: ReadonlyArray<BatchItem<Item>>,
    writeAll: WriteAll<Item, A, E>
  ) {
    const refusals = yield* claimAll(items.map(({ claim }) => claim))
    const free = items.filter((_, index) => Option.isNone(refusals[index] ?? Option.none()))
    const { changes, results } = yield* writeAll(free.map(({ item }) => item))
    let next = 0
    const all = refusals.flatMap(
      (refusal): ReadonlyArray<Either.Either<A, E | ClaimRefusal>> =>
        Option.isSome(refusal) ? [Either.left(refusal.value)] : results.slice(next, ++next)
    )
    const batch = { results: all, changes }
    // Nothing to commit, and no statement would follow the timeout of a lock, which aborts the transaction.
    if (!results.some(Either.isRight)) return yield* Effect.fail({ _tag: "NothingWritten" as const, batch })
    const written = free.flatMap(({ claim }, index) => {
      const result = results[index]
      return claim === undefined || result === undefined || Either.isLeft(result)
        ? []
        : [{ claim, result: result.right }]
    })
    yield* repo.addAll(
      written.map(({ claim, result }) => claim.recordOf(result)),
      yield* keptSince
    )
    return { written, batch }
  })

  return <Item, A, E>(writeAll: WriteAll<Item, A, E>) =>
    (items: ReadonlyArray<BatchItem<Item>>): StorageEffect<BatchResult<A, E | Refusal>> =>
      items.every(({ claim }) => claim === undefined)
        ? writeAll(items.map(({ item }) => item))
        : atomically(write(items, writeAll)).pipe(
            Effect.map(({ batch, written }) => {
              for (const { claim } of written) claim.isCommitted = true
              return batch
            }),
            Effect.catchTag("NothingWritten", ({ batch }) => Effect.succeed(batch))
          )
})

/**
 * A `writeBatcher` that publishes the changes of each batch, stops waiting for locks when the server stops, and stores
 * the answers of writes with an Idempotency-Key in the transaction of their batch. A write whose key is refused dies
 * with the refusal, for `Idempotency.once`.
 */
export const publishingBatcher = <Item, A, E>(name: string, writeAll: WriteAll<Item, A, E>) =>
  Effect.gen(function* () {
    const changes = yield* Changes
    const shutdown = yield* ShutdownSignal
    const claimed = yield* makeClaimedBatches
    const submit = yield* writeBatcher({
      name,
      writeAll: claimed(writeAll),
      afterCommit: changes.publish,
      shutdown: Deferred.await(shutdown)
    })
    const refail = (error: E | Refusal | Unavailable): StorageEffect<never, E> =>
      error instanceof AlreadyRecorded || error instanceof AnswersFull ? Effect.die(error) : Effect.fail(error)

    return (item: Item): StorageEffect<A, E> =>
      Effect.flatMap(CurrentClaim, (claim) =>
        Effect.catchAll(submit({ item, claim: Option.getOrUndefined(claim) }), refail)
      )
  })
