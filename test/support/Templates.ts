import { execFileSync } from "node:child_process"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { NodeContext } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Redacted } from "effect"
import type { TestProject } from "vitest/node"
import type * as Memory from "../../src/adapters/memory/Memory.ts"
import * as ContentFilesJson from "../../src/adapters/node/ContentFilesJson.ts"
import { namesIn, phenotypesIn } from "../../src/adapters/node/phenotypes/PhenotypeFileReading.ts"
import * as MarkdownFilterInline from "../../src/adapters/node/posts/MarkdownFilterInline.ts"
import * as Database from "../../src/adapters/postgres/connection/Database.ts"
import type { Availability } from "../../src/adapters/postgres/connection/DatabaseState.ts"
import { forMigrations } from "../../src/adapters/postgres/connection/ServerPool.ts"
import * as Sql from "../../src/adapters/postgres/connection/Sql.ts"
import { ChangeNotifier } from "../../src/ports/ChangeNotifier.ts"
import { Changes } from "../../src/services/Changes.ts"
import * as StarterContent from "../../src/services/diseases/StarterContent.ts"
import { leftOutLine } from "../SuiteSelection.ts"
import { changedFiles } from "./storage/ChangedFiles.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** A folder with an embedded database in each folder named as in `Templates`, and room for copies. */
    readonly embeddedTemplates: string
    /** The databases on the server of `TEST_DATABASE_URL` that are to be copied; empty names without a server. */
    readonly serverTemplates: Templates<string>
    /** The files that are not as released (`ChangedFiles.ts`). */
    readonly changedFiles: ReadonlyArray<string> | null
  }
}

/** The databases that suites begin with: only the schema, or also the content of a first start. */
export interface Templates<A> {
  readonly empty: A
  readonly started: A
}

const migrate = (database: Layer.Layer<SqlClient.SqlClient, unknown>) =>
  Effect.runPromise(Effect.scoped(Layer.build(Database.migrated(database))))

const machine = Layer.merge(MarkdownFilterInline.layer, ContentFilesJson.layer).pipe(Layer.provide(NodeContext.layer))

/** Fills a storage with the content of a first start. */
export const startOn = (storage: Layer.Layer<Layer.Layer.Success<typeof Memory.layer>, unknown>) =>
  StarterContent.layer.pipe(
    Layer.provide([machine, Layer.provide(Changes.layer, ChangeNotifier.none)]),
    Layer.provide(storage),
    Layer.build,
    Effect.scoped,
    Effect.runPromise
  )

const startDatabase = (database: Layer.Layer<SqlClient.SqlClient | Availability, unknown>) =>
  startOn(Layer.provide(Sql.layer, database))

/** The same server, another database. */
export const databaseUrl = (url: string, name: string) =>
  Redacted.make(Object.assign(new URL(url), { pathname: `/${name}` }).href)

/** Runs a statement on the server itself. */
export const onServer = (url: string, statement: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)).pipe(
    Effect.provide(Database.server(Redacted.make(url), 2, forMigrations))
  )

/** Drops the templates, and the copies that suites have made of them. */
const dropAll = (url: string, prefix: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const databases = yield* sql<{ readonly name: string }>`
      select datname as name from pg_database where starts_with(datname, ${prefix}) order by datname desc`
    for (const { name } of databases) yield* sql.unsafe(`drop database if exists ${name} with (force)`)
  }).pipe(Effect.provide(Database.server(Redacted.make(url), 2, forMigrations)))

/** Bundles and migrates once for all suites: each suite starts from a copy, which takes a tenth of the time. */
export default async (project: TestProject) => {
  const { provide } = project
  const build = fileURLToPath(new URL("../../operations/build.cjs", import.meta.url))
  execFileSync(process.execPath, [build, "--if-stale"], { stdio: "inherit" })
  // What is kept of these files takes seconds to build: it is built before a test waits for it.
  await Promise.all([namesIn("./files"), phenotypesIn("./files")])
  const folder = mkdtempSync(join(tmpdir(), "community-test-"))
  await migrate(Database.embedded(join(folder, "empty")))
  cpSync(join(folder, "empty"), join(folder, "started"), { recursive: true })
  await startDatabase(Database.embedded(join(folder, "started")))
  provide("embeddedTemplates", folder)
  provide("changedFiles", changedFiles())

  const url = process.env["TEST_DATABASE_URL"]
  const empty = url === undefined ? "" : `community_template_${process.pid}_${Math.floor(Math.random() * 1e9)}`
  const started = url === undefined ? "" : `${empty}_started`
  if (url !== undefined) {
    await Effect.runPromise(onServer(url, `create database ${empty}`))
    await migrate(Database.server(databaseUrl(url, empty), 2, forMigrations))
    await Effect.runPromise(onServer(url, `create database ${started} template ${empty}`))
    await startDatabase(Database.server(databaseUrl(url, started), 2))
  }
  provide("serverTemplates", { empty, started })

  return async () => {
    const servers = ["TEST_DATABASE_URL", "TEST_REDIS_URL"].filter((name) => process.env[name] === undefined)
    process.stdout.write(leftOutLine(project.config.exclude, servers))
    rmSync(folder, { recursive: true, force: true })
    if (url === undefined) return
    await Effect.runPromise(dropAll(url, empty))
  }
}
