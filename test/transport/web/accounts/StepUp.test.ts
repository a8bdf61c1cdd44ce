import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Effect, Redacted } from "effect"
import { CredentialsRepo } from "../../../../src/ports/accounts/CredentialsRepo.ts"
import { Secrets } from "../../../../src/ports/Secrets.ts"
import { community } from "../../../support/Community.ts"
import { joinAdmin, joinModerator, type Member } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { memoryOnly } from "../../../support/Storage.ts"
import { unlimited } from "../../../support/Unlimited.ts"
import { at } from "../../../support/Wire.ts"
import { alertOf, cookieFor, invalidIn, open, submit } from "../support/Browse.ts"

/** A session of a member that began some minutes ago. */
const signedInBefore = ({ user: { id: userId } }: Member, minutes: number) =>
  Effect.gen(function* () {
    const { hashOf, newToken } = yield* Secrets
    const token = yield* newToken
    const createdAt = DateTime.subtract(yield* DateTime.now, { minutes })
    const expiresAt = DateTime.add(createdAt, { hours: 24 })
    yield* (yield* CredentialsRepo).addSession({ userId, hash: hashOf(token)?.hash ?? "", createdAt, expiresAt })
    return { token, cookie: cookieFor({ token }) }
  })

const roleOf = ({ token, user: { id } }: Member) =>
  Effect.map(send("GET", `/api/users/${id}`, { as: token }), ({ body }) => at(body, "role"))

const passwordOf = ({ payload }: Member) => Redacted.value(payload.password)

/** The forms by which an admin uses a power over a member. */
const powersOver = ({ user: { id } }: Member) => [
  { path: `/members/${id}/password-link`, values: {}, done: 200 },
  { path: `/members/${id}/role`, values: { role: "expert" }, done: 303 },
  { path: `/members/${id}/credentials`, values: { reason: "They were stolen" }, done: 303 }
]

const fields = (html: string) => html.match(/<input id="\w+-password" name="password" type="password"/g)?.length ?? 0

for (const storage of memoryOnly) {
  layer(community(storage.layer, unlimited), { excludeTestServices: true })("Powers of admins on pages", (it) => {
    it.effect("ask for no password within five minutes of the sign-in", () =>
      Effect.gen(function* () {
        const [admin, member] = [yield* joinAdmin, yield* join()]
        const { cookie } = yield* signedInBefore(admin, 4)
        strictEqual(fields((yield* open(`/admin?member=${member.user.id}`, { cookie })).text), 0)
        for (const { done, path, values } of powersOver(member)) {
          deepStrictEqual([path, (yield* submit(path, values, { cookie })).status], [path, done])
        }
      })
    )

    it.effect("ask for the password later, and refuse without it, or with a wrong one", () =>
      Effect.gen(function* () {
        const [admin, member] = [yield* joinAdmin, yield* join()]
        const { cookie } = yield* signedInBefore(admin, 6)
        strictEqual(fields((yield* open(`/admin?member=${member.user.id}`, { cookie })).text), 3)
        for (const { path, values } of powersOver(member)) {
          const none = yield* submit(path, values, { cookie })
          deepStrictEqual([none.status, fields(none.text)], [403, 1])
          const blank = yield* submit(path, { ...values, password: "" }, { cookie })
          deepStrictEqual([blank.status, alertOf(blank)], [400, "password must not be blank"])
          const wrong = yield* submit(path, { ...values, password: "a wrong one" }, { cookie })
          deepStrictEqual(
            [wrong.status, alertOf(wrong)],
            [403, "password is not your password: nothing has been changed"]
          )
          for (const one of [blank, wrong]) deepStrictEqual([fields(one.text), invalidIn(one)], [1, ["password"]])
          assertTrue(!wrong.text.includes("a wrong one"))
          strictEqual((yield* submit(path, { ...values, password: "x".repeat(300) }, { cookie })).status, 400)
        }
        strictEqual(yield* roleOf(member), "user")
        for (const { done, path, values } of powersOver(member)) {
          const right = { ...values, password: passwordOf(admin) }
          deepStrictEqual([path, (yield* submit(path, right, { cookie })).status], [path, done])
        }
        strictEqual((yield* send("GET", "/api/users/me", { as: member.token })).status, 401)
      })
    )

    it.effect("say in every language that the password is missing", () =>
      Effect.gen(function* () {
        const [admin, member] = [yield* joinAdmin, yield* join()]
        const { cookie } = yield* signedInBefore(admin, 6)
        for (const [lang, label] of [
          ["en", "Your own password"],
          ["de", "Ihr eigenes Passwort"],
          ["fr", "Votre propre mot de passe"]
        ]) {
          const { text } = yield* submit(
            `/members/${member.user.id}/role`,
            { role: "expert" },
            { cookie: `${cookie}; lang=${lang}` }
          )
          assertTrue(text.includes(`>${label}</label>`), lang)
        }
      })
    )

    it.effect("are refused to others, and to suspended admins, before any password", () =>
      Effect.gen(function* () {
        const [admin, other] = [yield* joinAdmin, yield* joinAdmin]
        const [moderator, member] = [yield* joinModerator, yield* join()]
        for (const { path, values } of powersOver(member)) {
          const { cookie } = yield* signedInBefore(moderator, 6)
          const refused = yield* submit(path, { ...values, password: passwordOf(moderator) }, { cookie })
          deepStrictEqual([refused.status, fields(refused.text)], [403, 0])
        }
        const body = { reason: "Threats", until: null }
        strictEqual(
          (yield* send("PUT", `/api/users/${other.user.id}/suspension`, { as: admin.token, body })).status,
          200
        )
        const { cookie } = yield* signedInBefore(other, 6)
        for (const { path, values } of powersOver(member)) {
          const refused = yield* submit(path, { ...values, password: passwordOf(other) }, { cookie })
          deepStrictEqual([refused.status, fields(refused.text)], [403, 0])
        }
        strictEqual(yield* roleOf(member), "user")
      })
    )

    it.effect("leave the API as it is: a token of any age, and a key, need no password", () =>
      Effect.gen(function* () {
        const [admin, member] = [yield* joinAdmin, yield* join()]
        const { token } = yield* signedInBefore(admin, 60)
        const { key } = yield* admin.client.auth.createApiKey({ payload: { name: "tool" } })
        for (const [as, role] of [
          [token, "expert"],
          [key, "user"]
        ] as const) {
          const { status } = yield* send("PATCH", `/api/users/${member.user.id}`, { as, body: { role } })
          deepStrictEqual([status, yield* roleOf(member)], [200, role])
        }
      })
    )
  })

  layer(community(storage.layer, { ...unlimited, RATE_LIMIT_AUTH: "6" }), { excludeTestServices: true })(
    "Wrong passwords of admins on pages",
    (it) => {
      it.effect("count as sign-ins, so that beyond their limit the right one is 429", () =>
        Effect.gen(function* () {
          const [admin, member] = [yield* joinAdmin, yield* join()]
          const { cookie } = yield* signedInBefore(admin, 6)
          const path = `/members/${member.user.id}/role`
          const attempt = (password: string) =>
            Effect.map(submit(path, { role: "expert", password }, { cookie }), ({ status }) => status)
          // The two members above have joined from the same address.
          deepStrictEqual(yield* Effect.forEach(Array.replicate("wrong", 4), attempt), Array.replicate(403, 4))
          strictEqual(yield* attempt(passwordOf(admin)), 429)
          strictEqual(yield* roleOf(member), "user")
        })
      )
    }
  )

  layer(community(storage.layer, { ...unlimited, TRUST_PROXY: "127.0.0.1" }), { excludeTestServices: true })(
    "Failed passwords of admins",
    (it) => {
      it.effect("count as failed logins, which close the email to new addresses", () =>
        Effect.gen(function* () {
          const [admin, member] = [yield* joinAdmin, yield* join()]
          const { cookie } = yield* signedInBefore(admin, 6)
          const path = `/members/${member.user.id}/role`
          for (const password of Array.replicate("wrong", 30)) {
            yield* submit(path, { role: "expert", password }, { cookie })
          }
          const { email } = admin.payload
          // The address of the test is known to the account, that of this client is not.
          const elsewhere = { "x-forwarded-for": "203.0.113.9" }
          const login = yield* send("POST", "/api/auth/login", {
            body: { email, password: passwordOf(admin) },
            headers: elsewhere
          })
          strictEqual(login.status, 429)
        })
      )
    }
  )
}
