import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, type Redacted } from "effect"
import { unique } from "../../contracts/newRows.ts"
import { community } from "../../support/Community.ts"
import { publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { storages } from "../../support/Storage.ts"
import { refusedFor } from "../../support/Wire.ts"

for (const { layer: storage, name } of storages) {
  layer(community(storage), { excludeTestServices: true })(`Idempotency-Key and audiences (${name})`, (it) => {
    it.effect("replays no text for members to a key of its author that lacks the scope members", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const { key } = yield* maria.client.auth.createApiKey({ payload: { name: "narrow" } })
        const scopes = ["read", "write", "members"] as const
        const { key: wide } = yield* maria.client.auth.createApiKey({ payload: { name: "wide", scopes } })
        const { id } = yield* publish(maria, { audience: "members" })
        const comment = { content: unique() }
        const headers = { "idempotency-key": "1" }
        for (const [method, path, body] of [
          ["PATCH", `/api/posts/${id}`, { title: unique() }],
          ["POST", `/api/posts/${id}/comments`, comment],
          ["POST", "/api/posts", { title: unique(), content: unique(), audience: "members" }]
        ] as const) {
          const as = (credential: Redacted.Redacted) =>
            send(method, path, { as: credential, body, headers: { "idempotency-key": path + method } })
          const first = yield* as(maria.token)
          const again = yield* as(wide)
          deepStrictEqual([again.status, again.body], [first.status, first.body])
          const { body: refused, status } = yield* as(key)
          strictEqual(status >= 400, true, `${path}: ${status}`)
          strictEqual(
            JSON.stringify(refused).includes(JSON.stringify("title" in body ? body.title : comment.content)),
            false
          )
        }
        const body = { title: unique(), content: unique() }
        const byKey = yield* send("POST", "/api/posts", { as: key, body, headers })
        deepStrictEqual((yield* send("POST", "/api/posts", { as: maria.token, body, headers })).body, byKey.body)
        refusedFor(
          yield* send("POST", "/api/posts", { as: key, body: { ...body, title: unique() }, headers }),
          409,
          /another request/
        )
      })
    )
  })
}
