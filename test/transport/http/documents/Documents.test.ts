import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { join } from "../../../support/Members.ts"
import { type Answer, ask, isFailure, json } from "../../../support/Raw.ts"
import { at } from "../../../support/Wire.ts"

const paths = ["/docs", "/api/openapi.json"]

const accepting = (coding: string) => ({ headers: { "accept-encoding": coding } })

const varies = ({ headers }: Answer) => (headers["vary"] ?? "").split(", ").sort()

layer(community(Memory.layer, { CORS_ORIGINS: "https://app.example" }), { excludeTestServices: true })(
  "GET /api/openapi.json and GET /docs",
  (it) => {
    for (const path of paths) {
      it.effect(`send ${path} in the content coding that the client prefers, with Vary`, () =>
        Effect.gen(function* () {
          const { headers, text } = yield* ask("GET", path)
          strictEqual(headers["content-encoding"], undefined)
          strictEqual(headers["content-length"], String(Buffer.byteLength(text)))
          for (const [accepted, coding] of [
            ["gzip", "gzip"],
            ["gzip, deflate, br", "br"],
            ["br;q=0.1, gzip;q=0.5", "gzip"],
            ["gzip;q=0", undefined]
          ] as const) {
            for (const target of [path, `${path}/`]) {
              const answer = yield* ask("GET", target, accepting(accepted))
              deepStrictEqual([answer.status, answer.headers["content-encoding"]], [200, coding], target)
              strictEqual(answer.text, text)
              strictEqual(answer.headers["etag"], headers["etag"])
              deepStrictEqual(varies(answer), ["Accept-Encoding", "Authorization", "Origin"])
              const length = Number(answer.headers["content-length"])
              assertTrue(coding === undefined || length < text.length / 3, `${length} of ${text.length}`)
            }
          }
        })
      )

      it.effect(`answer HEAD of ${path} with the headers of GET, and 304 without a body to If-None-Match`, () =>
        Effect.gen(function* () {
          const get = yield* ask("GET", path, accepting("gzip"))
          const head = yield* ask("HEAD", path, accepting("gzip"))
          strictEqual(head.text, "")
          for (const name of ["content-encoding", "content-length", "content-type", "etag", "vary", "cache-control"]) {
            strictEqual(head.headers[name], get.headers[name], name)
          }
          for (const method of ["GET", "HEAD"]) {
            for (const coding of ["gzip", "br", "identity"]) {
              const held = { "accept-encoding": coding, "if-none-match": String(get.headers["etag"]) }
              const answer = yield* ask(method, path, { headers: held })
              deepStrictEqual([answer.status, answer.text], [304, ""])
              for (const name of ["content-encoding", "content-length", "content-type"]) {
                strictEqual(answer.headers[name], undefined, name)
              }
              deepStrictEqual([answer.headers["etag"], varies(answer)], [get.headers["etag"], varies(get)])
            }
          }
        })
      )
    }

    it.effect("send the same JSON in every content coding", () =>
      Effect.gen(function* () {
        for (const coding of ["identity", "gzip", "br"]) {
          const answer = yield* ask("GET", "/api/openapi.json", accepting(coding))
          strictEqual(answer.headers["content-type"], "application/json")
          strictEqual(at(json(answer), "openapi"), "3.1.0")
        }
      })
    )
  }
)

layer(community(Memory.layer, { RATE_LIMIT_READ: "4" }), { excludeTestServices: true })(
  "GET /api/openapi.json and GET /docs within a limit",
  (it) => {
    it.effect("count as reads, HEAD and 304 too, and are 429 beyond the limit", () =>
      Effect.gen(function* () {
        const { token } = yield* join()
        const first = yield* ask("GET", "/docs", { as: token })
        const held = { as: token, headers: { "if-none-match": String(first.headers["etag"]) } }
        const answers = [
          first,
          yield* ask("HEAD", "/api/openapi.json", { as: token }),
          yield* ask("GET", "/docs", held),
          yield* ask("GET", "/api/posts", { as: token })
        ]
        deepStrictEqual(
          answers.map(({ headers, status }) => [status, headers["ratelimit-remaining"]]),
          [
            [200, "3"],
            [200, "2"],
            [304, "1"],
            [200, "0"]
          ]
        )
        for (const path of paths) {
          const answer = yield* ask("GET", path, { as: token })
          deepStrictEqual([answer.status, answer.headers["ratelimit-limit"]], [429, "4"])
          assertTrue(isFailure(answer).startsWith("too many reads"))
          assertTrue(Number(answer.headers["retry-after"]) >= 1)
        }
      })
    )
  }
)
