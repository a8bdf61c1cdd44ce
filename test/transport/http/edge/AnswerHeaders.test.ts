import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { account, publish } from "../../../support/Given.ts"
import { join } from "../../../support/Members.ts"
import { ask, member } from "../../../support/Raw.ts"

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

    it.effect("lets a script of a listed origin read the headers that matter to it", () =>
      Effect.gen(function* () {
        const { headers } = yield* ask("GET", "/api/posts", { headers: { origin: "https://app.example" } })
        const exposed = String(headers["access-control-expose-headers"]).toLowerCase().split(", ")
        for (const name of ["location", "retry-after", "www-authenticate", "x-request-id", "etag"]) {
          assertTrue(exposed.includes(name), name)
        }
        for (const name of ["limit", "remaining", "reset"]) assertTrue(exposed.includes(`ratelimit-${name}`), name)
        assertTrue(exposed.includes("x-unknown-parameters"))
      })
    )
  }
)
