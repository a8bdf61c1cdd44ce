import { Chunk, Effect, Layer } from "effect"
import { ChangesRepo } from "../repositories/ChangesRepo.ts"
import type { Step } from "./Store.ts"
import { Store } from "./Store.ts"

const make = Effect.gen(function* () {
  const store = yield* Store

  return ChangesRepo.of({
    append: (changes) =>
      store.write(
        (tables): Step<void> => [
          Effect.void,
          { ...tables, changes: Chunk.appendAll(tables.changes, Chunk.fromIterable(changes)) }
        ]
      ),

    after: (after, limit) =>
      Effect.map(store.tables, ({ changes }) => {
        const first = Math.max(after, 0)
        const wanted = Chunk.take(Chunk.drop(changes, first), limit)
        return Chunk.toReadonlyArray(Chunk.map(wanted, (change, at) => ({ ...change, place: first + at + 1 })))
      })
  })
})

/** The change log in memory. */
export const layer = Layer.effect(ChangesRepo, make)
