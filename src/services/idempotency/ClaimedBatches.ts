import { Effect, Either, Option } from "effect"
import { type BatchResult, Blocked } from "../../domain/BatchResult.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import type { IdempotencyClaim } from "../../ports/idempotency/IdempotencyClaim.ts"
import {
  type AlreadyRecorded,
  type ClaimRefused,
  IdempotencyRepo,
  KeyBusy
} from "../../ports/idempotency/IdempotencyRepo.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { keptSince } from "./IdempotencyClaim.ts"

/** An item of a batch whose write has an Idempotency-Key. */
export class ClaimedItem<Item> {
  readonly item: Item
  readonly claim: IdempotencyClaim
  constructor(item: Item, claim: IdempotencyClaim) {
    this.item = item
    this.claim = claim
  }
}

type WriteAll<Item, A, E> = (items: ReadonlyArray<Item>) => Effect.Effect<BatchResult<A, E>, Unavailable>

const isPlain = <Item>(item: Item | ClaimedItem<Item>): item is Item => !(item instanceof ClaimedItem)

const itemOf = <Item>(item: Item | ClaimedItem<Item>): Item => (isPlain(item) ? item : item.item)

const claimOf = <Item>(item: Item | ClaimedItem<Item>): ReadonlyArray<IdempotencyClaim> =>
  isPlain(item) ? [] : [item.claim]

/** An item, and why it is not to be written. */
interface Tried<Item> {
  readonly item: Item | ClaimedItem<Item>
  readonly refusal: ClaimRefused
}

/** The results of all items, from those of the items that were written. */
const resultsOf = <Item, A, E>(tried: ReadonlyArray<Tried<Item>>, written: BatchResult<A, E>["results"]) => {
  let next = 0
  return tried.flatMap(({ refusal }): ReadonlyArray<Either.Either<A, E | Blocked | AlreadyRecorded>> => {
    if (Option.isNone(refusal)) return written.slice(next, ++next)
    const error = refusal.value
    return [Either.left(error instanceof KeyBusy ? new Blocked({ by: `key ${error.keyHash}` }) : error)]
  })
}

/**
 * Joins the records of writes with an Idempotency-Key to their batch. A batch without such writes is one call of `writeAll`
 * and nothing else. A batch with some is a transaction: it claims the keys, writes the items whose keys are free, and
 * stores their answers. An item whose key another transaction holds is `Blocked`, so that the batch waits for nobody and
 * the item is tried again with later ones.
 */
export const makeClaimedBatches = Effect.gen(function* () {
  const repo = yield* IdempotencyRepo
  const { atomically } = yield* Transaction

  /** Claims the keys of a batch. Of two items with the same key the second waits for the next batch. */
  const claimAll = <Item>(items: ReadonlyArray<Item | ClaimedItem<Item>>) =>
    Effect.gen(function* () {
      const keys = Array.from(new Set(items.flatMap(claimOf).map(({ keyHash }) => keyHash)))
      const refusals = yield* repo.claimAll(keys, yield* keptSince)
      const refused = new Map(keys.map((key, index) => [key, refusals[index] ?? Option.none()]))
      return items.map((item): Tried<Item> => {
        if (isPlain(item)) return { item, refusal: Option.none() }
        const { keyHash } = item.claim
        const refusal = refused.get(keyHash) ?? Option.none()
        item.claim.isBusy = Option.exists(refusal, (error) => error instanceof KeyBusy)
        if (Option.isNone(refusal)) refused.set(keyHash, Option.some(new KeyBusy({ keyHash })))
        return { item, refusal }
      })
    })

  const write = <Item, A, E>(items: ReadonlyArray<Item | ClaimedItem<Item>>, writeAll: WriteAll<Item, A, E>) =>
    Effect.gen(function* () {
      const tried = yield* claimAll(items)
      const free = tried.filter(({ refusal }) => Option.isNone(refusal)).map(({ item }) => item)
      const { changes, results } = yield* writeAll(free.map(itemOf))
      const records = Array.from(results.entries()).flatMap(([index, result]) => {
        const item = free[index]
        return item === undefined || Either.isLeft(result)
          ? []
          : claimOf(item).map((claim) => claim.recordOf(result.right))
      })
      yield* repo.addAll(records, yield* keptSince)
      return { results: resultsOf(tried, results), changes }
    })

  return <Item, A, E>(writeAll: WriteAll<Item, A, E>) =>
    (items: ReadonlyArray<Item | ClaimedItem<Item>>): Effect.Effect<BatchResult<A, E | AlreadyRecorded>, Unavailable> =>
      items.every(isPlain)
        ? writeAll(items)
        : Effect.tap(atomically(write(items, writeAll)), ({ results }) => {
            const written = items.filter((_, index) =>
              Option.exists(Option.fromNullable(results[index]), Either.isRight)
            )
            for (const claim of written.flatMap(claimOf)) claim.isCommitted = true
          })
})
