import { Chunk, Effect, Layer } from "effect"
import type { Instance } from "../../domain/Instance.ts"
import { ChangesRepo } from "../../ports/ChangesRepo.ts"
import { withChanges } from "./ApplyAll.ts"
import { type Step, Store } from "./Store.ts"

const make = Effect.gen(function* () {
  const store = yield* Store
  const instances = new Map<string, Instance>()

  return ChangesRepo.of({
    append: (changes) =>
      store.write((tables): Step<ReadonlyArray<number>> => {
        const [after, sequenced] = withChanges(tables, changes)
        return [Effect.succeed(sequenced.map(({ sequence }) => sequence)), after]
      }),

    within: (ranges, limit) =>
      Effect.map(store.tables, ({ changes }) =>
        ranges
          .flatMap(({ after, until }) =>
            Array.from(Chunk.drop(Chunk.take(changes, until), after), (change, at) => ({
              ...change,
              sequence: after + at + 1
            }))
          )
          .slice(0, limit)
      ),

    lowWatermark: Effect.map(store.tables, ({ changes }) => Chunk.size(changes)),

    present: (instance) =>
      Effect.sync(() =>
        Array.from(instances.set(instance.id, instance).values()).filter(({ id }) => id !== instance.id)
      ),
    leave: (instance) => Effect.sync(() => void instances.delete(instance)),

    prune: () => Effect.void // a store in memory does not live long enough
  })
})

/** The outbox in memory. */
export const layer = Layer.effect(ChangesRepo, make)
