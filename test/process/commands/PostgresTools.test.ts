import { execFileSync, spawnSync } from "node:child_process"
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Clock, DateTime, Effect } from "effect"
import { asPostgres, binaries } from "../../support/cluster/Programs.ts"
import { freePort } from "../../support/network/FreePort.ts"
import { operating, runAsShown, type Step, stepsOf } from "../Readme.ts"
import { answerOf, ran } from "./Commands.ts"

/** A PostgreSQL of one's own in a new folder, stopped and removed with the scope. */
const cluster = (path: string) =>
  Effect.gen(function* () {
    const top = yield* Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "community-cluster-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
    )
    const folders = { PGDATA: join(top, "data"), BASE: join(top, "base"), ARCHIVE: join(top, "archive") }
    mkdirSync(folders.ARCHIVE)
    chmodSync(top, 0o777)
    chmodSync(folders.ARCHIVE, 0o777)
    const run = (...words: ReadonlyArray<string>) => {
      const [file, args] = asPostgres(words[0] ?? "", words.slice(1))
      return execFileSync(file, args, { cwd: "/", env: { PATH: path }, stdio: ["ignore", "ignore", "pipe"] })
    }
    const port = yield* freePort
    run("initdb", "--pgdata", folders.PGDATA, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
    const settings = `port = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${top}'\nfsync = off\n`
    appendFileSync(join(folders.PGDATA, "postgresql.conf"), settings)
    yield* Effect.acquireRelease(
      Effect.sync(() => run("pg_ctl", "-D", folders.PGDATA, "-w", "-l", join(top, "log"), "start")),
      () => Effect.sync(() => spawnSync(...spawned("pg_ctl", "-D", folders.PGDATA, "-m", "immediate", "-w", "stop")))
    )
    const spawned = (...words: ReadonlyArray<string>) => {
      const [file, args] = asPostgres(words[0] ?? "", words.slice(1))
      return [file, args, { cwd: "/", env: { PATH: path } }] as const
    }
    const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
    run("createdb", "--maintenance-db", url("postgres"), "community")
    return { ...folders, url }
  })

/** The steps as the user of PostgreSQL pastes them. */
const asServerUser = (steps: ReadonlyArray<Step>): ReadonlyArray<Step> =>
  steps.map((step) => {
    const [file, args] = asPostgres("bash", ["-c", `set -euo pipefail\n${step.commands}`])
    const quoted = [file, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ")
    return { ...step, commands: `cd /\n${quoted} >/dev/null` }
  })

const owner = (name: string) => ["admin", "create", "--username", name, "--email", `${name}@example.org`]

// Registered where PostgreSQL's programs are; `.ci/run` installs them.
if (binaries !== undefined) {
  const path = `${binaries}:${process.env["PATH"] ?? ""}`
  const steps = stepsOf(operating(), "Backup and restore")
  const having = (word: string) => steps.filter(({ commands }) => commands.includes(word))

  describe("docs/operating.md on PostgreSQL's own backups", () => {
    it.scopedLive("pg_dump and pg_restore give the same community", () =>
      Effect.gen(function* () {
        const { ARCHIVE, url } = yield* cluster(path)
        const inFolder = having("pg_restore").map((step) => ({
          ...step,
          commands: step.commands.replaceAll("community.dump", join(ARCHIVE, "community.dump"))
        }))
        const own = { DATABASE_URL: url("community"), PATH: path }
        yield* answerOf(own, owner("keeper"))
        expect(inFolder).toHaveLength(1)
        yield* runAsShown(inFolder, { PATH: path, DATABASE: url("community"), RESTORED: url("restored") })
        const restored = { ...own, DATABASE_URL: url("restored") }
        expect(yield* answerOf(restored, ["admin", "promote", "keeper"])).toMatchObject({ id: 1, role: "admin" })
        expect(yield* answerOf(restored, ["check"])).toEqual({ findings: [] })
      })
    )

    it.scopedLive("point-in-time recovery gives the community of the moment", () =>
      Effect.gen(function* () {
        const { url, ...folders } = yield* cluster(path)
        const own = { DATABASE_URL: url("community"), PATH: path }
        const variables = { ...folders, PATH: path, DATABASE: url("community") }
        yield* answerOf(own, owner("before_copy"))
        const [archiving, recovery] = [having("pg_basebackup"), having("recovery_target_time")]
        expect([archiving, recovery].map(({ length }) => length)).toEqual([1, 1])
        yield* runAsShown(asServerUser(archiving), variables)
        yield* answerOf(own, owner("after_copy"))
        const now = DateTime.formatIso(DateTime.unsafeMake(yield* Clock.currentTimeMillis))
        const UNTIL = now.replace("T", " ").replace("Z", "+00") // as the page has it
        yield* answerOf(own, owner("mistake"))
        yield* runAsShown(asServerUser(recovery), { ...variables, UNTIL })
        const found = (name: string) => Effect.map(ran(own, ["keys", "list", name]), ({ code }) => code)
        expect(yield* Effect.all([found("before_copy"), found("after_copy"), found("mistake")])).toEqual([0, 0, 1])
        expect(yield* answerOf(own, ["check"])).toEqual({ findings: [] })
      })
    )
  })
}
