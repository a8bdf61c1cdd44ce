import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Logger, Redacted, Schedule } from "effect"
import * as Memory from "../../../../src/adapters/memory/Memory.ts"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import { joinAdmin, type Member } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { RecordedMail, tokenIn } from "../../../support/mail/RecordedMail.ts"
import { memoryAndDatabase, type Storage } from "../../../support/Storage.ts"
import { at } from "../../../support/Wire.ts"

const path = "/api/auth/password"

const forgot = (email: string) => send("POST", `${path}/forgot`, { body: { email } })

const reset = (token: string, password = "zebras wear their stripes") =>
  send("POST", `${path}/reset`, { body: { token, password } })

const login = ({ payload }: Member, password = "zebras wear their stripes") =>
  send("POST", "/api/auth/login", { body: { email: payload.email, password } })

/** The mail number `count` to a member, once it was sent. */
const mailTo = (mails: RecordedMail, { payload }: Member, count = 1) =>
  Effect.suspend(() =>
    Effect.map(Effect.fromNullable(mails.sent.filter(({ to }) => to === payload.email)[count - 1]), ({ text }) =>
      tokenIn(text)
    )
  ).pipe(Effect.retry(Schedule.intersect(Schedule.spaced("20 millis"), Schedule.recurs(500))))

/** A community with a mail server of the test. */
const withMails = (mails: RecordedMail, storage: Storage, logging?: Layer.Layer<never>) =>
  community(storage, {}, logging, (services) => Layer.provide(services, mails.layer))

for (const storage of memoryAndDatabase) {
  const mails = new RecordedMail()
  layer(withMails(mails, storage.layer), { excludeTestServices: true })(
    `${storage.name}: a forgotten password`,
    (it) => {
      it.effect("is reset by the link in a mail, once, which ends all sessions and no key", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          const key = yield* maria.client.auth.createApiKey({ payload: { name: "agent" } })
          const other = String(at((yield* login(maria, "correct horse battery")).body, "token"))
          const [known, unknown] = [yield* forgot(` ${maria.payload.email.toUpperCase()}`), yield* forgot(unique())]
          deepStrictEqual([known.status, known.body], [202, { success: true }])
          deepStrictEqual([unknown.status, unknown.body], [202, { success: true }])
          const token = yield* mailTo(mails, maria)
          assertTrue(token.startsWith("rds_"))
          deepStrictEqual((yield* reset(token)).body, { success: true })
          for (const ended of [maria.token, Redacted.make(other)]) {
            strictEqual((yield* send("GET", "/api/users/me", { as: ended })).status, 401)
          }
          strictEqual((yield* send("GET", "/api/users/me", { as: key.key })).status, 200)
          deepStrictEqual(
            [(yield* login(maria)).status, (yield* login(maria, "correct horse battery")).status],
            [200, 401]
          )
          const again = yield* reset(token)
          deepStrictEqual([again.status, String(at(again.body, "error")).slice(0, 22)], [400, "this link is not valid"])
        })
      )

      it.effect(
        "is reset by the newest link only, by one of concurrent requests, and not after a change of the password",
        () =>
          Effect.gen(function* () {
            const maria = yield* join()
            yield* forgot(maria.payload.email)
            const first = yield* mailTo(mails, maria)
            yield* forgot(maria.payload.email)
            const second = yield* mailTo(mails, maria, 2)
            strictEqual((yield* reset(first)).status, 400)
            const twins = yield* Effect.all([reset(second), reset(second), reset(second)], { concurrency: "unbounded" })
            deepStrictEqual(twins.map(({ status }) => status).sort(), [200, 400, 400])
            yield* forgot(maria.payload.email)
            const third = yield* mailTo(mails, maria, 3)
            const token = Redacted.make(String(at((yield* login(maria)).body, "token")))
            const change = { oldPassword: "zebras wear their stripes", newPassword: "correct horse battery" }
            strictEqual((yield* send("POST", path, { as: token, body: change })).status, 200)
            strictEqual((yield* reset(third)).status, 400)
          })
      )

      it.effect("is not reset by a token without a link, nor by a session token, nor to a short password", () =>
        Effect.gen(function* () {
          const maria = yield* join()
          for (const token of ["", "x", Redacted.value(maria.token), "x".repeat(257)]) {
            strictEqual((yield* reset(token)).status, 400)
          }
          yield* forgot(maria.payload.email)
          const token = yield* mailTo(mails, maria)
          strictEqual((yield* reset(token, "short")).status, 400)
          strictEqual((yield* reset(token)).status, 200)
        })
      )

      it.effect("of a suspended member is reset too", () =>
        Effect.gen(function* () {
          const [maria, admin] = [yield* join(), yield* joinAdmin]
          const suspended = yield* send("PUT", `/api/users/${maria.user.id}/suspension`, {
            as: admin.token,
            body: { reason: "spam" }
          })
          strictEqual(suspended.status, 200)
          strictEqual((yield* forgot(maria.payload.email)).status, 202)
          strictEqual((yield* reset(yield* mailTo(mails, maria))).status, 200)
        })
      )
    }
  )
}

const logged: Array<string> = []
const log = Logger.replace(
  Logger.defaultLogger,
  Logger.map(Logger.jsonLogger, (line) => void logged.push(line))
)

layer(withMails(new RecordedMail(), Memory.layer, log), { excludeTestServices: true })("The log", (it) => {
  it.effect("has no token and no address of a forgotten password", () =>
    Effect.gen(function* () {
      const maria = yield* join()
      yield* forgot(maria.payload.email)
      yield* reset("rds_secret")
      yield* send("POST", `${path}/reset?token=rds_secret`, { body: { token: "rds_secret", password: "long enough" } })
      const isLogged = Effect.sync(() => logged.filter((line) => line.includes(`${path}/reset`)).length === 2)
      yield* Effect.repeat(isLogged, { until: (logged) => logged, schedule: Schedule.spaced("20 millis") })
      assertTrue(!logged.join().includes("rds_secret") && !logged.join().includes(maria.payload.email))
    })
  )
})

layer(community(Memory.layer), { excludeTestServices: true })("Without a mail server", (it) => {
  it.effect("a forgotten password is 403, which says to ask an admin", () =>
    Effect.gen(function* () {
      for (const answer of [yield* forgot("maria@example.org"), yield* reset("rds_x")]) {
        deepStrictEqual(
          [answer.status, answer.body],
          [
            403,
            { error: "this server sends no mail: ask an admin, who can make a link by which you set another password" }
          ]
        )
      }
    })
  )
})
