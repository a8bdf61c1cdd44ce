import { Effect, type Scope } from "effect"
import { BatchQueue, type Pending } from "./BatchQueue.ts"

const maxConcurrent = 2
const maxBatch = 64

/**
 * A data loader: gathers keys that are asked for at the same time and loads them with one statement (`BatchQueue`). A key
 * never joins a statement that was sent before, so a result is as new as its request. `loadAll` gives one result for
 * each key, in order; if it fails, every key of the batch fails so. Batches run outside of the callers' transactions.
 */
export const batchLoader = <Key, A, E, R>(
  name: string,
  loadAll: (keys: ReadonlyArray<Key>) => Effect.Effect<ReadonlyArray<Effect.Effect<A, E>>, E, R>
): Effect.Effect<(key: Key) => Effect.Effect<A, E>, never, R | Scope.Scope> =>
  Effect.gen(function* () {
    const queue = new BatchQueue<Pending<Key, A, E>>(name)

    const load = Effect.suspend(() => {
      const batch = queue.take(maxBatch)
      if (batch.length === 0) return Effect.void
      return Effect.matchCause(Effect.interruptible(loadAll(batch.map(({ item }) => item))), {
        onFailure: (cause) => {
          for (const { resume } of batch) resume(Effect.failCause(cause))
        },
        onSuccess: (results) => {
          for (const [index, { resume }] of batch.entries()) resume(results[index] ?? missing)
        }
      })
    })
    yield* queue.run(load, { maxConcurrent })

    return (item) =>
      Effect.async((resume) => {
        const pending = { item, resume }
        queue.add(pending)
        return Effect.sync(() => queue.delete(pending))
      })
  })

const missing = Effect.dieMessage("a batch has no result for one of its keys")
