import { Deferred, Effect, Option, type Scope } from "effect"
import { type WriteBatcherOptions, writeBatcher } from "../concurrency/WriteBatcher.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { CurrentClaim } from "../ports/idempotency/IdempotencyClaim.ts"
import { AlreadyRecorded, type IdempotencyRepo } from "../ports/idempotency/IdempotencyRepo.ts"
import type { Transaction } from "../ports/Transaction.ts"
import { Changes } from "./Changes.ts"
import { ClaimedItem, makeClaimedBatches } from "./idempotency/ClaimedBatches.ts"
import { ShutdownSignal } from "./ShutdownSignal.ts"

/**
 * A `writeBatcher` that publishes the changes of each batch, stops waiting for locks when the server stops, and stores the
 * records of writes with an Idempotency-Key in the transaction of their batch (`ClaimedBatches`).
 */
export const publishingBatcher = <Item, A, E>(
  name: string,
  writeAll: WriteBatcherOptions<Item, A, E>["writeAll"]
): Effect.Effect<
  (item: Item) => Effect.Effect<A, E | Unavailable>,
  never,
  Changes | IdempotencyRepo | ShutdownSignal | Transaction | Scope.Scope
> =>
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
    const refail = (error: E | AlreadyRecorded | Unavailable): Effect.Effect<never, E | Unavailable> =>
      error instanceof AlreadyRecorded ? Effect.die(error) : Effect.fail(error)

    return (item) =>
      Effect.flatMap(CurrentClaim, (claim) =>
        Effect.catchAll(submit(Option.isNone(claim) ? item : new ClaimedItem(item, claim.value)), refail)
      )
  })
