import { writeFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { clock } from "../support/instances/Instance.ts"
import { join, send } from "../support/Members.ts"
import { signIn } from "../support/People.ts"
import { unlimited } from "../support/Unlimited.ts"
import { at, eachOf } from "../support/Wire.ts"
import { onServerOf, serverUrl } from "./Databases.ts"
import { clientOf, folder, start } from "./Program.ts"

/** The events of a notification stream of an instance, up to its end. */
const streamAt = (url: string, credential: Redacted.Redacted) =>
  Effect.promise(async () => {
    const headers = { authorization: `Bearer ${Redacted.value(credential)}` }
    const { body } = await fetch(new URL("/api/notifications/stream", url), { headers })
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    await reader?.read()
    const rest = async (): Promise<string> => {
      const part = await reader?.read()
      return part === undefined || part.done ? "" : part.value + (await rest())
    }
    return Effect.timeout(Effect.promise(rest), "1 minute")
  })

/** The variables of an instance whose clock is ahead by this many milliseconds. */
const ahead = (millis: number) =>
  Effect.map(folder, (path) => {
    writeFileSync(`${path}/offset`, String(millis))
    return { NODE_OPTIONS: `--require ${clock}`, CLOCK_OFFSET_FILE: `${path}/offset` }
  })

// The embedded database is for one process alone.
describe("Keys and sessions of two instances on one database (server)", () => {
  it.scopedLive.skipIf(serverUrl === undefined)(
    "end on both at once, with their streams, and share the daily budget of a key",
    () =>
      Effect.gen(function* () {
        const code = "a code of the operator"
        const variables = { ...unlimited, FIRST_ADMIN_CODE: code, ...(yield* onServerOf(serverUrl ?? "")) }
        const [one, two] = yield* Effect.all([start(variables), start(variables)], { concurrency: 2 })
        const [here, there] = [clientOf(one.url), clientOf(two.url)]
        const maria = yield* Effect.provide(join(), here)
        const statusOf = (as: Redacted.Redacted) => Effect.map(send("GET", "/api/users/me", { as }), (it) => it.status)

        // Ended sessions, by the list and by a new password.
        const listed = yield* Effect.provide(signIn(maria), there)
        const ended = yield* streamAt(two.url, listed)
        const sessions = yield* Effect.provide(send("GET", "/api/auth/sessions", { as: maria.token }), here)
        const [id] = eachOf(sessions)
        yield* Effect.provide(send("DELETE", "/api/auth/sessions", { as: maria.token, body: { id } }), here)
        expect(yield* ended).toContain('"reason":"logout"')
        expect(yield* Effect.provide(statusOf(listed), there)).toBe(401)

        const other = yield* Effect.provide(signIn(maria), there)
        const closed = yield* streamAt(two.url, other)
        const oldPassword = Redacted.value(maria.payload.password)
        const body = { oldPassword, newPassword: `${oldPassword}!` }
        yield* Effect.provide(send("POST", "/api/auth/password", { as: maria.token, body }), here)
        expect(yield* closed).toContain('"reason":"logout"')
        expect(yield* Effect.provide(statusOf(other), there)).toBe(401)

        // A rotated key: the secret until then ends there when its grace does, at once without a grace.
        const { id: keyId, key } = yield* maria.client.auth.createApiKey({ payload: { name: "agent", dailyWrites: 6 } })
        expect(yield* Effect.provide(statusOf(key), there)).toBe(200)
        const first = yield* streamAt(two.url, key)
        const rotate = (graceSeconds: number) =>
          Effect.provide(
            send("POST", `/api/auth/apikeys/${keyId}/rotate`, { as: maria.token, body: { graceSeconds } }),
            here
          )
        const second = Redacted.make(String(at((yield* rotate(1)).body, "key")))
        expect(yield* first).toContain('"reason":"expired"')
        expect(yield* Effect.provide(statusOf(key), there)).toBe(401)
        expect(yield* Effect.provide(statusOf(second), there)).toBe(200)
        const last = yield* streamAt(two.url, second)
        const third = Redacted.make(String(at((yield* rotate(0)).body, "key")))
        expect(yield* last).toContain('"reason":"expired"')
        expect(yield* Effect.provide(statusOf(second), there)).toBe(401)

        // One budget for both.
        const write = send("PATCH", "/api/users/me", { as: third, body: { bio: "Hello." } })
        const answers = yield* Effect.all(
          [here, there].flatMap((instance) => Array.from({ length: 5 }, () => Effect.provide(write, instance))),
          { concurrency: "unbounded" }
        )
        expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(6)
        expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(4)

        // What an admin ends, and a suspension.
        const admin = yield* Effect.provide(join("admin", code), here)
        const path = `/api/users/${maria.user.id}`
        const moderate = (method: "DELETE" | "PUT", action: string) =>
          Effect.provide(send(method, `${path}/${action}`, { as: admin.token, body: { reason: "taken over" } }), here)
        const revoked = yield* streamAt(two.url, third)
        expect((yield* moderate("DELETE", "credentials")).status).toBe(200)
        expect(yield* revoked).toContain('"reason":"revoked"')
        expect(yield* Effect.provide(statusOf(third), there)).toBe(401)
        const { email } = maria.payload
        const login = Effect.provide(
          send("POST", "/api/auth/login", { body: { email, password: body.newPassword } }),
          there
        )
        const token = Redacted.make(String(at((yield* login).body, "token")))
        const suspended = yield* streamAt(two.url, token)
        expect((yield* moderate("PUT", "suspension")).status).toBe(200)
        expect(yield* suspended).toContain('"reason":"logout"')
        expect(yield* Effect.provide(statusOf(token), there)).toBe(401)
        const again = Redacted.make(String(at((yield* login).body, "token")))
        expect((yield* Effect.provide(send("GET", "/api/stats", { as: again }), there)).status).toBe(403)
      })
  )

  it.scopedLive.skipIf(serverUrl === undefined)(
    "agree on the ends of secrets and suspensions, and on times, when the clocks of their machines differ by 20 minutes",
    () =>
      Effect.gen(function* () {
        const code = "a code of the operator"
        const variables = { ...unlimited, FIRST_ADMIN_CODE: code, ...(yield* onServerOf(serverUrl ?? "")) }
        const offsets = [yield* ahead(-600_000), yield* ahead(600_000)]
        const started = offsets.map((offset) => start({ ...variables, ...offset }))
        const programs = yield* Effect.all(started, { concurrency: 2 })
        const [slow, fast] = programs.map(({ url }) => clientOf(url))
        if (slow === undefined || fast === undefined) return
        const [slowLog = "", fastLog = ""] = yield* Effect.forEach(programs, ({ stdout }) => stdout)
        expect(slowLog).toMatch(/the clock of this machine is 600 s behind the database's/)
        expect(fastLog).toMatch(/the clock of this machine is 600 s ahead of the database's/)

        const maria = yield* Effect.provide(join(), slow)
        const admin = yield* Effect.provide(join("admin", code), fast)
        const statusOf = (as: Redacted.Redacted) => Effect.map(send("GET", "/api/users/me", { as }), (it) => it.status)
        const statusesOf = (as: Redacted.Redacted) =>
          Effect.all([Effect.provide(statusOf(as), slow), Effect.provide(statusOf(as), fast)])

        // The grace of a rotated key ends for both at its end.
        const { id: keyId, key } = yield* maria.client.auth.createApiKey({ payload: { name: "agent" } })
        const rotate = (graceSeconds: number) =>
          send("POST", `/api/auth/apikeys/${keyId}/rotate`, { as: maria.token, body: { graceSeconds } })
        const second = Redacted.make(String(at((yield* Effect.provide(rotate(300), slow)).body, "key")))
        expect([yield* statusesOf(key), yield* statusesOf(second)]).toEqual([
          [200, 200],
          [200, 200]
        ])
        const first = yield* streamAt(programs[0]?.url ?? "", second)
        yield* Effect.provide(rotate(1), fast)
        expect(yield* first).toContain('"reason":"expired"')
        expect(yield* statusesOf(second)).toEqual([401, 401])

        // A suspension too.
        const suspend = (seconds: number) => {
          const body = { reason: "a pause", until: new Date(Date.now() + seconds * 1_000).toISOString() }
          return send("PUT", `/api/users/${maria.user.id}/suspension`, { as: admin.token, body })
        }
        const { email, password } = maria.payload
        const login = send("POST", "/api/auth/login", { body: { email, password: Redacted.value(password) } })
        expect((yield* Effect.provide(suspend(300), slow)).status).toBe(200)
        const signedIn = Effect.map(login, ({ body }) => Redacted.make(String(at(body, "token"))))
        const opened = Effect.flatMap(signedIn, (as) => send("GET", "/api/stats", { as }))
        expect((yield* Effect.provide(opened, fast)).status).toBe(403)
        expect((yield* Effect.provide(suspend(2), fast)).status).toBe(200)
        yield* Effect.repeat(Effect.provide(opened, slow), {
          until: ({ status }) => status === 200,
          schedule: Schedule.spaced("100 millis")
        }).pipe(Effect.timeout("1 minute"))
        const token = yield* Effect.provide(signedIn, slow)

        const post = { title: "What time is it?", content: "Here.", category: "topic" }
        const { body } = yield* Effect.provide(send("POST", "/api/posts", { as: token, body: post }), fast)
        const edit = send("PATCH", `/api/posts/${at(body, "id")}`, {
          as: token,
          body: { title: "What time is it now?" }
        })
        const edited = yield* Effect.provide(edit, slow)
        const [createdAt, updatedAt] = [
          Date.parse(String(at(body, "createdAt"))),
          Date.parse(String(at(edited.body, "updatedAt")))
        ]
        expect(updatedAt).toBeGreaterThanOrEqual(createdAt)
        expect(Math.abs(Date.now() - updatedAt)).toBeLessThan(60_000)
      })
  )
})
