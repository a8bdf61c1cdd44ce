import { ContentRepo } from "../../ports/ContentRepo.ts"
import { inMemory } from "./Store.ts"

export const layer = inMemory(ContentRepo, ({ read, write }) => ({
  // Transactions in memory run one at a time, so there is nothing to lock.
  lockVersion: (name) => read(({ contentVersions }) => contentVersions.find(name)),
  version: (name) => read(({ contentVersions }) => contentVersions.find(name)),
  setVersion: (name, version) => write(({ contentVersions }) => void contentVersions.set(name, version))
}))
