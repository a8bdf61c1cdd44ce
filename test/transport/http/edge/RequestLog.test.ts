import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Logger, LogLevel, Redacted } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { registration } from "../../../support/Members.ts"
import { People } from "../../../support/People.ts"
import { ask, json } from "../../../support/Raw.ts"
import { at, membersOf } from "../../../support/Wire.ts"

/** Every line of the log, in the form that the program writes. */
const lines: Array<string> = []

const kept = Layer.merge(
  Logger.replace(
    Logger.defaultLogger,
    Logger.map(Logger.jsonLogger, (line) => void lines.push(line))
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
            ...("as" in sent ? { user: user.user.id } : {})
          })
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
