import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Redacted } from "effect"
import { community } from "../../../support/Community.ts"
import { publish } from "../../../support/Given.ts"
import { join } from "../../../support/Members.ts"
import { type Answer, ask, json, type Sent } from "../../../support/Raw.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { cookieFor, open, submit } from "../../web/support/Browse.ts"

const tooMany = "the query has more than 100 parameters"

/** A path with a number of parameters of one name, or of a name each. */
const withMany = (path: string, count: number, nameOf: (index: number) => string = () => "a") =>
  `${path}${path.includes("?") ? "&" : "?"}${Array.from({ length: count }, (_, index) => nameOf(index)).join("&")}`

const isPage = ({ headers, text }: Answer) =>
  headers["content-type"] === "text/html; charset=utf-8" && text.includes("<h1>")

const memberPaths = ["/api/notifications", "/api/users/me", "/api/mcp", "/api/notifications/stream"]

const openPaths = [
  "/health",
  "/ready",
  "/metrics",
  "/docs",
  "/api/openapi.json",
  "/llms.txt",
  "/api/posts",
  "/api/diseases",
  "/feeds/news.xml"
]

const pages = ["/", "/diseases", "/posts", "/help", "/sign-in", "/register", "/robots.txt", "/sitemap.xml"]

for (const storage of memoryOnly) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: many parameters`, (it) => {
    it.effect("a query has at most 100 on every endpoint, whatever their names", () =>
      Effect.gen(function* () {
        const { token } = yield* join()
        for (const method of ["GET", "HEAD"]) {
          for (const path of [...openPaths, ...memberPaths]) {
            const sent: Sent = memberPaths.includes(path) ? { as: token } : {}
            for (const nameOf of [() => "a", (index: number) => `p${index}`, () => "__proto__"]) {
              const answer = yield* ask(method, withMany(path, 101, nameOf), sent)
              strictEqual(answer.status, 400, `${method} ${path}`)
              if (method === "GET") deepStrictEqual(json(answer), { error: tooMany })
            }
            if (path === "/api/mcp") continue // opens a session with a stream
            strictEqual((yield* ask(method, withMany(path, 100), sent)).status, 200, `${method} ${path}`)
          }
        }
        const post = yield* ask("POST", withMany("/api/auth/login", 101), { body: "{}" })
        deepStrictEqual([post.status, json(post)], [400, { error: tooMany }])
        const rpc = { as: token, headers: { "content-type": "application/ndjson" }, untyped: true, body: "{}" }
        for (const path of ["/api/mcp", "/api/rpc"]) {
          const called = yield* ask("POST", withMany(path, 101), path === "/api/rpc" ? rpc : { as: token, body: "{}" })
          deepStrictEqual([called.status, json(called)], [400, { error: tooMany }], path)
        }
      })
    )

    it.effect("a query has at most 100 on every page, which says so as a page", () =>
      Effect.gen(function* () {
        const { id } = yield* publish(yield* join())
        for (const path of [...pages, `/posts/${id}`]) {
          const refused = yield* open(withMany(path, 101))
          assertTrue(isPage(refused), path)
          strictEqual(refused.status, 400, path)
          strictEqual((yield* open(withMany(path, 100))).status, 200, path)
          const head = yield* ask("HEAD", withMany(path, 101), { headers: { accept: "text/html" } })
          deepStrictEqual([head.status, head.text], [400, ""])
        }
        const sent = yield* submit(withMany("/sign-in", 101), { email: "a@example.org", password: "x" })
        assertTrue(isPage(sent) && sent.status === 400)
        const cookie = cookieFor(yield* join())
        const live = { cookie, headers: { "sec-fetch-site": "same-origin" } }
        const stream = yield* open(withMany("/live", 101), live)
        deepStrictEqual([stream.status, json(stream)], [400, { error: tooMany }])
      })
    )

    it.effect("an unknown path, a method, a limit and a credential come before the number of parameters", () =>
      Effect.gen(function* () {
        const { token } = yield* join()
        const nonsense = { headers: { authorization: "Bearer nonsense" } }
        for (const [method, path, status, sent] of [
          ["GET", "/api/nowhere", 404, {}],
          ["GET", "/nowhere", 404, { headers: { accept: "text/html" } }],
          ["PUT", "/api/posts", 405, { as: token }],
          ["PUT", "/help", 405, { headers: { accept: "text/html" } }],
          ["POST", "/help", 405, { headers: { accept: "text/html" } }],
          ["POST", "/api/posts", 415, { as: token, body: "{}", headers: { "content-type": "text/plain" } }],
          ["GET", "/api/notifications", 401, {}],
          ["GET", "/api/posts", 401, nonsense],
          ["GET", "/notifications", 303, { headers: { accept: "text/html" } }],
          ["GET", "/api/posts/2147483647", 400, {}]
        ] as const) {
          strictEqual((yield* ask(method, withMany(path, 101), sent)).status, status, `${method} ${path}`)
        }
        const opened = withMany(`/api/notifications/stream?token=${Redacted.value(token)}`, 100)
        deepStrictEqual(json(yield* ask("GET", opened)), { error: tooMany })
      })
    )

    it.effect("empty parameters count nothing", () =>
      Effect.gen(function* () {
        strictEqual((yield* ask("GET", `/api/stats?${"&".repeat(5_000)}a=1`)).status, 200)
        strictEqual((yield* open(`/help?${"&".repeat(5_000)}`)).status, 200)
      })
    )

    it.effect("a form has at most 2,000 fields, counted before its sender is told anything else about it", () =>
      Effect.gen(function* () {
        const fields = (count: number) => ({
          email: "a@example.org",
          password: "x",
          a: Array.from({ length: count }, () => "")
        })
        const refused = yield* submit("/sign-in", fields(1_999))
        assertTrue(isPage(refused))
        strictEqual(refused.status, 400)
        strictEqual((yield* submit("/sign-in", fields(1_998))).status, 401)
        // Whoever is not signed in learns only that.
        strictEqual((yield* submit("/settings/profile", fields(1_999))).status, 303)
      })
    )

    it.effect("names of Object's members are unknown names like all others", () =>
      Effect.gen(function* () {
        const names = ["__proto__", "constructor", "toString", "hasOwnProperty"]
        const query = names.flatMap((name) => [`${name}=1`, `${name}=2`]).join("&")
        const answer = yield* ask("GET", `/api/posts?${query}`)
        deepStrictEqual([answer.status, answer.headers["x-unknown-parameters"]], [200, names.join(", ")])
        strictEqual((yield* open(`/diseases?${query}`)).status, 200)
        const form = Object.fromEntries(names.map((name) => [name, ["1", "2"]]))
        strictEqual((yield* submit("/sign-in", { email: "a@example.org", password: "x", ...form })).status, 401)
      })
    )
  })
}
