import { Array, Effect, HashMap, Layer, Option } from "effect"
import type { AuditEntry } from "../../../domain/accounts/Audit.ts"
import type { UserId } from "../../../domain/Ids.ts"
import { AuditRepo } from "../../../ports/AuditRepo.ts"
import { byNewest, pageOf } from "../RowMapping.ts"
import type { AuditRow } from "../Rows.ts"
import { Store } from "../Store.ts"
import { type Tables, withNew } from "../Tables.ts"

const memberOf = ({ users }: Tables, id: UserId) => ({
  id,
  username: Option.match(HashMap.get(users.rows, id), { onNone: () => null, onSome: ({ username }) => username })
})

const keyOf = ({ apiKeys }: Tables, { agent, id }: NonNullable<AuditRow["key"]>) => {
  const row = HashMap.findFirst(apiKeys.rows, ({ key }) => key.id === id)
  return { id, agent, name: Option.match(row, { onNone: () => null, onSome: ([, { key }]) => key.name }) }
}

const entryOf = (tables: Tables, { actorId, key, userId, ...row }: AuditRow): AuditEntry => ({
  ...row,
  key: key === null ? null : keyOf(tables, key),
  by: actorId === null ? null : memberOf(tables, actorId),
  user: memberOf(tables, userId)
})

const make = Effect.map(Store, (store) =>
  AuditRepo.of({
    append: (entry) =>
      store.update((tables) => {
        const id = tables.audit.lastId + 1
        return { ...tables, audit: withNew(tables.audit, id, { ...entry, id }) }
      }),

    page: ({ action, userId }, window) =>
      Effect.map(store.tables, (tables) => {
        const listed = Array.filter(
          HashMap.values(tables.audit.rows),
          (row) => (userId === undefined || row.userId === userId) && (action === undefined || row.action === action)
        )
        return pageOf(listed, byNewest<number>(), window, (row) => entryOf(tables, row))
      })
  })
)

/** The audit log in memory. */
export const layer = Layer.effect(AuditRepo, make)
