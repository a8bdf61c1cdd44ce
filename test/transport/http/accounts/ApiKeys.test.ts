import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Redacted } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { join, send } from "../../../support/Members.ts"
import { at, isTime, long, refused, refusedFor } from "../../../support/Wire.ts"

const path = "/api/auth/apikeys"

const unrestricted = {
  scopes: ["read", "write", "notifications"],
  expiresAt: null,
  agent: false,
  dailyWrites: null
}

/** A key of a new member's. */
const newKey = (name = "agent") =>
  Effect.gen(function* () {
    const member = yield* join()
    return { ...member, ...(yield* member.client.auth.createApiKey({ payload: { name } })) }
  })

layer(community(Memory.layer), { excludeTestServices: true })("/api/auth/apikeys", (it) => {
  it.effect("refuses a member's 101st key with 409 until one is revoked", () =>
    Effect.gen(function* () {
      const { client } = yield* join()
      const create = client.auth.createApiKey({ payload: { name: "agent" } })
      const [first] = yield* Effect.all(Array.makeBy(100, () => create))
      strictEqual((yield* Effect.flip(create))._tag, "Conflict")
      yield* client.auth.revokeApiKey({ payload: { id: first?.id } })
      yield* create
    })
  )

  it.effect("answers a new key in full once, with a usage that can be pasted", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const { body, headers, status } = yield* send("POST", path, { as: token, body: { name: "  my agent " } })
      const [id, key, usage, createdAt] = [at(body, "id"), at(body, "key"), at(body, "usage"), at(body, "createdAt")]
      deepStrictEqual([status, body], [201, { id, key, name: "my agent", usage, createdAt, ...unrestricted }])
      assertTrue(typeof key === "string" && /^rdc_[0-9A-Za-z]{27,}$/.test(key))
      assertTrue(typeof usage === "string" && usage.includes(`Authorization: ApiKey ${key}`))
      assertTrue(typeof usage === "string" && usage.includes(`http://127.0.0.1:3000/api/mcp?apiKey=${key}`))
      assertTrue(Number.isInteger(id) && isTime(createdAt))
      strictEqual(headers["cache-control"], "no-store")
    })
  )

  it.effect("lists keys oldest first without their secrets, with their last use", () =>
    Effect.gen(function* () {
      const { client, token } = yield* join()
      const first = yield* client.auth.createApiKey({ payload: { name: "first" } })
      const second = yield* client.auth.createApiKey({ payload: { name: "second" } })
      yield* send("GET", "/api/posts", { as: second.key })
      const { body, headers } = yield* send("GET", path, { as: token })
      const item = (index: number, { id, key, name }: typeof first) => ({
        id,
        name,
        prefix: Redacted.value(key).slice(0, 8),
        createdAt: at(body, "data", index, "createdAt"),
        lastUsedAt: at(body, "data", index, "lastUsedAt"),
        ...unrestricted
      })
      deepStrictEqual(body, { data: [item(0, first), item(1, second)] })
      strictEqual(at(body, "data", 0, "lastUsedAt"), null)
      assertTrue(isTime(at(body, "data", 1, "lastUsedAt")) && isTime(at(body, "data", 1, "createdAt")))
      strictEqual(headers["cache-control"], "no-store")
      deepStrictEqual((yield* send("GET", path, { as: (yield* join()).token })).body, { data: [] })
    })
  )

  it.effect("takes key names of 1 to 100 characters on one line", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const create = (body: unknown) => send("POST", path, { as: token, body })
      for (const name of ["x", long(100), `  ${long(100)}  `]) {
        deepStrictEqual(at((yield* create({ name })).body, "name"), name.trim())
      }
      for (const name of [long(101), "", "  ", "two\nlines", null]) {
        refusedFor(yield* create({ name }), 400, /^name /)
      }
    })
  )

  it.effect("revokes a key by its secret or its id at once, and answers 404 the second time", () =>
    Effect.gen(function* () {
      for (const by of ["key", "id"] as const) {
        const { id, key, token } = yield* newKey()
        strictEqual((yield* send("GET", "/api/users", { as: key })).status, 200)
        const body = by === "id" ? { id } : { key: Redacted.value(key) }
        const revoked = yield* send("DELETE", path, { as: token, body })
        deepStrictEqual([revoked.status, revoked.body], [200, { success: true }])
        refused(yield* send("GET", "/api/users", { as: key }), 401)
        refused(yield* send("GET", "/api/posts", { as: key }), 401)
        refused(yield* send("DELETE", path, { as: token, body }), 404)
        deepStrictEqual((yield* send("GET", path, { as: token })).body, { data: [] })
      }
    })
  )
})
