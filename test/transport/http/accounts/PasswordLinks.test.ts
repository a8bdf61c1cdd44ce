import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import { MailRepo } from "../../../../src/ports/mail/MailRepo.ts"
import { Secrets } from "../../../../src/ports/Secrets.ts"
import { community } from "../../../support/Community.ts"
import { joinAdmin, type Member } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { RecordedMail, tokenIn } from "../../../support/mail/RecordedMail.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at, listAt, refused, refusedFor, statusesOf } from "../../../support/Wire.ts"

const newPassword = "zebras wear their stripes"

const help = (as: Redacted.Redacted, { user }: Pick<Member, "user">, body?: object) =>
  send("POST", `/api/users/${user.id}/password-link`, { as, ...(body === undefined ? {} : { body }) })

const tokenOf = (body: unknown) => new URL(String(at(body, "url"))).searchParams.get("token") ?? ""

const reset = (token: string) => send("POST", "/api/auth/password/reset", { body: { token, password: newPassword } })

const login = ({ payload }: Member, password = newPassword) =>
  send("POST", "/api/auth/login", { body: { email: payload.email, password } })

for (const storage of memoryAndDatabase) {
  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: a link of an admin`, (it) => {
    it.effect("sets the password of a member once, where no mail is sent, and ends all sessions", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        const made = yield* help(admin.token, maria)
        strictEqual(made.status, 201)
        strictEqual(made.headers["cache-control"], "no-store")
        assertTrue(/\/reset-password\?token=rds_\w{39}$/.test(String(at(made.body, "url"))))
        const now = yield* DateTime.now
        const left = Date.parse(String(at(made.body, "expiresAt"))) - DateTime.toEpochMillis(now)
        assertTrue(left > 3_500_000 && left <= 3_600_000)
        strictEqual((yield* login(maria)).status, 401)
        const token = tokenOf(made.body)
        const twins = yield* Effect.all([reset(token), reset(token)], { concurrency: "unbounded" })
        assertTrue(twins[0].status !== twins[1].status)
        deepStrictEqual(
          [(yield* login(maria)).status, (yield* login(maria, "correct horse battery")).status],
          [200, 401]
        )
        strictEqual((yield* send("GET", "/api/users/me", { as: maria.token })).status, 401)
        const log = yield* send("GET", `/api/audit?userId=${maria.user.id}`, { as: admin.token })
        deepStrictEqual(
          listAt(log.body, "data").map((one) => [at(one, "action"), at(one, "by", "id"), at(one, "detail")]),
          [
            ["password_changed", maria.user.id, "by a link of an admin"],
            ["password_link_created", admin.user.id, null]
          ]
        )
      })
    )

    it.effect("is valid as the newest one, and not after an hour or a change of the password", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        const first = tokenOf((yield* help(admin.token, maria)).body)
        const second = tokenOf((yield* help(admin.token, maria)).body)
        refusedFor(yield* reset(first), 400, /this link is not valid/)
        const change = { oldPassword: "correct horse battery", newPassword }
        strictEqual((yield* send("POST", "/api/auth/password", { as: maria.token, body: change })).status, 200)
        refused(yield* reset(second), 400)
        refusedFor(yield* reset("no link has this"), 403, /sends no mail/)
        const { digest } = yield* Secrets
        const token = tokenOf((yield* help(admin.token, maria)).body)
        const { findLink } = yield* MailRepo
        const now = yield* DateTime.now
        const found = (minutes: number) =>
          Effect.map(findLink("password_link", digest(token), DateTime.add(now, { minutes })), Option.isSome)
        deepStrictEqual([yield* found(59), yield* found(61)], [true, false])
      })
    )
  })
}

for (const storage of memoryAndDatabase) {
  const mails = new RecordedMail()
  const withMail = community(storage.layer, {}, undefined, (services) => Layer.provide(services, mails.layer))
  layer(withMail, { excludeTestServices: true })(`${storage.name}: a link of an admin, with mail`, (it) => {
    it.effect("goes to the member in a mail of its own too, and the use of one ends the other", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        const token = tokenOf((yield* help(admin.token, maria)).body)
        const mailed = yield* Effect.eventually(
          Effect.suspend(() => Effect.fromNullable(mails.sent.find(({ to }) => to === maria.payload.email)))
        )
        assertTrue(tokenIn(mailed.text) !== token)
        const answers = [yield* reset(token), yield* reset(tokenIn(mailed.text)), yield* reset(token)]
        deepStrictEqual(statusesOf(answers), [200, 400, 400])
        strictEqual((yield* login(maria)).status, 200)
      })
    )
  })

  layer(community(storage.layer), { excludeTestServices: true })(`${storage.name}: links of admins`, (it) => {
    it.effect("are not for the admins themselves, and are for other admins", () =>
      Effect.gen(function* () {
        const [admin, other] = [yield* joinAdmin, yield* joinAdmin]
        refusedFor(yield* help(admin.token, admin), 403, /for oneself/)
        strictEqual((yield* help(admin.token, other)).status, 201)
      })
    )

    it.effect("need the password of the admin, where no sign-in is recent, and refuse a wrong one always", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        const key = yield* admin.client.auth.createApiKey({ payload: { name: "mine" } })
        refusedFor(yield* help(key.key, maria), 403, /send your own password as password/)
        const password = Redacted.value(admin.payload.password)
        for (const as of [key.key, admin.token]) {
          refusedFor(yield* help(as, maria, { password: `${password}!` }), 403, /is not your password/)
          strictEqual((yield* help(as, maria, { password })).status, 201)
        }
        refused(yield* help(admin.token, maria, { password: 5 }), 400)
      })
    )

    it.effect("are shown once: an Idempotency-Key makes another one", () =>
      Effect.gen(function* () {
        const [maria, admin] = [yield* join(), yield* joinAdmin]
        const headers = { "idempotency-key": "once" }
        const make = send("POST", `/api/users/${maria.user.id}/password-link`, { as: admin.token, headers })
        const [first, second] = [yield* make, yield* make]
        assertTrue(tokenOf(first.body) !== tokenOf(second.body))
      })
    )
  })
}
