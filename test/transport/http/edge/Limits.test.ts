import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Redacted } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { community } from "../../../support/Community.ts"
import { publish } from "../../../support/Given.ts"
import { join } from "../../../support/Members.ts"
import { People } from "../../../support/People.ts"
import { type Answer, ask, isFailure, type Sent } from "../../../support/Raw.ts"
import { countingStores } from "../../../support/redis/CountingStores.ts"

const budget = ({ headers }: Answer) => [headers["ratelimit-limit"], headers["ratelimit-remaining"]]

const noBudget = ({ headers }: Answer) =>
  deepStrictEqual(
    ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "retry-after"].map((name) => headers[name]),
    [undefined, undefined, undefined, undefined]
  )

/** That a request was refused for a limit, and told for how long. */
const isTooMany = (answer: Answer, what: string, limit: number) => {
  strictEqual(answer.status, 429)
  assertTrue(isFailure(answer).startsWith(`too many ${what}: try again in `))
  const seconds = Number(answer.headers["retry-after"])
  assertTrue(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60)
  strictEqual(answer.headers["ratelimit-reset"], String(seconds))
  deepStrictEqual(budget(answer), [String(limit), "0"])
}

/** Exactly this many of a request pass, counted down, and then none. */
const exactly = (
  limit: number,
  what: string,
  request: Effect.Effect<Answer, Error, Effect.Effect.Context<ReturnType<typeof ask>>>
) =>
  Effect.gen(function* () {
    for (let left = limit - 1; left >= 0; left--) {
      const answer = yield* request
      assertTrue(answer.status !== 429, `${limit - left} of ${limit} was refused`)
      deepStrictEqual(budget(answer), [String(limit), String(left)])
      const reset = Number(answer.headers["ratelimit-reset"])
      assertTrue(Number.isInteger(reset) && reset >= 1 && reset <= 60)
      strictEqual(answer.headers["retry-after"], undefined)
    }
    for (let more = 0; more < 3; more++) isTooMany(yield* request, what, limit)
  })

let lastAddress = 0

/** A request from an address that nobody has used, through the proxy that this machine is trusted to be. */
const from =
  (address: string) =>
  (method: string, path: string, sent: Sent = {}) =>
    ask(method, path, { ...sent, headers: { "x-forwarded-for": address, ...sent.headers } })

const stranger = () => from(`203.0.113.${++lastAddress}`)

const limits = {
  RATE_LIMIT_READ: "4",
  RATE_LIMIT_WRITE: "6",
  RATE_LIMIT_AUTH: "3",
  RATE_LIMIT_POST: "2",
  RATE_LIMIT_COMMENT: "3",
  TRUST_PROXY: "127.0.0.1"
}

const post = JSON.stringify({ title: "A post", content: "Content" })

for (const { counted, name } of countingStores) {
  const withLimits = (variables: Readonly<Record<string, string>>) =>
    community(Memory.layer, { ...limits, ...variables }, undefined, counted())

  layer(withLimits({ RATE_LIMIT_AUTH: "0" }), { excludeTestServices: true })(
    `The limit of a minute (${name})`,
    (it) => {
      it.effect("admits exactly the allowed reads, and counts HEAD as GET", () => {
        const ask = stranger()
        return Effect.gen(function* () {
          strictEqual((yield* ask("HEAD", "/api/posts")).headers["ratelimit-remaining"], "3")
          strictEqual((yield* ask("GET", "/api/posts/999999")).headers["ratelimit-remaining"], "2")
          strictEqual((yield* ask("GET", "/api/posts?page=zero")).headers["ratelimit-remaining"], "1")
          strictEqual((yield* ask("GET", "/api/users")).headers["ratelimit-remaining"], "0")
          isTooMany(yield* ask("GET", "/api/stats"), "reads", 4)
          strictEqual((yield* ask("HEAD", "/api/stats")).status, 429)
        })
      })

      it.effect("admits exactly the allowed writes, and counts failed ones", () =>
        Effect.gen(function* () {
          const { token } = yield* join()
          yield* exactly(6, "writes", ask("POST", "/api/posts/999999/like", { as: token }))
        })
      )

      it.effect("admits exactly the allowed posts, and counts each as a write too", () =>
        Effect.gen(function* () {
          const { token } = yield* join()
          yield* exactly(2, "posts", ask("POST", "/api/posts", { as: token, body: post }))
          const write = yield* ask("POST", "/api/posts/999999/like", { as: token })
          deepStrictEqual(budget(write), ["6", "3"])
        })
      )

      it.effect("admits exactly the allowed comments, and counts each as a write too", () =>
        Effect.gen(function* () {
          const member = yield* join()
          const { id } = yield* publish(member)
          const { token } = yield* join()
          const comment = ask("POST", `/api/posts/${id}/comments`, { as: token, body: '{"content":"Thanks"}' })
          yield* exactly(3, "comments", comment)
          const write = yield* ask("POST", `/api/posts/${id}/like`, { as: token })
          deepStrictEqual(budget(write), ["6", "2"])
        })
      )

      it.effect("counts a post that is refused as a write in neither limit", () =>
        Effect.gen(function* () {
          const { token } = yield* join()
          const like = ask("POST", "/api/posts/999999/like", { as: token })
          for (let write = 0; write < 5; write++) yield* like
          deepStrictEqual(budget(yield* ask("POST", "/api/posts", { as: token, body: post })), ["6", "0"])
          isTooMany(yield* ask("POST", "/api/posts", { as: token, body: post }), "writes", 6)
        })
      )

      it.effect("gives each user one budget over all credentials and addresses", () =>
        Effect.gen(function* () {
          const { client, token } = yield* join()
          const { key } = yield* client.auth.createApiKey({ payload: { name: "agent" } })
          const keys = [`ApiKey ${Redacted.value(key)}`, `bearer ${Redacted.value(key)}`]
          const remaining = [
            yield* stranger()("GET", "/api/posts", { as: token }),
            ...(yield* Effect.forEach(keys, (authorization) =>
              stranger()("GET", "/api/users", { headers: { authorization } })
            ))
          ].map(({ headers }) => headers["ratelimit-remaining"])
          deepStrictEqual(remaining, ["3", "2", "1"])
          const other = yield* join()
          deepStrictEqual(budget(yield* ask("GET", "/api/posts", { as: other.token })), ["4", "3"])
        })
      )

      it.effect("counts anonymous requests and invalid credentials by address", () =>
        Effect.gen(function* () {
          const one = stranger()
          strictEqual((yield* one("GET", "/api/posts")).headers["ratelimit-remaining"], "3")
          const invalid = yield* one("GET", "/api/posts", { headers: { authorization: "Bearer nonsense" } })
          deepStrictEqual([invalid.status, ...budget(invalid)], [401, "4", "2"])
          const { token } = yield* join()
          strictEqual((yield* one("GET", "/api/posts", { as: token })).headers["ratelimit-remaining"], "3")
          strictEqual((yield* stranger()("GET", "/api/posts")).headers["ratelimit-remaining"], "3")
        })
      )

      it.effect("counts the addresses of a /64 as one, and ignores a forged X-Forwarded-For", () =>
        Effect.gen(function* () {
          const path = "/api/stats"
          yield* from("2001:db8:1:2::1")("GET", path)
          const near = yield* from("2001:db8:1:2:ffff::9")("GET", path)
          const far = yield* from("2001:db8:1:3::1")("GET", path)
          deepStrictEqual(
            [near, far].map(({ headers }) => headers["ratelimit-remaining"]),
            ["2", "3"]
          )
          yield* from("198.51.100.1")("GET", path)
          const spoofed = yield* from("192.0.2.77, 198.51.100.1")("GET", path)
          strictEqual(spoofed.headers["ratelimit-remaining"], "2")
        })
      )

      it.effect(
        "counts no unknown path or method, no unreadable body and no probe, and lets them pass when used up",
        () =>
          Effect.gen(function* () {
            const { token } = yield* join()
            const like = ask("POST", "/api/posts/999999/like", { as: token })
            const read = ask("GET", "/api/users", { as: token })
            const free: ReadonlyArray<readonly [string, string, number, Sent]> = [
              ["GET", "/api/nowhere", 404, {}],
              ["GET", "/api/posts/zero", 404, {}],
              ["PUT", "/api/posts/1", 405, {}],
              ["POST", "/api/posts", 413, { body: " ".repeat(300_000) }],
              ["POST", "/api/posts", 413, { body: " ".repeat(300_000), chunked: true }],
              ["POST", "/api/posts", 415, { body: post, headers: { "content-type": "text/plain" } }],
              ["GET", "/health", 200, {}],
              ["GET", "/ready", 200, {}]
            ]
            const allFree = Effect.forEach(free, ([method, path, status, sent]) =>
              Effect.map(ask(method, path, { as: token, ...sent }), (answer) => {
                strictEqual(answer.status, status, `${method} ${path}`)
                noBudget(answer)
              })
            )
            yield* allFree
            for (let count = 0; count < 6; count++) yield* like
            for (let count = 0; count < 4; count++)
              strictEqual((yield* read).headers["ratelimit-remaining"], String(3 - count))
            strictEqual((yield* like).status, 429)
            strictEqual((yield* read).status, 429)
            yield* allFree
          })
      )

      it.effect("answers 429 before 401 and before 400 for the body", () =>
        Effect.gen(function* () {
          const one = stranger()
          for (let count = 0; count < 6; count++) strictEqual((yield* one("POST", "/api/posts/1/like")).status, 401)
          isTooMany(yield* one("POST", "/api/posts/1/like"), "writes", 6)
          strictEqual((yield* one("POST", "/api/posts", { body: "{" })).status, 429)
          strictEqual(
            (yield* one("POST", "/api/posts/1/like", { headers: { authorization: "Bearer no" } })).status,
            429
          )
        })
      )
    }
  )

  layer(People.layer.pipe(Layer.provideMerge(withLimits({ RATE_LIMIT_AUTH: "12" }))), { excludeTestServices: true })(
    `The limit of authentication (${name})`,
    (it) => {
      it.effect("counts registrations and logins of an address together, and nothing else", () =>
        Effect.gen(function* () {
          const { user } = yield* People
          const one = stranger()
          const login = { body: '{"email":"nobody@example.org","password":"wrong horse"}' }
          deepStrictEqual(budget(yield* one("POST", "/api/auth/login", login)), ["12", "11"])
          deepStrictEqual(budget(yield* one("POST", "/api/auth/login", { ...login, as: user.token })), ["12", "10"])
          deepStrictEqual(budget(yield* one("POST", "/api/auth/register", { body: "{}" })), ["12", "9"])
          deepStrictEqual(budget(yield* one("POST", "/api/auth/apikeys", { body: "{}" })), ["6", "5"])
          for (let left = 8; left >= 0; left--) yield* one("POST", "/api/auth/register", { body: "{}", as: user.token })
          isTooMany(yield* one("POST", "/api/auth/login", login), "attempts to register or log in", 12)
          isTooMany(yield* one("POST", "/api/auth/register", { body: "{}" }), "attempts to register or log in", 12)
          strictEqual((yield* stranger()("POST", "/api/auth/login", login)).status, 401)
        })
      )
    }
  )

  const off = { RATE_LIMIT_AUTH: "0", RATE_LIMIT_READ: "0", RATE_LIMIT_COMMENT: "0", RATE_LIMIT_WRITE: "0" }

  layer(withLimits(off), { excludeTestServices: true })(`A limit of 0 (${name})`, (it) => {
    it.effect("turns the limit off, without headers, and leaves the others on", () =>
      Effect.gen(function* () {
        const { token } = yield* join()
        for (let count = 0; count < 10; count++) {
          const read = yield* ask("GET", "/api/users", { as: token })
          strictEqual(read.status, 200)
          noBudget(read)
        }
        noBudget(yield* ask("POST", "/api/posts/1/like", { as: token }))
        yield* exactly(2, "posts", ask("POST", "/api/posts", { as: token, body: post }))
      })
    )
  })
}
