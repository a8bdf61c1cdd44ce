import type { DateTime, Effect, Option } from "effect"
import { Context, Data } from "effect"
import type { Unavailable } from "../../domain/Unavailable.ts"

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
