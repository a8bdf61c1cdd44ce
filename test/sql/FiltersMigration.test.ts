import { readdirSync, readFileSync } from "node:fs"
import { SqlClient } from "@effect/sql"
import { it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Layer } from "effect"
import { UserId } from "../../src/domain/Ids.ts"
import { queryOf } from "../../src/domain/SearchText.ts"
import { NewsRepo } from "../../src/repositories/NewsRepo.ts"
import { PostsRepo } from "../../src/repositories/PostsRepo.ts"
import * as Database from "../../src/sql/Database.ts"
import * as Sql from "../../src/sql/Sql.ts"

const folder = new URL("../../migrations/", import.meta.url)

/** The schema as it was before migration 13, with a post and a news item in it. */
const before = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table schema_migrations (
    migration_id integer primary key, created_at timestamptz not null default now(), name text not null)`
  for (const file of readdirSync(folder).sort()) {
    const [number = "", name = ""] = file.replace(".sql", "").split("_")
    if (Number(number) >= 13) continue
    yield* sql.unsafe(readFileSync(new URL(file, folder), "utf8"))
    yield* sql`insert into schema_migrations (migration_id, name) values (${Number(number)}, ${name})`
  }
  yield* sql`insert into users (username, username_key, email, email_key, password_hash, role, created_at, active_at)
    values ('ada', 'ada', 'ada@example.org', 'ada@example.org', 'hash', 'user', now(), now())`
  yield* sql`select add_posts('[{"authorId":1,"title":"t","content":"c","html":"c","excerpt":"c","category":"topic",
    "diseaseId":null,"search":"","at":"2026-01-01T00:00:00Z"}]')`
  yield* sql`insert into news (key, title, summary, category, source, published_at, content, content_html)
    values ('a', 'An older title', 'Its summary', 'policy', 'A newsroom', now(), 'text', '<p>Patients <em>waited</em></p>')`
})

it.scopedLive("Migration 13 makes what was stored before it findable by the filters", () =>
  Effect.gen(function* () {
    const client = yield* Layer.build(Database.embedded("memory://"))
    yield* Effect.provide(before, client)
    const storage = Layer.provide(Sql.layer, Database.migrated(Layer.succeedContext(client)))
    yield* Effect.gen(function* () {
      const [news, posts] = [yield* NewsRepo, yield* PostsRepo]
      for (const word of ["older", "summary", "newsrooms", "waiting patient"]) {
        const readings = [queryOf(word).map((term) => ({ terms: [term], diseaseIds: [], words: 1 }))]
        const { total } = yield* news.page({ search: { readings, unwanted: [] } }, { offset: 0, limit: 1 })
        deepStrictEqual(total, 1, word)
      }
      for (const sort of ["date", "views", "replies"] as const) {
        const { items } = yield* posts.page({ authorId: UserId.make(1), sort }, { offset: 0, limit: 1 })
        deepStrictEqual(items.length, 1, sort)
      }
    }).pipe(Effect.provide(storage))
  })
)
