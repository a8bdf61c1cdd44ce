import { Context, Effect, Option } from "effect"
import type { Unavailable } from "../../domain/Unavailable.ts"
import type { IdempotencyRecord } from "./IdempotencyRepo.ts"

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
