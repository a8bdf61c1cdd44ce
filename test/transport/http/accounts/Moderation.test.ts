import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, Redacted, Schedule } from "effect"
import { atOnce } from "../../../support/AtOnce.ts"
import { community } from "../../../support/Community.ts"
import { answer, joinAdmin, joinModerator, type Member, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { at, eachOf, isTime, listAt, refused, refusedFor } from "../../../support/Wire.ts"
import { follow } from "../../sse/Given.ts"

const reason = "The account was taken over."

const login = ({ payload: { email, password } }: Member) =>
  send("POST", "/api/auth/login", { body: { email, password: Redacted.value(password) } })

const me = (as: Redacted.Redacted) => Effect.map(send("GET", "/api/users/me", { as }), ({ status }) => status)

/** An admin, and a member with a session and a key; and what the admin does to the member. */
const scene = Effect.gen(function* () {
  const [admin, maria] = [yield* joinAdmin, yield* join()]
  const { key } = yield* maria.client.auth.createApiKey({ payload: { name: "agent" } })
  const path = `/api/users/${maria.user.id}`
  return {
    admin,
    maria,
    key,
    path,
    revoke: (as = admin.token) => send("DELETE", `${path}/credentials`, { as, body: { reason } }),
    suspend: (until?: string, as = admin.token) =>
      send("PUT", `${path}/suspension`, { as, body: { reason, ...(until === undefined ? {} : { until }) } }),
    unsuspend: (as = admin.token) => send("DELETE", `${path}/suspension`, { as }),
    seenBy: (as: Redacted.Redacted) => Effect.map(send("GET", path, { as }), ({ body }) => at(body, "suspended"))
  }
})

/** The newest entry of the audit log about a member. */
const newest = (admin: Member, { user }: Member) =>
  Effect.map(send("GET", `/api/audit?userId=${user.id}&limit=1`, { as: admin.token }), ({ body }) => {
    const [entry] = listAt(body, "data")
    return [at(entry, "action"), at(entry, "by", "id"), at(entry, "detail"), at(entry, "reason")]
  })

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: moderation`, (it) => {
    it.scoped(
      "DELETE /api/users/:id/credentials ends sessions and keys at once, with their streams; a login works",
      () =>
        Effect.gen(function* () {
          const { admin, key, maria, revoke } = yield* scene
          const other = Redacted.make(String(at((yield* login(maria)).body, "token")))
          const [ofSession, ofKey] = [yield* follow({ token: other }), yield* follow({ token: key })]
          const { body, status } = yield* revoke()
          deepStrictEqual([status, body], [200, { sessions: 2, keys: 1 }])
          deepStrictEqual([yield* me(maria.token), yield* me(other), yield* me(key)], [401, 401, 401])
          deepStrictEqual((yield* ofSession.next).data, { reason: "logout" })
          deepStrictEqual((yield* ofKey.next).data, { reason: "revoked" })
          const what = "sessions: 2, keys: 1"
          deepStrictEqual(yield* newest(admin, maria), ["credentials_revoked", admin.user.id, what, reason])
          strictEqual((yield* login(maria)).status, 200)
          strictEqual(yield* me(admin.token), 200)
        })
    )

    it.scoped("PUT /api/users/:id/suspension stops sessions, keys and streams, until an admin ends it", () =>
      Effect.gen(function* () {
        const { admin, key, maria, suspend, unsuspend } = yield* scene
        const [ofSession, ofKey] = [yield* follow(maria), yield* follow({ token: key })]
        const { body, status } = yield* suspend()
        const since = at(body, "suspended", "at")
        deepStrictEqual([status, at(body, "suspended")], [200, { at: since, until: null, reason }])
        assertTrue(isTime(since))
        deepStrictEqual([yield* me(maria.token), yield* me(key)], [401, 401])
        for (const { next } of [ofSession, ofKey]) strictEqual((yield* next).event, "close")
        const limited = yield* login(maria)
        deepStrictEqual([limited.status, at(limited.body, "user", "suspended")], [200, at(body, "suspended")])
        const token = Redacted.make(String(at(limited.body, "token")))
        refusedFor(yield* send("GET", "/api/posts", { as: token }), 403, /suspended: GET .*decisions/)
        deepStrictEqual([yield* me(token), yield* me(key)], [200, 401])
        const wrong = { ...maria, payload: { ...maria.payload, password: Redacted.make("wrong horse battery") } }
        refused(yield* login(wrong), 401)
        deepStrictEqual(yield* newest(admin, maria), ["suspended", admin.user.id, null, reason])
        for (const _ of [1, 2]) {
          const { body, status } = yield* unsuspend()
          deepStrictEqual([status, at(body, "suspended")], [200, undefined])
        }
        deepStrictEqual(yield* newest(admin, maria), ["unsuspended", admin.user.id, null, null])
        deepStrictEqual([yield* me(maria.token), yield* me(key)], [401, 200])
        strictEqual((yield* send("GET", "/api/posts", { as: token })).status, 200)
        const again = yield* login(maria)
        deepStrictEqual([again.status, at(again.body, "user", "suspended")], [200, undefined])
      })
    )

    it.effect("PUT /api/users/:id/suspension ends by itself at its time, which the member reads before", () =>
      Effect.gen(function* () {
        const { admin, key, maria, seenBy, suspend } = yield* scene
        refusedFor(yield* suspend("2020-01-01T00:00:00Z"), 400, /^until .*future/)
        refusedFor(yield* suspend("tomorrow"), 400, /^until /)
        strictEqual(yield* me(key), 200)
        yield* suspend()
        const until = DateTime.formatIso(DateTime.add(yield* DateTime.now, { seconds: 2 }))
        strictEqual(at((yield* suspend(until)).body, "suspended", "until"), until)
        const limited = yield* login(maria)
        deepStrictEqual(at(limited.body, "user", "suspended", "until"), until)
        const token = Redacted.make(String(at(limited.body, "token")))
        const shown = Effect.gen(function* () {
          const [own, list] = [
            yield* send("GET", "/api/users/me", { as: token }),
            yield* send("GET", "/api/users?limit=2", { as: admin.token })
          ]
          return [yield* seenBy(admin.token), at(own.body, "suspended"), ...eachOf(list, "suspended")].map(
            (suspended) => suspended !== undefined
          )
        })
        deepStrictEqual(yield* shown, [true, true, true, false])
        deepStrictEqual((yield* newest(admin, maria))[2], `until ${until}`)
        strictEqual(yield* me(key), 401)
        const ended = Effect.repeat(me(key), {
          until: (status) => status === 200,
          schedule: Schedule.intersect(Schedule.spaced("50 millis"), Schedule.recurs(100))
        })
        yield* ended
        deepStrictEqual(yield* shown, [false, false, false, false])
        deepStrictEqual([yield* me(key), (yield* login(maria)).status], [200, 200])
        const own = yield* send("GET", "/api/users/me", { as: key })
        deepStrictEqual([at(own.body, "suspended"), yield* seenBy(key)], [undefined, undefined])
      })
    )

    it.effect(
      "PUT /api/users/:id/suspension shows to moderators and the member, and leaves what the member wrote",
      () =>
        Effect.gen(function* () {
          const { admin, maria, seenBy, suspend } = yield* scene
          const [bob, mod] = [yield* join(), yield* joinModerator]
          const post = yield* publish(maria)
          yield* answer(maria, post.id)
          const { body } = yield* suspend()
          const suspended = at(body, "suspended")
          deepStrictEqual(
            [yield* seenBy(bob.token), yield* seenBy(mod.token), yield* seenBy(admin.token)],
            [undefined, suspended, suspended]
          )
          const token = Redacted.make(String(at((yield* login(maria)).body, "token")))
          deepStrictEqual(at((yield* send("GET", "/api/users/me", { as: token })).body, "suspended"), suspended)
          const list = (as: Redacted.Redacted) => send("GET", "/api/users?limit=3", { as })
          deepStrictEqual(eachOf(yield* list(mod.token), "suspended"), [undefined, undefined, suspended])
          deepStrictEqual(eachOf(yield* list(bob.token), "suspended"), [undefined, undefined, undefined])
          const read = yield* send("GET", `/api/posts/${post.id}`)
          deepStrictEqual([read.status, at(read.body, "replyCount")], [200, 1])
        })
    )

    it.effect(
      "PUT suspension and DELETE credentials are 400 without a reason, or with one that is blank or too long",
      () =>
        Effect.gen(function* () {
          const { admin, path } = yield* scene
          for (const [method, what] of [
            ["DELETE", "credentials"],
            ["PUT", "suspension"]
          ] as const) {
            for (const body of [{ reason: " " }, { reason: "x".repeat(501) }]) {
              refusedFor(yield* send(method, `${path}/${what}`, { as: admin.token, body }), 400, /^reason /)
            }
          }
        })
    )

    it.effect("never suspends the last admin, whoever asks: of two who suspend each other one is left", () =>
      Effect.gen(function* () {
        const [one, two] = [yield* joinAdmin, yield* joinAdmin]
        const { body } = yield* send("GET", "/api/users?role=admin&limit=100", { as: one.token })
        for (const other of listAt(body, "data")) {
          const id = at(other, "id")
          if (id === one.user.id || id === two.user.id) continue
          yield* send("PATCH", `/api/users/${id}`, { as: one.token, body: { role: "user" } })
        }
        const suspend = (by: Member, { user }: Member) =>
          send("PUT", `/api/users/${user.id}/suspension`, { as: by.token, body: { reason } })
        const answers = yield* Effect.all([suspend(one, two), suspend(two, one)], atOnce)
        const statuses = answers.map(({ status }) => status)
        deepStrictEqual(statuses.filter((status) => status === 200).length, 1)
        assertTrue(
          statuses.every((status) => [200, 401, 403].includes(status)),
          String(statuses)
        )
        const left = statuses[0] === 200 ? one : two
        refusedFor(yield* suspend(left, left), 403, /only admin/)
        const own = `/api/users/${left.user.id}`
        refusedFor(yield* send("PATCH", own, { as: left.token, body: { role: "user" } }), 403, /only admin/)
      })
    )
  })
}
