import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { Sessions } from "../../../../src/transport/mcp/Sessions.ts"
import { community } from "../../../support/Community.ts"
import { answer, publish } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { at } from "../../../support/Wire.ts"
import { asked, listening } from "./Agent.ts"

const inbox = "community://notifications"
const subscription = "io.modelcontextprotocol/subscriptionId"

layer(community(Memory.layer), { excludeTestServices: true })("subscriptions/listen", (it) => {
  it.scoped("acknowledges the resources that exist, then tells of the changes of each", () =>
    Effect.gen(function* () {
      const [maria, paul] = [yield* join(), yield* join()]
      const post = yield* publish(maria)
      const thread = `community://posts/${post.id}`
      const next = yield* listening(maria.token, [inbox, thread, thread, "community://posts/2000000000", "test://x"])
      const first = yield* next
      strictEqual(at(first, "method"), "notifications/subscriptions/acknowledged")
      deepStrictEqual(at(first, "params"), {
        _meta: { [subscription]: 7 },
        notifications: { resourceSubscriptions: [inbox, thread] }
      })
      yield* answer(paul, post.id)
      const told = [yield* next, yield* next]
      for (const message of told) {
        deepStrictEqual(
          [at(message, "method"), at(message, "params", "_meta", subscription)],
          ["notifications/resources/updated", 7]
        )
      }
      deepStrictEqual(told.map((message) => at(message, "params", "uri")).toSorted(), [inbox, thread])
    })
  )

  it.scoped("ends with a result when the credential ends, and frees its place", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      const sessions = yield* Sessions
      const before = yield* sessions.count
      const next = yield* listening(maria.token, [inbox])
      yield* next
      strictEqual(yield* sessions.count, before + 1)
      yield* send("POST", "/api/auth/logout", { as: maria.token })
      const last = yield* next
      deepStrictEqual([at(last, "id"), at(last, "result", "resultType")], [7, "complete"])
      strictEqual(at(last, "result", "_meta", subscription), 7)
      strictEqual(yield* next, undefined)
      strictEqual(yield* sessions.count, before)
    })
  )

  it.effect("refuses a malformed filter", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const many = Array.from({ length: 101 }, (_, index) => `community://posts/${index}`)
      for (const notifications of [
        undefined,
        [],
        { resourceSubscriptions: "x" },
        { resourceSubscriptions: [1] },
        { resourceSubscriptions: many }
      ]) {
        const { body } = yield* asked({ as: token, method: "subscriptions/listen", params: { notifications } })
        strictEqual(at(body, "error", "code"), -32602, JSON.stringify(notifications))
      }
    })
  )
})

layer(community(Memory.layer, { STREAMS_PER_USER: "1" }), { excludeTestServices: true })(
  "The number of streams of subscriptions/listen",
  (it) => {
    it.scoped("is limited for each member", () =>
      Effect.gen(function* () {
        const { token } = yield* join()
        const next = yield* listening(token, [inbox])
        yield* next
        const params = { notifications: {} }
        strictEqual((yield* asked({ as: token, method: "subscriptions/listen", params })).status, 429)
      })
    )
  }
)
