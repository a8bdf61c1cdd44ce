import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import * as Migrations from "../connection/Migrations.ts"
import { type BackupHeader, BackupRefused, type BackupTable } from "./BackupFormat.ts"
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
    const applied = yield* Migrations.applied(undefined)
    if (applied.length > migrations.length) {
      return yield* refused(
        `the database has the schema of a later version than the backup, whose last migration is ${nameOf(last)}: ` +
          "restore it into a database without tables"
      )
    }
  })

const rowsOf = (sql: SqlClient.SqlClient, name: string) =>
  SqlSchema.single({
    Request: Schema.Void,
    Result: Schema.Struct({ rows: Schema.Int }),
    execute: () => sql`select count(*)::int as rows from ${sql(name)}`
  })(undefined)

/** Fails unless every table is empty, except for the migrations' own row: the version of an empty catalogue. */
const requireEmpty = (sql: SqlClient.SqlClient, tables: ReadonlyArray<SchemaTable>) =>
  Effect.gen(function* () {
    yield* sql`lock table ${sql.csv(tables.map(({ name }) => sql`${sql(name)}`))} in access exclusive mode`
    yield* sql`delete from catalogue where version = 1 and listed = 0`
    const filled: Array<string> = []
    for (const { name } of tables) {
      const { rows } = yield* rowsOf(sql, name)
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
  SqlSchema.findAll({
    Request: Schema.Void,
    Result: Schema.Struct({ table: Schema.String, name: Schema.String }),
    execute: () => sql`
      select relname as table, conname as name from pg_constraint join pg_class on pg_class.oid = conrelid
      where contype = 'f' and conrelid = confrelid and connamespace = current_schema()::regnamespace order by 1, 2`
  })(undefined)

/** Prepares an empty database for the rows of a backup. Part of the transaction of the restore. */
export const prepareSchema = (header: BackupHeader) =>
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
export const sealSchema = (header: BackupHeader) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`set constraints all immediate`
    for (const { name, table } of yield* ownReferences(sql)) {
      yield* sql`alter table ${sql(table)} alter constraint ${sql(name)} not deferrable`
    }
    for (const { name, rows: expected } of header.tables) {
      const { rows } = yield* rowsOf(sql, name)
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
