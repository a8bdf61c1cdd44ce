import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { adminUrl, connected, drop, urlOf } from "./Database.ts"

/** The storages that a bench may run on. */
export const storages = ["embedded", "server"] as const
export type Storage = (typeof storages)[number]

/** A database that a bench fills, and the variables that make the server use it. */
export interface Store {
  readonly storage: Storage
  readonly variables: Readonly<Record<string, string>>
  readonly remove: () => Promise<void>
}

const root = fileURLToPath(new URL("../", import.meta.url))

/** The folder with the files of the catalogue's sources. */
export const dataFolder = join(root, "../shared/data")

/** The storages that a bench was asked for; `both` is only the embedded one where no server is named. */
export const chosen = (asked: string): ReadonlyArray<Storage> => {
  if (asked === "both") return process.env["TEST_DATABASE_URL"] === undefined ? ["embedded"] : storages
  const storage = storages.find((name) => name === asked)
  if (storage === undefined) throw new Error("--storage must be embedded, server or both")
  return [storage]
}

const onServer = async (name: string, isNew: boolean): Promise<Store> => {
  if (isNew) await drop(name)
  await connected(adminUrl(), async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name])
    if (rowCount === 0) await client.query(`create database ${name}`)
  })
  return { storage: "server", variables: { DATABASE_URL: urlOf(name) }, remove: () => drop(name) }
}

const inFolder = (folder: string): Store => ({
  storage: "embedded",
  variables: { DATA_DIR: folder },
  remove: async () => rmSync(folder, { recursive: true, force: true })
})

/** A new and empty database. */
export const fresh = async (storage: Storage): Promise<Store> =>
  storage === "server"
    ? onServer(`community_bench_${process.pid}`, true)
    : inFolder(mkdtempSync(join(tmpdir(), "community-bench-")))

/** The database of a name that stays for the next run. */
export const kept = async (storage: Storage, name: string): Promise<Store> => {
  if (storage === "server")
    return { ...(await onServer(`community_bench_${name}`, false)), remove: async () => undefined }
  const folder = join(root, `node_modules/.cache/bench-${name}`)
  mkdirSync(folder, { recursive: true })
  return { ...inFolder(folder), remove: async () => undefined }
}

export interface Import {
  readonly seconds: number
  /** The output without the progress bar. */
  readonly summary: string
}

/** Imports the real files, by the command that operators use. Throws when the command fails. */
export const importCatalogue = ({ variables }: Store): Promise<Import> => {
  const { HOME = "", PATH = "" } = process.env
  const args = ["dist/server/community.mjs", "import", "diseases", dataFolder]
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, env: { PATH, HOME, LOG_LEVEL: "error", ...variables } })
    let printed = ""
    child.stdout.on("data", (chunk) => (printed += chunk))
    child.stderr.on("data", (chunk) => (printed += chunk))
    child.once("error", reject)
    child.once("exit", (code) => {
      const isSummary = (line: string) => line.trim() !== "" && !line.includes("%") && !line.endsWith("passed over")
      const lines = printed.split(/[\r\n]+/).filter(isSummary)
      const summary = lines.slice(-12).join("\n")
      if (code === 0) resolve({ seconds: (performance.now() - began) / 1_000, summary })
      else reject(new Error(`the import ended with ${code}:\n${summary}`))
    })
  })
}
