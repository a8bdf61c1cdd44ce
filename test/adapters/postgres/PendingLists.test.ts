import { SqlClient } from "@effect/sql"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Schedule } from "effect"
import * as Sql from "../../../src/adapters/postgres/connection/Sql.ts"
import { newComment, newPost, newUser } from "../../contracts/newRows.ts"
import { databases } from "../../support/Storage.ts"

/** The pages that still wait in the pending lists of posts and comments. */
const pendingPages = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly pages: number }>`
    select gin_clean_pending_list(name::regclass)::int as pages
    from unnest(array['posts_search', 'posts_title_search', 'comments_search']) name`
)

/** Makes `empty_pending_lists` note the table that it is called for, and nothing else. */
const recordCalls = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`create table emptied (name text)`.pipe(
    Effect.zipRight(sql`
      create or replace function empty_pending_lists(of regclass) returns void
        language sql as $$ insert into emptied values (of::text) $$`)
  )
)

const emptied = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly name: string }>`select distinct name from emptied order by name`
)

const writeTexts = Effect.gen(function* () {
  const author = yield* newUser()
  const { id } = yield* newPost({ authorId: author })
  yield* newComment(id, author)
})

describe.each(databases)("The pending lists of searches, $name", ({ client }) => {
  const storage = Layer.provideMerge(Sql.layer, client)

  it.scoped("are empty after empty_pending_lists", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* writeTexts
      yield* sql`select empty_pending_lists('all_post_search'), empty_pending_lists('all_comment_search')`
      deepStrictEqual(yield* pendingPages, [{ pages: 0 }, { pages: 0 }, { pages: 0 }])
    }).pipe(Effect.provide(storage))
  )

  it.scopedLive("are emptied by the server once texts are written", () =>
    Effect.gen(function* () {
      yield* recordCalls
      yield* writeTexts
      const rows = yield* Effect.repeat(emptied, {
        until: ({ length }) => length === 2,
        schedule: Schedule.spaced("5 millis")
      }).pipe(Effect.zipRight(emptied), Effect.timeout("2 minutes"))
      deepStrictEqual(rows, [{ name: "all_comment_search" }, { name: "all_post_search" }])
    }).pipe(Effect.provide(storage))
  )
})
