import { DateTime, Effect, Option } from "effect"
import type { Unavailable } from "../../domain/Unavailable.ts"
import type { IdempotencyClaim } from "../../ports/idempotency/IdempotencyClaim.ts"
import type { IdempotencyRecord, IdempotencyRepo } from "../../ports/idempotency/IdempotencyRepo.ts"

/** Records are kept for so long (contract, idempotency). */
const keptHours = 24

/** The time since which records count. */
export const keptSince = Effect.map(DateTime.now, (now) => DateTime.subtract(now, { hours: keptHours }))

/** The answer to the result of a write, as text, and its record. */
interface Draft {
  readonly text: string
  readonly record: IdempotencyRecord
}

/** The claim of one try of a write. */
export class Claim implements IdempotencyClaim {
  readonly keyHash: string
  isCommitted = false
  isBusy = false
  readonly #repo: typeof IdempotencyRepo.Service
  readonly #draftOf: (result: unknown) => Draft
  #last: { readonly result: unknown; readonly text: string } | undefined

  constructor(repo: typeof IdempotencyRepo.Service, keyHash: string, draftOf: (result: unknown) => Draft) {
    this.#repo = repo
    this.keyHash = keyHash
    this.#draftOf = draftOf
  }

  recordOf(result: unknown): IdempotencyRecord {
    const { record, text } = this.#draftOf(result)
    this.#last = { result, text }
    return record
  }

  join<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | Unavailable, R> {
    return Effect.flatMap(keptSince, (since) =>
      Effect.flatMap(this.#repo.claimAll([this.keyHash], since), ([refusal = Option.none()]) =>
        Option.isSome(refusal)
          ? Effect.die(refusal.value)
          : Effect.tap(effect, (result) => this.#repo.addAll([this.recordOf(result)], since))
      )
    )
  }

  /** The answer to a write that gave a result. A write whose answer was not stored, or another one, is a defect. */
  answerTo(result: unknown): Effect.Effect<string> {
    return this.#last !== undefined && this.#last.result === result
      ? Effect.succeed(this.#last.text)
      : Effect.dieMessage("a write with an Idempotency-Key did not give the result of its transaction")
  }
}
