import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { join as joinPath } from "node:path"
import { SqlClient } from "@effect/sql"
import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Layer, Logger, LogLevel, Redacted, Schedule } from "effect"
import { inject } from "vitest"
import * as Logging from "../../../src/adapters/node/Logging.ts"
import { dump } from "../../../src/adapters/postgres/backup/Dump.ts"
import * as Database from "../../../src/adapters/postgres/connection/Database.ts"
import * as Sql from "../../../src/adapters/postgres/connection/Sql.ts"
import { checks } from "../../../src/adapters/postgres/Integrity.ts"
import { community } from "../../support/Community.ts"
import { joinAdmin } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { at } from "../../support/Wire.ts"

/** A text that is nowhere else. */
const canaries: Array<string> = []
const canary = () => {
  const text = `canary${process.pid}x${canaries.length}x`
  canaries.push(text)
  return text
}

const folder = mkdtempSync(joinPath(inject("embeddedTemplates"), "erasure-"))
const database = Layer.unwrapScoped(
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => cpSync(joinPath(inject("embeddedTemplates"), "empty"), folder, { recursive: true })),
      () => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
    ),
    () => Database.embedded(folder)
  )
)

const logged: Array<string> = []
const kept = Layer.merge(
  Logger.replace(
    Logger.defaultLogger,
    Logger.map(Logging.json, (line) => void logged.push(line))
  ),
  Logger.minimumLogLevel(LogLevel.All)
)

/** The canaries in a text or a file, whatever their case. */
const foundIn = (bytes: Buffer | string) => {
  const text = (typeof bytes === "string" ? bytes : bytes.toString("latin1")).toLowerCase()
  return text.includes(`canary${process.pid}x`) ? canaries.filter((one) => text.includes(one)) : []
}

const filesIn = (directory: string): ReadonlyArray<string> =>
  readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = joinPath(directory, entry.name)
    return entry.isDirectory() ? filesIn(path) : [path]
  })

const foundInFiles = () =>
  filesIn(folder).flatMap((file) => foundIn(readFileSync(file)).map((text) => `${file.slice(folder.length)}: ${text}`))

/** Everything that a member can leave, with a canary in each text. */
const plant = Effect.gen(function* () {
  const [maria, bob, admin] = [yield* join(), yield* join(), yield* joinAdmin]
  const as = maria.token
  const password = Redacted.value(maria.payload.password)
  const sends = (method: "PATCH" | "POST" | "PUT", path: string, body: object, by = as) =>
    Effect.tap(send(method, path, { as: by, body, headers: { "idempotency-key": canary() } }), ({ body, status }) =>
      strictEqual(status < 300, true, JSON.stringify(body))
    )
  yield* sends("PATCH", "/api/users/me", { username: canary(), bio: `${canary()} **${canary()}**` })
  yield* sends("PATCH", "/api/users/me", { email: `${canary()}@${canary()}.example`, password })
  yield* sends("PATCH", "/api/users/me", { bio: canary(), username: canary() })
  for (const _ of Array.range(1, 3)) yield* send("POST", "/api/auth/apikeys", { as, body: { name: canary() } })
  const { id: other } = yield* bob.client.posts.create({ payload: { title: "A title", content: "A text" } })
  const posts = yield* Effect.forEach(Array.range(1, 12), (index) =>
    Effect.gen(function* () {
      const text = `${canary()} ${"and more ".repeat(index * 40)} ${canary()}`
      const { body } = yield* sends("POST", "/api/posts", { title: canary(), content: text })
      const id = Number(at(body, "id"))
      if (index % 3 === 0) yield* sends("PATCH", `/api/posts/${id}`, { title: canary(), content: canary() })
      if (index % 4 === 0) yield* sends("PATCH", `/api/posts/${id}`, { title: canary() }, admin.token)
      const comment = yield* sends("POST", `/api/posts/${index % 2 === 0 ? id : other}/comments`, { content: canary() })
      if (index % 3 === 1) yield* sends("PATCH", `/api/comments/${at(comment.body, "id")}`, { content: canary() })
      yield* sends("POST", `/api/posts/${id}/comments`, { content: "An answer" }, bob.token)
      return id
    })
  )
  const member = `/api/users/${maria.user.id}`
  yield* sends("PUT", `${member}/verification`, { as: canary() }, admin.token)
  yield* send("DELETE", `${member}/verification`, { as: admin.token })
  yield* send("DELETE", `${member}/credentials`, { as: admin.token, body: { reason: canary() } })
  const signedIn = yield* send("POST", "/api/auth/login", {
    body: { email: at((yield* send("GET", member, { as: admin.token })).body, "email"), password }
  })
  const sql = yield* SqlClient.SqlClient
  const target = { target_type: "post", target_id: posts[0] ?? 0, subject_id: maria.user.id }
  yield* sql`insert into reports ${sql.insert({ ...target, reporter_id: bob.user.id, reason: "spam", text: canary(), created_at: new Date(0) })}`
  yield* sql`insert into reports ${sql.insert({ ...target, target_id: other, reporter_id: maria.user.id, subject_id: bob.user.id, reason: "spam", text: canary(), created_at: new Date(0) })}`
  yield* sql`insert into decisions ${sql.insert({ ...target, action: "hide", excerpt: canary(), rule: "spam", reason: canary(), by_id: admin.user.id, created_at: new Date(0), appeal_text: canary(), appealed_at: new Date(0) })}`
  return { token: Redacted.make(String(at(signedIn.body, "token"))), password, maria, bob, admin, posts, other }
})

layer(
  Layer.merge(community(Layer.provide(Sql.layer, database), {}, kept), database).pipe(Layer.provideMerge(database)),
  { excludeTestServices: true }
)("Erasure", (it) => {
  it.effect(
    "leaves no byte of a member in files, log, cached answers and a new backup, and the planner its statistics",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { admin, bob, maria, other, password, posts, token } = yield* plant
        strictEqual(canaries.length >= 100, true, `${canaries.length} canaries`)
        yield* sql`analyze`
        const analyzed = sql`select distinct tablename from pg_stats
        where tablename in ('categories', 'diseases', 'disease_names', 'posts', 'users') order by tablename`
        const knownBefore = yield* analyzed
        strictEqual(knownBefore.length >= 3, true, JSON.stringify(knownBefore))
        const reads = [
          "/api/posts?limit=100",
          `/api/posts/${other}`,
          `/api/posts/${other}/comments`,
          "/api/users",
          `/api/users/${maria.user.id}`,
          "/api/notifications",
          "/api/audit",
          `/api/posts?search=${canaries[20]}`,
          ...posts.map((id) => `/api/posts/${id}`)
        ]
        const readAll = Effect.forEach([bob.token, admin.token], (as) =>
          Effect.forEach(reads, (path) => Effect.map(send("GET", path, { as }), ({ body }) => JSON.stringify(body)))
        )
        yield* readAll
        yield* readAll
        yield* sql`checkpoint`
        strictEqual(foundInFiles().length > 100, true)
        logged.length = 0
        const left = yield* send("DELETE", "/api/users/me", { as: token, body: { password, posts: "delete" } })
        deepStrictEqual([left.status, left.body], [200, { deleted: true }])
        const answers = (yield* readAll).flat()
        deepStrictEqual(
          answers
            .flatMap((body, index) => foundIn(body).map((text) => `${reads[index % reads.length]}: ${text}`))
            .filter((text) => !text.includes("search=")),
          []
        )
        const isScrubbed = Effect.map(sql`select from scrub_due`, ({ length }) => length === 0)
        yield* Effect.repeat(isScrubbed, { until: (done) => done, schedule: Schedule.spaced("200 millis") })
        yield* sql`checkpoint`
        deepStrictEqual(foundInFiles(), [])
        deepStrictEqual(foundIn(logged.join("\n")), [])
        deepStrictEqual(yield* analyzed, knownBefore)
        const backup: Array<string> = []
        const write = (text: string) => Effect.sync(() => void backup.push(text))
        yield* dump({ write, progress: () => Effect.void }, { pages: true })
        deepStrictEqual(foundIn(backup.join("")), [])
        deepStrictEqual((yield* Effect.all(checks.map(({ find }) => find))).flat(), [])
      })
  )
})
