import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, Redacted } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { community } from "../../support/Community.ts"
import { account, joinAdmin, type Member } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { at, recordOf, refusedFor } from "../../support/Wire.ts"
import { connect, connectAs, generations, sessionsBecome } from "../mcp/Clients.ts"
import { closed, ending, follow } from "../sse/Given.ts"

const path = "/api/auth/apikeys"

/** Creates a key of a member, and gives its body and secret. */
const make = ({ token }: Pick<Member, "token">, body: object) =>
  Effect.map(send("POST", path, { as: token, body: { name: "agent", ...body } }), (answer) => ({
    answer,
    id: at(answer.body, "id"),
    key: Redacted.make(String(at(answer.body, "key"))),
    usage: String(at(answer.body, "usage"))
  }))

const by = (key: Redacted.Redacted) => ({ token: key })

const grantOf = (body: unknown) => {
  const { agent, dailyWrites, expiresAt, scopes } = recordOf(body)
  return { agent, dailyWrites, expiresAt, scopes }
}

const soon = "2099-01-01T00:00:00.000Z"
const later = "2099-01-02T00:00:00.000Z"

layer(community(Memory.layer), { excludeTestServices: true })("A restricted API key", (it) => {
  it.effect("is shown with its restrictions where it is made and listed", () =>
    Effect.gen(function* () {
      const member = yield* join()
      const sent = {
        scopes: ["notifications", "read", "read"],
        expiresAt: "2099-01-01T01:00:00+01:00",
        agent: true,
        dailyWrites: 100_000
      }
      const { answer } = yield* make(member, sent)
      const grant = { scopes: ["read", "notifications"], expiresAt: soon, agent: true, dailyWrites: 100_000 }
      deepStrictEqual([answer.status, grantOf(answer.body)], [201, grant])
      const listed = yield* send("GET", path, { as: member.token })
      deepStrictEqual(grantOf(at(listed.body, "data", 0)), grant)
      const { answer: plain } = yield* make(member, { scopes: null, expiresAt: null, agent: null, dailyWrites: null })
      deepStrictEqual(grantOf(plain.body), {
        scopes: ["read", "write", "notifications"],
        expiresAt: null,
        agent: false,
        dailyWrites: null
      })
    })
  )

  it.effect("is 400 with invalid restrictions, and the text says what would be right", () =>
    Effect.gen(function* () {
      const member = yield* join()
      const invalid = [
        [{ scopes: [] }, /scopes must name a scope/],
        [{ scopes: ["admin"] }, /must be read, write, notifications or members/],
        [{ expiresAt: "2020-01-01T00:00:00Z" }, /expiresAt must be in the future/],
        [{ expiresAt: "tomorrow" }, /expiresAt must be a time/],
        [{ expiresAt: "2099-01-01" }, /expiresAt must be a time/],
        [{ expiresAt: "2099-02-30T00:00:00Z" }, /expiresAt must be a time/],
        [{ expiresAt: "2099-01-01T25:00:00Z" }, /expiresAt must be a time/],
        [{ dailyWrites: 0 }, /dailyWrites must be from 1 to 100000/],
        [{ dailyWrites: 100_001 }, /dailyWrites must be from 1 to 100000/],
        [{ dailyWrites: 1.5 }, /dailyWrites must be a whole number/],
        [{ dailyWrites: "5" }, /dailyWrites must be a number/]
      ] as const
      for (const [body, why] of invalid) refusedFor((yield* make(member, body)).answer, 400, why)
    })
  )

  it.effect("tells in its usage what it may do", () =>
    Effect.gen(function* () {
      const member = yield* join()
      const { usage: full } = yield* make(member, {})
      assertTrue(
        full.endsWith("it can do everything that you can, but it reads and writes only what is for everyone."),
        full
      )
      const { usage: whole } = yield* make(member, { scopes: ["read", "write", "notifications", "members"] })
      assertTrue(whole.includes("That includes what is not for everyone.") && !whole.includes("only what is"), whole)
      const { usage } = yield* make(member, { scopes: ["read"], expiresAt: soon, agent: true, dailyWrites: 7 })
      assertTrue(!usage.includes("everything") && !usage.includes("/api/notifications"))
      for (const part of ["read all but your notifications", soon, "export your data", "only what is for everyone"]) {
        assertTrue(usage.includes(part), `${part} in ${usage}`)
      }
      assertTrue(!usage.includes("in a day"), "it writes nothing")
      assertTrue((yield* make(member, { scopes: ["write"], dailyWrites: 7 })).usage.includes("7 times in a day"))
      assertTrue(usage.includes("Its scopes are read:") && full.includes("read, write, notifications"), usage)
      assertTrue(usage.indexOf("Authorization: ApiKey") < usage.indexOf("?apiKey="), usage)
      const { usage: blind } = yield* make(member, { scopes: ["write"] })
      assertTrue(blind.includes("Authorization: ApiKey") && !blind.includes("curl"))
    })
  )

  it.effect("makes no key that may do more than itself, and passes its restrictions on", () =>
    Effect.gen(function* () {
      const member = yield* join()
      const restricted = { scopes: ["read", "write"], expiresAt: soon, agent: true, dailyWrites: 50 }
      const { key } = yield* make(member, restricted)
      const { answer: heir } = yield* make(by(key), {})
      deepStrictEqual([heir.status, grantOf(heir.body)], [201, restricted])
      const { answer: lesser } = yield* make(by(key), {
        scopes: ["write"],
        expiresAt: "2098-01-01T00:00:00.000Z",
        agent: false,
        dailyWrites: 49
      })
      deepStrictEqual(grantOf(lesser.body), {
        scopes: ["write"],
        expiresAt: "2098-01-01T00:00:00.000Z",
        agent: true,
        dailyWrites: 49
      })
      const beyond = [
        [{ scopes: ["read", "write", "notifications"] }, /scopes that your key lacks/],
        [{ expiresAt: later }, /valid for longer than your key/],
        [{ dailyWrites: 51 }, /larger budget of writes than your key/]
      ] as const
      for (const [body, why] of beyond) refusedFor((yield* make(by(key), body)).answer, 403, why)
    })
  )

  it.effect("rotates no key that may do more than itself, and revokes any of its member", () =>
    Effect.gen(function* () {
      const member = yield* join()
      const { key } = yield* make(member, { agent: true, dailyWrites: 50 })
      const wider = [
        yield* make(member, { dailyWrites: 50 }),
        yield* make(member, { agent: true }),
        yield* make(member, { agent: true, dailyWrites: 51 })
      ]
      for (const { id } of wider) {
        refusedFor(yield* send("POST", `${path}/${id}/rotate`, { as: key }), 403, /no key that may do more/)
        strictEqual((yield* send("DELETE", path, { as: key, body: { id } })).status, 200)
      }
      const { id } = yield* make(member, { agent: true, dailyWrites: 50, scopes: ["read"] })
      strictEqual((yield* send("POST", `${path}/${id}/rotate`, { as: key })).status, 201)
    })
  )

  it.effect("of an admin makes nobody an admin", () =>
    Effect.gen(function* () {
      const admin = yield* joinAdmin
      const { user } = yield* join()
      const promote = { role: "admin" }
      const agent = yield* make(admin, { agent: true })
      for (const role of ["admin", "expert"]) {
        const refused = yield* send("PATCH", `/api/users/${user.id}`, { as: agent.key, body: { role } })
        refusedFor(refused, 403, /agent's API key cannot act as a moderator or an admin/)
      }
      for (const restriction of [{ scopes: ["read", "write"] }, { expiresAt: soon }, {}]) {
        const { key } = yield* make(admin, restriction)
        const registered = yield* send("POST", "/api/auth/register", { as: key, body: account({ role: "admin" }) })
        refusedFor(registered, 403, /an API key can make nobody an admin/)
        const promoted = yield* send("PATCH", `/api/users/${user.id}`, { as: key, body: promote })
        refusedFor(promoted, 403, /an API key can make nobody an admin/)
        const changed = yield* send("PATCH", `/api/users/${user.id}`, { as: key, body: { role: "expert" } })
        strictEqual(changed.status, 200)
      }
    })
  )

  it.effect("of an agent cannot change the password, export, and neither see nor end sessions", () =>
    Effect.gen(function* () {
      const member = yield* join()
      const { key } = yield* make(member, { agent: true })
      const oldPassword = Redacted.value(member.payload.password)
      const change = { oldPassword, newPassword: `${oldPassword}!` }
      refusedFor(yield* send("POST", "/api/auth/password", { as: key, body: change }), 403, /agent's API key cannot/)
      refusedFor(yield* send("GET", "/api/auth/sessions", { as: key }), 403, /agent's API key cannot/)
      refusedFor(yield* send("GET", "/api/users/me/export", { as: key }), 403, /agent's API key cannot/)
      refusedFor(yield* send("DELETE", "/api/auth/sessions", { as: key }), 403, /agent's API key cannot/)
      strictEqual((yield* send("GET", "/api/users/me", { as: member.token })).status, 200)
    })
  )

  for (const generation of generations) {
    it.scoped(`ends its MCP sessions at its expiry (${generation})`, () =>
      Effect.gen(function* () {
        const member = yield* join()
        const expiresAt = DateTime.formatIso(DateTime.add(yield* DateTime.now, { millis: 1_500 }))
        const { key } = yield* make(member, { expiresAt })
        const spare = yield* connectAs(generation, member)
        const { call } = yield* connect(generation, { apiKey: key })
        yield* sessionsBecome(2)
        strictEqual((yield* call("get_community_stats")).isError, false)
        yield* sessionsBecome(1)
        strictEqual((yield* spare.call("get_community_stats")).isError, false)
      })
    )
  }

  it.scoped("is 401 from its expiry on, though it is in use, and its streams close then", () =>
    Effect.gen(function* () {
      const member = yield* join()
      const now = yield* DateTime.now
      const { key } = yield* make(member, { expiresAt: DateTime.formatIso(DateTime.add(now, { seconds: 3 })) })
      const stream = yield* follow(by(key))
      strictEqual((yield* send("GET", "/api/users/me", { as: key })).status, 200)
      strictEqual((yield* send("GET", "/api/users/me", { as: key })).status, 200)
      deepStrictEqual(yield* ending(stream), closed("expired"))
      strictEqual((yield* send("GET", "/api/users/me", { as: key })).status, 401)
      strictEqual((yield* send("POST", "/api/posts", { as: key, body: {} })).status, 401)
    })
  )
})
