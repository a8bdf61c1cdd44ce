import { DateTime, Effect, Option } from "effect"
import type { Committed } from "../../../src/adapters/memory/Store.ts"
import { copyOf, Table, type Tables } from "../../../src/adapters/memory/Tables.ts"
import { restarted } from "../../../src/domain/Change.ts"
import { Changes } from "../../../src/services/Changes.ts"
import { MemoryTables } from "../Storage.ts"

interface Made<A> {
  readonly scene: A
  readonly tables: Tables
  readonly at: DateTime.Utc
}

/**
 * The tables as they were, but for the outbox and the last ids: no id and no sequence number is used twice. Sessions are
 * as old as they were, so that what needs a fresh sign-in succeeds on a slow machine, too.
 */
const backTo = ({ at, tables: before }: Made<unknown>, now: Tables, time: DateTime.Utc): Tables => {
  const tables: Tables = { ...copyOf(before), changes: now.changes, fanOut: now.fanOut }
  for (const [name, table] of Object.entries(now)) {
    const restored: unknown = Reflect.get(tables, name)
    if (table instanceof Table && restored instanceof Table) restored.lastId = table.lastId
  }
  const later = DateTime.distanceDuration(at, time)
  tables.sessions.changeWhere(
    () => true,
    (row) => ({ ...row, createdAt: DateTime.addDuration(row.createdAt, later) })
  )
  return tables
}

/**
 * A scene that is made once for a community. Each later call gives the same scene, after it has brought the tables in
 * memory back to what they were when the scene was made, and has emptied the caches. On a database each call makes
 * another scene.
 */
export const restored = <A, E, R>(make: Effect.Effect<A, E, R>) => {
  const made = new WeakMap<Committed, Made<A>>()
  return Effect.gen(function* () {
    const committed = yield* Effect.serviceOption(MemoryTables)
    if (Option.isNone(committed)) return yield* make
    const known = made.get(committed.value)
    if (known === undefined) {
      const scene = yield* make
      made.set(committed.value, { scene, tables: copyOf(committed.value.tables), at: yield* DateTime.now })
      return scene
    }
    committed.value.tables = backTo(known, committed.value.tables, yield* DateTime.now)
    yield* (yield* Changes).deliverHere([restarted])
    return known.scene
  })
}
