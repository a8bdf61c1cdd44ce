import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { inject } from "vitest"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import type { Committed } from "../../src/adapters/memory/Store.ts"
import { copyOf, newTables } from "../../src/adapters/memory/Tables.ts"
import * as Database from "../../src/adapters/postgres/connection/Database.ts"
import * as Sql from "../../src/adapters/postgres/connection/Sql.ts"
import { isNightly } from "../SuiteSelection.ts"
import { databaseUrl, onServer, startOn, type Templates } from "./Templates.ts"

type Template = keyof Templates<string>

/** A copy of a template. */
interface Copy<A> {
  /** What suites use: an open client, or the address on a server. */
  readonly value: A
  readonly close: Effect.Effect<void>
  /** Brings every row and sequence back to the template's. False if the schema is not the template's any more. */
  readonly reset: Effect.Effect<boolean, unknown>
}

/** Changes when a function, trigger, constraint, column, index or table does, but not when rows do. */
const schemaVersion = (sql: SqlClient.SqlClient) =>
  Effect.map(
    sql<{ readonly version: string }>`
      select concat_ws(' ',
        (select max(xmin::text::bigint) from pg_proc), (select max(xmin::text::bigint) from pg_trigger),
        (select max(xmin::text::bigint) from pg_constraint), (select max(xmin::text::bigint) from pg_attribute),
        (select max(xmin::text::bigint) from pg_index), (select max(xmin::text::bigint) from pg_namespace),
        (select count(*) from pg_class where relpersistence <> 't')) as version`,
    ([row]) => row?.version
  )

const rowsOf = (sql: SqlClient.SqlClient, table: string) =>
  Effect.map(
    sql.unsafe<{ readonly rows: string | null }>(`select json_agg(t)::text as rows from ${table} t`),
    ([row]) => row?.rows ?? undefined
  )

/** The columns of each table that can be written. */
const writableTables = (sql: SqlClient.SqlClient) =>
  sql<{ readonly name: string; readonly columns: string }>`
    select relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'schema_migrations'
    group by relname order by relname`

/** Reads a new copy. Gives what empties all its tables, and writes the rows of the template again. */
const resetOf = (sql: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    const tables = yield* writableTables(sql)
    const filled: Array<readonly [name: string, columns: string, rows: string]> = []
    for (const { columns, name } of tables) {
      const rows = yield* rowsOf(sql, name)
      if (rows !== undefined) filled.push([name, columns, rows])
    }
    const sequences = yield* sql<{ readonly statement: string }>`
      select format('select setval(%L, %s, %L)', sequencename, coalesce(last_value, start_value), last_value is not null)
        as statement
      from pg_sequences where schemaname = 'public'`
    const version = yield* schemaVersion(sql)
    const deletions = tables.map(({ name }) => `delete from ${name}`).join("; ")
    return (sql: SqlClient.SqlClient) =>
      Effect.gen(function* () {
        yield* sql`discard all`
        if ((yield* schemaVersion(sql)) !== version) return false
        yield* sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`set local session_replication_role = replica` // no trigger counts these rows
            yield* sql.unsafe(deletions)
            for (const [name, columns, rows] of filled) {
              yield* sql.unsafe(
                `insert into ${name} (${columns}) overriding system value
               select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
                [rows]
              )
            }
            yield* sql.unsafe(sequences.map(({ statement }) => statement).join("; "))
          })
        )
        return true
      })
  })

const open = (template: Template) =>
  Effect.gen(function* () {
    const templates = inject("embeddedTemplates")
    const folder = mkdtempSync(join(templates, "copy-"))
    cpSync(join(templates, template), folder, { recursive: true })
    const scope = yield* Scope.make()
    const value = yield* Layer.buildWithScope(Database.embedded(folder), scope)
    const sql = Context.get(value, SqlClient.SqlClient)
    const reset = (yield* resetOf(sql))(sql)
    const close = Effect.zipRight(
      Scope.close(scope, Exit.void),
      Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
    )
    return { value, close, reset } satisfies Copy<unknown>
  })

/**
 * Copies of a template, each for one suite at a time. To make one takes a second, so a worker makes few: when a suite
 * ends, its copy is reset to the template for the next one, unless the suite has changed the schema.
 */
const pooled = <A, E>(make: (template: Template) => Effect.Effect<Copy<A>, E>) => {
  const idle: Record<Template, Array<Copy<A>>> = { empty: [], started: [] }
  const release = (template: Template, copy: Copy<A>) =>
    Effect.matchCauseEffect(Effect.timeout(copy.reset, "20 seconds"), {
      onFailure: () => copy.close,
      onSuccess: (isClean) => (isClean ? Effect.sync(() => void idle[template].push(copy)) : copy.close)
    })
  return (template: Template) =>
    Effect.map(
      Effect.acquireRelease(
        Effect.suspend(() => {
          const copy = idle[template].pop()
          return copy === undefined ? Effect.orDie(make(template)) : Effect.succeed(copy)
        }),
        (copy) => release(template, copy)
      ),
      ({ value }) => value
    )
}

const leaseEmbedded = pooled(open)

const embeddedCopy = (template: Template) => Layer.scopedContext(leaseEmbedded(template))

/** An embedded database that no suite had before: its fibers have the clock and the log of this suite. */
export const newEmbeddedDatabase = Layer.scopedContext(
  Effect.map(
    Effect.acquireRelease(Effect.orDie(open("empty")), ({ close }) => close),
    ({ value }) => value
  )
)

/** An embedded database with nothing but the schema. */
export const embeddedDatabase = embeddedCopy("empty")

let created = 0

/** A database on a server. Its name begins as that of the template: the run drops it in the end. */
const createCopy = (url: string, template: Template) =>
  Effect.gen(function* () {
    const name = `${inject("serverTemplates").empty}_${process.pid}_${++created}`
    yield* onServer(url, `create database ${name} template ${inject("serverTemplates")[template]}`).pipe(
      Effect.retry({ times: 20 }) // the template may be in use by another suite that copies it
    )
    yield* onServer(url, `alter database ${name} set synchronous_commit = off`)
    return name
  })

const drop = (url: string, name: string) => Effect.orDie(onServer(url, `drop database if exists ${name} with (force)`))

/** A database of one's own on the server of a URL, copied from a template, dropped with the scope. Gives its URL. */
export const ownDatabase = (url: string, template: Template) =>
  Effect.map(
    Effect.acquireRelease(createCopy(url, template), (name) => drop(url, name)),
    (name) => databaseUrl(url, name)
  )

const leaseOnServer = (url: string) =>
  pooled((template) =>
    Effect.gen(function* () {
      const name = yield* createCopy(url, template)
      const value = databaseUrl(url, name)
      const onCopy = <A, E>(use: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
        Effect.provide(Effect.flatMap(SqlClient.SqlClient, use), Database.server(value, 1))
      const reset = onCopy(yield* onCopy(resetOf))
      return { value, close: drop(url, name), reset } satisfies Copy<unknown>
    })
  )

const serverCopies = (url: string) => {
  const lease = leaseOnServer(url)
  return (template: Template) =>
    Layer.unwrapScoped(Effect.map(lease(template), (database) => Database.server(database, 10)))
}

const url = process.env["TEST_DATABASE_URL"]
const serverCopy = url === undefined ? undefined : serverCopies(url)

const embedded = { name: "embedded", client: embeddedDatabase } as const
const server = serverCopy === undefined ? undefined : ({ name: "server", client: serverCopy("empty") } as const)

/** True for a run that tests the embedded database beside a server, and all that it could leave out. */
export const isEveryStorage = process.env["ALL_SUITES"] === "1" || isNightly

/** The embedded database and the server, for the few suites in which they differ: `embeddedSuites` names them. */
export const bothDatabases = server === undefined ? [embedded] : [embedded, server]

/** The server where there is one, else the embedded database. */
export const mainDatabase = server ?? embedded

/** Every PostgreSQL that this run tests on; each build of a client is a migrated database of its own. */
export const databases = isEveryStorage ? bothDatabases : [mainDatabase]

/** For ports that have no adapter in memory. */
export const databaseStorages = databases.map(({ client, name }) => ({
  name,
  layer: Layer.provide(Sql.layer, client)
}))

const memory = { name: "memory", layer: Memory.layer } as const
const everyStorage = [memory, ...databaseStorages] as const
const database = everyStorage.at(-1) ?? memory
const isInProcess = inject("parts") === undefined

/**
 * Every storage that this run tests on; each build of a layer is an empty community of its own. Only the server where
 * suites run against instances.
 */
export const storages = isInProcess ? everyStorage : [database]

/** For rules above the storages, which the contract suites compare. */
export const memoryOnly = [isInProcess ? memory : database] as const

/** For races, and rules that read SQL themselves: the server where there is one, else the embedded database. */
export const oneDatabase = [database] as const

/**
 * For rules that each kind of storage carries out itself, such as searches: memory, and a server where there is one. The
 * embedded database runs the same statements; it would take minutes here.
 */
export const memoryAndDatabase = isInProcess
  ? url === undefined
    ? memoryOnly
    : ([memory, database] as const)
  : oneDatabase

/** The layers of `storages`. */
export type Storage = (typeof storages)[number]["layer"]

/** A client of a server's database with the content of a first start; undefined without a server. */
export const startedServer = serverCopy?.("started")

/** The tables of a community in memory, for tests that bring them back to what they were (`Restored.ts`). */
export class MemoryTables extends Context.Tag("test/MemoryTables")<MemoryTables, Committed>() {}

/** The tables in memory after a first start. They are made once, and each community begins with a copy. */
const startedTables = Effect.runSync(
  Effect.cached(
    Effect.promise(async () => {
      const committed = { tables: newTables() }
      await startOn(Memory.over(committed))
      return committed.tables
    })
  )
)

const startedMemory = Layer.unwrapEffect(
  Effect.map(startedTables, (tables) => {
    const committed = { tables: copyOf(tables) }
    return Layer.merge(Memory.over(committed), Layer.succeed(MemoryTables, committed))
  })
)

const startedLayers: Readonly<Record<string, Storage>> = {
  memory: startedMemory,
  embedded: Layer.provide(Sql.layer, embeddedCopy("started")),
  ...(startedServer === undefined ? {} : { server: Layer.provide(Sql.layer, startedServer) })
}

/** The same storage with the content of a first start, where a copy is cheaper than a first start. */
export const started = (storage: Storage): Storage => {
  const name = everyStorage.find(({ layer }) => layer === storage)?.name
  return (name === undefined ? undefined : startedLayers[name]) ?? storage
}
