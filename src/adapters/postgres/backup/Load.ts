import { SqlClient, SqlError } from "@effect/sql"
import { Effect, Stream } from "effect"
import { type BackupHeader, type BackupLine, BackupReader, BackupRefused, type BackupTable } from "./BackupFormat.ts"
import { backupTables, type SchemaTable } from "./BackupTables.ts"
import { prepareSchema, sealSchema } from "./RestoredSchema.ts"

/** The size of the rows that are stored by one statement, in characters, and their greatest number. */
const batchCharacters = 512 * 1_024
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

/** Stores the rows of a backup table by table. */
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
 * Restores a backup in one transaction: makes the schema of the backup, stores its rows, and applies the migrations that
 * came since. Fails with `BackupRefused`, and changes nothing, unless the database is empty and the backup whole.
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
