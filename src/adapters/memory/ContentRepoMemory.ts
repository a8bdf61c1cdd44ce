import { Effect, HashMap, Layer } from "effect"
import { ContentRepo } from "../../ports/ContentRepo.ts"
import { Store } from "./Store.ts"

const make = Effect.map(Store, (store) =>
  ContentRepo.of({
    // Transactions in memory run one at a time, so there is nothing to lock.
    lockVersion: (name) => Effect.map(store.tables, ({ contentVersions }) => HashMap.get(contentVersions, name)),

    setVersion: (name, version) =>
      store.update((tables) => ({ ...tables, contentVersions: HashMap.set(tables.contentVersions, name, version) }))
  })
)

/** The versions of loaded content in memory. */
export const layer = Layer.effect(ContentRepo, make)
