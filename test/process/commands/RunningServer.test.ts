import { mkdirSync, statSync } from "node:fs"
import { join as pathOf } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect, type Redacted, Schedule, Redacted as Secret } from "effect"
import pg from "pg"
import { join, send } from "../../support/Members.ts"
import { unlimited } from "../../support/Unlimited.ts"
import { at, listAt } from "../../support/Wire.ts"
import { databases } from "../Databases.ts"
import { clientOf, command, dataDir, folder, launch, start } from "../Program.ts"
import { answerOf, ran } from "./Commands.ts"

/** A server on an embedded database, and a client of its socket that ends with the scope. */
const served = Effect.gen(function* () {
  const DATA_DIR = yield* dataDir
  const server = yield* start({ ...unlimited, DATA_DIR })
  const connect = Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new pg.Client({ host: DATA_DIR, port: 5432, user: "operator", database: "postgres" })
      client.on("error", () => undefined)
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end().catch(() => undefined))
  )
  return { ...server, DATA_DIR, connect }
})

const query = (client: pg.Client, sql: string) => Effect.promise(() => client.query(sql))

/** Opens the notification stream of a key; waits for its end, and gives its events. */
const streamOf = (url: string, key: Redacted.Redacted) =>
  Effect.map(
    Effect.promise(() =>
      fetch(new URL("/api/notifications/stream", url), { headers: { authorization: `ApiKey ${Secret.value(key)}` } })
    ),
    (response) => Effect.promise(() => response.text())
  )

/** Reads until the answer is the expected one: the changes of another process on a database server arrive a moment later. */
const until = <A, E, R>(read: Effect.Effect<A, E, R>, expected: A) =>
  Effect.repeat(read, { until: (answer) => answer === expected, schedule: Schedule.spaced("10 millis") })

const login = (email: string, password: unknown) => send("POST", "/api/auth/login", { body: { email, password } })

for (const { name, variables } of databases) {
  describe(`rare-disease-community beside a running server (${name})`, () => {
    it.scopedLive("shows what an admin has set beside the variables", () =>
      Effect.gen(function* () {
        const own = { ...unlimited, ...(yield* variables) }
        const { url } = yield* start(own)
        const ada = yield* Effect.provide(join(), clientOf(url))
        yield* answerOf(own, ["admin", "promote", ada.payload.email])
        const change = send("PATCH", "/api/community", { as: ada.token, body: { registration: "closed" } })
        yield* Effect.provide(
          until(
            Effect.map(change, ({ status }) => status),
            200
          ),
          clientOf(url)
        )
        const body = { url: "https://feeds.example/news?topic=rett" }
        yield* Effect.provide(send("POST", "/api/news/feeds", { as: ada.token, body }), clientOf(url))
        const { code, stdout } = yield* ran(own, ["config"])
        expect(code).toBe(0)
        expect(stdout).toMatch(/^REGISTRATION +default +open \(set by an admin: closed\)$/m)
        expect(stdout).toMatch(/^REVIEW_FIRST_POSTS +default +0$/m)
        expect(stdout).toMatch(/^NEWS_FEEDS +default +\(unset\) \(set by an admin: https:\/\/feeds.example\/news\)$/m)
      })
    )

    it.scopedLive(
      "ends credentials, suspends, promotes and resets at once: cached answers, open streams and logins follow",
      () =>
        Effect.gen(function* () {
          const own = { ...unlimited, ...(yield* variables) }
          const { url } = yield* start(own)
          yield* Effect.provide(
            Effect.gen(function* () {
              const [maria, ada] = [yield* join(), yield* join()]
              const { email, username } = maria.payload
              const { key } = yield* maria.client.auth.createApiKey({ payload: { name: "agent" } })
              const statusOf = (as: Redacted.Redacted) =>
                Effect.map(send("GET", "/api/users/me", { as }), (answer) => answer.status)
              const roleOf = Effect.map(send("GET", `/api/users/${maria.user.id}`, { as: ada.token }), ({ body }) =>
                at(body, "role")
              )
              const stream = yield* streamOf(url, key)
              expect(yield* Effect.all([statusOf(key), statusOf(maria.token), roleOf])).toEqual([200, 200, "user"])

              yield* answerOf(own, ["admin", "promote", email])
              yield* until(roleOf, "admin")
              yield* answerOf(own, ["keys", "revoke", username, "--all"])
              yield* until(statusOf(key), 401)
              expect(yield* statusOf(maria.token)).toBe(200)
              expect(yield* stream).toMatch(/event: close\n/)
              const reset = yield* answerOf(own, ["admin", "reset-password", email])
              yield* until(statusOf(maria.token), 401)
              const session = yield* login(email, at(reset, "password"))
              expect(session.status).toBe(200)

              const refused = yield* ran(own, ["admin", "suspend", username, "--reason", "A test."])
              expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("the only admin") })
              const owner = ["admin", "create", "--username", "owner", "--email", "owner@example.org"]
              const made = yield* answerOf(own, owner)
              const suspended = yield* answerOf(own, ["admin", "suspend", username, "--reason", "A test."])
              expect(suspended).toMatchObject({ username, suspended: { until: null, reason: "A test." } })
              const limited = yield* login(email, at(reset, "password"))
              expect([limited.status, at(limited.body, "user", "suspended", "reason")]).toEqual([200, "A test."])
              expect(yield* answerOf(own, ["admin", "unsuspend", email])).toMatchObject({ suspended: null })
              expect((yield* login(email, at(reset, "password"))).status).toBe(200)

              const { body } = yield* login("owner@example.org", at(made, "password"))
              const headers = { authorization: `Bearer ${at(body, "token")}` }
              const audit = yield* send("GET", `/api/audit?userId=${maria.user.id}`, { headers })
              expect(
                listAt(audit.body, "data").map((entry) => [at(entry, "action"), at(entry, "by"), at(entry, "reason")])
              ).toEqual([
                ["unsuspended", null, null],
                ["suspended", null, "A test."],
                ["password_changed", null, null],
                ["key_revoked", null, null],
                ["role_changed", null, null],
                ["key_created", { id: maria.user.id, username }, null]
              ])
              expect(yield* answerOf(own, ["check"])).toEqual({ findings: [] })
            }),
            clientOf(url)
          )
        })
    )
  })
}

describe("The socket of the embedded database of a running server", () => {
  it.scopedLive("is for the user of the server alone", () =>
    Effect.gen(function* () {
      const { DATA_DIR } = yield* served
      expect(statSync(DATA_DIR).mode & 0o777).toBe(0o700)
      expect(statSync(pathOf(DATA_DIR, ".s.PGSQL.5432")).mode & 0o777).toBe(0o600)
    })
  )

  it.scopedLive("keeps a transaction apart from requests, and rolls it back when its connection ends", () =>
    Effect.gen(function* () {
      const { connect, url } = yield* served
      const users = Effect.map(send("GET", "/api/stats"), ({ body }) => at(body, "users"))
      yield* Effect.provide(
        Effect.gen(function* () {
          yield* join()
          expect(yield* users).toBe(1)
          const client = yield* connect
          yield* query(client, "begin")
          yield* query(client, "update users set username = 'taken over', username_key = 'x'")
          const waiting = yield* Effect.fork(join())
          yield* Effect.sync(() => client.connection.stream.destroy())
          const second = yield* waiting
          const listed = yield* send("GET", "/api/users", { as: second.token })
          expect(listAt(listed.body, "data").map((user) => at(user, "username"))).not.toContain("taken over")
        }),
        clientOf(url)
      )
    })
  )

  it.scopedLive("serves several connections, with failing statements and statements of the same name", () =>
    Effect.gen(function* () {
      const { connect } = yield* served
      const named = { name: "one", text: "select $1::int + 1 as sum", values: [1] }
      for (const client of [yield* connect, yield* connect]) {
        expect(yield* Effect.promise(() => client.query("select 1 / 0").catch((error) => error.code))).toBe("22012")
        const parts = yield* Effect.promise(() => client.query(named).catch((error) => error.code))
        expect(parts.rows).toEqual([{ sum: 2 }])
        yield* Effect.promise(() => client.end())
      }
    })
  )

  it.scopedLive(
    "is not offered for a folder with too long a path, whose commands are then refused with exit code 3",
    () =>
      Effect.gen(function* () {
        const DATA_DIR = pathOf(yield* folder, "long".repeat(25))
        mkdirSync(DATA_DIR)
        const server = yield* launch({ DATA_DIR }, command("serve"))
        yield* server.url
        expect(yield* server.stdout).toContain("the path of DATA_DIR is too long for a socket")
        const refused = yield* ran({ DATA_DIR }, ["check"])
        expect(refused).toMatchObject({ code: 3, stdout: "" })
        expect(refused.stderr).toMatch(/DATA_DIR .* is in use by another process: stop that one/)
      })
  )

  it.scopedLive("refuses a restore with exit code 3, and lets the server stop", () =>
    Effect.gen(function* () {
      const { DATA_DIR, ended, kill } = yield* served
      const file = pathOf(yield* folder, "a.backup")
      yield* answerOf({ DATA_DIR }, ["backup", file])
      const refused = yield* ran({ DATA_DIR }, ["restore", file])
      expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining("is in use by a server: stop it") })
      yield* kill("SIGTERM")
      expect(yield* ended).toEqual({ code: 0, signal: null })
    })
  )
})
