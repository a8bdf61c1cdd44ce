import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { Effect, Layer, Redacted } from "effect"
import type { TestProject } from "vitest/node"
import * as Database from "../src/sql/Database.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** A folder with a migrated embedded database in `template`, and room for copies. */
    readonly embeddedTemplates: string
    /** A migrated database on the server of `TEST_DATABASE_URL`, to be copied; empty without a server. */
    readonly serverTemplate: string
  }
}

const migrate = (database: Layer.Layer<SqlClient.SqlClient, unknown>) =>
  Effect.runPromise(Effect.scoped(Layer.build(Database.migrated(database))))

/** The same server, another database. */
export const databaseUrl = (url: string, name: string) =>
  Redacted.make(Object.assign(new URL(url), { pathname: `/${name}` }).href)

/** Runs a statement on the server itself. */
export const onServer = (url: string, statement: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)).pipe(
    Effect.provide(Database.server(Redacted.make(url), 2))
  )

/** Migrates once for all suites: each of them copies what is made here, which takes a tenth of the time. */
export default async ({ provide }: TestProject) => {
  const folder = mkdtempSync(join(tmpdir(), "community-test-"))
  await migrate(Database.embedded(join(folder, "template")))
  provide("embeddedTemplates", folder)

  const url = process.env["TEST_DATABASE_URL"]
  const template = url === undefined ? "" : `community_template_${process.pid}_${Math.floor(Math.random() * 1e9)}`
  if (url !== undefined) {
    await Effect.runPromise(onServer(url, `create database ${template}`))
    await migrate(Database.server(databaseUrl(url, template), 2))
  }
  provide("serverTemplate", template)

  return async () => {
    rmSync(folder, { recursive: true, force: true })
    if (url !== undefined) await Effect.runPromise(onServer(url, `drop database if exists ${template} with (force)`))
  }
}
