import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Option, Redacted, Schema } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { emailKey } from "../../../../src/domain/accounts/Email.ts"
import { UserId } from "../../../../src/domain/Ids.ts"
import { UsersRepo } from "../../../../src/ports/accounts/UsersRepo.ts"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { account } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { at, long, membersOf, refused, refusedFor } from "../../../support/Wire.ts"

const login = (body: unknown) => send("POST", "/api/auth/login", { body })

layer(community(Memory.layer), { excludeTestServices: true })("POST /api/auth/login and logout", (it) => {
  it.effect("answers the record of the registration, with another token", () =>
    Effect.gen(function* () {
      const sent = account({ bio: "me" })
      const { body: joined } = yield* send("POST", "/api/auth/register", { body: sent })
      const { body, headers, status } = yield* login({ email: sent.email, password: sent.password })
      deepStrictEqual(
        { status, user: at(body, "user"), expiresIn: at(body, "expiresIn"), members: membersOf(body) },
        { status: 200, user: at(joined, "user"), expiresIn: 86400, members: ["expiresIn", "token", "user"] }
      )
      assertTrue(typeof at(body, "token") === "string" && at(body, "token") !== at(joined, "token"))
      strictEqual(headers["cache-control"], "no-store")
    })
  )

  it.effect("finds an email in any case, with spaces around it", () =>
    Effect.gen(function* () {
      const sent = account({ email: `Zoë.${unique()}@example.org` })
      yield* send("POST", "/api/auth/register", { body: sent })
      for (const email of [sent.email.toUpperCase(), ` ${sent.email} `, sent.email.normalize("NFD")]) {
        strictEqual((yield* login({ email, password: sent.password })).status, 200)
      }
    })
  )

  it.effect("takes an address that only earlier versions accepted, and shows it, while registration refuses it", () =>
    Effect.gen(function* () {
      const users = yield* UsersRepo
      for (const local of ["a;b", '"quoted"', "a..b"]) {
        const sent = account()
        const { body } = yield* send("POST", "/api/auth/register", { body: sent })
        const email = `${local}${unique()}@example\u3002test`
        const id = Schema.decodeUnknownSync(UserId)(at(body, "user", "id"))
        yield* users.setEmail(id, { email, emailKey: emailKey(email) })
        const signedIn = yield* login({ email, password: sent.password })
        deepStrictEqual([signedIn.status, at(signedIn.body, "user", "email")], [200, email])
        refusedFor(
          yield* send("POST", "/api/auth/register", { body: account({ email }) }),
          400,
          /email must be an address/
        )
      }
    })
  )

  it.effect("answers an unknown email and a wrong password alike", () =>
    Effect.gen(function* () {
      const { user } = yield* join()
      const [email] = [Option.getOrThrow(user.email)]
      const wrong = [
        { email, password: "correct horse batterY" },
        { email, password: "" },
        { email: `${unique()}@example.org`, password: "correct horse battery" },
        { email: "no address", password: "correct horse battery" },
        { email: "", password: "" }
      ]
      const answers = yield* Effect.forEach(wrong, login)
      for (const { body, status } of answers) {
        deepStrictEqual({ status, body }, { status: 401, body: { error: "email or password is wrong" } })
      }
    })
  )

  it.effect("answers 400 to an email or a password that is too long for any account", () =>
    Effect.gen(function* () {
      const { email, password } = account()
      refusedFor(yield* login({ email: long(255), password }), 400, /^email /)
      refusedFor(yield* login({ email, password: long(257) }), 400, /^password /)
      refused(yield* login({ email, password: long(256) }), 401)
    })
  )

  it.effect("signs in with a password of 256 astral characters, and not with its beginning", () =>
    Effect.gen(function* () {
      const sent = account({ password: long(256) })
      yield* send("POST", "/api/auth/register", { body: sent })
      strictEqual((yield* login({ email: sent.email, password: long(256) })).status, 200)
      refused(yield* login({ email: sent.email, password: long(255) }), 401)
    })
  )

  it.effect("ends the token of a logout at once, and no other of the member", () =>
    Effect.gen(function* () {
      const { payload, token } = yield* join()
      const { body } = yield* login({ email: payload.email, password: Redacted.value(payload.password) })
      const other = Redacted.make(String(at(body, "token")))
      const { body: done, status } = yield* send("POST", "/api/auth/logout", { as: token })
      deepStrictEqual([status, done], [200, { success: true }])
      refused(yield* send("GET", "/api/users", { as: token }), 401)
      refused(yield* send("GET", "/api/posts", { as: token }), 401)
      refused(yield* send("POST", "/api/auth/logout", { as: token }), 401)
      strictEqual((yield* send("GET", "/api/users", { as: other })).status, 200)
    })
  )

  it.effect("answers a logout 400 with an API key, which stays valid", () =>
    Effect.gen(function* () {
      const { client } = yield* join()
      const { key } = yield* client.auth.createApiKey({ payload: { name: "agent" } })
      refusedFor(yield* send("POST", "/api/auth/logout", { as: key }), 400, /API key/)
      strictEqual((yield* send("GET", "/api/users", { as: key })).status, 200)
    })
  )
})
