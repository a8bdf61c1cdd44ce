import { Effect, Redacted } from "effect"
import { ownDatabase } from "../support/Storage.ts"
import { databaseUrl, onServer, type Templates } from "../support/Templates.ts"
import { dataDir, type Variables } from "./Program.ts"

/** The server of this run; none without one. */
export const serverUrl = process.env["TEST_DATABASE_URL"]

let made = 0

/** A database on a server without a schema, with the variables for the program; dropped with the scope. */
export const emptyOnServer = (url: string) => {
  const name = `community_process_${process.pid}_${++made}`
  return Effect.acquireRelease(
    Effect.as(onServer(url, `create database ${name}`), { DATABASE_URL: Redacted.value(databaseUrl(url, name)) }),
    () => Effect.orDie(onServer(url, `drop database if exists ${name} with (force)`))
  )
}

/** A database on a server with the content of a first start, or the schema only, with the variables for the program. */
export const onServerOf = (url: string, template: keyof Templates<string> = "started") =>
  Effect.map(ownDatabase(url, template), (own): Variables => ({ DATABASE_URL: Redacted.value(own) }))

const embedded = Effect.map(dataDir, (DATA_DIR): Variables => ({ DATA_DIR }))

/** The storages of a process; each use is a database of its own with the content of a first start. */
export const databases = [
  { name: "embedded", variables: embedded },
  ...(serverUrl === undefined ? [] : [{ name: "server", variables: onServerOf(serverUrl) }])
] as const
