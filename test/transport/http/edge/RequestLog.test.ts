import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Logger, LogLevel, Redacted } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import * as Logging from "../../../../src/adapters/node/Logging.ts"
import { community } from "../../../support/Community.ts"
import { registration } from "../../../support/Members.ts"
import { People } from "../../../support/People.ts"
import { ask, json, type Sent } from "../../../support/Raw.ts"
import { at, membersOf } from "../../../support/Wire.ts"
import { follow } from "../../sse/Given.ts"

/** Every line of the log, in the form that the program writes. */
const lines: Array<string> = []

const kept = Layer.merge(
  Logger.replace(
    Logger.defaultLogger,
    Logger.map(Logging.json, (line) => void lines.push(line))
  ),
  Logger.minimumLogLevel(LogLevel.All)
)

/** The lines that a piece of work leaves. */
const linesOf = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    lines.length = 0
    const result = yield* work
    return { result, logged: lines.map((line): unknown => JSON.parse(line)) }
  })

layer(People.layer.pipe(Layer.provideMerge(community(Memory.layer, {}, kept))), { excludeTestServices: true })(
  "The request log",
  (it) => {
    it.effect("has one line for each request with route, caller, status and duration", () =>
      Effect.gen(function* () {
        const { user } = yield* People
        const requests = [
          ["GET", "/api/posts?search=hidden", 200, {}],
          ["GET", "/api/users", 200, { as: user.token }],
          ["HEAD", "/api/posts", 200, {}],
          ["GET", "http://hidden:hidden@localhost/api/posts?search=hidden", 200, {}],
          ["GET", "http://hidden:hidden@localhost", 200, {}],
          ["GET", "/api/users", 401, {}],
          ["GET", "/api/nowhere?token=hidden", 404, {}],
          ["PUT", "/api/posts", 405, {}],
          ["POST", "/api/posts", 400, { as: user.token, body: "{" }],
          ["POST", "/api/posts", 413, { body: " ".repeat(300_000), chunked: true }]
        ] as const
        for (const [method, target, status, sent] of requests) {
          const { logged, result } = yield* linesOf(ask(method, target, sent))
          strictEqual(logged.length, 1, `${method} ${target} left ${logged.length} lines`)
          const [line] = logged
          strictEqual(at(line, "logLevel"), "INFO")
          const { ms, ...facts } = Object(at(line, "annotations"))
          assertTrue(Number.isInteger(ms) && ms >= 0)
          deepStrictEqual(facts, {
            id: result.headers["x-request-id"],
            method,
            path: target.replace(/^http:\/\/[^/]*/, "").split("?")[0] || "/",
            status,
            bytes: method === "HEAD" ? 0 : Buffer.byteLength(result.text),
            ...("as" in sent ? { user: user.user.id } : {}),
            address: "127.0.0.1"
          })
        }
      })
    )

    it.effect("has one order of members for every kind of request, and none that is empty", () =>
      Effect.gen(function* () {
        const { user } = yield* People
        const headers = { "user-agent": "agent/1", "x-request-id": "proxy-1", "x-forwarded-for": "127.0.0.1" }
        yield* ask("GET", "/health", { headers }) // the log warns once of a proxy without TRUST_PROXY
        for (const path of ["/api/users", "/api//users/"]) {
          const { logged } = yield* linesOf(ask("GET", path, { as: user.token, headers }))
          deepStrictEqual(
            logged.map((line) => Object.keys(Object(at(line, "annotations")))),
            [["id", "method", "path", "status", "ms", "bytes", "user", "address", "agent"]]
          )
        }
        const { logged } = yield* linesOf(ask("GET", "/api/posts", { headers: { "user-agent": "" } }))
        deepStrictEqual(
          logged.map((line) => Object.keys(Object(at(line, "annotations")))),
          [["id", "method", "path", "status", "ms", "bytes", "address"]]
        )
      })
    )

    it.effect("has health checks at the level of debug", () =>
      Effect.gen(function* () {
        for (const path of ["/health", "/ready", "/ready/"]) {
          const { logged } = yield* linesOf(ask("GET", path))
          deepStrictEqual(
            logged.map((line) => at(line, "logLevel")),
            ["DEBUG"]
          )
        }
      })
    )

    it.effect("has no bytes for a 304, and those of its body for any other response", () =>
      Effect.gen(function* () {
        for (const path of ["/api/posts", "/health"]) {
          const { headers, text } = yield* ask("GET", path)
          const sent: ReadonlyArray<readonly [number, Sent]> = [
            [Buffer.byteLength(text), {}],
            [0, { headers: { "if-none-match": String(headers["etag"]) } }]
          ]
          for (const [bytes, one] of sent) {
            const { logged } = yield* linesOf(ask("GET", path, one))
            deepStrictEqual(
              logged.map((line) => at(line, "annotations", "bytes")),
              [bytes]
            )
          }
        }
      })
    )

    it.effect("has the bytes of a stream when it ends", () =>
      Effect.gen(function* () {
        const { user } = yield* People
        const { logged } = yield* linesOf(
          Effect.gen(function* () {
            yield* Effect.scoped(Effect.tap(follow(user), ({ hangUp }) => Effect.sync(hangUp)))
            while (lines.length === 0) yield* ask("GET", "/nowhere", { headers: { host: "unknown.example" } })
          })
        )
        const [line] = logged.filter((line) => at(line, "annotations", "path") === "/api/notifications/stream")
        const bytes = Number(at(line, "annotations", "bytes"))
        assertTrue(bytes > 40 && bytes < 250, `${bytes} bytes`)
      })
    )

    it.effect("has the user agent without control characters, cut to 200 characters", () =>
      Effect.gen(function* () {
        const agents = [
          ["curl/8.5.0", "curl/8.5.0"],
          [" a\tb\u0085c\u00adé ", "abcé"],
          ["x".repeat(300), "x".repeat(200)]
        ] as const
        for (const path of ["/api/posts", "/health"]) {
          for (const [sent, expected] of agents) {
            const { logged } = yield* linesOf(ask("GET", path, { headers: { "user-agent": sent } }))
            deepStrictEqual(
              logged.map((line) => at(line, "annotations", "agent")),
              [expected]
            )
          }
        }
      })
    )

    it.effect("holds no query, secret, email or content, wherever a client sent it", () =>
      Effect.gen(function* () {
        const { email, username } = registration()
        const password = "very secret horse"
        const { logged } = yield* linesOf(
          Effect.gen(function* () {
            const joined = yield* ask("POST", "/api/auth/register", {
              body: JSON.stringify({ email, username, password })
            })
            const token = Redacted.make(String(at(json(joined), "token")))
            const key = String(
              at(json(yield* ask("POST", "/api/auth/apikeys", { as: token, body: '{"name":"Nightingale"}' })), "key")
            )
            assertTrue(key.startsWith("rdc_"))
            yield* ask("POST", "/api/auth/login", { body: JSON.stringify({ email, password: "wrong horse" }) })
            yield* ask("POST", "/api/auth/register", { body: JSON.stringify({ email, username, password }) })
            yield* ask("POST", "/api/auth/register", {
              body: JSON.stringify({ email: 5, username: [], password: [password] })
            })
            yield* ask("POST", "/api/posts", { as: token, body: '{"title":"Nightingale","content":"Nightingale"}' })
            yield* ask("PATCH", "/api/users/1", { as: token, body: '{"bio":"Nightingale"}' })
            for (const target of ["/api/users", "/api/nowhere", "/api/notifications/stream", "/api/posts"]) {
              yield* ask("GET", `${target}?apiKey=${key}&token=${Redacted.value(token)}&search=Nightingale`)
              yield* ask("GET", `${target};apiKey=${key}`)
            }
            yield* ask("GET", "/api/users", { headers: { authorization: `Basic ${password}`, cookie: key } })
            lines.push(JSON.stringify({ secrets: [key, Redacted.value(token)] }))
          })
        )
        const [secrets] = logged.splice(-1)
        const [key, token] = [String(at(secrets, "secrets", 0)), String(at(secrets, "secrets", 1))]
        const text = JSON.stringify(logged)
        for (const hidden of [
          email,
          username,
          password,
          key,
          key.slice(4),
          token,
          "Nightingale",
          "wrong horse",
          "?",
          "apiKey"
        ]) {
          assertTrue(!text.includes(hidden), `the log holds ${hidden}`)
        }
        strictEqual(logged.length, 16)
        assertTrue(logged.every((line) => membersOf(at(line, "annotations")).includes("path")))
      })
    )
  }
)

/** The annotation of the line that each of two requests leaves. */
const annotations = (name: string, headers: Readonly<Record<string, string>>) =>
  Effect.forEach(["/api/posts", "/health"], (path) =>
    Effect.map(linesOf(ask("GET", path, { headers })), ({ logged }) =>
      logged.map((line) => at(line, "annotations", name))
    )
  )

layer(community(Memory.layer, { TRUST_PROXY: "127.0.0.1" }, kept), { excludeTestServices: true })(
  "The request log behind a trusted proxy",
  (it) => {
    it.effect("has the address and the request id that the proxy forwards", () =>
      Effect.gen(function* () {
        const headers = { "x-forwarded-for": "203.0.113.9", "x-request-id": "7b3f/a+b=.:@-_" }
        deepStrictEqual(yield* annotations("address", headers), [["203.0.113.9"], ["203.0.113.9"]])
        deepStrictEqual(yield* annotations("proxyId", headers), [["7b3f/a+b=.:@-_"], ["7b3f/a+b=.:@-_"]])
      })
    )

    it.effect("has no request id in a form that proxies do not make", () =>
      Effect.gen(function* () {
        for (const id of ["", "two words", 'a"b', "a,b", "x".repeat(129)]) {
          deepStrictEqual(yield* annotations("proxyId", { "x-request-id": id }), [[undefined], [undefined]], id)
        }
      })
    )
  }
)

layer(community(Memory.layer, { LOG_ADDRESSES: "off" }, kept), { excludeTestServices: true })(
  "The request log with LOG_ADDRESSES=off",
  (it) => {
    it.effect("has no line with the address of a client", () =>
      Effect.gen(function* () {
        deepStrictEqual(yield* annotations("address", {}), [[undefined], [undefined]])
        deepStrictEqual(yield* annotations("status", {}), [[200], [200]])
      })
    )
  }
)
