import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { inject } from "vitest"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as Database from "../../src/adapters/postgres/connection/Database.ts"
import * as Sql from "../../src/adapters/postgres/connection/Sql.ts"
import { databaseUrl, onServer, type Templates } from "./Templates.ts"

/** An embedded database of one's own: a copy of a template, removed with the scope. */
const embeddedCopy = (template: keyof Templates<string>) =>
  Layer.unwrapScoped(
    Effect.gen(function* () {
      const templates = inject("embeddedTemplates")
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(templates, "copy-"))),
        (copy) => Effect.sync(() => rmSync(copy, { recursive: true, force: true }))
      )
      yield* Effect.sync(() => cpSync(join(templates, template), folder, { recursive: true }))
      return Database.embedded(folder)
    })
  )

/** An embedded database with nothing but the schema. */
export const embeddedDatabase = embeddedCopy("empty")

/** A database of one's own on the server of a URL, copied from a template, dropped with the scope. Gives its URL. */
export const ownDatabase = (url: string, template: keyof Templates<string>) =>
  Effect.gen(function* () {
    const name = `community_test_${process.pid}_${Math.floor(Math.random() * 1e9)}`
    yield* Effect.acquireRelease(
      onServer(url, `create database ${name} template ${inject("serverTemplates")[template]}`).pipe(
        Effect.retry({ times: 20 }) // the template may be in use by another suite that copies it
      ),
      () => Effect.orDie(onServer(url, `drop database if exists ${name} with (force)`))
    )
    return databaseUrl(url, name)
  })

const serverCopy = (url: string, template: keyof Templates<string>) =>
  Layer.unwrapScoped(Effect.map(ownDatabase(url, template), (database) => Database.server(database, 10)))

const url = process.env["TEST_DATABASE_URL"]

/** Every PostgreSQL that this run tests on; each build of a client is a migrated database of its own. */
export const databases = [
  { name: "embedded", client: embeddedDatabase },
  ...(url === undefined ? [] : [{ name: "server", client: serverCopy(url, "empty") }])
] as const

const everyStorage = [
  { name: "memory", layer: Memory.layer },
  ...databases.map(({ client, name }) => ({ name, layer: Layer.provide(Sql.layer, client) }))
] as const

/**
 * Every storage that this run tests on; each build of a layer is an empty community of its own. The server alone where
 * suites run against instances.
 */
export const storages = inject("parts") === undefined ? everyStorage : everyStorage.slice(-1)

/** The layers of `storages`. */
export type Storage = (typeof storages)[number]["layer"]

const startedLayers: Readonly<Record<string, Storage>> = {
  embedded: Layer.provide(Sql.layer, embeddedCopy("started")),
  ...(url === undefined ? {} : { server: Layer.provide(Sql.layer, serverCopy(url, "started")) })
}

/** The same storage with the content of a first start, where a copy is cheaper than a first start. */
export const started = (storage: Storage): Storage => {
  const name = everyStorage.find(({ layer }) => layer === storage)?.name
  return (name === undefined ? undefined : startedLayers[name]) ?? storage
}
