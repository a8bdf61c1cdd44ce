import { SqlClient } from "@effect/sql"
import { layer } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import { databases } from "../../support/Storage.ts"

for (const { client, name } of databases) {
  layer(client)(`${name}: audit_log`, (it) => {
    it.effect("refuses every change and deletion of an entry, but that it loses its words with its member", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`insert into audit_log (at, action, actor_id, user_id) values (now(), 'verified', 1, 2)`
        for (const statement of [
          "update audit_log set reason = 'another'",
          "update audit_log set detail = null, reason = null, user_id = 3",
          "update audit_log set detail = null, reason = 'another'",
          "delete from audit_log",
          "truncate audit_log"
        ]) {
          const error = yield* Effect.flip(sql.unsafe(statement))
          assertTrue(/append-only/.test(String(error.cause)), statement)
        }
        strictEqual((yield* sql`select from audit_log where reason is null`).length, 1)
        yield* sql`update audit_log set detail = null, reason = null`
      })
    )
  })
}
