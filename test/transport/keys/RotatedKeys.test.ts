import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, Option, Redacted, Schedule } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { CredentialsRepo } from "../../../src/ports/accounts/CredentialsRepo.ts"
import { newKeyRow } from "../../contracts/newRows.ts"
import { community } from "../../support/Community.ts"
import { answer } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { memoryOnly } from "../../support/Storage.ts"
import { at, membersOf, refusedFor } from "../../support/Wire.ts"
import { connect, generations, sessionsBecome } from "../mcp/Clients.ts"
import { closed, ending, follow, scene } from "../sse/Given.ts"

const pathOf = (id: unknown) => `/api/auth/apikeys/${id}/rotate`

const newKey = Effect.gen(function* () {
  const member = yield* join()
  return { ...member, ...(yield* member.client.auth.createApiKey({ payload: { name: "agent" } })) }
})

/** Rotates a key, and gives its new secret. */
const rotate = (as: Redacted.Redacted, id: unknown, graceSeconds?: number) =>
  Effect.map(
    send("POST", pathOf(id), { as, ...(graceSeconds === undefined ? {} : { body: { graceSeconds } }) }),
    ({ body, headers, status }) => ({ body, headers, status, key: Redacted.make(String(at(body, "key"))) })
  )

const isValid = (key: Redacted.Redacted) =>
  Effect.map(send("GET", "/api/users/me", { as: key }), ({ status }) => status === 200)

/** Waits until a secret is not valid any more. */
const endOf = (key: Redacted.Redacted) =>
  Effect.repeat(isValid(key), { until: (valid) => !valid, schedule: Schedule.spaced("20 millis") }).pipe(
    Effect.timeout("1 minute")
  )

const endOfGrace = ({ body }: { readonly body: unknown }) => Date.parse(String(at(body, "previousKeyExpiresAt")))

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: a rotated API key`, (it) => {
    it.effect("has a new secret, beside which the old one is valid until the end of the grace", () =>
      Effect.gen(function* () {
        const { id, key, token } = yield* newKey
        strictEqual(yield* isValid(key), true)
        const rotated = yield* rotate(token, id, 2)
        strictEqual(rotated.status, 201)
        deepStrictEqual([yield* isValid(key), yield* isValid(rotated.key)], [true, true])
        yield* endOf(key)
        const late = DateTime.toEpochMillis(yield* DateTime.now) - endOfGrace(rotated)
        assertTrue(late >= 0 && late < 60_000, `${late} ms late`)
        strictEqual(yield* isValid(rotated.key), true)
      })
    )
  })
}

layer(community(Memory.layer), { excludeTestServices: true })("POST /api/auth/apikeys/:id/rotate", (it) => {
  it.effect("answers as the creation of the key, with the end of the secret until then", () =>
    Effect.gen(function* () {
      const { id, key, token } = yield* newKey
      const listed = yield* send("GET", "/api/auth/apikeys", { as: token })
      const before = DateTime.toEpochMillis(yield* DateTime.now)
      const { body, headers, key: secret, status } = yield* rotate(token, id)
      strictEqual(status, 201)
      deepStrictEqual(membersOf(body), [
        "agent",
        "createdAt",
        "dailyWrites",
        "expiresAt",
        "id",
        "key",
        "name",
        "previousKeyExpiresAt",
        "scopes",
        "usage"
      ])
      deepStrictEqual([at(body, "id"), at(body, "name")], [id, "agent"])
      assertTrue(String(at(body, "usage")).includes(Redacted.value(secret)))
      const late = Date.parse(String(at(body, "previousKeyExpiresAt"))) - before - 86_400_000
      assertTrue(late >= 0 && late < 5_000, `a day and ${late} ms`)
      deepStrictEqual([headers["cache-control"], headers["location"]], ["no-store", "/api/auth/apikeys"])
      strictEqual(Redacted.value(secret) === Redacted.value(key), false)
      const now = yield* send("GET", "/api/auth/apikeys", { as: token })
      strictEqual(at(now.body, "data", 0, "prefix"), Redacted.value(secret).slice(0, 8))
      strictEqual(at(now.body, "data", 0, "createdAt"), at(listed.body, "data", 0, "createdAt"))
    })
  )

  it.effect("is 400 with an invalid grace, 404 for a key that is not the caller's, 409 for an expired one", () =>
    Effect.gen(function* () {
      const { id, token, user } = yield* newKey
      for (const graceSeconds of [-1, 604_801, 1.5]) {
        const { body, headers, status } = yield* rotate(token, id, graceSeconds)
        refusedFor({ body, headers, status }, 400, /graceSeconds must be/)
      }
      for (const graceSeconds of [0, 604_800]) strictEqual((yield* rotate(token, id, graceSeconds)).status, 201)
      const stranger = yield* join()
      refusedFor(yield* send("POST", pathOf(id), { as: stranger.token }), 404, /no such API key/)
      refusedFor(yield* send("POST", pathOf(2_147_483_647), { as: token }), 404, /no such API key/)
      strictEqual((yield* send("POST", pathOf("x"), { as: token })).status, 404)
      const { addKey } = yield* CredentialsRepo
      const expired = yield* addKey(newKeyRow(user.id, { expiresAt: Option.some(DateTime.unsafeMake(0)) }))
      refusedFor(yield* send("POST", pathOf(expired.id), { as: token }), 409, /has expired/)
    })
  )

  it.effect("ends the secret before the last at once, and all of them by revoking the key", () =>
    Effect.gen(function* () {
      const { id, key, token } = yield* newKey
      const second = yield* rotate(token, id)
      deepStrictEqual([yield* isValid(key), yield* isValid(second.key)], [true, true])
      const third = yield* rotate(second.key, id)
      deepStrictEqual([yield* isValid(key), yield* isValid(second.key), yield* isValid(third.key)], [false, true, true])
      yield* send("DELETE", "/api/auth/apikeys", { as: token, body: { key: Redacted.value(second.key) } })
      deepStrictEqual([yield* isValid(second.key), yield* isValid(third.key)], [false, false])
    })
  )

  it.effect("does not let the secret until then prolong itself", () =>
    Effect.gen(function* () {
      const { id, key, token } = yield* newKey
      const { body, key: second } = yield* rotate(token, id)
      refusedFor(yield* send("POST", pathOf(id), { as: key }), 403, /valid for longer than your key/)
      const made = yield* send("POST", "/api/auth/apikeys", { as: key, body: { name: "heir" } })
      strictEqual(at(made.body, "expiresAt"), at(body, "previousKeyExpiresAt"))
      strictEqual((yield* rotate(second, id)).status, 201)
    })
  )

  it.scoped("closes the streams of a secret when it ends, and no others", () =>
    Effect.gen(function* () {
      const { bob, maria, post } = yield* scene
      const { id, key } = yield* maria.client.auth.createApiKey({ payload: { name: "agent" } })
      const [before, untouched] = [yield* follow({ token: key }), yield* follow(maria)]
      const rotated = yield* rotate(maria.token, id, 2)
      const [during, current] = [yield* follow({ token: key }), yield* follow({ token: rotated.key })]
      yield* answer(bob, post.id)
      for (const stream of [before, during]) strictEqual((yield* stream.next).event, "notification")
      for (const stream of [before, during]) deepStrictEqual(yield* ending(stream), closed("expired"))
      const late =
        DateTime.toEpochMillis(yield* DateTime.now) - Date.parse(String(at(rotated.body, "previousKeyExpiresAt")))
      assertTrue(late >= 0 && late < 4_000, `${late} ms late`)
      yield* answer(bob, post.id)
      for (const stream of [untouched, current]) {
        deepStrictEqual(
          (yield* stream.take(2)).map(({ event }) => event),
          ["notification", "notification"]
        )
      }
      const again = yield* rotate(maria.token, id, 0)
      deepStrictEqual(yield* ending(current), closed("expired"))
      strictEqual(yield* isValid(again.key), true)
    })
  )

  for (const generation of generations) {
    it.scoped(`${generation}: ends the MCP sessions of a secret with it, and no others`, () =>
      Effect.gen(function* () {
        const { id, key, token } = yield* newKey
        yield* sessionsBecome(0)
        yield* connect(generation, { apiKey: key })
        const rotated = yield* rotate(token, id)
        const spare = yield* connect(generation, { apiKey: rotated.key })
        yield* sessionsBecome(2)
        strictEqual((yield* spare.call("get_community_stats")).isError, false)
        yield* rotate(token, id)
        yield* sessionsBecome(1)
        strictEqual((yield* spare.call("get_community_stats")).isError, false)
        yield* rotate(token, id, 0)
        yield* sessionsBecome(0)
      })
    )
  }

  it.effect("gives one of many rotations at once the last word", () =>
    Effect.gen(function* () {
      const { id, key, token } = yield* newKey
      const rotated = yield* Effect.all(Array.replicate(rotate(token, id), 5), { concurrency: "unbounded" })
      const valid = yield* Effect.filter([key, ...rotated.map(({ key }) => key)], isValid)
      strictEqual(valid.length, 2)
    })
  )
})
