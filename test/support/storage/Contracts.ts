import { inject } from "vitest"
import { isEveryStorage, type Storage, storages } from "../Storage.ts"

type Contract = (name: string, layer: Storage) => void

/** The folder of a contract suite below `test/contracts`, which is that of its adapters and ports, too. */
const folderOf = (file: string) => /\/test\/contracts\/(.*\/)?[^/]*$/.exec(file)?.[1] ?? ""

/** True if a contract, its port, its SQL or a migration is not as released, or that is unknown. */
const hasChanged = (file: string) => {
  const folder = folderOf(file)
  const own = [`test/contracts/${folder}`, `src/ports/${folder}`, `src/adapters/postgres/${folder}`]
  const watched = [...own, "migrations/", "src/adapters/postgres/connection/"]
  const changed = inject("changedFiles")
  return changed === null || changed.some((path) => watched.some((start) => path.startsWith(start)))
}

/**
 * Runs the contract suites of a port: all of them in memory, and on the server where there is one. The embedded
 * database runs the statements of the server eighteen times as slowly as memory. Where there is no server it runs the
 * first suite, and the others if what they test has changed.
 */
export const contracts = (file: string, first: Contract, ...others: ReadonlyArray<Contract>) => {
  for (const { layer, name } of storages) {
    const isWhole = name !== "embedded" || isEveryStorage || hasChanged(file)
    for (const contract of isWhole ? [first, ...others] : [first]) contract(name, layer)
  }
}
