import { Effect, Option } from "effect"
import { ChangesRepo } from "../../ports/ChangesRepo.ts"
import { inMemory } from "./Store.ts"
import { append, changesWithin } from "./Writes.ts"

export const layer = inMemory(ChangesRepo, ({ read, write }) => ({
  append: (changes) => write((tables) => append(tables, changes).map(({ sequence }) => sequence)),
  withdraw: (sequences) =>
    write((tables) => {
      const withdrawn = new Set(sequences)
      tables.changes = tables.changes.map((change) => (change && withdrawn.has(change.sequence) ? null : change))
    }),
  within: (ranges, limit) =>
    read((tables) => ({
      epoch: "memory",
      changes: ranges.flatMap(({ after, until }) => changesWithin(tables, after, until)).slice(0, limit)
    })),
  oldest: read(({ changes }) => Option.fromNullable(changes.find((change) => change !== null)?.sequence)),
  lowWatermark: read(({ changes }) => changes.length),
  prune: () => Effect.void // a store in memory does not live long enough
}))
