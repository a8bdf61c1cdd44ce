import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Redacted } from "effect"
import { community } from "../../support/Community.ts"
import { rows } from "../../support/EndpointRows.ts"
import { endpoints } from "../../support/Endpoints.ts"
import { publish } from "../../support/Given.ts"
import { join } from "../../support/Members.ts"
import { type Answer, ask, type Sent } from "../../support/Raw.ts"
import { type Ask, world } from "../../support/rows/World.ts"
import { storages } from "../../support/Storage.ts"

/** The method of a row's endpoint, which has the name of the definition. */
const methodOf = (name: string) =>
  endpoints.find(({ endpoint, group }) => `${group}.${endpoint.name}` === name)?.endpoint.method ?? ""

/** The two pipelines: the simple form goes to the front listener, an equivalent form to platform. */
const ways = {
  fast: (path: string) => path,
  platform: (path: string) => path.replace(/^([^?]*)/, "$1/")
}

/** Reads whose answer is the same when they are repeated. */
const isReadAgain = (name: string) => methodOf(name) === "GET" && name !== "posts.get" && name !== "statistics.get"

/** Requests that need a world of their own, since they end its credentials or posts. */
const endsItsWorld = new Set(["auth.logout", "auth.revokeApiKey", "posts.remove", "comments.remove"])

/** Headers that tell one request from another by right. */
const ownOfEach = /^(date|x-request-id|ratelimit-)/

const sent = (way: keyof typeof ways, name: string, { as, body, path }: Ask, caller: Redacted.Redacted) =>
  ask(methodOf(name), ways[way](path), {
    as: as ?? caller,
    body: body === undefined ? undefined : JSON.stringify(body)
  })

const told = ({ headers, status, text }: Answer) => ({
  status,
  text,
  headers: Object.entries(headers).filter(([name]) => !ownOfEach.test(name))
})

/** The shape of an answer, by which answers about different records compare: no values, no lengths, no tags. */
const shapeOf = ({ headers, status, text }: Answer) => ({
  status,
  shape: JSON.stringify(JSON.parse(text), (_, value: unknown) =>
    typeof value === "number" ? 0 : typeof value === "string" ? "" : value
  ),
  headers: Object.entries(headers)
    .filter(([name]) => !ownOfEach.test(name) && !/^(content-length|etag)$/.test(name))
    .map(([name, value]) => [name, name === "location" ? String(value).replace(/\d+/, "0") : value])
})

for (const storage of storages) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: the front listener`, (it) => {
    it.effect(
      "answers every endpoint byte for byte as platform does",
      () =>
        Effect.gen(function* () {
          const [one, other] = [yield* world, yield* world]
          for (const [name, row] of Object.entries(rows)) {
            const { fails } = row(one)
            const same = yield* Effect.forEach(
              [...Object.values(fails), ...(isReadAgain(name) ? [row(one).ask] : [])],
              (asking) =>
                Effect.gen(function* () {
                  const answer = (way: keyof typeof ways) => sent(way, name, asking, one.maria.token)
                  yield* answer("fast") // so that what may be kept is kept
                  return [yield* answer("fast"), yield* answer("platform")] as const
                })
            )
            for (const [fast, platform] of same) deepStrictEqual([name, told(fast)], [name, told(platform)])
            if (isReadAgain(name)) continue
            const [here, there] = endsItsWorld.has(name) ? [yield* world, yield* world] : [one, other]
            const fast = yield* sent("fast", name, row(here).ask, here.maria.token)
            const platform = yield* sent("platform", name, row(there).ask, there.maria.token)
            deepStrictEqual([name, fast.status, shapeOf(fast)], [name, row(here).status, shapeOf(platform)])
          }
        }),
      90_000
    )

    it.effect("counts the views of a post on, after those that platform counted", () =>
      Effect.gen(function* () {
        const path = `/api/posts/${(yield* publish(yield* join())).id}`
        const answers = yield* Effect.forEach(Array.range(1, 8), (time) =>
          ask("GET", time % 2 === 0 ? ways.platform(path) : ways.fast(path))
        )
        deepStrictEqual(
          answers.map(({ text }) => JSON.parse(text).viewCount),
          Array.range(1, 8)
        )
        deepStrictEqual(new Set(answers.map(({ headers }) => headers["etag"])).size, 1)
        const [first] = answers.map(({ text }) => text.replace(/"viewCount":\d+/, ""))
        for (const { text } of answers) strictEqual(text.replace(/"viewCount":\d+/, ""), first)
      })
    )

    it.effect("refuses a bad query, body or credential in the same words as platform", () =>
      Effect.gen(function* () {
        const { token } = yield* join()
        const asks = [
          ["GET", "/api/posts?limit=0", undefined],
          ["GET", "/api/posts?limit=0&odd=1", undefined],
          ["GET", "/api/openapi.json?odd=1", undefined],
          ["GET", "/docs", undefined],
          ["GET", "/api/posts?limit=1&limit=2", undefined],
          ["GET", "/api/posts?limit=%31&sort=&category=x", undefined],
          ["GET", "/api/posts?search=a+b%20c&diseaseId=01", undefined],
          ["GET", "/api/users/2147483647", undefined],
          ["GET", "/api/diseases/ORPHA:0", undefined],
          ["POST", "/api/posts", "{"],
          ["POST", "/api/posts", ""],
          ["POST", "/api/posts", "null"],
          ["POST", "/api/posts", '{"title":1,"content":[]}'],
          ["POST", "/api/posts", `{"title":"x","content":${"[".repeat(70)}${"]".repeat(70)}}`],
          ["PATCH", "/api/users/1", '{"bio":5}'],
          ["POST", "/api/posts/1/comments", '{"content":"\\ud800"}'],
          ["DELETE", "/api/posts/2147483647", undefined]
        ] as const
        for (const [method, path, body] of asks) {
          for (const as of [token, undefined]) {
            const [fast, platform] = [
              yield* ask(method, ways.fast(path), { as, body }),
              yield* ask(method, ways.platform(path), { as, body })
            ]
            deepStrictEqual([method, path, told(fast)], [method, path, told(platform)])
          }
        }
      })
    )

    it.effect("refuses at the edge in the same words as platform", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const { id } = yield* publish(maria)
        const authorization = `Bearer ${Redacted.value(maria.token)}`
        const post = '{"title":"a","content":"b"}'
        const query = (parameters: number) => Array.makeBy(parameters, () => "a=1").join("&")
        const notUtf8 = Buffer.from('{"title":"a","content":"\xff"}', "latin1")
        const asks: ReadonlyArray<readonly [number, string, string, Sent]> = [
          [200, "GET", `/api/posts?${query(100)}`, {}],
          [400, "GET", `/api/posts?${query(101)}`, {}],
          [400, "GET", `/api/posts?${query(99)}&page=1&limit=1`, {}],
          [415, "POST", "/api/posts", { body: post, untyped: true }],
          [415, "POST", "/api/posts", { body: post, headers: { "content-type": "application/problem+json" } }],
          [400, "POST", "/api/posts", { as: maria.token, body: notUtf8 }],
          [401, "GET", "/api/posts", { headers: { authorization: authorization.replace("Bearer", "ApiKey") } }],
          [401, "GET", "/api/posts", { headers: { authorization: authorization.replace("Bearer", "APIKEY") } }],
          [200, "GET", "/api/posts", { headers: { authorization: authorization.replace("Bearer", "BEARER") } }],
          [403, "GET", "/api/posts", { headers: { origin: "https://evil.example" } }],
          [404, "GET", `/api/posts/${id};1`, {}],
          [404, "PATCH", `/api/posts/${id};1`, { body: '{"title":"cut"}', headers: { authorization } }],
          [404, "DELETE", `/api/posts/${id};1`, { headers: { authorization } }],
          [404, "DELETE", `/api/posts/${id};`, { headers: { authorization } }],
          [404, "PUT", `/api/posts/${id};1`, {}],
          [404, "POST", `/api/posts/${id};1/like`, { headers: { authorization } }],
          [404, "GET", "/api/posts;page=2", {}],
          [404, "GET", "/api/posts%3Bpage=2", {}],
          [200, "GET", "/api/posts?search=a;b", {}],
          [200, "GET", `/api/posts/${id}`, {}]
        ]
        for (const [status, method, path, sent] of asks) {
          const [fast, platform] = [
            yield* ask(method, ways.fast(path), sent),
            yield* ask(method, ways.platform(path), sent)
          ]
          deepStrictEqual([method, path, fast.status], [method, path, status])
          if (status !== 200) deepStrictEqual([method, path, told(fast)], [method, path, told(platform)])
          else strictEqual(platform.status, status, path)
        }
      })
    )
  })

  layer(community(storage.layer, { RATE_LIMIT_READ: "12" }), { excludeTestServices: true })(
    `${storage.name}: limits at the front listener`,
    (it) => {
      it.effect("count in one bucket with platform's, and answer 429 in the same words", () =>
        Effect.gen(function* () {
          const { token } = yield* join()
          const answers = yield* Effect.forEach(Array.range(1, 14), (time) =>
            ask("GET", time % 2 === 0 ? ways.platform("/api/posts") : ways.fast("/api/posts"), { as: token })
          )
          deepStrictEqual(
            answers.map(({ headers, status }) => [status, Number(headers["ratelimit-remaining"])]),
            [...Array.makeBy(12, (index) => [200, 11 - index]), [429, 0], [429, 0]]
          )
          const [fast, platform] = answers.slice(12)
          assertTrue(fast !== undefined && platform !== undefined)
          deepStrictEqual(told(fast).text, told(platform).text)
        })
      )
    }
  )
}
