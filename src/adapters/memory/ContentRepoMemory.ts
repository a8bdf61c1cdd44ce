import { Effect, Layer } from "effect"
import { ContentRepo } from "../../ports/ContentRepo.ts"
import { Store } from "./Store.ts"

const make = Effect.map(Store, ({ read, write }) =>
  ContentRepo.of({
    // Transactions in memory run one at a time, so there is nothing to lock.
    lockVersion: (name) => read(({ contentVersions }) => contentVersions.find(name)),
    setVersion: (name, version) => write(({ contentVersions }) => void contentVersions.set(name, version))
  })
)

/** The versions of loaded content in memory. */
export const layer = Layer.effect(ContentRepo, make)
