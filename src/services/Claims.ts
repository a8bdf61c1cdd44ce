import { Context, DateTime, Deferred, Effect, Either, Option } from "effect"
import { type BatchResult, Blocked } from "../domain/BatchResult.ts"
import { keptHours } from "../domain/Idempotency.ts"
import { type StorageEffect, Unavailable } from "../domain/Unavailable.ts"
import {
  type ClaimRefusal,
  type IdempotencyRecord,
  IdempotencyRepo,
  type KeyToClaim,
  type RecordedAnswer
} from "../ports/IdempotencyRepo.ts"
import { Transaction } from "../ports/Transaction.ts"

/** The answer of a write; `body` is the JSON of a record. */
export interface WriteAnswer extends Pick<RecordedAnswer, "status" | "location" | "body"> {}

/** A write with an Idempotency-Key, on its way to the transaction that makes its effect. */
export interface Claim extends KeyToClaim {
  /** The answer, and the record that is stored of it. `result` is that of the transaction, or of an item of a batch. */
  readonly answerOf: (result: unknown) => { readonly answer: WriteAnswer; readonly record: IdempotencyRecord }
}

/** The claim of the write that this fiber makes, and where its answer goes; none for a write without a key. */
class CurrentClaim extends Context.Reference<CurrentClaim>()("services/CurrentClaim", {
  defaultValue: () => Option.none<{ readonly claim: Claim; readonly answered: Deferred.Deferred<WriteAnswer> }>()
}) {}

/** An item of a batch, with the claim of its write where that has an Idempotency-Key. */
export interface Claimed<Item> {
  readonly item: Item
  readonly claim: Claim | undefined
}

/** The result of a write, and the answer that was stored with it where the write has a claim. */
export interface Written<A> {
  readonly value: A
  readonly answer: WriteAnswer | undefined
}

/** The key of a write was refused, so nothing was written. `Idempotency.once` answers it. */
export class KeyRefused extends Unavailable {
  readonly refusal: ClaimRefusal

  constructor(refusal: ClaimRefusal) {
    super()
    this.refusal = refusal
  }
}

/** The time since which answers count. */
export const keptSince = Effect.map(DateTime.now, (now) => DateTime.subtract(now, { hours: keptHours }))

/** Makes a write of services under a claim. Gives its answer; none if it has made no transaction and no batch. */
export const claiming = <A, E, R>(claim: Claim, write: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const answered = yield* Deferred.make<WriteAnswer>()
    yield* Effect.provideService(write, CurrentClaim, Option.some({ claim, answered }))
    return yield* Effect.transposeOption(yield* Deferred.poll(answered))
  })

/** Commits something by the claim of this fiber. The first commit takes the claim: later ones have none. */
export const withClaim = <A, E, R>(
  commit: (claim: Claim | undefined) => Effect.Effect<Written<A>, E, R>
): Effect.Effect<A, E, R> =>
  Effect.flatMap(CurrentClaim, (current) => {
    if (Option.isNone(current)) return Effect.map(commit(undefined), ({ value }) => value)
    const { answered, claim } = current.value
    return Effect.flatMap(Deferred.isDone(answered), (isTaken) =>
      Effect.flatMap(commit(isTaken ? undefined : claim), ({ answer, value }) =>
        answer === undefined ? Effect.succeed(value) : Effect.as(Deferred.succeed(answered, answer), value)
      )
    )
  })

export type WriteAll<Item, A, E> = (items: ReadonlyArray<Item>) => StorageEffect<BatchResult<A, E>>

const withoutAnswers = <A, E>({ changes, results }: BatchResult<A, E>): BatchResult<Written<A>, E> => ({
  changes,
  results: results.map(Either.map((value) => ({ value, answer: undefined })))
})

/**
 * Commits a transaction of services. With a claim it claims the key, makes the effect, and stores the answer, which is
 * returned. An effect that gives a `Left` has refused, and committed that: a wrong code is counted. A refusal is no
 * answer, so the key stays free.
 */
export const claimedTransactions = Effect.map(
  Effect.all([IdempotencyRepo, Transaction]),
  ([repo, { atomically }]) =>
    <A, E, R>(effect: Effect.Effect<A, E, R>, claim: Claim | undefined): StorageEffect<Written<A>, E, R> => {
      if (claim === undefined) return Effect.map(atomically(effect), (value) => ({ value, answer: undefined }))
      return atomically(
        Effect.gen(function* () {
          const since = yield* keptSince
          const [refusal = Option.none()] = yield* repo.claimAll([claim], since)
          if (Option.isSome(refusal)) return yield* new KeyRefused(refusal.value)
          const value = yield* Effect.provideService(effect, CurrentClaim, Option.none())
          const outcome: Either.Either<unknown, unknown> = Either.isEither(value) ? value : Either.right(value)
          if (Either.isLeft(outcome)) return { value, answer: undefined }
          const { answer, record } = claim.answerOf(outcome.right)
          yield* Effect.catchTag(repo.addAll([record], since), "Blocked", (blocked) => new KeyRefused(blocked))
          return { value, answer }
        })
      )
    }
)

/**
 * Commits a batch. A batch without claims is one call of its `writeAll` and nothing else. A batch with some is a
 * transaction: it claims the keys, writes the items whose keys are free, and stores their answers; one that writes
 * nothing is rolled back. An item whose key another transaction holds is `Blocked`, so that the batch waits for nobody
 * and the item is tried again with later ones.
 */
export const claimedBatches = Effect.gen(function* () {
  const repo = yield* IdempotencyRepo
  const { atomically } = yield* Transaction

  /** Claims the keys of a batch; gives for each item why it is not written. Of two with one key the second waits. */
  const claimAll = Effect.fnUntraced(function* (claims: ReadonlyArray<Claim | undefined>, since: DateTime.Utc) {
    const keys = new Map<string, Claim>()
    for (const claim of claims) if (claim !== undefined && !keys.has(claim.keyHash)) keys.set(claim.keyHash, claim)
    const first = Array.from(keys.values())
    const refusals = yield* repo.claimAll(first, since)
    const refused = new Map(first.map((claim, index) => [claim, refusals[index] ?? Option.none()]))
    return claims.map((claim): Option.Option<Blocked | KeyRefused> => {
      if (claim === undefined) return Option.none()
      const refusal = refused.get(claim) ?? Option.some(new Blocked({ by: `key ${claim.keyHash}` }))
      return Option.map(refusal, (why) => (why instanceof Blocked ? why : new KeyRefused(why)))
    })
  })

  const writeClaimed = Effect.fnUntraced(function* <Item, A, E>(
    items: ReadonlyArray<Claimed<Item>>,
    writeAll: WriteAll<Item, A, E>
  ) {
    const since = yield* keptSince
    const refusals = yield* claimAll(
      items.map(({ claim }) => claim),
      since
    )
    const free = items.filter((_, index) => Option.isNone(refusals[index] ?? Option.none()))
    const { changes, results } = yield* writeAll(free.map(({ item }) => item))
    const records: Array<IdempotencyRecord> = []
    const written = results.map((result, index) =>
      Either.map(result, (value): Written<A> => {
        const answered = free[index]?.claim?.answerOf(value)
        if (answered !== undefined) records.push(answered.record)
        return { value, answer: answered?.answer }
      })
    )
    let next = 0
    const all = refusals.flatMap(
      (refusal): ReadonlyArray<Either.Either<Written<A>, E | Blocked | KeyRefused>> =>
        Option.isSome(refusal) ? [Either.left(refusal.value)] : written.slice(next, ++next)
    )
    const batch = { results: all, changes }
    // Nothing to commit, and no statement would follow the timeout of a lock, which aborts the transaction.
    if (!results.some(Either.isRight)) return yield* Effect.fail({ _tag: "NothingWritten" as const, batch })
    yield* repo.addAll(records, since)
    return batch
  })

  return <Item, A, E>(writeAll: WriteAll<Item, A, E>) =>
    (items: ReadonlyArray<Claimed<Item>>): StorageEffect<BatchResult<Written<A>, E | KeyRefused>> =>
      items.every(({ claim }) => claim === undefined)
        ? Effect.map(writeAll(items.map(({ item }) => item)), withoutAnswers)
        : Effect.catchTags(atomically(writeClaimed(items, writeAll)), {
            NothingWritten: ({ batch }) => Effect.succeed(batch),
            // Some member has no room for their answer: each item is tried alone.
            Blocked: () =>
              Effect.succeed({ results: items.map(() => Either.left(new Blocked({ by: undefined }))), changes: [] })
          })
})
