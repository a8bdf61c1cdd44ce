import { SqlClient } from "@effect/sql"
import { DateTime, Effect, Schema } from "effect"
import * as Migrations from "../connection/Migrations.ts"
import { row, rows, Value } from "../Rows.ts"
import { type BackupHeader, BackupWriter, headerOf } from "./BackupFormat.ts"
import { backupSequences, backupTables, type SchemaTable } from "./BackupTables.ts"

/** The size of a page of rows that is read at once, in characters. */
const pageCharacters = 256 * 1_024

/** The fewest rows that a backup reads at a time, however large they are. */
const minPageRows = 20

/** The maximum number of rows that a backup reads at a time, however small they are. */
const maxPageRows = 2_000

/** Texts of all types that do not depend on the settings of a database. The embedded one has them by default. */
const portableTexts = (sql: SqlClient.SqlClient) =>
  Effect.all([
    sql`set local timezone = 'UTC'`,
    sql`set local datestyle = 'ISO, YMD'`,
    sql`set local intervalstyle = 'postgres'`,
    sql`set local extra_float_digits = 1`,
    sql`set local bytea_output = 'hex'`
  ])

const cursorOf = ({ name }: SchemaTable) => `backup_${name}`

/**
 * Whole rows, which become text when they are fetched: to materialise them is much faster than to materialise texts.
 */
const rowsOf = (sql: SqlClient.SqlClient, { name }: SchemaTable) =>
  sql`select stored as row from ${sql(name)} as stored`

const Count = Value("rows", Schema.Int)
const Sequence = Schema.Struct({ last: Schema.String, isCalled: Schema.Boolean })

const countOf = (sql: SqlClient.SqlClient, { columns, name }: SchemaTable) =>
  sql`select count(*)::int as rows from ${sql(name)}`.pipe(
    row(Count),
    Effect.map((rows) => ({ name, columns, rows }))
  )

const sequenceOf = (sql: SqlClient.SqlClient, name: string) =>
  sql`select last_value::text as last, is_called as "isCalled" from ${sql(name)}`.pipe(
    row(Sequence),
    Effect.map((state) => ({ name, ...state }))
  )

/** Opens a cursor over each table, and gives the header. A transaction of one snapshot. */
const openCursors = (sql: SqlClient.SqlClient, hold: boolean) =>
  Effect.gen(function* () {
    yield* sql`set transaction isolation level repeatable read, read only`
    yield* portableTexts(sql)
    // A pipe may take the rows slowly.
    yield* sql`set local idle_in_transaction_session_timeout = 0`
    const tables = yield* backupTables
    const counted = yield* Effect.forEach(tables, (table) => countOf(sql, table))
    // After the first statement of the snapshot: a sequence is never behind its rows.
    const sequences = yield* Effect.forEach(yield* backupSequences, (name) => sequenceOf(sql, name))
    const migrations = yield* Migrations.applied
    const createdAt = DateTime.formatIso(yield* DateTime.now)
    for (const table of tables) {
      yield* sql`declare ${sql(cursorOf(table))} no scroll cursor ${hold ? sql`with hold` : sql``} for ${rowsOf(sql, table)}`
    }
    return { header: headerOf({ createdAt, migrations, tables: counted, sequences }), tables }
  })

/** `write` takes the text of a backup; `progress` is called with the rows read so far and the total. */
export interface DumpTarget<E> {
  readonly write: (text: string) => Effect.Effect<void, E>
  readonly progress: (done: number, total: number) => Effect.Effect<void>
}

const rowTexts = rows(Value("row", Schema.String))

/** Reads all cursors, page by page, and closes each. */
const readCursors = <E>(
  sql: SqlClient.SqlClient,
  tables: ReadonlyArray<SchemaTable>,
  { tables: counted }: BackupHeader,
  writer: BackupWriter,
  { progress, write }: DumpTarget<E>
) =>
  Effect.gen(function* () {
    const total = counted.reduce((sum, { rows }) => sum + rows, 0)
    let done = 0
    for (const table of tables) {
      let count = minPageRows
      for (let page: ReadonlyArray<string> | undefined; page?.length !== 0; ) {
        page = yield* rowTexts(sql`fetch ${sql.literal(String(count))} from ${sql(cursorOf(table))}`)
        const text = writer.rows(page)
        yield* write(text)
        done += page.length
        yield* progress(done, total)
        const fitting = Math.floor((count * pageCharacters) / Math.max(1, text.length))
        count = Math.min(maxPageRows, Math.max(minPageRows, fitting))
      }
      yield* sql`close ${sql(cursorOf(table))}`
    }
  })

/**
 * Writes a backup of one snapshot, and gives its header. In `pages` the snapshot is materialised in one short
 * transaction, and read in statements of their own: for a database of one session, on which others wait for each
 * transaction.
 */
export const dump = <E>(target: DumpTarget<E>, { pages }: { readonly pages: boolean }) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const writer = new BackupWriter()
    const read = ({ header, tables }: { readonly header: BackupHeader; readonly tables: ReadonlyArray<SchemaTable> }) =>
      Effect.gen(function* () {
        yield* target.write(writer.header(header))
        yield* readCursors(sql, tables, header, writer, target)
        yield* target.write(writer.trailer())
        return header
      })
    return yield* pages
      ? Effect.flatMap(sql.withTransaction(openCursors(sql, true)), read)
      : sql.withTransaction(Effect.flatMap(openCursors(sql, false), read))
  })
