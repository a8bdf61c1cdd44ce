import { Chunk, Effect, Layer, Option } from "effect"
import { ChangesRepo } from "../../ports/ChangesRepo.ts"
import { withChanges } from "./ApplyAll.ts"
import { type Step, Store } from "./Store.ts"

const make = Effect.gen(function* () {
  const store = yield* Store

  return ChangesRepo.of({
    append: (changes) =>
      store.write((tables): Step<ReadonlyArray<number>> => {
        const [after, sequenced] = withChanges(tables, changes)
        return [Effect.succeed(sequenced.map(({ sequence }) => sequence)), after]
      }),

    within: (ranges, limit) =>
      Effect.map(store.tables, ({ changes }) => ({
        epoch: "memory",
        changes: ranges
          .flatMap(({ after, until }) =>
            Array.from(Chunk.drop(Chunk.take(changes, until), after), (change, at) => ({
              ...change,
              sequence: after + at + 1
            }))
          )
          .slice(0, limit)
      })),

    oldest: Effect.map(store.tables, ({ changes }) => (Chunk.isEmpty(changes) ? Option.none() : Option.some(1))),

    lowWatermark: Effect.map(store.tables, ({ changes }) => Chunk.size(changes)),

    prune: () => Effect.void // a store in memory does not live long enough
  })
})

/** The outbox in memory. */
export const layer = Layer.effect(ChangesRepo, make)
