import { Effect, Layer, Option } from "effect"
import { ChangesRepo } from "../../ports/ChangesRepo.ts"
import { Store } from "./Store.ts"
import { append } from "./Writes.ts"

const make = Effect.map(Store, ({ read, write }) =>
  ChangesRepo.of({
    append: (changes) => write((tables) => append(tables, changes).map(({ sequence }) => sequence)),
    within: (ranges, limit) =>
      read(({ changes }) => ({
        epoch: "memory",
        changes: ranges.flatMap(({ after, until }) => changes.slice(after, until)).slice(0, limit)
      })),
    oldest: read(({ changes }) => Option.map(Option.fromNullable(changes[0]), ({ sequence }) => sequence)),
    lowWatermark: read(({ changes }) => changes.length),
    prune: () => Effect.void // a store in memory does not live long enough
  })
)

/** The outbox in memory. */
export const layer = Layer.effect(ChangesRepo, make)
