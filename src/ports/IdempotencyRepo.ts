import type { DateTime } from "effect"
import { Context, Data, Effect, Option } from "effect"
import type { Unavailable } from "../domain/Unavailable.ts"

/** The stored answer of a write with an Idempotency-Key. */
export interface RecordedAnswer {
  /** Random bytes, from which the others are made with the key. */
  readonly salt: Uint8Array
  /** Tells the request from others. */
  readonly fingerprint: Uint8Array
  /** The answer, encrypted. */
  readonly answer: Uint8Array
}

/** An answer to store. */
export interface IdempotencyRecord extends RecordedAnswer {
  /** The hash of the key and its caller, in hex. */
  readonly keyHash: string
  readonly createdAt: DateTime.Utc
}

/** Another transaction holds the key. */
export class KeyBusy extends Data.TaggedError("KeyBusy")<{ readonly keyHash: string }> {}

/** The write of the key has been made. */
export class AlreadyRecorded extends Data.TaggedError("AlreadyRecorded")<{
  readonly record: RecordedAnswer
}> {}

/** The result of a claim: none where the caller's transaction holds the key now. */
export type ClaimRefused = Option.Option<KeyBusy | AlreadyRecorded>

/** The records of writes with an Idempotency-Key. */
export class IdempotencyRepo extends Context.Tag("ports/IdempotencyRepo")<
  IdempotencyRepo,
  {
    /**
     * Claims keys until the end of the caller's transaction, and waits for nobody: a key that another transaction holds is
     * `KeyBusy`, one with a record that was made after `keptSince` is `AlreadyRecorded`. Outside of a transaction it claims
     * nothing, and only tells.
     */
    readonly claimAll: (
      keyHashes: ReadonlyArray<string>,
      keptSince: DateTime.Utc
    ) => Effect.Effect<ReadonlyArray<ClaimRefused>, Unavailable>

    /**
     * Stores the records of claimed keys, if any, in the transaction of their effects. Older records than `keptSince` give way; a
     * newer one of the same key is a defect, which rolls the transaction back.
     */
    readonly addAll: (
      records: ReadonlyArray<IdempotencyRecord>,
      keptSince: DateTime.Utc
    ) => Effect.Effect<void, Unavailable>

    /** Deletes records that were made before a time, at most `limit` and the oldest first; gives their number. */
    readonly sweep: (before: DateTime.Utc, limit: number) => Effect.Effect<number, Unavailable>
  }
>() {}

/** A write with an Idempotency-Key, on its way to the transaction that makes its effect. */
export interface IdempotencyClaim {
  readonly keyHash: string
  /** Makes the record of the effect. `result` is the result of the transaction, or of the item of a batch. */
  readonly recordOf: (result: unknown) => IdempotencyRecord
  /**
   * Runs the whole effect of a transaction between the claim of the key and the storing of the record. Dies with `KeyBusy`
   * or `AlreadyRecorded`, which rolls back.
   */
  readonly join: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | Unavailable, R>
  /** True once the transaction with the record has committed: later ones of the same request are not joined. */
  isCommitted: boolean
  /** True if another transaction held the key at the last try of a batch. */
  isBusy: boolean
}

/** The claim of the write that this fiber makes; none for a write without an Idempotency-Key. */
export class CurrentClaim extends Context.Reference<CurrentClaim>()("ports/CurrentClaim", {
  defaultValue: () => Option.none<IdempotencyClaim>()
}) {}

/** Runs the effect of a transaction, joined by the claim of this fiber if there is one. */
export const withClaim = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  transact: (joined: Effect.Effect<A, E | Unavailable, R>) => Effect.Effect<A, E | Unavailable, R>
): Effect.Effect<A, E | Unavailable, R> =>
  Effect.flatMap(CurrentClaim, (current) => {
    const claim = Option.getOrUndefined(current)
    if (claim === undefined || claim.isCommitted) return transact(effect)
    return Effect.tap(transact(claim.join(effect)), () => {
      claim.isCommitted = true
    })
  })
