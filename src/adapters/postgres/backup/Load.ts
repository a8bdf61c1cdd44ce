import { SqlClient, SqlError } from "@effect/sql"
import { Effect, Schema, Stream } from "effect"
import * as Migrations from "../connection/Migrations.ts"
import { row, rows, Value } from "../Rows.ts"
import { type BackupHeader, type BackupLine, BackupReader, BackupRefused, type BackupTable } from "./BackupFormat.ts"
import { backupTables, type SchemaTable } from "./BackupTables.ts"

const refused = (message: string) => new BackupRefused({ message })

const nameOf = ({ id, name }: BackupHeader["migrations"][number]) => Migrations.nameOf(id, name)

/** Brings an empty database to the migration of a backup. A later schema cannot take its rows. */
const migrateTo = ({ migrations }: BackupHeader) =>
  Effect.gen(function* () {
    const ours = yield* Migrations.known
    const strange = migrations.find(({ id, name }, index) => ours[index]?.id !== id || ours[index]?.name !== name)
    const last = migrations.at(-1)
    if (strange !== undefined || last === undefined) {
      const which = strange === undefined ? "it names no migration" : `its migration ${nameOf(strange)} is unknown here`
      return yield* refused(`the backup is from another version of the program (${which}): restore it with that one`)
    }
    yield* Migrations.runTo(last.id)
    const applied = yield* Migrations.applied
    if (applied.length > migrations.length) {
      return yield* refused(
        `the database has the schema of a later version than the backup, whose last migration is ${nameOf(last)}: ` +
          "restore it into a database without tables"
      )
    }
  })

const Count = Value("rows", Schema.Int)
const Reference = Schema.Struct({ table: Schema.String, name: Schema.String })

const countOf = (sql: SqlClient.SqlClient, name: string) =>
  sql`select count(*)::int as rows from ${sql(name)}`.pipe(row(Count))

/** Fails unless every table is empty, except for the migrations' own row: the version of an empty catalogue. */
const requireEmpty = (sql: SqlClient.SqlClient, tables: ReadonlyArray<SchemaTable>) =>
  Effect.gen(function* () {
    yield* sql`lock table ${sql.csv(tables.map(({ name }) => sql`${sql(name)}`))} in access exclusive mode`
    yield* sql`delete from catalogue where version = 1 and listed = 0`
    const filled: Array<string> = []
    for (const { name } of tables) {
      const rows = yield* countOf(sql, name)
      if (rows > 0) filled.push(`${name}: ${rows}`)
    }
    if (filled.length > 0) {
      return yield* refused(
        `the database is not empty (rows of ${filled.join(", ")}): restore into an empty one, ` +
          "which no server has been started on. Nothing was changed"
      )
    }
  })

/** Fails unless a backup has the tables and columns of the schema. */
const requireSame = (header: BackupHeader, tables: ReadonlyArray<SchemaTable>) => {
  const shape = (table: Pick<BackupTable, "name" | "columns">) => `${table.name} (${table.columns.join(", ")})`
  const own = new Set(tables.map(shape))
  const other = header.tables.filter((table) => !own.has(shape(table)))
  return other.length === 0 && header.tables.length === own.size
    ? Effect.void
    : refused(`the backup does not fit its schema: ${[...other.map(shape), "tables are missing"][0]}`)
}

/** The foreign keys of tables to themselves: their rows come in any order. */
const ownReferences = (sql: SqlClient.SqlClient) =>
  sql`
      select relname as table, conname as name from pg_constraint join pg_class on pg_class.oid = conrelid
      where contype = 'f' and conrelid = confrelid and connamespace = current_schema()::regnamespace order by 1, 2`.pipe(
    rows(Reference)
  )

/** Prepares an empty database for the rows of a backup. Part of the transaction of the restore. */
const prepareSchema = (header: BackupHeader) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`set local statement_timeout = 0`
    yield* sql`set local idle_in_transaction_session_timeout = 0`
    yield* migrateTo(header)
    const tables = yield* backupTables
    yield* requireSame(header, tables)
    yield* requireEmpty(sql, tables)
    for (const { name, table } of yield* ownReferences(sql)) {
      yield* sql`alter table ${sql(table)} alter constraint ${sql(name)} deferrable initially deferred`
    }
  })

/**
 * Completes a database that has the rows of a backup: checks references and numbers of rows, sets the sequences, counts
 * everything, and applies the later migrations.
 */
const sealSchema = (header: BackupHeader) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`set constraints all immediate`
    for (const { name, table } of yield* ownReferences(sql)) {
      yield* sql`alter table ${sql(table)} alter constraint ${sql(name)} not deferrable`
    }
    for (const { name, rows: expected } of header.tables) {
      const rows = yield* countOf(sql, name)
      if (rows !== expected) return yield* refused(`of ${expected} rows of ${name}, ${rows} are stored`)
    }
    for (const { isCalled, last, name } of header.sequences) {
      yield* sql`select setval(${name}::text::regclass, ${last}::text::bigint, ${isCalled})`
    }
    yield* Migrations.run()
    yield* sql`select count_community()`
    yield* sql`
      select gin_clean_pending_list(index.oid)
      from pg_index join pg_class index on index.oid = indexrelid join pg_am on pg_am.oid = index.relam
      where index.relnamespace = current_schema()::regnamespace and amname = 'gin'`
    yield* sql`analyze`
  })

/** The size of the rows that are stored by one statement, in characters. */
const batchCharacters = 512 * 1_024

/** The maximum number of rows that are stored by one statement, and the rows between two reports of progress. */
const batchRows = 2_000

/** Calls `each` for every line in its order. Fails with `BackupRefused` unless they are a whole backup. */
const readLines = <E, R, E2, R2>(
  lines: Stream.Stream<string, E, R>,
  each: (line: BackupLine, text: string) => Effect.Effect<void, E2, R2>
) =>
  Effect.gen(function* () {
    const reader = new BackupReader()
    yield* Stream.runForEachChunk(lines, (chunk) =>
      Effect.gen(function* () {
        for (const text of chunk) yield* each(yield* reader.accept(text), text)
      })
    )
    yield* reader.finish()
  })

const totalOf = ({ tables }: BackupHeader) => tables.reduce((sum, { rows }) => sum + rows, 0)

/** Called with the number of rows done and the total. */
type Progress = (done: number, total: number) => Effect.Effect<void>

/** Reads a backup to its end, and stores nothing. Fails with `BackupRefused` unless it is whole. */
export const verify = <E, R>(lines: Stream.Stream<string, E, R>, progress: Progress) =>
  Effect.suspend(() => {
    let [done, total] = [0, 0]
    return readLines(lines, (line) => {
      if (line._tag === "Header") total = totalOf(line.header)
      if (line._tag !== "Row") return Effect.void
      done += 1
      return done % batchRows === 0 || done === total ? progress(done, total) : Effect.void
    })
  })

/** Each table is also the type of its rows, which reads their texts. */
const insertRows = (sql: SqlClient.SqlClient, { name }: SchemaTable, rows: ReadonlyArray<string>) => sql`
  insert into ${sql(name)} overriding system value
  select * from unnest(array(select line::${sql(name)} from jsonb_array_elements_text(${`[${rows.join()}]`}::jsonb) line))`

const makeLoader = (
  sql: SqlClient.SqlClient,
  tables: ReadonlyArray<SchemaTable>,
  total: number,
  progress: Progress
) => {
  let [done, characters] = [0, 0]
  let rows: Array<string> = []
  let current: BackupTable | undefined

  const flush = Effect.suspend(() => {
    const table = tables.find(({ name }) => name === current?.name)
    if (table === undefined || rows.length === 0) return Effect.void
    const stored = insertRows(sql, table, rows)
    done += rows.length
    rows = []
    characters = 0
    return Effect.zipRight(stored, progress(done, total))
  })

  const add = (table: BackupTable, row: string) =>
    Effect.suspend(() => {
      const isDue = table !== current || rows.length >= batchRows || characters >= batchCharacters
      const before = isDue ? flush : Effect.void
      return Effect.map(before, () => {
        current = table
        rows.push(row)
        characters += row.length
      })
    })

  return { add, flush }
}

/** A statement fails for other reasons than a lost connection only if the rows do not fit. */
const orRefused = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.catchIf(
    effect,
    (error: E): error is E & SqlError.SqlError =>
      error instanceof SqlError.SqlError && /^2[23]/.test(String(Reflect.get(Object(error.cause), "code"))),
    ({ cause }) =>
      new BackupRefused({
        message: `the rows cannot be stored: ${cause instanceof Error ? cause.message : String(cause)}. Nothing was restored`
      })
  )

/**
 * Restores a backup in one transaction: makes the schema of the backup, stores its rows, and applies the migrations
 * that came since. Fails with `BackupRefused`, and changes nothing, unless the database is empty and the backup whole.
 */
export const load = <E, R>(lines: Stream.Stream<string, E, R>, progress: Progress) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    let restored: BackupHeader | undefined
    let loader: ReturnType<typeof makeLoader> | undefined
    const each = (line: BackupLine, text: string) =>
      Effect.gen(function* () {
        switch (line._tag) {
          case "Header":
            yield* prepareSchema(line.header)
            restored = line.header
            loader = makeLoader(sql, yield* backupTables, totalOf(line.header), progress)
            return
          case "Row":
            return yield* loader?.add(line.table, text) ?? Effect.void
          case "Trailer":
            return yield* loader?.flush ?? Effect.void
        }
      })
    yield* readLines(lines, each)
    if (restored === undefined) return yield* Effect.dieMessage("a whole backup has a header")
    yield* sealSchema(restored)
    return restored
  }).pipe(orRefused, (effect) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(effect)))
