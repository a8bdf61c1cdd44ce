import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { rows } from "../../../support/EndpointRows.ts"
import { publish } from "../../../support/Given.ts"
import { join, registration } from "../../../support/Members.ts"
import { ask } from "../../../support/Raw.ts"
import { SharedWorld } from "../../../support/rows/World.ts"
import { withEngine } from "../../../support/Unlimited.ts"
import { at } from "../../../support/Wire.ts"

const reads = Object.keys(rows).filter((name) => /\.(list|get|listApiKeys)$/.test(name))

const withWorld = Layer.provideMerge(SharedWorld.layer, community(Memory.layer, withEngine))

layer(withWorld, { excludeTestServices: true })("ETag", (it) => {
  for (const name of reads) {
    it.effect(`of ${name} is weak, and is answered 304 without a body to If-None-Match`, () =>
      Effect.gen(function* () {
        const stage = yield* SharedWorld
        const row = yield* Effect.fromNullable(rows[name])
        const { as = stage.maria.token, path } = row(stage).ask
        const { headers } = yield* ask("GET", path, { as })
        const etag = String(headers["etag"])
        assertTrue(/^W\/"[\w-]{22}"$/.test(etag))
        for (const method of ["GET", "HEAD"]) {
          for (const held of [etag, `"other", ${etag}`, etag.slice(2), "*"]) {
            const again = yield* ask(method, path, { as, headers: { "if-none-match": held } })
            deepStrictEqual([again.status, again.text, again.headers["etag"]], [304, "", etag])
            strictEqual(again.headers["content-type"], undefined)
            strictEqual(again.headers["cache-control"], headers["cache-control"])
            strictEqual(again.headers["vary"], headers["vary"])
          }
          const other = yield* ask(method, path, { as, headers: { "if-none-match": 'W/"other"' } })
          deepStrictEqual([other.status, other.headers["etag"]], [200, etag])
        }
      })
    )
  }

  it.effect("changes with the content of the response, and differs for callers who see another one", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const { id } = yield* publish(maria)
      const path = `/api/posts/${id}`
      const tagOf = (path: string, as?: typeof bob.token) =>
        Effect.map(ask("GET", path, { as }), ({ headers }) => headers["etag"])
      const [before, list, signedIn] = [yield* tagOf(path), yield* tagOf("/api/posts"), yield* tagOf(path, bob.token)]
      assertTrue(signedIn !== before)
      strictEqual(yield* tagOf(path), before) // one more view
      yield* bob.client.likes.toggle({ path: { id } })
      for (const [read, tag] of [
        [path, before],
        ["/api/posts", list]
      ] as const) {
        const { headers, status } = yield* ask("GET", read, { headers: { "if-none-match": String(tag) } })
        deepStrictEqual([status, headers["etag"] === tag], [200, false])
      }
      const mine = yield* tagOf(`/api/users/${maria.user.id}`, maria.token)
      assertTrue((yield* tagOf(`/api/users/${maria.user.id}`, bob.token)) !== mine)
    })
  )

  it.effect("counts a 304 of a post as a view", () =>
    Effect.gen(function* () {
      const path = `/api/posts/${(yield* publish(yield* join())).id}`
      const { headers } = yield* ask("GET", path)
      const conditional = { headers: { "if-none-match": String(headers["etag"]) } }
      strictEqual((yield* ask("GET", path, conditional)).status, 304)
      strictEqual((yield* ask("HEAD", path, conditional)).status, 304)
      strictEqual(at(JSON.parse((yield* ask("GET", path)).text), "viewCount"), 3)
    })
  )

  it.effect("is sent neither with failures nor with writes", () =>
    Effect.gen(function* () {
      const { email, username } = registration()
      const body = JSON.stringify({ username, email, password: "correct horse battery" })
      for (const { headers } of [
        yield* ask("POST", "/api/auth/register", { body }),
        yield* ask("GET", "/api/posts/2147483647"),
        yield* ask("GET", "/api/posts?limit=0")
      ]) {
        strictEqual(headers["etag"], undefined)
      }
    })
  )

  it.effect("is sent with the endpoints that operate the server too", () =>
    Effect.gen(function* () {
      for (const path of ["/health", "/ready", "/api/openapi.json", "/docs"]) {
        const { headers } = yield* ask("GET", path)
        const again = yield* ask("GET", path, { headers: { "if-none-match": String(headers["etag"]) } })
        deepStrictEqual([again.status, again.text], [304, ""])
      }
    })
  )
})
