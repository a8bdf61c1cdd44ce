import { Effect, Option } from "effect"
import type { Committed } from "../../../src/adapters/memory/Store.ts"
import { copyOf, Table, type Tables } from "../../../src/adapters/memory/Tables.ts"
import { restarted } from "../../../src/domain/Change.ts"
import { Changes } from "../../../src/services/Changes.ts"
import { MemoryTables } from "../Storage.ts"

/** The tables as they were, but for the outbox and the last ids: no id and no sequence number is used twice. */
const backTo = (before: Tables, now: Tables): Tables => {
  const tables: Tables = { ...copyOf(before), changes: now.changes, fanOut: now.fanOut }
  for (const [name, table] of Object.entries(now)) {
    const restored: unknown = Reflect.get(tables, name)
    if (table instanceof Table && restored instanceof Table) restored.lastId = table.lastId
  }
  return tables
}

/**
 * A scene that is made once for a community. Each later call gives the same scene, after it has brought the tables in
 * memory back to what they were when the scene was made, and has emptied the caches. On a database each call makes
 * another scene.
 */
export const restored = <A, E, R>(make: Effect.Effect<A, E, R>) => {
  const made = new WeakMap<Committed, { readonly scene: A; readonly tables: Tables }>()
  return Effect.gen(function* () {
    const committed = yield* Effect.serviceOption(MemoryTables)
    if (Option.isNone(committed)) return yield* make
    const known = made.get(committed.value)
    if (known === undefined) {
      const scene = yield* make
      made.set(committed.value, { scene, tables: copyOf(committed.value.tables) })
      return scene
    }
    committed.value.tables = backTo(known.tables, committed.value.tables)
    yield* (yield* Changes).deliverHere([restarted])
    return known.scene
  })
}
