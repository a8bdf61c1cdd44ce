import { Chunk, Effect, Layer } from "effect"
import { ChangesRepo } from "../repositories/ChangesRepo.ts"
import type { Step } from "./Store.ts"
import { Store } from "./Store.ts"

const make = Effect.gen(function* () {
  const store = yield* Store

  return ChangesRepo.of({
    append: (changes) =>
      store.write(
        (tables): Step<ReadonlyArray<number>> => [
          Effect.succeed(changes.map((_, index) => Chunk.size(tables.changes) + index + 1)),
          { ...tables, changes: Chunk.appendAll(tables.changes, Chunk.fromIterable(changes)) }
        ]
      ),

    within: (ranges, limit) =>
      Effect.map(store.tables, ({ changes }) =>
        ranges
          .flatMap(({ after, until }) =>
            Array.from(Chunk.drop(Chunk.take(changes, until), after), (change, at) => ({
              ...change,
              place: after + at + 1
            }))
          )
          .slice(0, limit)
      ),

    settled: Effect.map(store.tables, ({ changes }) => Chunk.size(changes)),

    prune: () => Effect.void // a store in memory lives no longer than what it would forget
  })
})

/** The change log in memory. */
export const layer = Layer.effect(ChangesRepo, make)
