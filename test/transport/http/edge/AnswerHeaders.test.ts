import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Redacted } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { rows } from "../../../support/EndpointRows.ts"
import { account, publish } from "../../../support/Given.ts"
import { join, registration } from "../../../support/Members.ts"
import { ask, member } from "../../../support/Raw.ts"
import { SharedWorld } from "../../../support/rows/World.ts"
import { withEngine } from "../../../support/Unlimited.ts"
import { at } from "../../../support/Wire.ts"

const challenge = 'Bearer realm="community", ApiKey realm="community"'

/** The two spellings of a path: as it is, and with a slash at its end. */
const ways: ReadonlyArray<(path: string) => string> = [(path) => path, (path) => path.replace(/(\?|$)/, "/$1")]

layer(community(Memory.layer, { CORS_ORIGINS: "https://app.example" }), { excludeTestServices: true })(
  "Every response",
  (it) => {
    it.effect("of 201 names the new resource in Location", () =>
      Effect.gen(function* () {
        const { token } = yield* join()
        for (const way of ways) {
          const created = (path: string, body: unknown) =>
            Effect.tap(ask("POST", way(path), { as: token, body: JSON.stringify(body) }), ({ headers, status }) =>
              Effect.gen(function* () {
                strictEqual(status, 201, path)
                strictEqual((yield* ask("GET", String(headers["location"]), { as: token })).status, 200, path)
              })
            )
          const user = yield* created("/api/auth/register", account())
          strictEqual(user.headers["location"], `/api/users/${member(user, "user", "id")}`)
          const post = yield* created("/api/posts", { title: "A post", content: "Content" })
          const own = `/api/posts/${member(post, "id")}`
          strictEqual(post.headers["location"], own)
          const comment = yield* created(`${own}/comments`, { content: "A comment" })
          strictEqual(comment.headers["location"], `/api/comments/${member(comment, "id")}`)
          const key = yield* created("/api/auth/apikeys", { name: "agent" })
          strictEqual(key.headers["location"], "/api/auth/apikeys")
        }
      })
    )

    it.effect("of another status has no Location", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const { id } = yield* publish(maria)
        for (const [method, path, body] of [
          ["GET", `/api/posts/${id}`, undefined],
          ["POST", `/api/posts/${id}/like`, undefined],
          ["POST", "/api/posts", "{}"],
          ["POST", "/api/posts/2147483647/comments", '{"content":"A comment"}']
        ] as const) {
          const { headers } = yield* ask(method, path, { as: maria.token, body })
          strictEqual(headers["location"], undefined, path)
        }
      })
    )

    it.effect("of 401 names the schemes in WWW-Authenticate, whatever the transport and the reason", () =>
      Effect.gen(function* () {
        const login = JSON.stringify({ email: "nobody@example.org", password: "wrong horse" })
        const invalid = { as: Redacted.make("nonsense") }
        for (const way of ways) {
          for (const answer of [
            yield* ask("GET", way("/api/users")),
            yield* ask("GET", way("/api/posts"), invalid),
            yield* ask("POST", way("/api/auth/login"), { body: login }),
            yield* ask("GET", way("/api/notifications/stream")),
            yield* ask("GET", way("/api/notifications/stream?token=nonsense")),
            yield* ask("GET", way("/api/mcp")),
            yield* ask("POST", way("/api/mcp"), { ...invalid, body: "{}" }),
            yield* ask("DELETE", way("/api/mcp")),
            yield* ask("POST", way("/api/rpc"), { body: "{}", headers: { "content-type": "application/ndjson" } })
          ]) {
            deepStrictEqual([answer.status, answer.headers["www-authenticate"]], [401, challenge])
          }
        }
        for (const path of ["/api/posts", "/api/posts/2147483647", "/api/nowhere"]) {
          strictEqual((yield* ask("GET", path)).headers["www-authenticate"], undefined)
        }
      })
    )
  }
)

const reads = Object.keys(rows).filter((name) => /\.(list|get|me|listApiKeys)$/.test(name))

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
