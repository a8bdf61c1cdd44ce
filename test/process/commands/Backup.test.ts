import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { join as pathOf } from "node:path"
import { gunzipSync, gzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { linesIn } from "../../../src/adapters/postgres/backup/BackupFile.ts"
import { verify } from "../../../src/adapters/postgres/backup/Load.ts"
import { send } from "../../support/Members.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { at } from "../../support/Wire.ts"
import { emptyOnServer, serverUrl } from "../Databases.ts"
import { clientOf, dataDir, folder, launch, start, type Variables } from "../Program.ts"
import { answerOf, launched, ran } from "./Commands.ts"
import { fill } from "./Filled.ts"
import { differences, notCompared, type Reader, templatesOf, walk } from "./Walk.ts"

const emptyFolder = Effect.map(folder, (path): Variables => ({ DATA_DIR: path }))

/** The storages that a backup moves a community through; the last is the first again. */
const route = [
  ...(serverUrl === undefined ? [] : [{ name: "server", variables: emptyOnServer(serverUrl) }]),
  { name: "embedded", variables: emptyFolder }
]

/** The lines of a backup in the order of their texts, without those that tell its time and checksum. */
const rowsOf = (file: string) => gunzipSync(readFileSync(file)).toString("utf8").split("\n").slice(1, -2).sort()

const getPaths = () => {
  const { paths }: { readonly paths: Readonly<Record<string, object>> } = JSON.parse(
    readFileSync(new URL("../../../docs/openapi.json", import.meta.url), "utf8")
  )
  return Object.entries(paths).flatMap(([path, methods]) => ("get" in methods ? [path] : []))
}

/** Starts a server on a database, walks it, and gives what the walk read. */
const walked = (variables: Variables, readers: ReadonlyArray<Reader>) =>
  Effect.gen(function* () {
    const server = yield* start({ ...unlimited, ...variables })
    const answers = yield* walk(server.url, readers)
    return { ...server, answers }
  })

describe("rare-disease-community backup and restore", () => {
  it.scopedLive("moves a community between the storages, and every list, detail, search and count stays the same", () =>
    Effect.gen(function* () {
      const backups = yield* folder
      const origin = { DATA_DIR: yield* dataDir }
      const first = yield* start({ ...unlimited, ...origin })
      const filled = yield* fill(origin, first.url)
      yield* first.kill("SIGTERM") // writes the views that were counted last
      yield* first.ended

      const { readers } = filled
      const running = yield* start({ ...unlimited, ...origin })
      let file = pathOf(backups, "origin.backup")
      const made = yield* answerOf(origin, ["backup", file])
      expect(made).toMatchObject({ file, bytes: statSync(file).size, rows: { posts: 7, users: 4, comments: 7 } })
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(readdirSync(backups)).toEqual(["origin.backup"])
      for (const table of ["backups", "failed_deliveries"]) expect(at(made, "rows")).not.toHaveProperty(table)
      const health = yield* Effect.provide(
        send("GET", "/api/moderation/health", { as: filled.owner }),
        clientOf(running.url)
      )
      expect(at(health.body, "backup")).toEqual({ at: at(made, "createdAt"), bytes: at(made, "bytes") })
      const rows = rowsOf(file)
      const answers = yield* walk(running.url, readers)
      expect(Array.from(answers.values(), (answer) => answer.slice(0, 3)).filter((status) => status >= "500")).toEqual(
        []
      )
      expect(new Set([...templatesOf(answers), ...notCompared.keys()])).toEqual(new Set(getPaths()))

      for (const { name, variables } of route) {
        const own = yield* variables
        const restored = yield* answerOf(own, ["restore", file])
        expect(at(restored, "rows")).toEqual(at(made, "rows"))
        expect(yield* answerOf(own, ["check"])).toEqual({ findings: [] })
        file = pathOf(backups, `${name}.backup`)
        yield* answerOf(own, ["backup", file])
        expect(rowsOf(file)).toEqual(rows)

        const server = yield* walked(own, readers)
        expect({ name, reads: server.answers.size, differences: differences(answers, server.answers) }).toEqual({
          name,
          reads: answers.size,
          differences: []
        })
        yield* Effect.provide(
          Effect.gen(function* () {
            const { email, password } = filled.maria.payload
            const login = { email, password: Redacted.value(password) }
            expect((yield* send("GET", "/api/users/me", { as: filled.maria.token })).status).toBe(401)
            expect((yield* send("POST", "/api/auth/login", { body: login })).status).toBe(200)
            const next = yield* send("POST", "/api/posts", {
              as: filled.maria.key,
              body: { title: "n", content: "n" }
            })
            expect(at(next.body, "id")).toBe(filled.lastPost + 1)
          }),
          clientOf(server.url)
        )
        yield* server.kill("SIGTERM")
        yield* server.ended
      }
    })
  )

  it.scopedLive("refuses a file that is damaged, cut off or no backup, and leaves an empty database", () =>
    Effect.gen(function* () {
      const backups = yield* folder
      const file = pathOf(backups, "whole.backup")
      yield* answerOf({ DATA_DIR: yield* dataDir }, ["backup", file])
      const bytes = readFileSync(file)
      const text = gunzipSync(bytes).toString("utf8")
      const lines = text.split("\n")
      const altered = {
        "cut-off": bytes.subarray(0, bytes.length - 100),
        "a-bit-turned": Buffer.from(bytes.map((byte, index) => (index === 5_000 ? byte ^ 1 : byte))),
        "a-letter-changed": gzipSync(text.replace("Marfan syndrome", "Marfan syndrume")),
        "a-row-missing": gzipSync(lines.toSpliced(-4, 1).join("\n")),
        "a-row-more": gzipSync(lines.toSpliced(-3, 0, lines.at(-3) ?? "").join("\n")),
        "without-an-end": gzipSync(`${lines.slice(0, -2).join("\n")}\n`),
        "another-format": gzipSync('{"format":"other"}\n'),
        "not-compressed": Buffer.from(text),
        "of-a-later-version": gzipSync(text.replace('"version":1', '"version":2')),
        "of-a-later-migration": gzipSync(text.replace('"name":"accounts"', '"name":"others"'))
      }
      const reasons = /damaged or not a whole backup|is not a backup|from a later version|from another version/
      const own = yield* emptyFolder
      for (const [name, content] of Object.entries(altered)) {
        const path = pathOf(backups, name)
        writeFileSync(path, content)
        const { message } = yield* Effect.flip(verify(linesIn(path), () => Effect.void))
        expect({ name, message }).toEqual({ name, message: expect.stringMatching(reasons) })
      }
      const refused = yield* ran(own, ["restore", pathOf(backups, "cut-off")])
      expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(reasons) })
      expect(readdirSync(own.DATA_DIR ?? "", { recursive: true })).toEqual([])
      const piped = yield* launched(own, ["restore", "-"], altered["a-letter-changed"])
      expect(piped).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(reasons) })
      expect((yield* ran(own, ["restore", pathOf(backups, "none")])).code).toBe(1)
      const whole = yield* launched(own, ["restore", "-"], bytes)
      expect(whole).toMatchObject({ code: 0, stdout: expect.stringContaining("165 diseases") })
    })
  )

  it.scopedLive("writes the same backup to standard output, and replaces a file of its name only by a whole one", () =>
    Effect.gen(function* () {
      const own = { DATA_DIR: yield* dataDir }
      const backups = yield* folder
      const file = pathOf(backups, "a.backup")
      writeFileSync(file, "an earlier backup")
      const script = `"$@" backup - > ${pathOf(backups, "piped")}`
      const piped = yield* launch(own, ["bash", "-c", script, "-", process.execPath, "dist/server/community.mjs"])
      expect(yield* piped.ended).toEqual({ code: 0, signal: null })
      const kept = yield* ran(own, ["backup", file])
      expect(kept).toMatchObject({
        code: 1,
        stdout: "",
        stderr: expect.stringContaining("give --force to replace it")
      })
      expect(readFileSync(file, "utf8")).toBe("an earlier backup")
      yield* answerOf(own, ["backup", "--force", file])
      expect(rowsOf(file)).toEqual(rowsOf(pathOf(backups, "piped")))
      const refused = yield* ran(own, ["backup", pathOf(backups, "no-folder", "a.backup")])
      expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("cannot be written") })
      const full = yield* ran(own, ["backup", "/dev/full/x"])
      expect(full.code).toBe(1)
    })
  )

  for (const { name, variables } of route) {
    it.scopedLive(
      `leaves nothing of a restore that was killed, and refuses a database that is not empty (${name})`,
      () =>
        Effect.gen(function* () {
          const file = pathOf(yield* folder, "a.backup")
          yield* answerOf({ DATA_DIR: yield* dataDir }, ["backup", file])
          const own = yield* variables
          const words = [process.execPath, "dist/server/community.mjs", "restore", file] as const
          const killed = yield* launch(own, words)
          yield* Effect.repeat(Effect.delay(killed.stderr, "2 millis"), {
            until: (text) => /restoring [3-9]0 %/.test(text)
          })
          yield* killed.kill("SIGKILL")
          expect(yield* killed.ended).toEqual({ code: null, signal: "SIGKILL" })
          expect(yield* answerOf(own, ["migrate", "--dry-run"])).toMatchObject({
            due: expect.arrayContaining(["0001_accounts"])
          })
          yield* answerOf(own, ["restore", file])
          const again = yield* ran(own, ["restore", file])
          expect(again).toMatchObject({ code: 1, stdout: "" })
          expect(again.stderr).toMatch(/the database is not empty \(rows of .*diseases: 165/)
          expect(yield* answerOf(own, ["check"])).toEqual({ findings: [] })
        })
    )
  }
})
