import { Effect, Redacted } from "effect"
import { databaseUrl, onServer } from "../support/Templates.ts"
import { dataDir, type Variables } from "./Program.ts"

/** The server of this run; none without one. */
export const serverUrl = process.env["TEST_DATABASE_URL"]

let made = 0

/** An empty database of one's own on a server, dropped with the scope. */
const serverDatabase = (url: string) => {
  const name = `community_process_${process.pid}_${++made}`
  return Effect.acquireRelease(
    Effect.as(onServer(url, `create database ${name}`), Redacted.value(databaseUrl(url, name))),
    () => Effect.orDie(onServer(url, `drop database if exists ${name} with (force)`))
  )
}

const embedded = Effect.map(dataDir, (DATA_DIR): Variables => ({ DATA_DIR }))

/** A database on a server, with the variables for the program. */
export const onServerOf = (url: string) =>
  Effect.map(serverDatabase(url), (DATABASE_URL): Variables => ({ DATABASE_URL }))

/** The storages of a process; each use is an empty database of its own. */
export const databases = [
  { name: "embedded", variables: embedded },
  ...(serverUrl === undefined ? [] : [{ name: "server", variables: onServerOf(serverUrl) }])
] as const
