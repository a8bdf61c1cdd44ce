import { runInNewContext } from "node:vm"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { join } from "../../../support/Members.ts"
import { type Answer, ask, isFailure } from "../../../support/Raw.ts"
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

/** A list or a map of the library that the page uses, as far as its options read it. */
class Collection {
  readonly size: number
  readonly #items: ReadonlyArray<readonly [unknown, unknown]>
  constructor(items: ReadonlyArray<readonly [unknown, unknown]>) {
    this.#items = items
    this.size = items.length
  }
  get = (key: unknown) => this.#items.find(([name]) => name === key)?.[1]
  getIn = ([key, inner]: readonly [unknown, unknown]) => {
    const found = this.get(key)
    return found instanceof Collection ? found.get(inner) : undefined
  }
  every = (holds: (value: unknown) => boolean) => this.#items.every(([, value]) => holds(value))
  filter = (holds: (value: unknown) => boolean) => new Collection(this.#items.filter(([, value]) => holds(value)))
  map = (change: (value: unknown, key: unknown) => unknown) =>
    new Collection(this.#items.map(([key, value]) => [key, change(value, key)]))
  update = (key: unknown, change: (value: unknown) => unknown) =>
    new Collection(this.#items.map(([name, value]) => [name, name === key ? change(value) : value]))
  names = () => this.#items.map(([name]) => name)
}

const collectionOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null
    ? new Collection(Object.entries(value).map(([key, inner]) => [key, collectionOf(inner)]))
    : value

/** The options that the page gives to Swagger UI, evaluated as a browser does. */
const optionsIn = (page: string): unknown => {
  const script = page.slice(page.lastIndexOf("window.onload"), page.lastIndexOf("</script>"))
  const window: { onload?: () => void } = {}
  let given: unknown
  const document = { getElementById: () => ({ textContent: "{}" }) }
  const SwaggerUIBundle = (options: unknown) => {
    given = options
  }
  runInNewContext(script, { window, document, SwaggerUIBundle, JSON })
  window.onload?.()
  return given
}

const functionAt = (value: unknown, ...path: ReadonlyArray<string | number>) => {
  const found = at(value, ...path)
  if (typeof found !== "function") throw new TypeError(`${path.join(".")} must be a function`)
  return (...parts: ReadonlyArray<unknown>): unknown => Reflect.apply(found, undefined, parts)
}

layer(community(Memory.layer), { excludeTestServices: true })("GET /docs", (it) => {
  const plugin = Effect.map(ask("GET", "/docs"), ({ text }) => {
    const options = optionsIn(text)
    return { options, made: functionAt(options, "plugins", 0)() }
  })

  it.effect("shows a closed lock at operations that require a credential, and an open one at others", () =>
    Effect.gen(function* () {
      const { made } = yield* plugin
      const isLocked = functionAt(made, "statePlugins", "auth", "wrapSelectors", "isAuthorized")()
      if (typeof isLocked !== "function") throw new TypeError("a selector must be a function")
      const locked = (security: unknown) => Reflect.apply(isLocked, undefined, [undefined, collectionOf(security)])
      strictEqual(locked([{ bearer: [] }, { apiKey: [] }]), true)
      strictEqual(locked([{}, { bearer: [] }, { apiKey: [] }]), false)
    })
  )

  it.effect("has a box that filters operations by group, path or summary", () =>
    Effect.gen(function* () {
      const { made, options } = yield* plugin
      strictEqual(at(options, "filter"), true)
      const groups = collectionOf({
        Accounts: { operations: { a: { path: "/api/auth/login", operation: { summary: "Log in" } } } },
        Posts: {
          operations: {
            a: { path: "/api/posts", operation: { summary: "List posts" } },
            b: { path: "/api/posts/{id}/comments", operation: { summary: "Comment on a post" } }
          }
        }
      })
      const found = (phrase: string) => {
        const left = functionAt(made, "fn", "opsFilter")(groups, phrase)
        if (!(left instanceof Collection)) throw new TypeError("the filter must give groups")
        return left.names().map((name) => {
          const operations = left.getIn([name, "operations"])
          return [name, operations instanceof Collection ? operations.size : 0]
        })
      }
      deepStrictEqual(found("LOG"), [["Accounts", 1]])
      deepStrictEqual(found("comment"), [["Posts", 1]])
      deepStrictEqual(found("posts"), [["Posts", 2]])
      deepStrictEqual(found("accounts"), [["Accounts", 1]])
      deepStrictEqual(found("nothing"), [])
    })
  )
})
