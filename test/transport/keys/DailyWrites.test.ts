import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Redacted } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { unique } from "../../contracts/newRows.ts"
import { community } from "../../support/Community.ts"
import { type Member, publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { exitOf } from "../../support/Raw.ts"
import { memoryOnly } from "../../support/Storage.ts"
import { at, refusedFor } from "../../support/Wire.ts"
import { connect, generations } from "../mcp/Clients.ts"

const budgeted = ({ client }: Pick<Member, "client">, dailyWrites: number) =>
  Effect.map(client.auth.createApiKey({ payload: { name: "agent", dailyWrites } }), ({ key }) => key)

const post = () => ({ title: unique(), content: unique() })

const write = (as: Redacted.Redacted) => send("POST", "/api/posts", { as, body: post() })

const spent = /writes with this API key today.*midnight UTC/

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: a key with a daily budget`, (it) => {
    it.effect("lets no more writes through than its budget, of many at once", () =>
      Effect.gen(function* () {
        const key = yield* budgeted(yield* join(), 5)
        const answers = yield* Effect.all(Array.replicate(write(key), 12), { concurrency: "unbounded" })
        strictEqual(answers.filter(({ status }) => status === 201).length, 5)
        strictEqual(answers.filter(({ status }) => status === 429).length, 7)
      })
    )
  })
}

layer(community(Memory.layer), { excludeTestServices: true })("A key with a daily budget", (it) => {
  it.effect("is 429 until midnight UTC beyond it, for what needs write alone, and for no other credential", () =>
    Effect.gen(function* () {
      const member = yield* join()
      const [key, other] = [yield* budgeted(member, 2), yield* budgeted(member, 2)]
      const first = yield* write(key)
      strictEqual(first.status, 201)
      deepStrictEqual([first.headers["ratelimit-limit"], first.headers["ratelimit-remaining"]], ["2", "1"])
      const untilMidnight = 86_400 - Math.floor((Date.now() / 1000) % 86_400)
      strictEqual((yield* send("PATCH", "/api/users/me", { as: key, body: { bio: "Hello." } })).status, 200)
      const refused = yield* write(key)
      refusedFor(refused, 429, spent)
      const after = Number(refused.headers["retry-after"])
      assertTrue(Math.abs(after - untilMidnight) < 5 || Math.abs(after - untilMidnight) > 86_000, String(after))
      strictEqual(refused.headers["ratelimit-remaining"], "0")
      strictEqual((yield* send("GET", "/api/users/me", { as: key })).status, 200)
      strictEqual((yield* send("PATCH", "/api/notifications", { as: key, body: {} })).status, 200)
      strictEqual((yield* write(other)).status, 201)
      strictEqual((yield* write(member.token)).status, 201)
    })
  )

  it.scoped("counts writes over REST, RPC and both transports of MCP together, and refuses them in each", () =>
    Effect.gen(function* () {
      const member = yield* join()
      const { id: postId } = yield* publish(member)
      const key = yield* budgeted(member, 4)
      const agents = yield* Effect.forEach(generations, (generation) => connect(generation, { apiKey: key }))
      strictEqual((yield* write(key)).status, 201)
      strictEqual(at(yield* exitOf(key, "like_post", { postId }), "_tag"), "Success")
      for (const { call } of agents) {
        strictEqual((yield* call("reply_to_post", { postId, content: unique() })).isError, false)
      }
      for (const { call } of agents) {
        const { isError, text } = yield* call("reply_to_post", { postId, content: unique() })
        deepStrictEqual([isError, spent.test(text)], [true, true])
        strictEqual((yield* call("get_post", { postId })).isError, false)
      }
      const error = at(yield* exitOf(key, "like_post", { postId }), "cause", "error")
      deepStrictEqual([at(error, "_tag"), at(error, "limit")], ["TooManyRequests", "dailyWrites"])
      strictEqual((yield* write(key)).status, 429)
    })
  )

  it.effect("counts no write that is refused for the credential, the scope or the path", () =>
    Effect.gen(function* () {
      const member = yield* join()
      const payload = { name: "agent", dailyWrites: 1, scopes: ["read"] as const }
      const { id, key } = yield* member.client.auth.createApiKey({ payload })
      strictEqual((yield* write(key)).status, 403)
      const full = yield* budgeted(member, 1)
      strictEqual((yield* send("POST", "/api/nowhere", { as: full, body: {} })).status, 404)
      strictEqual((yield* write(full)).status, 201)
      strictEqual((yield* write(full)).status, 429)
      yield* member.client.auth.rotateApiKey({ path: { id }, payload: {} })
    })
  )

  it.effect("shares it with the keys that it makes, and keeps it when it is rotated", () =>
    Effect.gen(function* () {
      const member = yield* join()
      const { id, key } = yield* member.client.auth.createApiKey({ payload: { name: "agent", dailyWrites: 4 } })
      const made = yield* send("POST", "/api/auth/apikeys", { as: key, body: { name: "another" } })
      const heir = Redacted.make(String(at(made.body, "key")))
      strictEqual((yield* write(heir)).status, 201)
      const { key: rotated } = yield* member.client.auth.rotateApiKey({ path: { id }, payload: {} })
      strictEqual((yield* write(rotated)).status, 201)
      strictEqual((yield* write(key)).status, 201)
      for (const each of [key, heir, rotated]) refusedFor(yield* write(each), 429, spent)
    })
  )
})
