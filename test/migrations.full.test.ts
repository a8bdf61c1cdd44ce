import { SqlClient } from "@effect/sql"
import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer } from "effect"
import { expect } from "vitest"
import * as Database from "../src/adapters/postgres/connection/Database.ts"
import { textOf } from "./architecture/Source.ts"
import { embeddedDatabase } from "./support/Storage.ts"
import { databaseUrl, onServer } from "./support/Templates.ts"

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

/**
 * All that a schema is made of, one line each, and the migrations that made it. Constraints of `not null`, which only
 * newer versions of PostgreSQL have, are left out: the lines of the columns say the same.
 */
const schema = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly line: string }>`
    select 'column ' || attrelid::regclass || ' ' || attname || ' ' || format_type(atttypid, atttypmod) || ' '
      || attnotnull || attidentity::text || ' ' || coalesce(pg_get_expr(adbin, adrelid), '') as line
    from pg_attribute join pg_class on pg_class.oid = attrelid and relkind in ('r', 'c')
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
    union all
    select 'table ' || oid::regclass || ' ' || relpersistence::text || ' ' || coalesce(reloptions::text, '')
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
    union all
    select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and contype <> 'n'
    union all
    select indexdef from pg_indexes where schemaname = 'public'
    union all
    select 'function ' || pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
    union all
    select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all
    select 'extension ' || extname from pg_extension
    union all
    select 'migration ' || migration_id || ' ' || name || ' ' || created_at from schema_migrations
    order by 1`
)

/** The same without the times at which migrations were applied, in an order that no collation decides. */
const definitions = Effect.map(schema, (lines) =>
  lines.map(({ line }) => (line.startsWith("migration") ? line.split(" ").slice(0, 3).join(" ") : line)).sort()
)

const migrate = (client: Layer.Layer<SqlClient.SqlClient, unknown>) => Layer.build(Database.migrated(client))

/** Ways in which the list of applied migrations may differ from ours. */
const otherVersions: ReadonlyArray<
  readonly [made: string, change: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>]
> = [
  ["with a migration of another name", (sql) => sql`update schema_migrations set name = 'x' where migration_id = 3`],
  ["with a newer migration", (sql) => sql`insert into schema_migrations values (3000, default, 'x')`],
  ["without one of the migrations", (sql) => sql`delete from schema_migrations where migration_id = 3`]
]

/** Runs the statements of a migration once more, on the rows that a test has written since. */
const runAgain = (sql: SqlClient.SqlClient, migration: string) =>
  Effect.forEach(
    textOf(`migrations/${migration}.sql`)
      .split(";\n")
      .filter((statement) => statement.trim() !== ""),
    (statement) => sql.unsafe(statement),
    { discard: true }
  )

for (const { empty, name } of empties) {
  describe(`${name}: migrations`, () => {
    it.scoped("Migrations.run changes nothing the second time", () =>
      Effect.gen(function* () {
        const client = yield* Layer.build(yield* empty)
        const database = Layer.succeedContext(client)
        const first = yield* Effect.provide(schema, yield* migrate(database))
        strictEqual(first.length > 100, true)
        const second = yield* Effect.provide(schema, yield* migrate(database))
        deepStrictEqual(second, first)
      })
    )

    it.scoped("Migrations.run replaces the functions and triggers of another version by its own", () =>
      Effect.gen(function* () {
        const client = yield* migrate(yield* empty)
        const sql = yield* Effect.provide(SqlClient.SqlClient, client)
        const original = yield* Effect.provide(schema, client)
        yield* sql`create or replace function free_slot() returns integer language sql as 'select 1'`
        yield* sql`drop trigger count_inserted on all_likes`
        yield* sql`comment on table schema_migrations is 'functions of another version'`
        yield* migrate(Layer.succeedContext(client))
        deepStrictEqual(yield* Effect.provide(schema, client), original)
      })
    )

    it.scoped("Migration 16 hides stored ids of ICD-11's foundation, which go on leading to their diseases", () =>
      Effect.gen(function* () {
        const client = yield* migrate(yield* empty)
        const sql = yield* Effect.provide(SqlClient.SqlClient, client)
        yield* sql`insert into diseases (key, name, sort_key, sources, version) values ('a', 'A', 'a', '[]', 1), ('b', 'B', 'b', '[]', 1)`
        yield* sql`insert into disease_codes (disease_id, system, position, code, key) values
          (1, 'icd11', 0, 'ICD11:1060981106', 'icd11:1060981106'), (1, 'icd11', 1, 'ICD11:LD28.01', 'icd11:ld28.01'),
          (1, 'retired', 0, 'ORPHA:1', 'orpha:1'), (2, 'icd11', 0, 'ICD11:733056203', 'icd11:733056203')`
        yield* runAgain(sql, "0016_icd11_foundation")
        const codes = yield* sql<{ readonly line: string }>`
          select disease_id || ' ' || system || ' ' || position || ' ' || key as line from disease_codes order by 1`
        deepStrictEqual(
          codes.map(({ line }) => line),
          [
            "1 icd11 1 icd11:ld28.01",
            "1 retired 0 orpha:1",
            "1 retired 1 icd11:1060981106",
            "2 retired 0 icd11:733056203"
          ]
        )
      })
    )

    it.scoped("Migration 27 gives names with a capital ẞ the key of those with ss, unless a member has it", () =>
      Effect.gen(function* () {
        const client = yield* migrate(yield* empty)
        const sql = yield* Effect.provide(SqlClient.SqlClient, client)
        yield* sql`insert into users (username, username_key, email, email_key, password_hash, role, created_at, active_at)
          select name, name, name, name, '', 'user', now(), now() from unnest(array['ann', 'weiß', 'groß', 'gross']) as name`
        yield* runAgain(sql, "0027_sharp_s")
        const keys = yield* sql<{ readonly line: string }>`
          select username || ' ' || username_key || ' ' || email_key as line from users order by id`
        deepStrictEqual(
          keys.map(({ line }) => line),
          ["ann ann ann", "weiß weiss weiss", "groß groß groß", "gross gross gross"]
        )
      })
    )

    it.scoped("Migration 52 cuts news of feeds to the summary, and keeps the text of all others", () =>
      Effect.gen(function* () {
        const client = yield* migrate(yield* empty)
        const sql = yield* Effect.provide(SqlClient.SqlClient, client)
        yield* sql`insert into news (key, title, summary, category, source, published_at, content, content_html, search)
          select key, 'A title', 'What it says.', 'research', 'A newsroom', now(), 'All.', '<p>All.</p>', ''
          from unnest(array['feed:1', 'own:1', 'sample-1']) as key`
        yield* runAgain(sql, "0052_summaries_of_news")
        const items = yield* sql<{ readonly line: string }>`
          select concat_ws('|', key, summary, content, content_html) as line from news order by key`
        deepStrictEqual(
          items.map(({ line }) => line),
          ["feed:1|What it says.||", "own:1|What it says.|All.|<p>All.</p>", "sample-1|What it says.|All.|<p>All.</p>"]
        )
      })
    )

    it.scoped("Migrations.run keeps the functions of a later version", () =>
      Effect.gen(function* () {
        const client = yield* migrate(yield* empty)
        const sql = yield* Effect.provide(SqlClient.SqlClient, client)
        yield* sql`create or replace function free_slot() returns integer language sql as 'select 1'`
        yield* sql`comment on table schema_migrations is 'functions 1000 of a later version'`
        const later = yield* Effect.provide(schema, client)
        yield* migrate(Layer.succeedContext(client))
        deepStrictEqual(yield* Effect.provide(schema, client), later)
      })
    )

    it.scoped("Migrations.run refuses a database of another version, and leaves it unchanged", () =>
      Effect.gen(function* () {
        const client = yield* migrate(yield* empty)
        const sql = yield* Effect.provide(SqlClient.SqlClient, client)
        const original = yield* Effect.provide(schema, client)
        for (const [title, change] of otherVersions) {
          yield* sql`create table backup as table schema_migrations`
          yield* change(sql)
          const before = yield* Effect.provide(schema, client)
          const failure = yield* Effect.flip(migrate(Layer.succeedContext(client)))
          expect(failure, title).toMatchObject({
            reason: "bad-state",
            message: expect.stringMatching("^the database was made by another version of this server")
          })
          deepStrictEqual(yield* Effect.provide(schema, client), before, title)
          yield* sql`delete from schema_migrations`
          yield* sql`insert into schema_migrations table backup`
          yield* sql`drop table backup`
        }
        yield* migrate(Layer.succeedContext(client))
        deepStrictEqual(yield* Effect.provide(schema, client), original)
      })
    )
  })
}

describe.skipIf(url === undefined)("server: migrations", () => {
  it.scoped("Migrations.run serves two instances that start on one empty database at once", () =>
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

  it.scoped(
    "Migrations.run makes the same tables, functions and triggers on a server as in the embedded database",
    () =>
      Effect.gen(function* () {
        const server = yield* Effect.provide(definitions, yield* migrate(yield* emptyOnServer(url ?? "")))
        deepStrictEqual(server, yield* Effect.provide(definitions, yield* Layer.build(embeddedDatabase)))
      })
  )
})

describe("embedded: the template of the suites", () => {
  it.scoped("The template of the suites has the schema of a fresh database", () =>
    Effect.gen(function* () {
      const fresh = yield* Effect.provide(definitions, yield* migrate(Database.embedded("memory://")))
      deepStrictEqual(yield* Effect.provide(definitions, yield* Layer.build(embeddedDatabase)), fresh)
    })
  )
})

describe("the comparison of two schemas", () => {
  it.scoped("The comparison of schemas finds a different function, trigger and table option", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const before = yield* definitions
      yield* sql`create or replace function free_slot() returns integer language sql as 'select 1'`
      yield* sql`drop trigger count_inserted on all_likes`
      yield* sql`alter table author_counts set (fillfactor = 90)`
      const after = yield* definitions
      const kindsOf = (lines: ReadonlyArray<string>) => lines.map((line) => line.slice(0, line.indexOf(" ")))
      deepStrictEqual(kindsOf(before.filter((line) => !after.includes(line))), ["function", "table", "trigger"])
      deepStrictEqual(kindsOf(after.filter((line) => !before.includes(line))), ["function", "table"])
    }).pipe(Effect.provide(embeddedDatabase))
  )
})
