import { SqlClient } from "@effect/sql"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer } from "effect"
import * as Database from "../src/sql/Database.ts"
import { embeddedDatabase } from "./storage.ts"
import { databaseUrl, onServer } from "./templates.ts"

const url = process.env["TEST_DATABASE_URL"]

/** An empty database on the server, dropped with the scope. */
const emptyOnServer = (url: string) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.tap(
        Effect.sync(() => `community_empty_${process.pid}_${Math.floor(Math.random() * 1e9)}`),
        (name) => onServer(url, `create database ${name} template template0`)
      ),
      (name) => Effect.orDie(onServer(url, `drop database if exists ${name} with (force)`))
    ),
    (name) => Database.server(databaseUrl(url, name), 4)
  )

/** Every storage that migrates, empty. */
const empties = [
  { name: "embedded", empty: Effect.succeed(Database.embedded("memory://")) },
  ...(url === undefined ? [] : [{ name: "server", empty: emptyOnServer(url) }])
]

/** All that a schema is made of, one line each, and which migrations made it. */
const schema = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly line: string }>`
    select 'column ' || attrelid::regclass || ' ' || attname || ' ' || format_type(atttypid, atttypmod) || ' '
      || attnotnull || attidentity::text || ' ' || coalesce(pg_get_expr(adbin, adrelid), '') as line
    from pg_attribute join pg_class on pg_class.oid = attrelid and relkind = 'r'
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
    union all
    select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
    union all
    select indexdef from pg_indexes where schemaname = 'public'
    union all
    select 'extension ' || extname from pg_extension
    union all
    select 'migration ' || migration_id || ' ' || name || ' ' || created_at from schema_migrations
    order by 1`
)

/** Foreign keys that an update or a removal of what they refer to walks, and that no index leads to. */
const unindexed = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly key: string }>`
    select conrelid::regclass || '.' || attname as key
    from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and not exists (
      select from pg_index
      where indrelid = conrelid and indisvalid and indpred is null and indkey[0] = conkey[1]
    )
    order by 1`
)

/** Foreign keys without an index that holds every row, each with the reason. */
const withoutIndex: ReadonlyArray<{ readonly key: string; readonly because: string }> = [
  {
    key: "notifications.comment_id",
    because: "the unique index notifications_comment_once leaves out nulls only, which a removal never looks for"
  }
]

const migrate = (client: Layer.Layer<SqlClient.SqlClient, unknown>) => Layer.build(Database.migrated(client))

for (const { empty, name } of empties) {
  describe(`${name}: migrations`, { timeout: 60_000 }, () => {
    it.scoped("change nothing when they are applied again", () =>
      Effect.gen(function* () {
        const client = yield* Layer.build(yield* empty)
        const kept = Layer.succeedContext(client)
        const first = yield* Effect.provide(schema, yield* migrate(kept))
        strictEqual(first.length > 100, true)
        const second = yield* Effect.provide(schema, yield* migrate(kept))
        deepStrictEqual(second, first)
      })
    )

    it.scoped("give every foreign key that a removal walks an index", () =>
      Effect.gen(function* () {
        const client = yield* migrate(yield* empty)
        const found = yield* Effect.provide(unindexed, client)
        const excepted = withoutIndex.map(({ key }) => key)
        deepStrictEqual(
          found.map(({ key }) => key),
          excepted.toSorted()
        )
      })
    )
  })
}

describe.skipIf(url === undefined)("server: migrations", { timeout: 60_000 }, () => {
  it.scoped("bring up two instances that find one empty database at once", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 3; round++) {
        const server = yield* emptyOnServer(url ?? "")
        const [one, other] = yield* Effect.all([migrate(Layer.fresh(server)), migrate(Layer.fresh(server))], {
          concurrency: "unbounded"
        })
        const [schemaOfOne, schemaOfOther] = [yield* Effect.provide(schema, one), yield* Effect.provide(schema, other)]
        strictEqual(schemaOfOne.length > 100, true)
        deepStrictEqual(schemaOfOther, schemaOfOne)
      }
    })
  )
})

describe("embedded: the template of the suites", { timeout: 60_000 }, () => {
  it.scoped("has the schema of a fresh database", () =>
    Effect.gen(function* () {
      const withoutTimes = Effect.map(schema, (lines) =>
        lines.map(({ line }) => (line.startsWith("migration") ? line.split(" ").slice(0, 3).join(" ") : line))
      )
      const fresh = yield* Effect.provide(withoutTimes, yield* migrate(Database.embedded("memory://")))
      deepStrictEqual(yield* Effect.provide(withoutTimes, yield* Layer.build(embeddedDatabase)), fresh)
    })
  )
})
