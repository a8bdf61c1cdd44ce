import { Option } from "effect"
import type { AuditEntry } from "../../../domain/accounts/Audit.ts"
import { DecisionId } from "../../../domain/Ids.ts"
import { visitor } from "../../../domain/posts/Audience.ts"
import { AuditRepo } from "../../../ports/accounts/AuditRepo.ts"
import { readsAbout } from "../Readable.ts"
import type { AuditRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { byNewest, memberOf, pageOf } from "../Views.ts"

const entryOf = (tables: Tables, { actorId, key, userId, ...row }: AuditRow): AuditEntry => ({
  ...row,
  key: key && { ...key, name: tables.apiKeys.get(key.id)?.key.name ?? null },
  by: actorId === null ? null : memberOf(tables, actorId),
  user: memberOf(tables, userId)
})

/** False for a decision about a text of which the reader may not know. */
export const isDecidedOnReadable = (tables: Tables, { action, targetId }: Pick<AuditRow, "action" | "targetId">) =>
  action !== "decided" ||
  tables.reader !== visitor ||
  (targetId !== null &&
    Option.exists(tables.decisions.find(DecisionId.make(targetId)), ({ target }) => readsAbout(tables, target)))

export const layer = inMemory(AuditRepo, ({ read, write }) => ({
  append: (entry) =>
    write(({ audit }) => {
      const id = ++audit.lastId
      audit.set(id, { ...entry, id })
    }),

  page: ({ action, userId }, window) =>
    read((tables) => {
      const listed = tables.audit.where(
        (row) =>
          (userId === undefined || row.userId === userId) &&
          (action === undefined || row.action === action) &&
          isDecidedOnReadable(tables, row)
      )
      return pageOf(listed, byNewest<number>(), window, (row) => entryOf(tables, row))
    })
}))
