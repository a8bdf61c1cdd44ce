import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { type Answer, ask, isFailure } from "../../../support/Raw.ts"

const origin = "https://app.example"
const from = (one: string) => ({ headers: { origin: one } })
const asks = (one: string, method = "POST") => ({
  headers: { origin: one, "access-control-request-method": method, "access-control-request-headers": "authorization" }
})

/** Every header that lets a browser's script in. */
const allowed = ({ headers }: Answer) => Object.keys(headers).filter((name) => name.startsWith("access-control-"))

const varies = ({ headers }: Answer) => (headers["vary"] ?? "").split(", ").includes("Origin")

/** An address on which the Origin alone decides, and `HostGuard` refuses none before. */
const HOST = "0.0.0.0"

layer(community(Memory.layer, { HOST }), { excludeTestServices: true })(
  "A script of another origin without CORS_ORIGINS",
  (it) => {
    it.effect("may read no response, and its preflight is 405", () =>
      Effect.gen(function* () {
        for (const path of ["/api/posts", "/api/users", "/api/nowhere", "/health"]) {
          for (const one of [origin, "null"]) deepStrictEqual(allowed(yield* ask("GET", path, from(one))), [])
        }
        const preflight = yield* ask("OPTIONS", "/api/posts", asks(origin))
        deepStrictEqual([preflight.status, allowed(preflight)], [405, []])
        isFailure(preflight)
      })
    )
  }
)

const variables = { HOST, CORS_ORIGINS: `${origin}, https://other.example` }

layer(community(Memory.layer, variables), { excludeTestServices: true })(
  "A script of an origin in CORS_ORIGINS",
  (it) => {
    it.effect("may read every response, failures too, and never with cookies", () =>
      Effect.gen(function* () {
        for (const path of ["/api/posts", "/api/users", "/api/nowhere", "/api/posts?page=0"]) {
          const { headers, ...answer } = yield* ask("GET", path, from(origin))
          strictEqual(headers["access-control-allow-origin"], origin, path)
          strictEqual(headers["access-control-allow-credentials"], undefined, path)
          assertTrue(varies({ headers, ...answer }), path)
          const exposed = String(headers["access-control-expose-headers"]).toLowerCase().split(", ")
          for (const name of [
            ...["location", "retry-after", "www-authenticate", "x-request-id", "etag", "x-unknown-parameters"],
            ...["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "idempotency-replayed"]
          ]) {
            assertTrue(exposed.includes(name), name)
          }
        }
      })
    )

    it.effect("is recognised by its exact origin, and Vary tells caches so", () =>
      Effect.gen(function* () {
        const strangers = [
          ...["https://app.example.evil", "https://evil.app.example", "http://app.example", "https://app.example:8443"],
          ...["https://app.example/", "HTTPS://APP.EXAMPLE", "null", "*", "", `${origin},https://evil.example`]
        ]
        for (const stranger of strangers) {
          const answer = yield* ask("GET", "/api/posts", from(stranger))
          deepStrictEqual(allowed(answer), [], stranger)
          assertTrue(varies(answer), stranger)
          strictEqual(
            (yield* ask("OPTIONS", "/api/posts", asks(stranger))).headers["access-control-allow-origin"],
            undefined
          )
        }
        assertTrue(varies(yield* ask("GET", "/api/posts")))
      })
    )

    it.effect("is answered the methods of the path in 204 without a body to a preflight", () =>
      Effect.gen(function* () {
        for (const [path, methods] of [
          ["/api/posts", "GET, HEAD, POST"],
          ["/api/posts/1", "GET, HEAD, PATCH, DELETE"]
        ] as const) {
          const { headers, status, text } = yield* ask("OPTIONS", path, asks(origin))
          deepStrictEqual([status, text], [204, ""])
          strictEqual(headers["access-control-allow-origin"], origin)
          deepStrictEqual(headers["access-control-allow-methods"]?.split(", ").sort(), methods.split(", ").sort())
          const accepted = String(headers["access-control-allow-headers"]).toLowerCase()
          for (const name of ["authorization", "content-type", "idempotency-key"]) assertTrue(accepted.includes(name))
          strictEqual(headers["access-control-allow-credentials"], undefined)
        }
        strictEqual((yield* ask("OPTIONS", "/api/nowhere", asks(origin))).status, 404)
        strictEqual((yield* ask("OPTIONS", "/api/posts", from(origin))).status, 405)
      })
    )
  }
)

layer(community(Memory.layer, { HOST, CORS_ORIGINS: "*" }), { excludeTestServices: true })(
  "A script of any origin with CORS_ORIGINS=*",
  (it) => {
    it.effect("may read every response, and never with cookies", () =>
      Effect.gen(function* () {
        for (const one of [origin, "null", "http://localhost:5173"]) {
          for (const { headers } of [
            yield* ask("GET", "/api/posts", from(one)),
            yield* ask("OPTIONS", "/api/posts", asks(one))
          ]) {
            strictEqual(headers["access-control-allow-origin"], "*")
            strictEqual(headers["access-control-allow-credentials"], undefined)
          }
        }
        deepStrictEqual(allowed(yield* ask("GET", "/api/posts")), [])
      })
    )
  }
)
