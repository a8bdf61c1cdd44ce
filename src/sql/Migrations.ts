import { FileSystem, Path } from "@effect/platform"
import { Migrator, SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { newsSearchFilled } from "./NewsSearchFilled.ts"

const table = "schema_migrations"

/** What a migration does beside its file, right after it: what SQL cannot compute. Never edited after a release. */
const follows: Readonly<Record<number, typeof newsSearchFilled>> = { 13: newsSearchFilled }

/** The numbered files of `migrations/`, in order. Plain SQL, so that a bundle, `tsx` and vitest read the same. */
const files: Migrator.Loader<FileSystem.FileSystem | Path.Path> = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const folder = yield* path.fromFileUrl(new URL("../../migrations/", import.meta.url))
  const names = (yield* fs.readDirectory(folder)).sort()
  return names.flatMap((file) => {
    const [, number, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? []
    if (number === undefined || name === undefined) return []
    const run = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`set local statement_timeout = 0` // an index may take its time
      yield* sql.unsafe(yield* fs.readFileString(path.join(folder, file)))
      return yield* follows[Number(number)] ?? Effect.void
    })
    return [[Number(number), name, Effect.succeed({ default: run })] as const]
  })
}).pipe(
  Effect.mapError(
    (cause) => new Migrator.MigrationError({ reason: "failed", cause, message: "cannot read migrations" })
  )
)

/** The migrator creates its table in a race when two instances start at once; under this lock one of them waits. */
const ensureTable = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.withTransaction(
    Effect.zipRight(
      sql`select pg_advisory_xact_lock(727272)`,
      sql`create table if not exists ${sql(table)} (
          migration_id integer primary key, created_at timestamptz not null default now(), name text not null)`
    )
  )
)

/**
 * Brings the schema up to date: the files newer than the newest applied, in one transaction. Answers which were applied.
 */
export const run = Effect.zipRight(ensureTable, Migrator.make({})({ loader: files, table }))

/** The same, or stops the start. */
export const layer = Layer.effectDiscard(run)
