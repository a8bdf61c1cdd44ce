import { describe, layer, it as vitestIt } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Context, Effect, Layer, Option, Redacted, Struct } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { QueryCredentials } from "../../../../src/api/Access.ts"
import { calls } from "../../../support/Calls.ts"
import { community } from "../../../support/Community.ts"
import { bodyTypeOf, endpoints } from "../../../support/Endpoints.ts"
import { publish } from "../../../support/Given.ts"
import { callers, credentialOf, People, signIn } from "../../../support/People.ts"
import { ask, isFailure, member } from "../../../support/Raw.ts"
import { type Call, methodOf, sent } from "../../../support/rows/ModerationCalls.ts"

const table = Struct.entries(calls)

/** The query parameters that carry a credential to an endpoint, as its definition has them. */
const queryCredentialsOf = (name: string) =>
  endpoints.flatMap((defined) =>
    defined.name === name ? Option.getOrElse(Context.getOption(defined.annotations, QueryCredentials), () => []) : []
  )

/** Endpoints that ask for a credential, by the table. */
const guarded = table.filter(([, { expected }]) => expected[0] === 401)

/** Endpoints of each transport; `EveryEndpoint.test.ts` sends each endpoint a token that is not one. */
const ofEachTransport = [
  ...["GET /api/posts", "PATCH /api/posts/:id", "GET /api/users", "GET /api/notifications/stream"],
  ...["GET /api/mcp", "POST /api/mcp", "POST /api/rpc"]
]

describe("The authorization matrix", () => {
  vitestIt("has a row for each endpoint, and no other", () => {
    deepStrictEqual(table.map(([name]) => name).sort(), endpoints.map(({ name }) => name).sort())
  })
})

layer(People.layer.pipe(Layer.provideMerge(community(Memory.layer))), { excludeTestServices: true })(
  "Authorization",
  (it) => {
    for (const [name, { call, expected }] of table) {
      it.effect(`${name} answers ${expected.join(", ")} to ${callers.join(", ")}`, () =>
        Effect.gen(function* () {
          const statuses = yield* Effect.forEach(callers, (caller) =>
            Effect.gen(function* () {
              const right: Call = yield* call(caller)
              const as = right.as ?? (yield* credentialOf(caller))
              const answer = yield* ask(methodOf(name), right.path, { ...sent(right), as })
              if (answer.status >= 400) isFailure(answer, `${name} as ${caller}`)
              return answer.status
            })
          )
          deepStrictEqual(statuses, [...expected])
        })
      )
    }

    it.effect("answers 401 to a credential that is invalid in any way, on each transport", () =>
      Effect.gen(function* () {
        const { user } = yield* People
        const ended = yield* signIn(user)
        yield* ask("POST", "/api/auth/logout", { as: ended })
        const key = yield* user.client.auth.createApiKey({ payload: { name: "revoked" } })
        yield* user.client.auth.revokeApiKey({ payload: { key: Redacted.value(key.key) } })
        const live = Redacted.value(user.token)
        const invalid = [
          "Bearer nonsense",
          "Bearer",
          "Bearer ",
          "ApiKey rdc_nonsense",
          `Basic ${Buffer.from("maria:secret").toString("base64")}`,
          `Token ${live}`,
          live,
          `Bearer ${live} ${live}`,
          `Bearer ${live.slice(1)}`,
          `Bearer ${Redacted.value(ended)}`,
          `ApiKey ${Redacted.value(key.key)}`
        ]
        for (const defined of endpoints.filter(({ name }) => ofEachTransport.includes(name))) {
          const { endpoint, name } = defined
          const type = { "content-type": bodyTypeOf(defined) }
          const path = endpoint.path.replace(":id", "1")
          for (const authorization of invalid) {
            const body = endpoint.method === "GET" ? {} : { body: "{}" }
            const answer = yield* ask(endpoint.method, path, { ...body, headers: { ...type, authorization } })
            strictEqual(answer.status, 401, `${name} with ${authorization}`)
            isFailure(answer)
          }
        }
      })
    )

    it.effect("ignores headers that name another method or path", () =>
      Effect.gen(function* () {
        const { user } = yield* People
        const { id } = yield* publish(user)
        for (const header of ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"]) {
          for (const method of ["DELETE", "PATCH", "GET"]) {
            const overridden = yield* ask("POST", `/api/posts/${id}?_method=${method}`, {
              as: user.token,
              body: JSON.stringify({ title: "overridden", _method: method }),
              headers: { [header]: method }
            })
            strictEqual(overridden.status, 405)
            strictEqual(overridden.headers["allow"], "GET, HEAD, PATCH, DELETE")
          }
        }
        for (const header of ["X-Original-URL", "X-Rewrite-URL", "X-Forwarded-Uri"]) {
          const rewritten = yield* ask("GET", "/health", { headers: { [header]: "/api/users" } })
          deepStrictEqual(JSON.parse(rewritten.text), { status: "ok" })
          const opened = yield* ask("GET", "/api/users", { headers: { [header]: "/api/posts" } })
          strictEqual(opened.status, 401)
        }
        strictEqual((yield* user.client.posts.get({ path: { id } })).title.startsWith("overridden"), false)
      })
    )

    it.effect(
      "takes no credential of a query that its contract does not name, nor a HEAD where GET asks for one, and echoes no TRACE",
      () =>
        Effect.gen(function* () {
          const { user } = yield* People
          const { key } = yield* user.client.auth.createApiKey({ payload: { name: "in a query" } })
          const inQuery = [`apiKey=${Redacted.value(key)}`, `token=${Redacted.value(user.token)}`]
          for (const [name, { call }] of guarded) {
            const right = yield* call("user")
            const { path } = right
            const taken = queryCredentialsOf(name)
            for (const query of inQuery) {
              if (taken.some((parameter) => query.startsWith(parameter))) continue
              const { status } = yield* ask(methodOf(name), `${path}?${query}`, sent(right))
              strictEqual(status, 401, `${name}?${query.slice(0, 6)}`)
            }
            const paths = guarded.filter(([other]) => other.split(" ")[1] === name.split(" ")[1])
            const isRead = endpoints.some(({ name: other }) => other === `GET ${name.split(" ")[1]}`)
            const isGuardedRead = paths.some(([other]) => methodOf(other) === "GET")
            const head = yield* ask("HEAD", path)
            strictEqual(head.status, isGuardedRead ? 401 : isRead ? 200 : 405, `HEAD ${path}`)
            strictEqual(head.text, "")
            const trace = yield* ask("TRACE", path, { as: user.token, headers: { "x-secret": "do not echo" } })
            strictEqual(trace.status, 405, `TRACE ${path}`)
            isFailure(trace)
            assertTrue(!trace.text.includes("do not echo"))
          }
        })
    )

    it.effect("lets only an admin make or become an admin", () =>
      Effect.gen(function* () {
        const people = yield* People
        for (const caller of callers) {
          const as = yield* credentialOf(caller)
          const call = yield* calls["POST /api/auth/register"].call("anonymous")
          const body = JSON.stringify({ ...Object(call.body), role: "admin" })
          const registered = yield* ask("POST", "/api/auth/register", { as, body })
          strictEqual(registered.status, caller === "admin" ? 201 : 403, `register as ${caller}`)
          if (caller === "anonymous") continue
          const promoted = yield* ask("PATCH", `/api/users/${people[caller].user.id}`, {
            as,
            body: '{"role":"admin"}'
          })
          strictEqual(promoted.status, caller === "admin" ? 200 : 403, `promote as ${caller}`)
        }
        const { role } = yield* people.admin.client.users.get({ path: { id: people.user.user.id } })
        strictEqual(role, "user")
      })
    )

    it.effect("answers 404 to the revocation of another member's key, which stays valid", () =>
      Effect.gen(function* () {
        const { other, user } = yield* People
        const { id, key } = yield* user.client.auth.createApiKey({ payload: { name: "mine" } })
        for (const body of [{ id }, { key: Redacted.value(key) }]) {
          const answer = yield* ask("DELETE", "/api/auth/apikeys", { as: other.token, body: JSON.stringify(body) })
          strictEqual(answer.status, 404)
        }
        const mine = yield* ask("GET", "/api/users", { headers: { authorization: `ApiKey ${Redacted.value(key)}` } })
        strictEqual(mine.status, 200)
        strictEqual(member(mine, "data", 0, "email"), undefined)
      })
    )
  }
)
