import { createHash } from "node:crypto"
import { FileSystem, Path } from "@effect/platform"
import { Migrator, SqlClient } from "@effect/sql"
import { Cause, Effect, Layer, Predicate, Schema } from "effect"
import { packageFile } from "../../PackageFiles.ts"
import { migrationLock } from "../AdvisoryLocks.ts"
import { row, rows, Value } from "../Rows.ts"

const table = "schema_migrations"

/** The numbered files of `migrations/`, in order. Plain SQL, so that a bundle, `tsx` and vitest read the same. */
const files: Migrator.Loader<FileSystem.FileSystem | Path.Path> = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const folder = yield* path.fromFileUrl(packageFile("migrations/"))
  const names = (yield* fs.readDirectory(folder)).sort()
  return names.flatMap((file) => {
    const [, number, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? []
    if (number === undefined || name === undefined) return []
    const run = Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.flatMap(fs.readFileString(path.join(folder, file)), (text) => sql.unsafe(text))
    )
    return [[Number(number), name, Effect.succeed({ default: run })] as const]
  })
}).pipe(
  Effect.mapError(
    (cause) => new Migrator.MigrationError({ reason: "failed", cause, message: "cannot read migrations" })
  )
)

const Applied = Schema.Struct({ id: Schema.Int, name: Schema.String })

/** The migrations that the database has applied, in order. */
export const applied = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`select migration_id as id, name from ${sql(table)} order by migration_id`.pipe(rows(Applied))
)

/**
 * The files, if the database has applied the first ones of them and nothing else. The migrator looks only at the
 * highest number, so it would accept the schema of another version.
 */
const checkedFiles = Effect.gen(function* () {
  const ours = yield* files
  for (const [index, { id, name }] of (yield* Effect.orDie(applied)).entries()) {
    const [ourId, ourName] = ours[index] ?? []
    if (id === ourId && name === ourName) continue
    return yield* new Migrator.MigrationError({
      reason: "bad-state",
      message:
        `the database was made by another version of this server (its migration ${id} is "${name}"): ` +
        "start that version, or set DATA_DIR or DATABASE_URL to an empty database"
    })
  }
  return ours
})

/** What is wrong with a database, by the SQLSTATE of a statement that it refuses, and by what it says. */
type Reasons = Readonly<Record<string, (said: string) => string>>

const otherProgram = (said: string) =>
  `names a database with tables of another program (${said}): name an empty database`

const refusals: Reasons = {
  "3F000": () => "has a user whose search_path names no schema: create that schema, or correct it by ALTER ROLE",
  "42501": (said) =>
    `has a user who may not make tables (${said}): let it own the database, or GRANT CREATE ON SCHEMA public to it`
}

const otherTables: Reasons = { "42P07": otherProgram, "42710": otherProgram }

const otherMigrations: Reasons = { "42703": otherProgram }

/** The innermost cause of a failure. */
const causeOf = (failure: unknown): unknown =>
  Predicate.hasProperty(failure, "cause") && failure.cause !== undefined ? causeOf(failure.cause) : failure

/** Fails with one line for an operator where the database refuses a statement for one of these reasons. */
const explained =
  (reasons: Reasons) =>
  <A, E, R>(run: Effect.Effect<A, E, R>) =>
    Effect.catchAllCause(run, (cause): Effect.Effect<never, E | Migrator.MigrationError> => {
      const refused = causeOf(Cause.squash(cause))
      const code = Predicate.hasProperty(refused, "code") ? String(refused.code) : ""
      const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined
      if (reason === undefined || !(refused instanceof Error)) return Effect.failCause(cause)
      const message = `DATABASE_URL ${reason(refused.message)}`
      return Effect.fail(new Migrator.MigrationError({ reason: "bad-state", cause: undefined, message }))
    })

/** The migrations that the database has applied, where its table may be that of another program. */
const appliedByUs = Effect.orDie(applied).pipe(explained(otherMigrations))

/** The number and name of each file that the database has not applied yet. Fails as `run` does, and changes nothing. */
export const due = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const hasTable = yield* sql`select where to_regclass(${table}) is not null`
  const count = hasTable.length === 0 ? 0 : (yield* appliedByUs).length
  const ours = count === 0 ? yield* files : yield* checkedFiles
  return ours.slice(count).map(([number, name]) => [number, name] as const)
})

/** The numbers and names of all files. */
export const known = Effect.map(files, (ours) => ours.map(([id, name]) => ({ id, name })))

/**
 * Runs an effect in a transaction of the one instance that migrates. An index may take its time, and instances that
 * start meanwhile wait for the end.
 */
const migrating = <A, E, R>(run: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      sql`set local lock_timeout = 0`.pipe(
        Effect.zipRight(sql`set local statement_timeout = 0`),
        Effect.zipRight(sql`select pg_advisory_xact_lock(${migrationLock})`),
        Effect.zipRight(run)
      )
    )
  )

const ensureTable = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`create table if not exists ${sql(table)} (
    migration_id integer primary key, created_at timestamptz not null default now(), name text not null)`
)

/** Called before each file with the number of due files that have been applied. */
type OnProgress = (done: number, total: number) => Effect.Effect<void>

/** The files from an index on; each announces itself before it runs. */
const reporting = (ours: ReadonlyArray<Migrator.ResolvedMigration>, from: number, onProgress: OnProgress) =>
  ours.map(
    ([id, name, load], index): Migrator.ResolvedMigration => [
      id,
      name,
      Effect.map(load, ({ default: run }) => ({
        default: Effect.zipRight(onProgress(index - from, ours.length - from), run)
      }))
    ]
  )

/** Applies the files up to a number that the database has not applied yet, without functions and triggers. */
export const runTo = (last: number, onProgress: OnProgress = () => Effect.void) =>
  migrating(
    Effect.gen(function* () {
      yield* ensureTable
      const from = (yield* appliedByUs).length
      const loader = Effect.map(checkedFiles, (ours) =>
        reporting(
          ours.filter(([id]) => id <= last),
          from,
          onProgress
        )
      )
      return yield* Migrator.make({})({ loader, table }).pipe(explained(from === 0 ? otherTables : {}))
    })
  ).pipe(explained(refusals))

/** The functions and triggers of `migrations/functions/`, as one text. */
const functions = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const folder = yield* path.fromFileUrl(packageFile("migrations/functions/"))
  const names = (yield* fs.readDirectory(folder)).filter((name) => name.endsWith(".sql")).sort()
  const texts = yield* Effect.forEach(names, (name) => fs.readFileString(path.join(folder, name)))
  return texts.join("\n")
}).pipe(Effect.orDie)

/** Grows with each release that changes a function or trigger: an older program that starts beside it replaces none. */
export const functionsVersion = 14

const Comment = Value("comment", Schema.NullOr(Schema.String))

/** The version in the comment of the migrator's table; 0.1.0 wrote none. */
const versionIn = (comment: string) => Number(/^functions (\d+) /.exec(comment)?.[1] ?? 1)

/**
 * Replaces the database's functions and triggers by those of this program, unless a later one has. The comment of the
 * migrator's table holds their version and hash, so most starts change nothing.
 */
const replaceFunctions = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const text = yield* functions
  const ours = `functions ${functionsVersion} ${createHash("sha256").update(text).digest("hex")}`
  const commentOfTable = sql`select obj_description(${table}::regclass) as comment`.pipe(row(Comment), Effect.orDie)
  const isPresent = Effect.map(
    commentOfTable,
    (comment) => comment === ours || versionIn(comment ?? "") > functionsVersion
  )
  if (yield* isPresent) return
  yield* migrating(
    Effect.gen(function* () {
      if (yield* isPresent) return
      yield* sql.unsafe(text)
      yield* sql.unsafe(`comment on table ${table} is '${ours}'`)
    })
  )
})

/**
 * Applies the files that the database has not applied yet, in one transaction, and gives them; then brings functions
 * and triggers up to date. Fails with `MigrationError`, and changes nothing, if the database has applied others.
 */
export const run = (onProgress?: OnProgress) =>
  Effect.zipLeft(runTo(Number.POSITIVE_INFINITY, onProgress), replaceFunctions)

/** The name of a migration's file, without its extension. */
export const nameOf = (id: number, name: string): string => `${String(id).padStart(4, "0")}_${name}`

/** Brings the schema up to date, and logs the migrations that it applied. */
export const layer = Layer.effectDiscard(
  Effect.flatMap(run(), (done) => {
    const names = done.map(([id, name]) => nameOf(id, name))
    return names.length === 0
      ? Effect.void
      : Effect.annotateLogs(Effect.logInfo(`${names.length} migrations applied`), {
          first: names[0],
          last: names.at(-1)
        })
  })
)
