import { createHash } from "node:crypto"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Layer } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { endpoints } from "../../../support/Endpoints.ts"
import { publish } from "../../../support/Given.ts"
import { People } from "../../../support/People.ts"
import { type Answer, ask, isFailure, json, type Sent, speak } from "../../../support/Raw.ts"

/** One request of each kind of answer; their statuses say that they are. */
const kinds = Effect.gen(function* () {
  const { expert, other, user } = yield* People
  const { id } = yield* publish(user)
  const login = JSON.stringify({ email: other.payload.email, password: "correct horse battery" })
  const rows: ReadonlyArray<readonly [number, string, string, Sent]> = [
    [200, "GET", "/health", {}],
    [200, "GET", "/ready", {}],
    [200, "GET", "/docs", {}],
    [200, "GET", "/api/openapi.json", {}],
    [200, "GET", "/api/posts", {}],
    [200, "HEAD", "/api/posts", {}],
    [200, "GET", "/api/users", { as: other.token }],
    [200, "GET", "/api/notifications/stream", { as: other.token }],
    [200, "POST", "/api/auth/login", { body: login }],
    [201, "POST", `/api/posts/${id}/comments`, { as: other.token, body: '{"content":"Thanks"}' }],
    [400, "GET", "/api/posts?page=0", {}],
    [400, "POST", "/api/posts", { as: other.token, body: "{" }],
    [401, "GET", "/api/users", {}],
    [403, "DELETE", `/api/posts/${id}`, { as: other.token }],
    [404, "GET", "/api/nowhere", {}],
    [404, "GET", "/api/posts/999999", {}],
    [405, "PUT", "/api/posts", {}],
    [409, "PATCH", `/api/users/${other.user.id}`, { as: other.token, body: `{"username":"${expert.user.username}"}` }],
    [413, "POST", "/api/posts", { body: " ".repeat(300_000) }],
    [415, "POST", "/api/posts", { body: "{}", headers: { "content-type": "text/plain" } }]
  ]
  const asked = yield* Effect.forEach(rows, ([status, method, path, sent]) =>
    Effect.map(ask(method, path, sent), (answer) => {
      strictEqual(answer.status, status, `${method} ${path} ${answer.text.slice(0, 200)}`)
      return { path, name: `${method} ${path} ${status}`, answer }
    })
  )
  const garbage = { path: "", name: "garbage", answer: yield* speak("garbage\r\n\r\n") }
  const long = { path: "", name: "long", answer: yield* speak(`GET / HTTP/1.1\r\nA: ${"a".repeat(20_000)}\r\n\r\n`) }
  return [...asked, garbage, long]
})

const vary = ({ headers }: Answer) => (headers["vary"] ?? "").split(",").map((name) => name.trim().toLowerCase())

layer(People.layer.pipe(Layer.provideMerge(community(Memory.layer))), { excludeTestServices: true })(
  "Every response",
  (it) => {
    it.effect("has the security headers, and names no software", () =>
      Effect.gen(function* () {
        for (const { answer, name, path } of yield* kinds) {
          const { headers } = answer
          strictEqual(headers["x-content-type-options"], "nosniff", name)
          strictEqual(headers["referrer-policy"], "no-referrer", name)
          strictEqual(headers["cross-origin-opener-policy"], "same-origin", name)
          strictEqual(headers["cross-origin-resource-policy"], "cross-origin", name)
          assertTrue(String(headers["permissions-policy"]).includes("camera=()"), name)
          const policy = String(headers["content-security-policy"])
          assertTrue(policy.startsWith("default-src 'none'") && policy.endsWith("frame-ancestors 'none'"), name)
          if (path !== "/docs") strictEqual(policy, "default-src 'none'; frame-ancestors 'none'", name)
          for (const told of ["x-powered-by", "server", "via", "set-cookie"])
            strictEqual(headers[told], undefined, name)
        }
      })
    )

    it.effect("has a unique X-Request-Id, whatever id a client sends", () =>
      Effect.gen(function* () {
        const sent = Array.replicate(ask("GET", "/health", { headers: { "x-request-id": "mine" } }), 50)
        const answers = [
          ...(yield* Effect.all(sent, { concurrency: 5 })),
          ...(yield* kinds).map(({ answer }) => answer)
        ]
        const ids = answers.map(({ headers }) => headers["x-request-id"])
        for (const id of ids) assertTrue(/^[0-9a-f-]{36}$/.test(String(id)), String(id))
        strictEqual(new Set(ids).size, ids.length)
      })
    )

    it.effect("states in Cache-Control that secrets are not stored, and private data by the caller alone", () =>
      Effect.gen(function* () {
        const { other } = yield* People
        for (const path of [
          "/api/auth/login",
          "/API/Auth/LOGIN",
          "//api//auth/login",
          "/api/auth/register",
          "/api/auth/apikeys"
        ]) {
          for (const body of ["{}", '{"email":"nobody@example.org","password":"wrong horse"}']) {
            const answer = yield* ask("POST", path, { body })
            assertTrue(answer.status === 400 || answer.status === 401, `${path} ${answer.status}`)
            strictEqual(answer.headers["cache-control"], "no-store", path)
          }
        }
        const login = JSON.stringify({ email: other.payload.email, password: "correct horse battery" })
        for (const path of ["/api/auth/login", "/API/auth/login/", "//api/auth/login"]) {
          const answer = yield* ask("POST", path, { body: login })
          deepStrictEqual([answer.status, answer.headers["cache-control"]], [200, "no-store"], path)
        }
        for (const path of ["/api/posts", "/api/stats", "/api/news", "/api/diseases"]) {
          strictEqual((yield* ask("GET", path)).headers["cache-control"], "no-cache", path)
          strictEqual(
            (yield* ask("GET", path, { as: other.token })).headers["cache-control"],
            "private, no-cache",
            path
          )
        }
        for (const path of ["/api/users", "/api/notifications", `/api/users/${other.user.id}`]) {
          strictEqual(
            (yield* ask("GET", path, { as: other.token })).headers["cache-control"],
            "private, no-cache",
            path
          )
        }
        for (const { answer, name } of (yield* kinds).filter(({ path }) => path.startsWith("/api/"))) {
          assertTrue(vary(answer).includes("authorization"), name)
        }
      })
    )

    it.effect("of 405 names the methods of the path in Allow, however the path is written", () =>
      Effect.gen(function* () {
        const { user } = yield* People
        const { id } = yield* publish(user)
        const ofPosts = endpoints.filter(({ group }) => group === "posts")
        const paths = Array.groupBy(ofPosts, ({ endpoint }) => endpoint.path)
        for (const [path, defined] of Object.entries(paths)) {
          const methods = defined.flatMap(({ endpoint: { method } }) => (method === "GET" ? ["GET", "HEAD"] : [method]))
          const real = path.replace(":id", String(id))
          const encoded = path.replace(":id", `%3${String(id).charAt(0)}${String(id).slice(1)}`)
          for (const written of [real, `${real}/`, real.toUpperCase(), `/${real}`, `${real}?a=b`, encoded]) {
            const answer = yield* ask("PROPFIND", written)
            strictEqual(answer.status, 405, written)
            deepStrictEqual(String(answer.headers["allow"]).split(", ").sort(), [...methods].sort(), written)
            isFailure(answer)
          }
        }
        const code = yield* ask("PROPFIND", "/api/diseases/ORPHA%3A558")
        deepStrictEqual([code.status, code.headers["allow"]], [405, "GET, HEAD"])
      })
    )

    it.effect("of /health, /ready, /api/openapi.json and /docs is public", () =>
      Effect.gen(function* () {
        for (const path of ["/health", "/ready"]) deepStrictEqual(json(yield* ask("GET", path)), { status: "ok" })
        const document = yield* ask("GET", "/api/openapi.json")
        assertTrue(document.headers["content-type"]?.startsWith("application/json") === true)
        const docs = yield* ask("GET", "/docs")
        assertTrue(docs.headers["content-type"]?.startsWith("text/html") === true)
        for (const elsewhere of [
          /<script[^>]+src=/i,
          /<link[^>]+href="?(?!data:)/i,
          /@import/i,
          /<(img|iframe|object)[^>]+(src|data)="?http/i
        ]) {
          assertTrue(!elsewhere.test(docs.text.replace(/<script>[\s\S]*?<\/script>/g, "")), String(elsewhere))
        }
        assertTrue(docs.text.includes("Rare-disease community"))
        assertTrue(/<noscript>.*href="\/api\/openapi.json".*<\/noscript>/.test(docs.text), "a page without script")
        const policy = String(docs.headers["content-security-policy"])
        assertTrue(!/https?:|\*|unsafe/.test(policy) && policy.includes("connect-src 'self'"), policy)
        for (const part of ["form-action 'none'", "base-uri 'none'"]) assertTrue(policy.includes(part), policy)
        // The document itself is data, which no browser runs.
        const inline = Array.fromIterable(docs.text.matchAll(/<(script|style)>([\s\S]*?)<\/\1>/g)).map(
          ([, kind, text = ""]) => {
            const hash = createHash("sha256").update(text).digest("base64")
            return `${kind}-src 'sha256-${hash}'`
          }
        )
        strictEqual(inline.length, 2)
        for (const part of inline) assertTrue(policy.includes(part), part)
        deepStrictEqual((yield* ask("HEAD", "/docs")).headers["content-security-policy"], policy)
      })
    )

    it.effect("names Accept in Vary where it chooses between a page and JSON, and nowhere else", () =>
      Effect.gen(function* () {
        for (const accept of ["text/html", "application/json"]) {
          for (const method of ["GET", "HEAD"]) {
            for (const path of ["/", "//", "/?lang=de", "/nowhere", "/posts/x/y", "/health/x"]) {
              const answer = yield* ask(method, path, { headers: { accept } })
              assertTrue(vary(answer).includes("accept"), `${method} ${path} ${accept}`)
            }
            for (const path of ["/help", "/api/posts", "/api/nowhere", "/health", "/docs", "/api/openapi.json"]) {
              const answer = yield* ask(method, path, { headers: { accept } })
              assertTrue(!vary(answer).includes("accept"), `${method} ${path} ${accept}`)
            }
          }
        }
      })
    )
  }
)
