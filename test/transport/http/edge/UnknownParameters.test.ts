import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Redacted } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { endpoints } from "../../../support/Endpoints.ts"
import { publish } from "../../../support/Given.ts"
import { join } from "../../../support/Members.ts"
import { type Answer, ask } from "../../../support/Raw.ts"

const unknownIn = ({ headers }: Answer) => headers["x-unknown-parameters"]

/** The two spellings of a path: as it is, and with a slash at its end. */
const ways: ReadonlyArray<(path: string) => string> = [(path) => path, (path) => path.replace("?", "/?")]

layer(community(Memory.layer), { excludeTestServices: true })("X-Unknown-Parameters", (it) => {
  it.effect("names each unknown parameter once, on every kind of response", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const told: ReadonlyArray<readonly [method: string, path: string, status: number, unknown: string | undefined]> =
        [
          ["GET", "/api/posts?foo=1&bar=2&foo=3&sort=date", 200, "foo, bar"],
          ["GET", "/api/posts?page=0&foo=1", 400, "foo"],
          ["GET", "/api/posts/2147483647?foo=1", 404, "foo"],
          ["GET", "/api/posts/2147483647/comments?limit=5&sort=date", 404, "sort"],
          ["HEAD", "/api/news?foo=", 200, "foo"],
          ["POST", "/api/posts?draft=true", 400, "draft"],
          ["DELETE", "/api/posts/2147483647?force=1", 404, "force"],
          ["GET", "/api/stats?Page=1", 200, "Page"],
          ["GET", "/health?verbose=1", 200, "verbose"],
          ["GET", "/docs?theme=dark", 200, "theme"],
          ["GET", "/api/posts?sort=date&limit=5", 200, undefined],
          ["GET", "/api/posts?", 200, undefined],
          ["GET", "/api/nowhere?foo=1", 404, undefined],
          ["PUT", "/api/posts?foo=1", 405, undefined]
        ]
      for (const way of ways) {
        for (const [method, path, status, unknown] of told) {
          const body = method === "POST" ? "{}" : undefined
          const answer = yield* ask(method, way(path), { as: token, body })
          deepStrictEqual([answer.status, unknownIn(answer)], [status, unknown], `${method} ${way(path)}`)
        }
      }
    })
  )

  it.effect("names each unknown member of a body, within objects too, whatever the response", () =>
    Effect.gen(function* () {
      const [maria, bob] = [yield* join(), yield* join()]
      const own = yield* publish(maria)
      const target = { type: "post", id: (yield* publish(bob)).id }
      const post = { title: "A post", content: "Content" }
      const told: ReadonlyArray<
        readonly [method: string, path: string, body: unknown, status: number, unknown?: string]
      > = [
        ["POST", "/api/reports", { target, reason: "spam", details: "an advertisement" }, 201, "details"],
        ["POST", "/api/posts", { ...post, authorId: 1, likeCount: 9 }, 201, "authorId, likeCount"],
        ["POST", "/api/posts", { title: "", tags: ["rare"], "a b": 1 }, 400, "tags, a%20b"],
        ["POST", "/api/reports", { target: { ...target, kind: "x" }, reason: "spam" }, 409, "target.kind"],
        [
          "PATCH",
          `/api/posts/${own.id}`,
          { title: "Other", constructor: 1, toString: 2 },
          200,
          "constructor, toString"
        ],
        ["PATCH", "/api/users/me", { bio: "Hello", displayName: "M" }, 200, "displayName"],
        ["POST", `/api/posts/${own.id}/like`, { liked: true }, 200, "liked"],
        ["POST", "/api/posts?draft=1", { ...post, draft: 1, notify: false }, 201, "draft, notify"],
        ["PATCH", "/api/notifications", { ids: [1] }, 200, "ids"],
        ["POST", "/api/posts", post, 201],
        ["PATCH", `/api/posts/${own.id}`, [{ title: "in a list" }], 400],
        ["POST", "/api/posts", "text", 400]
      ]
      for (const [method, path, body, status, unknown] of told) {
        const answer = yield* ask(method, path, { as: maria.token, body: JSON.stringify(body) })
        deepStrictEqual([answer.status, unknownIn(answer)], [status, unknown], `${method} ${path} ${answer.text}`)
      }
    })
  )

  it.effect("has ten members of a body at most, as characters of a token, and never their values", () =>
    Effect.gen(function* () {
      const { token } = yield* join()
      const secret = "a secret value"
      const many = Object.fromEntries(Array.makeBy(5_000, (index) => [`m${index}`, secret]))
      const injected = JSON.stringify("a\r\nSet-Cookie: b")
      const body = `{${injected}:"${secret}","€":1,"__proto__":{"role":"admin"},${JSON.stringify(many).slice(1)}`
      const answer = yield* ask("POST", "/api/posts", { as: token, body })
      strictEqual(
        unknownIn(answer),
        `a%0D%0ASet-Cookie%3A%20b, %E2%82%AC, __proto__, ${Array.makeBy(7, (index) => `m${index}`).join(", ")}`
      )
      assertTrue(!JSON.stringify(answer).includes(secret))
    })
  )

  it.effect("is sent to no caller who did not send the parameter, though the response is cached", () =>
    Effect.gen(function* () {
      yield* ask("GET", "/ready") // the total of diseases grows until their index is read
      for (const path of ["/api/news", "/api/posts?sort=date", "/api/diseases?limit=3"]) {
        const [plain, odd] = [path, `${path}${path.includes("?") ? "&" : "?"}foo=1`]
        const answers = yield* Effect.forEach([odd, odd, plain, odd, plain, plain], (target) => ask("GET", target))
        deepStrictEqual(answers.map(unknownIn), ["foo", "foo", undefined, "foo", undefined, undefined])
        strictEqual(new Set(answers.map(({ text }) => text)).size, 1)
        const held = { headers: { "if-none-match": String(answers[0]?.headers["etag"]) } }
        const [same, other] = [yield* ask("GET", odd, held), yield* ask("GET", plain, held)]
        deepStrictEqual([same.status, unknownIn(same)], [304, "foo"])
        deepStrictEqual([other.status, unknownIn(other)], [304, undefined])
      }
    })
  )

  it.effect("holds characters of a token, and at most ten names of 64 characters", () =>
    Effect.gen(function* () {
      const told = [
        ["a%0d%0aSet-Cookie:%20b=1", "a%0D%0ASet-Cookie%3A%20b"],
        ["na%20me=1&%E2%82%AC=2", "na%20me, %E2%82%AC"],
        ["(a,b;c)=1", "%28a%2Cb%3Bc%29"],
        ["%25=1&a%2Bb=1&x+y=1", "%25, a%2Bb, x%20y"],
        ["filter[name]=1", "filter%5Bname%5D"],
        ["=1&&=&%ED%A0%80=1", "%EF%BF%BD%EF%BF%BD%EF%BF%BD"],
        [`${"n".repeat(300)}=1`, "n".repeat(64)],
        [`${"%E2%82%AC".repeat(40)}=1`, "%E2%82%AC".repeat(7)],
        [Array.makeBy(40, (index) => `p${index}=1`).join("&"), Array.makeBy(10, (index) => `p${index}`).join(", ")]
      ] as const
      for (const way of ways) {
        for (const [query, unknown] of told) {
          const answer = yield* ask("GET", way(`/api/stats?${query}`))
          deepStrictEqual([answer.status, unknownIn(answer)], [200, unknown], query)
          strictEqual(answer.headers["set-cookie"], undefined)
        }
      }
    })
  )

  it.effect("names a credential in a query that takes none, and never its value", () =>
    Effect.gen(function* () {
      const { client, token } = yield* join()
      const { key } = yield* client.auth.createApiKey({ payload: { name: "agent" } })
      const query = `apiKey=${Redacted.value(key)}&token=${Redacted.value(token)}`
      for (const way of ways) {
        const answer = yield* ask("GET", way(`/api/posts?${query}`))
        strictEqual(unknownIn(answer), "apiKey, token")
        const whole = JSON.stringify(answer)
        for (const secret of [key, token]) assertTrue(!whole.includes(Redacted.value(secret)))
      }
      const taken = yield* ask("GET", `/api/notifications/stream?${query}&since=1`)
      deepStrictEqual([taken.status, unknownIn(taken)], [200, "since"])
    })
  )

  it.effect("is absent for every parameter of the definition", () =>
    Effect.gen(function* () {
      for (const { endpoint, name } of endpoints) {
        if (endpoint.urlParamsSchema._tag === "None") continue
        const { ast } = endpoint.urlParamsSchema.value
        const from = ast._tag === "Transformation" ? ast.from : ast
        const names = from._tag === "TypeLiteral" ? from.propertySignatures.map(({ name }) => String(name)) : []
        assertTrue(names.length > 0, name)
        const query = names.map((known) => `${known}=`).join("&")
        const answer = yield* ask(endpoint.method, `${endpoint.path.replace(":id", "1")}?${query}&odd=1`)
        strictEqual(unknownIn(answer), "odd", name)
      }
    })
  )
})
