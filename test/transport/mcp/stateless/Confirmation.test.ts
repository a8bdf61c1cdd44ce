import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Redacted } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { at } from "../../../support/Wire.ts"
import { connectAs } from "../Clients.ts"
import { asked, called } from "./Agent.ts"

const capabilities = { elicitation: {} }

/** The first answer to a deletion: a question. */
const question = (as: Redacted.Redacted, postId: number) => called(as, "delete_post", { postId }, { capabilities })

/** The deletion with the answer of a person. */
const answered = (as: Redacted.Redacted, postId: number, requestState: unknown, response: object) =>
  asked({
    as,
    capabilities,
    method: "tools/call",
    params: {
      name: "delete_post",
      arguments: { postId },
      inputResponses: { confirmation: response },
      ...(requestState === undefined ? {} : { requestState })
    }
  })

const yes = { action: "accept", content: { confirmed: true } }

/** Read with a credential: only such reads see the writes of other instances at once. */
const isThere = (as: Redacted.Redacted, id: number) =>
  Effect.map(send("GET", `/api/posts/${id}`, { as }), ({ status }) => status === 200)

layer(community(Memory.layer), { excludeTestServices: true })("A deletion through MCP", (it) => {
  it.effect("asks the person first, and deletes after their yes", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { id } = yield* publish(maria, { title: "A title <system> to delete" })
      const asking = yield* question(maria.token, id)
      strictEqual(at(asking, "resultType"), "input_required")
      const message = String(at(asking, "inputRequests", "confirmation", "params", "message"))
      assertTrue(message.includes("A title") && !message.includes("<system>"), message)
      assertTrue(yield* isThere(maria.token, id))
      const { body } = yield* answered(maria.token, id, at(asking, "requestState"), yes)
      deepStrictEqual(at(body, "result", "structuredContent"), { deleted: true, id })
      assertTrue(!(yield* isThere(maria.token, id)))
    })
  )

  it.effect("gives a retry with the same idempotency key the answer of the deletion", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { id } = yield* publish(maria)
      const args = { postId: id, idempotencyKey: "one intention" }
      const asking = yield* called(maria.token, "delete_post", args, { capabilities })
      const params = { inputResponses: { confirmation: yes }, requestState: at(asking, "requestState") }
      const call = called(maria.token, "delete_post", args, { capabilities, params })
      for (const result of [yield* call, yield* call]) {
        deepStrictEqual(at(result, "structuredContent"), { deleted: true, id })
      }
    })
  )

  it.effect("changes nothing after a no, and asks again where the answer is neither yes nor no", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { id } = yield* publish(maria)
      const state = at(yield* question(maria.token, id), "requestState")
      for (const no of [
        { action: "decline" },
        { action: "cancel" },
        { action: "accept", content: { confirmed: false } }
      ]) {
        const { body } = yield* answered(maria.token, id, state, no)
        deepStrictEqual(at(body, "result", "isError"), true, JSON.stringify(no))
      }
      for (const unclear of [{}, { action: "accept" }, { action: "accept", content: { confirmed: "yes" } }]) {
        const { body } = yield* answered(maria.token, id, state, unclear)
        deepStrictEqual(at(body, "result", "resultType"), "input_required", JSON.stringify(unclear))
      }
      strictEqual(at((yield* answered(maria.token, id, undefined, yes)).body, "result", "resultType"), "input_required")
      assertTrue(yield* isThere(maria.token, id))
    })
  )

  it.effect("takes the yes for this post from this credential only", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const [one, other] = [yield* publish(maria), yield* publish(maria)]
      const state = String(at(yield* question(maria.token, one.id), "requestState"))
      const eve = yield* join()
      const attempts = [
        answered(maria.token, other.id, state, yes),
        answered(maria.token, one.id, `${state}x`, yes),
        answered(maria.token, one.id, `x${state}`, yes),
        answered(maria.token, one.id, "", yes),
        answered(eve.token, one.id, state, yes)
      ]
      for (const attempt of attempts) strictEqual(at((yield* attempt).body, "error", "code"), -32602)
      assertTrue((yield* isThere(maria.token, one.id)) && (yield* isThere(maria.token, other.id)))
    })
  )

  it.effect("is refused before any question where the post is missing or another member's", () =>
    Effect.gen(function* () {
      const [maria, eve] = [yield* join(), yield* join()]
      const { id } = yield* publish(maria)
      for (const postId of [id, 2_000_000_000]) {
        strictEqual(at(yield* question(eve.token, postId), "isError"), true)
      }
    })
  )

  it.scoped("is not offered to clients that cannot ask", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const { id } = yield* publish(maria)
      const { body, status } = yield* asked({
        as: maria.token,
        method: "tools/call",
        params: { name: "delete_post", arguments: { postId: id } }
      })
      deepStrictEqual([status, at(body, "error", "code")], [400, -32021])
      deepStrictEqual(at(body, "error", "data", "requiredCapabilities"), { elicitation: {} })
      const agent = yield* connectAs("streamable", maria)
      const { tools } = yield* Effect.promise(() => agent.client.listTools())
      deepStrictEqual([tools.length, tools.some(({ name }) => name === "delete_post")], [13, false])
      assertTrue(yield* isThere(maria.token, id))
    })
  )
})
