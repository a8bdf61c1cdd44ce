import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Deferred, Effect, Layer, Redacted } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { SignedIn } from "../../../../src/api/Access.ts"
import { ShutdownSignal } from "../../../../src/services/Operation.ts"
import { community } from "../../../support/Community.ts"
import { otherRows, rows, sessionsOf } from "../../../support/EndpointRows.ts"
import { bodyTypeOf, type Defined, endpoints, isUnguarded } from "../../../support/Endpoints.ts"
import { join } from "../../../support/Members.ts"
import { type Answer, ask, isFailure, type Sent } from "../../../support/Raw.ts"
import { type Ask, SharedWorld, type World, world } from "../../../support/rows/World.ts"
import { withEngine, withMail } from "../../../support/Unlimited.ts"

const methods = ["GET", "POST", "PATCH", "DELETE"] as const

/** Failures that an endpoint has by itself; the others are those of every request, 403 to a page of another origin among them. */
const ofItsOwn = [404, 406, 409]

const definitions = endpoints.map((defined) => ({
  ...defined,
  name: `${defined.group}.${defined.endpoint.name}`,
  method: defined.endpoint.method,
  path: defined.endpoint.path,
  asksForCredential: defined.middleware.has(SignedIn)
}))

const typeOf = (defined: Defined) => ({ "content-type": bodyTypeOf(defined) })

const requestOf = (
  defined: Defined,
  { as, before = Effect.void, body, headers = {}, path }: Ask,
  caller?: Redacted.Redacted
) => {
  const sent: Sent = {
    as: as ?? caller,
    headers: { ...headers, ...(body === undefined ? {} : typeOf(defined)) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  }
  return Effect.zipRight(before, ask(defined.endpoint.method, path, sent))
}

/** Asserts that a request was refused under a status, as JSON that holds an error and nothing else. */
const refused = (answer: Answer, status: number) => {
  strictEqual(answer.status, status, answer.text.slice(0, 300))
  strictEqual(answer.headers["content-type"], "application/json")
  isFailure(answer)
}

const comesBack = ({ headers }: Answer) => assertTrue(/^[1-9]\d*$/.test(headers["retry-after"] ?? ""))

const withWorld = (variables: Readonly<Record<string, string>> = {}) =>
  Layer.provideMerge(SharedWorld.layer, community(Memory.layer, { ...withMail, ...withEngine, ...variables }))

/** The row of a definition in a world. */
const staged = (name: string, stage: World) =>
  Effect.gen(function* () {
    const other = otherRows[name]
    if (other !== undefined) return { stage, row: other(yield* sessionsOf(stage.maria.token)) }
    const row = yield* Effect.fromNullable(rows[name])
    return { stage, row: row(stage) }
  })

const sortedNumbers = (texts: ReadonlyArray<string | number>) => texts.map(Number).sort()

layer(withWorld(), { excludeTestServices: true })("Every endpoint", (it) => {
  it.effect("rows and otherRows have a row for each endpoint, and no other", () =>
    Effect.sync(() => {
      deepStrictEqual(definitions.map(({ name }) => name).sort(), Object.keys({ ...rows, ...otherRows }).sort())
    })
  )

  for (const defined of definitions) {
    const { asksForCredential, failures, method, name, path } = defined
    // A session of MCP ends with a credential that ended within the last minute, also where the world is as before.
    const isShared = method === "GET" || name in otherRows

    it.scoped(`${name} succeeds, and fails with each 404, 406 and 409 that it declares, and as every request may`, () =>
      Effect.gen(function* () {
        const { row, stage } = yield* staged(name, isShared ? yield* SharedWorld : yield* world)
        const { token } = stage.maria
        const own = (statuses: ReadonlyArray<number>) => statuses.filter((status) => ofItsOwn.includes(status))
        deepStrictEqual(own(sortedNumbers(failures)), own(sortedNumbers(Object.keys(row.fails))))
        for (const [status, bad] of Object.entries(row.fails)) {
          assertTrue(failures.includes(Number(status)), `${status} is declared`)
          refused(yield* requestOf(defined, bad, token), Number(status))
        }
        assertTrue(failures.includes(403))
        refused(yield* ask(method, row.ask.path, { headers: { origin: "https://evil.example" } }), 403)
        const { as: _, ...anonymous } = row.ask
        if (!isUnguarded(defined)) {
          refused(yield* requestOf(defined, anonymous, Redacted.make("unknown")), 401)
        }
        if (asksForCredential) refused(yield* requestOf(defined, anonymous), 401)
        if (method !== "GET") {
          const tooLong = JSON.stringify("x".repeat(262_143))
          refused(yield* ask(method, row.ask.path, { as: token, headers: typeOf(defined), body: tooLong }), 413)
          const text = { "content-type": "text/plain" }
          refused(yield* ask(method, row.ask.path, { as: token, headers: text, body: "{}" }), 415)
        }
        const { status } = yield* requestOf(defined, row.ask, token)
        strictEqual(status, row.status)
      })
    )

    if (path.includes(":id")) {
      it.effect(`${name} is 404 for a malformed id, before any other check`, () =>
        Effect.gen(function* () {
          for (const id of [
            "0",
            "-1",
            "01",
            "1.5",
            "1e3",
            "0x1",
            "abc",
            "2147483648",
            "+1",
            "1%20",
            "%00",
            "%F0%9F%A7%AC",
            "%2e%2e"
          ]) {
            refused(yield* ask(method, path.replace(":id", id), { as: Redacted.make("unknown") }), 404)
          }
        })
      )
    }

    if (method === "GET") {
      it.scoped(`${name} answers HEAD as GET, without a body`, () =>
        Effect.gen(function* () {
          const { row, stage } = yield* staged(name, yield* SharedWorld)
          for (const one of [row.ask, ...Object.values(row.fails)]) {
            const sent = { as: stage.maria.token, headers: one.headers ?? {} }
            const head = yield* ask("HEAD", one.path, sent)
            const read = yield* ask("GET", one.path, sent)
            const told = ({ headers, status }: typeof read) => [
              status,
              headers["content-type"],
              headers["cache-control"],
              headers["vary"]
            ]
            deepStrictEqual([told(head), head.text], [told(read), ""])
          }
        })
      )
    }
  }

  it.effect("is 405 to other methods, and names its own in Allow", () =>
    Effect.gen(function* () {
      for (const path of new Set(definitions.map(({ path }) => path))) {
        const own = definitions.filter((definition) => definition.path === path).map(({ method }) => method)
        const allowed = own.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).sort()
        for (const method of ["PUT", "OPTIONS", ...methods] as const) {
          if (own.some((known) => known === method)) continue
          const answer = yield* ask(method, path.replace(":id", "1"))
          refused(answer, 405)
          deepStrictEqual((answer.headers["allow"] ?? "").split(", ").sort(), allowed)
        }
      }
    })
  )

  it.scoped("is 503 once the server is closing", () =>
    Effect.gen(function* () {
      const stage = yield* world
      const sessions = yield* sessionsOf(stage.maria.token)
      yield* Deferred.succeed(yield* ShutdownSignal, undefined)
      for (const defined of definitions) {
        const row = rows[defined.name]?.(stage) ?? otherRows[defined.name]?.(sessions)
        const { ask } = yield* Effect.fromNullable(row)
        const answer = yield* requestOf(defined, ask, stage.maria.token)
        refused(answer, 503)
        comesBack(answer)
      }
    })
  )
})

const one = { RATE_LIMIT_READ: "1", RATE_LIMIT_WRITE: "1", RATE_LIMIT_POST: "1", RATE_LIMIT_COMMENT: "1" }

/** Endpoints whose requests count otherwise: by the address, by the message or the call inside, or not at all. */
const countOtherwise = [
  "auth.register",
  "auth.login",
  "auth.changePassword",
  "auth.forgotPassword",
  "auth.resetPassword",
  "auth.confirmEmail",
  ...[
    "addPasskey",
    "beginSecondFactor",
    "enableSecondFactor",
    "passkeyLogin",
    "passkeyLoginOptions",
    "passkeyOptions",
    "removePasskey",
    "removeSecondFactor",
    "renewRecoveryCodes"
  ].map((name) => `factors.${name}`),
  "users.leave",
  "mcp.send",
  "mcp.end",
  "rpc.call"
]

layer(withWorld(one), { excludeTestServices: true })("Every endpoint that counts by the member", (it) => {
  for (const defined of definitions) {
    if (isUnguarded(defined) || countOtherwise.includes(defined.name)) continue
    it.scoped(`${defined.name} is 429 beyond its limit, with Retry-After`, () =>
      Effect.gen(function* () {
        const { row } = yield* staged(defined.name, yield* SharedWorld)
        const { token } = yield* join()
        const again = { ...row.ask, as: token }
        assertTrue((yield* requestOf(defined, again)).status !== 429)
        const answer = yield* requestOf(defined, again)
        if (defined.name === "auth.logout") return refused(answer, 401)
        comesBack(answer)
        return refused(answer, 429)
      })
    )
  }
})

layer(community(Memory.layer, { RATE_LIMIT_AUTH: "1" }), { excludeTestServices: true })(
  "Register, login and a new password",
  (it) => {
    it.effect("are 429 beyond the limit that they share", () =>
      Effect.gen(function* () {
        yield* join()
        for (const path of ["register", "login", "password", "password/forgot", "password/reset", "email/confirm"]) {
          const answer = yield* ask("POST", `/api/auth/${path}`, { body: "{}" })
          refused(answer, 429)
          comesBack(answer)
        }
      })
    )
  }
)
