import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Redacted } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { formType } from "../../../../src/api/Access.ts"
import { community } from "../../../support/Community.ts"
import { bodyTypeOf, endpoints } from "../../../support/Endpoints.ts"
import { publish } from "../../../support/Given.ts"
import { isHarmless } from "../../../support/Hostile.ts"
import { People, signIn } from "../../../support/People.ts"
import { ask, isFailure, member, port, type Sent, speak } from "../../../support/Raw.ts"

const takers = endpoints.filter(({ endpoint }) => endpoint.method !== "GET")
/** One endpoint of each kind of body; `EveryEndpoint.test.ts` sends each endpoint a body that is too long, and one of text. */
const kinds = takers
  .filter(({ name }) =>
    ["POST /api/auth/apikeys", "PATCH /api/posts/:id", "POST /api/mcp", "POST /api/rpc"].includes(name)
  )
  .map((defined) => ({ ...defined, headers: { "content-type": bodyTypeOf(defined) } }))

const pathOf = (path: string) => path.replace(":id", "1")
const tenMegabytes = Buffer.alloc(10 * 1024 * 1024, 0x20)

/** Endpoints where no body means all, or the default (contract, Accounts and Records). */
const needNoBody: ReadonlySet<string> = new Set([
  ...["PATCH /api/notifications", "DELETE /api/auth/sessions", "POST /api/auth/apikeys/:id/rotate"],
  ...["POST /api/users/:id/password-link", "POST /api/invitations"],
  ...["DELETE /api/auth/passkeys/:id", "DELETE /api/webhooks/:id", "POST /api/auth/second-factor"]
])

// These requests are refused before any storage is asked, so one storage shows it.
layer(People.layer.pipe(Layer.provideMerge(community(Memory.layer))), { excludeTestServices: true })(
  "A request that cannot be read",
  (it) => {
    it.effect("is 413 for a body of 10 MB, with and without a Content-Length, to every kind of endpoint", () =>
      Effect.gen(function* () {
        const { user } = yield* People
        for (const { endpoint, headers, name } of kinds) {
          for (const chunked of [false, true]) {
            for (const as of [user.token, undefined]) {
              const sent: Sent = { as, chunked, headers, body: tenMegabytes }
              const answer = yield* ask(endpoint.method, pathOf(endpoint.path), sent)
              strictEqual(answer.status, 413, `${name} ${JSON.stringify({ chunked, isMember: as !== undefined })}`)
              isFailure(answer)
            }
          }
        }
      })
    )

    it.effect("is 413 from 256 KiB and one byte on", () =>
      Effect.gen(function* () {
        const { user } = yield* People
        const body = (size: number) => '{"name":"a key"}'.padEnd(size, " ")
        for (const chunked of [false, true]) {
          const send = (size: number) => ask("POST", "/api/auth/apikeys", { as: user.token, chunked, body: body(size) })
          strictEqual((yield* send(256 * 1024)).status, 201)
          strictEqual((yield* send(256 * 1024 + 1)).status, 413)
        }
      })
    )

    it.effect("is 400 with the reason for JSON of more than 64 levels, however deep", () =>
      Effect.gen(function* () {
        const { user } = yield* People
        const nested = (levels: number) => `{"name":"a key","more":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`
        const send = (levels: number) => ask("POST", "/api/auth/apikeys", { as: user.token, body: nested(levels) })
        strictEqual((yield* send(64)).status, 201)
        for (const levels of [65, 70, 1000, 100_000]) {
          const answer = yield* send(levels)
          strictEqual(answer.status, 400)
          assertTrue(isFailure(answer).includes("64 levels"))
        }
      })
    )

    it.effect("is 400 for malformed JSON, and for no body if one is needed", () =>
      Effect.gen(function* () {
        const { user } = yield* People
        const broken = ["{", "{]", '{"title":"a"', "not json", '{"a":1}{"b":2}', "\0", "\ufeff{}"]
        for (const { endpoint, name } of takers) {
          if (endpoint.payloadSchema._tag === "None" || name === "POST /api/mcp") continue // JSON-RPC has its own errors
          for (const body of broken) {
            const answer = yield* ask(endpoint.method, pathOf(endpoint.path), { as: user.token, body })
            strictEqual(answer.status, 400, `${name} ${body}`)
            isHarmless(answer, `${name} ${body}`)
          }
          if (needNoBody.has(name)) continue
          const empty = yield* ask(endpoint.method, pathOf(endpoint.path), { as: user.token })
          strictEqual(empty.status, 400, `${name} without a body`)
          isFailure(empty)
        }
      })
    )

    it.effect("is 415 for a body that is not plain JSON by its headers", () =>
      Effect.gen(function* () {
        const { user } = yield* People
        const refused = [
          { "content-type": "text/plain" },
          { "content-type": "application/x-www-form-urlencoded" },
          { "content-type": "multipart/form-data; boundary=a" },
          { "content-type": "application/json; charset=utf-16" },
          { "content-type": "application/vnd.api+json" },
          { "content-type": "application/problem+json; charset=utf-8" },
          { "content-type": "nonsense" },
          { "content-type": "" },
          { "content-encoding": "gzip" },
          { "content-encoding": "br" },
          { "content-encoding": "nonsense" }
        ]
        for (const defined of kinds) {
          const { endpoint, name } = defined
          const takesForms = bodyTypeOf(defined) === formType
          for (const headers of refused) {
            if (
              takesForms &&
              (headers["content-type"] === formType || headers["content-type"]?.startsWith("multipart"))
            )
              continue
            const answer = yield* ask(endpoint.method, pathOf(endpoint.path), { as: user.token, body: "{}", headers })
            strictEqual(answer.status, 415, `${name} ${JSON.stringify(headers)}`)
            isFailure(answer)
          }
        }
        for (const type of ["application/json", "application/json; charset=UTF-8", "Application/JSON;charset=utf-8"]) {
          const headers = { "content-type": type }
          const read = yield* ask("POST", "/api/auth/apikeys", { as: user.token, body: '{"name":"a key"}', headers })
          strictEqual(read.status, 201, type)
        }
      })
    )

    it.effect("is 415 for a body without a type, and not for no body", () =>
      Effect.gen(function* () {
        const { other, user } = yield* People
        for (const { endpoint, name } of kinds) {
          for (const sent of [{}, { chunked: true }]) {
            const untyped = { as: user.token, body: "{}", untyped: true, ...sent }
            const answer = yield* ask(endpoint.method, pathOf(endpoint.path), untyped)
            strictEqual(answer.status, 415, name)
            isFailure(answer)
          }
        }
        const post = yield* publish(user)
        for (const [method, path] of [
          ["PATCH", "/api/notifications"],
          ["POST", `/api/posts/${post.id}/like`],
          ["POST", "/api/auth/logout"]
        ] as const) {
          for (const headers of [{}, { "content-length": "0" }, { "transfer-encoding": "chunked" }]) {
            const as = path.endsWith("logout") ? yield* signIn(other) : user.token
            strictEqual((yield* ask(method, path, { as, headers })).status, 200, path)
          }
        }
      })
    )

    it.effect("is 400 for invalid UTF-8, and nothing of it is stored", () =>
      Effect.gen(function* () {
        const { user } = yield* People
        const broken = [[0xff], [0xc3, 0x28], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0xa7], [0xc0, 0x80]]
        for (const defined of kinds) {
          const { endpoint, name } = defined
          for (const bytes of broken) {
            const body = Buffer.concat([Buffer.from('{"name":"a key '), Buffer.from(bytes), Buffer.from('"}')])
            const headers = { "content-type": bodyTypeOf(defined) }
            const answer = yield* ask(endpoint.method, pathOf(endpoint.path), { as: user.token, body, headers })
            strictEqual(answer.status, 400, `${name} ${bytes}`)
            assertTrue(isFailure(answer).includes("UTF-8"), `${name} ${answer.text}`)
          }
        }
        const whole = Buffer.from('{"name":"\ufffd 🧬"}')
        const made = yield* ask("POST", "/api/auth/apikeys", { as: user.token, body: whole })
        deepStrictEqual([made.status, member(made, "name")], [201, "\ufffd 🧬"])
      })
    )

    it.effect("is treated as one without a body if the body is empty, whatever its type", () =>
      Effect.gen(function* () {
        const { user } = yield* People
        for (const type of [
          "multipart/form-data",
          "multipart/form-data; boundary=a",
          "text/plain",
          "application/octet-stream"
        ]) {
          for (const [method, path, expected] of [
            ["DELETE", "/api/auth/apikeys", 400],
            ["PATCH", "/api/notifications", 200],
            ["DELETE", "/api/posts/999999", 404]
          ] as const) {
            const headers = { "content-type": type, "content-length": "0" }
            const answer = yield* ask(method, path, { as: user.token, headers })
            strictEqual(answer.status, expected, `${method} ${path} ${type} ${answer.text}`)
          }
        }
      })
    )

    it.effect("is 400 as { error } if it is not HTTP, and 431 for a header that is too long", () =>
      Effect.gen(function* () {
        const host = `Host: 127.0.0.1:${yield* port}\r\n`
        const said: ReadonlyArray<readonly [string, number]> = [
          ["garbage\r\n\r\n", 400],
          ["\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400],
          [`GET /health HTTP/9.9\r\n${host}\r\n`, 400],
          ["GET /health HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
          [`GET /a b c HTTP/1.1\r\n${host}\r\n`, 400],
          [`GET /health HTTP/1.1\r\n${host}No colon\r\n\r\n`, 400],
          [`GET /health HTTP/1.1\r\n${host}A: \0\r\n\r\n`, 400],
          [`POST /api/posts HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`, 400],
          [`POST /api/posts HTTP/1.1\r\n${host}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
          [`POST /api/posts HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
          [`GET /health HTTP/1.1\r\n${host}A: ${"a".repeat(20_000)}\r\n\r\n`, 431],
          [`GET /${"a".repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431],
          [`GET /health HTTP/1.1\r\n${host}${"A-header: of some length\r\n".repeat(1000)}\r\n`, 431]
        ]
        for (const [bytes, status] of said) {
          const answer = yield* speak(bytes)
          strictEqual(answer.status, status, `${JSON.stringify(bytes.slice(0, 60))} ${answer.text}`)
          isHarmless(answer, bytes.slice(0, 60))
        }
      })
    )

    it.effect("is 400 for chunks that are broken off or malformed", () =>
      Effect.gen(function* () {
        const { user } = yield* People
        const head =
          `POST /api/posts HTTP/1.1\r\nHost: 127.0.0.1:${yield* port}\r\nContent-Type: application/json\r\n` +
          `Authorization: Bearer ${Redacted.value(user.token)}\r\nTransfer-Encoding: chunked\r\n\r\n`
        const answer = yield* speak(`${head}zz\r\n{}\r\n`)
        strictEqual(answer.status, 400)
        isFailure(answer)
      })
    )

    it.effect("is answered as { error } for unknown methods, targets and expectations", () =>
      Effect.gen(function* () {
        const host = `Host: 127.0.0.1:${yield* port}\r\nConnection: close\r\n`
        const requests = [
          `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
          `GET * HTTP/1.1\r\n${host}\r\n`,
          `GET //evil.example/api HTTP/1.1\r\n${host}\r\n`,
          `GET http://127.0.0.1/nowhere HTTP/1.1\r\n${host}\r\n`,
          `GET http:// HTTP/1.1\r\n${host}\r\n`,
          `GET http://[ HTTP/1.1\r\n${host}\r\n`,
          `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`,
          `PURGE /api/posts HTTP/1.1\r\n${host}\r\n`,
          `TRACE /api/posts HTTP/1.1\r\n${host}\r\n`,
          `GET /api/nowhere?%zz=%&&&=&a HTTP/1.1\r\n${host}\r\n`,
          `GET /%ff%fe HTTP/1.1\r\n${host}\r\n`,
          `GET /api/posts/%00 HTTP/1.1\r\n${host}\r\n`,
          `GET /api/nowhere HTTP/1.1\r\n${host}Upgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n`
        ]
        for (const request of requests) {
          const answer = yield* speak(request)
          const isWithoutHost = request.startsWith("GET http://[") || request.startsWith("GET http:// ")
          // The router takes the target * for the path /.
          const expected = request.startsWith("GET * ") ? [200] : isWithoutHost ? [400, 403] : [400, 404, 405]
          assertTrue(expected.includes(answer.status), `${request} ${answer.status}`)
          isHarmless(answer, request)
        }
        const unmet = yield* speak(`GET /health HTTP/1.1\r\n${host}Expect: the unexpected\r\n\r\n`)
        isHarmless(unmet, "Expect")
        assertTrue([200, 400].includes(unmet.status), String(unmet.status))
      })
    )

    it.effect("is answered for long URLs, and the server goes on", () =>
      Effect.gen(function* () {
        const longest = "a".repeat(12_000)
        for (const path of [
          `/${longest}`,
          `/api/posts/${longest}`,
          `/api/posts?search=${longest}`,
          `/api/diseases/${longest}`
        ]) {
          const answer = yield* ask("GET", path)
          isHarmless(answer, path.slice(0, 40))
          assertTrue(answer.status === 404 || answer.status === 400, `${path.slice(0, 40)} ${answer.status}`)
        }
        strictEqual((yield* ask("GET", "/health")).status, 200)
      })
    )
  }
)
