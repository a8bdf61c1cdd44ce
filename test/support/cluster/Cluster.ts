import { spawn } from "node:child_process"
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { freePort } from "../network/FreePort.ts"
import { onServer } from "../Templates.ts"
import { asPostgres, binaries, isRoot } from "./Programs.ts"

/** Runs one of PostgreSQL's programs to its end. A defect if it fails. */
const run = (name: string, ...args: ReadonlyArray<string>) =>
  Effect.async<void>((resume) => {
    const [file, rest] = asPostgres(join(binaries ?? "", name), args)
    const { PATH = "" } = process.env
    const child = spawn(file, rest, { cwd: "/", env: { PATH, HOME: tmpdir() }, stdio: "ignore" })
    child.once("error", (error) => resume(Effect.die(error)))
    child.once("exit", (code) =>
      resume(code === 0 ? Effect.void : Effect.die(new Error(`${name} ${args.join(" ")} failed (${code})`)))
    )
  })

const ownerOf = (path: string) => {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((user) => user.startsWith("postgres:"))
  const [, , user, group] = (line ?? "").split(":")
  if (isRoot) chownSync(path, Number(user), Number(group))
}

/** A server of the cluster. */
const serverIn = (folder: string, name: string) =>
  Effect.gen(function* () {
    const port = yield* freePort
    const data = join(folder, name)
    const log = join(folder, `${name}.log`)
    const settings = `-c listen_addresses=127.0.0.1 -p ${port} -k ${folder} -c fsync=off -c max_connections=120`
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    return {
      data,
      port,
      /** The URL of its database `postgres`. */
      url,
      start: run("pg_ctl", "-D", data, "-l", log, "-w", "-t", "60", "-o", settings, "start"),
      stop: (mode: "fast" | "immediate") => run("pg_ctl", "-D", data, "-m", mode, "-w", "stop"),
      promote: run("pg_ctl", "-D", data, "-w", "promote"),
      log: Effect.sync(() => readFileSync(log, "utf8")),
      query: (statement: string) => onServer(url, statement)
    }
  })

/** A PostgreSQL server on a free port, in a temporary folder; gone with the scope. */
export const server = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const path = mkdtempSync(join(tmpdir(), "community-cluster-"))
      chmodSync(path, 0o755)
      ownerOf(path)
      return path
    }),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )
  const primary = yield* serverIn(folder, "primary")
  yield* run(
    "initdb",
    "-D",
    primary.data,
    "-U",
    "postgres",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
    "--no-sync"
  )
  yield* Effect.acquireRelease(primary.start, () => Effect.ignoreLogged(Effect.sandbox(primary.stop("immediate"))))
  return primary
})
