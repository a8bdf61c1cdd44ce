import { HttpApi, HttpClient, HttpClientRequest } from "@effect/platform"
import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Deferred, Effect, Redacted } from "effect"
import { SignedIn } from "../../src/api/Access.ts"
import { CommunityApi } from "../../src/api/CommunityApi.ts"
import { Closing } from "../../src/services/Closing.ts"
import { storages } from "../storage.ts"
import { community } from "./Community.ts"
import { type Ask, rows, world } from "./EndpointRows.ts"
import { join, send } from "./Members.ts"
import { refused } from "./Wire.ts"

const methods = ["GET", "POST", "PATCH", "DELETE"] as const

/** Failures that an endpoint has by itself; the others are those of every request, 403 to a page of another origin among them. */
const ofItsOwn = [404, 409]

interface Definition {
  readonly name: string
  readonly method: (typeof methods)[number]
  readonly path: string
  readonly asksForCredential: boolean
  readonly errors: ReadonlyArray<number>
}

/** Groups that are no REST: streams and what operates the server have tests of their own. */
const definitions: ReadonlyArray<Definition> = (() => {
  const found: Array<Definition> = []
  HttpApi.reflect(CommunityApi, {
    predicate: ({ group }) => !["operation", "mcp", "rpc", "notificationsStream"].includes(group.identifier),
    onGroup: () => undefined,
    onEndpoint: ({ endpoint, errors, group, middleware }) => {
      const method = methods.find((known) => known === endpoint.method)
      if (method === undefined) throw new Error(`${endpoint.name} has an unknown method`)
      found.push({
        name: `${group.identifier}.${endpoint.name}`,
        method,
        path: endpoint.path,
        asksForCredential: Array.from(middleware, ({ key }) => key).includes(SignedIn.key),
        errors: Array.from(errors.keys())
      })
    }
  })
  return found
})()

const sendAs = (method: Definition["method"], { as, body, path }: Ask, caller: Redacted.Redacted) =>
  send(method, path, { as: as ?? caller, ...(body === undefined ? {} : { body }) })

const sendText = (method: Definition["method"], path: string, text: string, type: string, as: Redacted.Redacted) =>
  Effect.gen(function* () {
    const request = HttpClientRequest.make(method)(path, {
      headers: { authorization: `Bearer ${Redacted.value(as)}` }
    }).pipe(HttpClientRequest.bodyText(text, type))
    const { headers, json, status } = yield* HttpClient.execute(request)
    return { headers, status, body: yield* json }
  })

/** The row of a definition in a world of its own. */
const staged = ({ name }: Definition) =>
  Effect.gen(function* () {
    const stage = yield* world
    const row = yield* Effect.fromNullable(rows[name])
    return { stage, row: row(stage) }
  })

for (const storage of storages) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: every endpoint`, (it) => {
    it.effect("has a row here, and each row an endpoint", () =>
      Effect.sync(() => {
        deepStrictEqual(definitions.map(({ name }) => name).sort(), Object.keys(rows).sort())
      })
    )

    for (const definition of definitions) {
      const { asksForCredential, errors, method, name, path } = definition

      it.effect(`${name} succeeds, and fails with each error that it declares`, () =>
        Effect.gen(function* () {
          const { row, stage } = yield* staged(definition)
          const { token } = stage.maria
          const { ask, fails, status } = row
          deepStrictEqual(
            errors.filter((status) => ofItsOwn.includes(status)).sort(),
            Object.keys(fails)
              .map(Number)
              .filter((status) => ofItsOwn.includes(status))
              .sort()
          )
          for (const [status, bad] of Object.entries(fails)) {
            assertTrue(errors.includes(Number(status)), `${status} is declared`)
            refused(yield* sendAs(method, bad, token), Number(status))
          }
          assertTrue(errors.includes(403))
          refused(yield* send(method, ask.path, { headers: { origin: "https://evil.example" } }), 403)
          refused(yield* sendAs(method, { ...ask, as: Redacted.make("unknown") }, token), 401)
          const { as: _, ...anonymous } = ask
          if (asksForCredential) refused(yield* send(method, anonymous.path, anonymous), 401)
          if (method !== "GET") {
            refused(
              yield* sendText(method, ask.path, JSON.stringify("x".repeat(262_143)), "application/json", token),
              413
            )
            refused(yield* sendText(method, ask.path, "{}", "text/plain", token), 415)
          }
          strictEqual((yield* sendAs(method, ask, token)).status, status)
        })
      )

      if (path.includes(":id")) {
        it.effect(`${name} is 404 under what can be no id, before anything else is looked at`, () =>
          Effect.gen(function* () {
            for (const id of ["0", "-1", "01", "1.5", "1e3", "0x1", "abc", "2147483648", "%F0%9F%A7%AC", "%2e%2e"]) {
              refused(yield* send(method, path.replace(":id", id), { as: Redacted.make("unknown") }), 404)
            }
          })
        )
      }

      if (method === "GET") {
        it.effect(`${name} answers HEAD as GET, without a body`, () =>
          Effect.gen(function* () {
            const { row, stage } = yield* staged(definition)
            for (const { path } of [row.ask, ...Object.values(row.fails)]) {
              const head = yield* send("HEAD", path, { as: stage.maria.token })
              const read = yield* send("GET", path, { as: stage.maria.token })
              const told = ({ headers, status }: typeof read) => [
                status,
                headers["content-type"],
                headers["cache-control"],
                headers["vary"]
              ]
              deepStrictEqual([told(head), head.body], [told(read), undefined])
            }
          })
        )
      }
    }

    it.effect("is 405 to other methods, and Allow names those it has", () =>
      Effect.gen(function* () {
        for (const path of new Set(definitions.map(({ path }) => path))) {
          const own = definitions.filter((definition) => definition.path === path).map(({ method }) => method)
          const allowed = own.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).sort()
          for (const method of ["PUT", "OPTIONS", ...methods] as const) {
            if (own.some((known) => known === method)) continue
            const answer = yield* send(method, path.replace(":id", "1"))
            refused(answer, 405)
            deepStrictEqual((answer.headers["allow"] ?? "").split(", ").sort(), allowed)
          }
        }
      })
    )

    it.effect("is 503 once the server is closing", () =>
      Effect.gen(function* () {
        const stage = yield* world
        yield* Deferred.succeed(yield* Closing, undefined)
        for (const { method, name } of definitions) {
          const row = yield* Effect.fromNullable(rows[name])
          const answer = yield* sendAs(method, row(stage).ask, stage.maria.token)
          refused(answer, 503)
          assertTrue(/^[1-9]\d*$/.test(answer.headers["retry-after"] ?? ""))
        }
      })
    )
  })
}

const [{ layer: anyStorage }] = storages
const one = { RATE_LIMIT_READ: "1", RATE_LIMIT_WRITE: "1", RATE_LIMIT_POST: "1", RATE_LIMIT_COMMENT: "1" }

layer(community(anyStorage, one), { excludeTestServices: true })("every endpoint that counts by the member", (it) => {
  for (const { method, name } of definitions) {
    if (["auth.register", "auth.login"].includes(name)) continue
    it.effect(`${name} is 429 beyond its limit, and says when to come back`, () =>
      Effect.gen(function* () {
        const stage = yield* world
        const row = yield* Effect.fromNullable(rows[name])
        const { token } = yield* join()
        const { ask } = row(stage)
        const [first, second] = [
          { ...ask, as: token },
          { ...ask, as: token }
        ]
        assertTrue((yield* sendAs(method, first, token)).status !== 429)
        const answer = yield* sendAs(method, second, token)
        if (name === "auth.logout") return refused(answer, 401)
        assertTrue(/^[1-9]\d*$/.test(answer.headers["retry-after"] ?? ""))
        return refused(answer, 429)
      })
    )
  }
})

layer(community(anyStorage, { RATE_LIMIT_AUTH: "1" }), { excludeTestServices: true })("register and login", (it) => {
  it.effect("are 429 beyond the limit that they share", () =>
    Effect.gen(function* () {
      yield* join()
      for (const path of ["/api/auth/register", "/api/auth/login"]) {
        const answer = yield* send("POST", path, { body: {} })
        refused(answer, 429)
        assertTrue(/^[1-9]\d*$/.test(answer.headers["retry-after"] ?? ""))
      }
    })
  )
})
