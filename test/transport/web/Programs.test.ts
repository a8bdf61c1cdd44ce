import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import { community } from "../../support/Community.ts"
import { join } from "../../support/Members.ts"
import { type Answer, ask } from "../../support/Raw.ts"
import { cookieFor } from "./support/Browse.ts"

const json = "application/json"
const form = "application/x-www-form-urlencoded"
const sameOrigin = { "sec-fetch-site": "same-origin" }

/** The status and the one sentence of a failure in JSON. */
const failureOf = ({ headers, status, text }: Answer): readonly [status: number, error: string] => {
  strictEqual(headers["content-type"], json, text.slice(0, 200))
  const body: Readonly<Record<string, unknown>> = JSON.parse(text)
  deepStrictEqual(Object.keys(body), ["error"])
  return [status, String(body["error"])]
}

layer(community(Memory.layer), { excludeTestServices: true })("A page", (it) => {
  it.effect("refuses a program that sends JSON in JSON, and names the API", () =>
    Effect.gen(function* () {
      for (const path of ["/register", "/sign-in", "/posts/new", "/forgot-password", "/posts/1/comments"]) {
        const body = JSON.stringify({ username: "maria", email: "maria@example.org", password: "a good password" })
        const [status, error] = failureOf(yield* ask("POST", path, { body }))
        strictEqual(status, 403, path)
        assertTrue(error.includes("/api"), error)
        strictEqual(failureOf(yield* ask("POST", path, { body, headers: sameOrigin }))[0], 415, path)
      }
    })
  )

  it.effect("refuses a form in JSON where JSON is asked for", () =>
    Effect.gen(function* () {
      const headers = { "content-type": form, accept: json }
      const body = "username=&email=nobody&password=short"
      strictEqual(failureOf(yield* ask("POST", "/register", { body, headers }))[0], 403)
      const refused = yield* ask("POST", "/register", { body, headers: { ...headers, ...sameOrigin } })
      strictEqual(failureOf(refused)[0], 400)
      const maria = yield* join()
      const cookie = cookieFor(maria)
      const empty = yield* ask("POST", "/posts/new", { body: "title=", headers: { ...headers, ...sameOrigin, cookie } })
      strictEqual(failureOf(empty)[0], 400)
    })
  )

  it.effect("answers 401, 404, 405 and 406 in JSON to a program that takes JSON alone", () =>
    Effect.gen(function* () {
      const headers = { accept: json }
      deepStrictEqual(
        [
          failureOf(yield* ask("GET", "/settings", { headers }))[0],
          failureOf(yield* ask("GET", "/posts/999999", { headers }))[0],
          failureOf(yield* ask("GET", "/no-such-page", { headers }))[0],
          failureOf(yield* ask("PUT", "/register", { headers }))[0],
          failureOf(yield* ask("GET", "/help", { headers }))[0]
        ],
        [401, 406, 404, 405, 406]
      )
    })
  )

  it.effect("stays a page for browsers, and for programs that take any type", () =>
    Effect.gen(function* () {
      for (const accept of [
        "text/html,application/json;q=0.9",
        "application/json, text/plain, */*",
        "*/*",
        undefined
      ]) {
        const headers = accept === undefined ? {} : { accept }
        const { headers: answered, status } = yield* ask("GET", "/help", { headers })
        deepStrictEqual([status, answered["content-type"]], [200, "text/html; charset=utf-8"], accept)
      }
      const { headers } = yield* ask("POST", "/register", { body: "username=", headers: { "content-type": form } })
      strictEqual(headers["content-type"], "text/html; charset=utf-8")
    })
  )
})
