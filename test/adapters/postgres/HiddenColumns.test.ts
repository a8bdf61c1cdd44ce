import { SqlClient } from "@effect/sql"
import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Layer } from "effect"
import * as Sql from "../../../src/adapters/postgres/connection/Sql.ts"
import { DecisionId } from "../../../src/domain/Ids.ts"
import { HiddenTextsRepo } from "../../../src/ports/moderation/HiddenTextsRepo.ts"
import { newComment, newPost, newUser, toggleLike } from "../../contracts/newRows.ts"
import { databases } from "../../support/Storage.ts"

/** The columns that only hidden texts have. */
const own = {
  posts: ["decision_id", "has_others", "search", "untold", "views"],
  comments: ["decision_id", "hidden_post_id", "search", "shown_post_id", "untold"],
  likes: []
} as const
const tables = ["posts", "comments", "likes"] as const

/** The columns of a table that may be written, with their types. */
const columnsOf = (sql: SqlClient.SqlClient, table: string) =>
  Effect.map(
    sql<{ readonly column: string }>`
      select attname || ' ' || atttypid::regtype || ' ' || atttypmod as column from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped`,
    Array.map(({ column }) => column)
  )

const decisionId = DecisionId.make(1)

for (const { client, name } of databases) {
  layer(Layer.provideMerge(Sql.layer, client))(`${name}: hidden texts`, (it) => {
    it.effect("have all columns of shown ones, with their types", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        for (const table of tables) {
          const [shown, hidden] = [yield* columnsOf(sql, `all_${table}`), yield* columnsOf(sql, `hidden_${table}`)]
          // What is on a post has its audience from it.
          const ofPost = table === "posts" ? /^post_id / : /^(post_id|audience) /
          const missing = Array.difference(shown, hidden).filter((column) => !ofPost.test(column))
          deepStrictEqual(missing, [], table)
          // By which decision, and the post of a comment; the lexemes and views, which shown ones have in other tables.
          const more = Array.difference(hidden, shown).map((column) => column.split(" ")[0] ?? "")
          deepStrictEqual(more.sort(), [...own[table]], table)
        }
      })
    )

    it.effect("keep the value of a column that is added to both tables, when they are hidden and restored", () =>
      Effect.gen(function* () {
        const [sql, hidden] = [yield* SqlClient.SqlClient, yield* HiddenTextsRepo]
        const [post, ada] = [yield* newPost(), yield* newUser()]
        const comment = yield* newComment(post.id, ada)
        yield* toggleLike(post.id, ada)
        const planted = sql.withTransaction(
          Effect.gen(function* () {
            for (const table of tables) {
              yield* sql`alter table ${sql(`all_${table}`)} add planted text`
              yield* sql`alter table ${sql(`hidden_${table}`)} add planted text`
              yield* sql`update ${sql(`all_${table}`)} set planted = ${`of ${table}`}`
            }
            const rows = Effect.forEach(tables, (table) => sql`select * from ${sql(`all_${table}`)} order by 1`)
            const before = yield* rows
            yield* hidden.hideComment(comment.id, decisionId)
            yield* hidden.hidePost(post.id, decisionId)
            yield* hidden.restorePost(post.id)
            yield* hidden.restoreComment(comment.id)
            yield* hidden.hidePost(post.id, decisionId)
            yield* hidden.restorePost(post.id)
            deepStrictEqual(yield* rows, before)
            return yield* Effect.fail("rolled back" as const)
          })
        )
        strictEqual(yield* Effect.flip(planted), "rolled back")
      })
    )
  })
}
