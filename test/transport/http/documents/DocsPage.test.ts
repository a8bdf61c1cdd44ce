import { runInNewContext } from "node:vm"
import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { ask } from "../../../support/Raw.ts"
import { at } from "../../../support/Wire.ts"

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
