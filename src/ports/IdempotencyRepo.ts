import { Context, Data, type DateTime, type Option } from "effect"
import type { Blocked } from "../domain/BatchResult.ts"
import type { UserId } from "../domain/Ids.ts"
import type { StorageEffect } from "../domain/Unavailable.ts"

export interface KeyToClaim {
  /** The hash of the key and its member, in hex. */
  readonly keyHash: string
  readonly userId: UserId
}

/** The answer of a write as it is stored. */
export interface RecordedAnswer {
  /** A keyed hash of the request. */
  readonly fingerprint: string
  readonly status: number
  readonly location: string | null
  readonly body: string
  /** False where the body was too long, and holds the `id` only. */
  readonly isWhole: boolean
}

export interface IdempotencyRecord extends KeyToClaim, RecordedAnswer {
  readonly createdAt: DateTime.Utc
}

/** The write of the key has been made. */
export class AlreadyRecorded extends Data.TaggedError("AlreadyRecorded")<{
  readonly record: RecordedAnswer
}> {}

/** The member has as many answers as are kept of one (`answerLimits`). */
export class AnswersFull extends Data.TaggedError("AnswersFull")<{
  readonly oldest: DateTime.Utc
}> {}

export type ClaimRefusal = Blocked | AlreadyRecorded | AnswersFull

/** The answers of writes with an Idempotency-Key. */
export class IdempotencyRepo extends Context.Tag("ports/IdempotencyRepo")<
  IdempotencyRepo,
  {
    /**
     * Claims keys until the end of the caller's transaction, and waits for nobody. Gives for each why it was not
     * claimed: `AlreadyRecorded` for a key with an answer that was stored since `keptSince`, `Blocked` for one that
     * another transaction holds, and `AnswersFull` where one more answer of the greatest size has no room next to those
     * that the member has and may get by earlier keys of the call. Outside of a transaction it claims nothing.
     */
    readonly claimAll: (
      keys: ReadonlyArray<KeyToClaim>,
      keptSince: DateTime.Utc
    ) => StorageEffect<ReadonlyArray<Option.Option<ClaimRefusal>>>

    /**
     * Stores the answers of claimed keys, if any, in the transaction of their effects. Answers older than `keptSince`
     * give way. Fails with `Blocked` where transactions at the same time have taken the room of a member or hold it for
     * long: the transaction is to be rolled back. A key that has an answer is a defect.
     */
    readonly addAll: (
      records: ReadonlyArray<IdempotencyRecord>,
      keptSince: DateTime.Utc
    ) => StorageEffect<void, Blocked>

    /** Deletes answers that were stored before a time, at most `limit` and the oldest first; gives their number. */
    readonly sweep: (before: DateTime.Utc, limit: number) => StorageEffect<number>
  }
>() {}
