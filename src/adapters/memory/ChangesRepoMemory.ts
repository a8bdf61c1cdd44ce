import { Effect, Option } from "effect"
import { ChangesRepo } from "../../ports/ChangesRepo.ts"
import { inMemory } from "./Store.ts"
import { append } from "./Writes.ts"

export const layer = inMemory(ChangesRepo, ({ read, write }) => ({
  append: (changes) => write((tables) => append(tables, changes).map(({ sequence }) => sequence)),
  within: (ranges, limit) =>
    read(({ changes }) => ({
      epoch: "memory",
      changes: ranges.flatMap(({ after, until }) => changes.slice(after, until)).slice(0, limit)
    })),
  oldest: read(({ changes }) => Option.map(Option.fromNullable(changes[0]), ({ sequence }) => sequence)),
  lowWatermark: read(({ changes }) => changes.length),
  prune: () => Effect.void // a store in memory does not live long enough
}))
