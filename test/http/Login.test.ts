import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Option, Redacted } from "effect"
import { unique } from "../contracts/newRows.ts"
import { storages } from "../storage.ts"
import { community } from "./Community.ts"
import { account, joinAdmin } from "./Given.ts"
import { join, send } from "./Members.ts"
import { at, long, membersOf, refused, refusedFor } from "./Wire.ts"

const login = (body: unknown) => send("POST", "/api/auth/login", { body })

for (const storage of storages) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: login and logout`, (it) => {
    it.effect("answers what registration answered, with another token", () =>
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

    it.effect("tells the same of an unknown email and of a wrong password", () =>
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

    it.effect("refuses what is missing or no text, and at once a password beyond 256 characters", () =>
      Effect.gen(function* () {
        const { email, password } = account()
        refusedFor(yield* login({ email }), 400, /^password /)
        refusedFor(yield* login({ password }), 400, /^email /)
        refusedFor(yield* login({ email: 5, password }), 400, /^email /)
        refusedFor(yield* login({ email: `\0${email}`, password }), 400, /^email /)
        refusedFor(yield* login({ email: long(255), password }), 400, /^email /)
        refusedFor(yield* login({ email, password: [password] }), 400, /^password /)
        refusedFor(yield* login({ email, password: long(257) }), 400, /^password /)
        refused(yield* login({ email, password: long(256) }), 401)
        refused(yield* login("text"), 400)
        refused(yield* send("POST", "/api/auth/login"), 400)
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

    it.effect("shows the role of now", () =>
      Effect.gen(function* () {
        const admin = yield* joinAdmin
        const { payload, user } = yield* join()
        yield* send("PATCH", `/api/users/${user.id}`, { as: admin.token, body: { role: "expert" } })
        const { body } = yield* login({ email: payload.email, password: Redacted.value(payload.password) })
        strictEqual(at(body, "user", "role"), "expert")
      })
    )

    it.effect("logout ends its own token at once, and no other of the member", () =>
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

    it.effect("logout asks for a session: 401 without a credential, 400 with an API key, which stays good", () =>
      Effect.gen(function* () {
        const { client } = yield* join()
        const { key } = yield* client.auth.createApiKey({ payload: { name: "agent" } })
        refused(yield* send("POST", "/api/auth/logout"), 401)
        refused(yield* send("POST", "/api/auth/logout", { as: Redacted.make("unknown") }), 401)
        refusedFor(yield* send("POST", "/api/auth/logout", { as: key }), 400, /API key/)
        strictEqual((yield* send("GET", "/api/users", { as: key })).status, 200)
      })
    )
  })
}
