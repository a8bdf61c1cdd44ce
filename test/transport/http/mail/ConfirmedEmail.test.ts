import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Context, Effect, Layer, Redacted, Schedule } from "effect"
import { unique } from "../../../contracts/newRows.ts"
import { community } from "../../../support/Community.ts"
import type { Member } from "../../../support/Given.ts"
import { join, send } from "../../../support/Members.ts"
import { tokenIn } from "../../../support/mail/RecordedMail.ts"
import { smtpServer } from "../../../support/mail/SmtpServer.ts"
import { memoryAndDatabase } from "../../../support/Storage.ts"
import { at } from "../../../support/Wire.ts"
import { arrive, cookieFor, submit } from "../../web/support/Browse.ts"

type Server = Effect.Effect.Success<ReturnType<typeof smtpServer>>

/** The mail server of a suite. */
class MailServer extends Context.Tag("test/MailServer")<MailServer, Server>() {}

const withServer = (storage: (typeof memoryAndDatabase)[number]["layer"]) =>
  Layer.unwrapScoped(
    Effect.map(smtpServer(), (server) => {
      const variables = {
        SMTP_URL: `smtp://127.0.0.1:${server.port}`,
        MAIL_FROM: "Community <community@example.org>",
        PUBLIC_URL: "https://community.example"
      }
      return Layer.merge(Layer.succeed(MailServer, server), community(storage, variables))
    })
  )

const newEmail = () => `${unique()}@example.org`

const change = ({ payload, token }: Member, email: string) =>
  send("PATCH", "/api/users/me", { as: token, body: { email, password: Redacted.value(payload.password) } })

const confirm = (token: string) => send("POST", "/api/auth/email/confirm", { body: { token } })

const emailOf = ({ token }: Member) =>
  Effect.map(send("GET", "/api/users/me", { as: token }), ({ body }) => at(body, "email"))

/** The text of the mail number `count` to an address, once it has come. */
const mailTo = (address: string, count = 1) =>
  Effect.flatMap(MailServer, ({ received }) =>
    Effect.suspend(() => Effect.fromNullable(received.filter(({ to }) => to.includes(address))[count - 1])).pipe(
      Effect.retry(Schedule.intersect(Schedule.spaced("20 millis"), Schedule.recurs(500))),
      Effect.map(({ text }) => text)
    )
  )

for (const { layer: storage, name } of memoryAndDatabase) {
  layer(withServer(storage), { excludeTestServices: true })(`${name}: a new email with a mail server`, (it) => {
    it.effect("is announced on its page, which says where the link was sent", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const cookie = cookieFor(maria)
        const values = { email: newEmail(), password: Redacted.value(maria.payload.password) }
        const { text } = yield* arrive(yield* submit("/settings/email", values, { cookie }), cookie)
        deepStrictEqual(
          [text.includes("A link is on its way to the new address"), text.includes("Saved.")],
          [true, false]
        )
      })
    )

    it.effect("is that of the member once it is confirmed, and the former address is told", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const email = newEmail()
        const { body, status } = yield* change(maria, email)
        deepStrictEqual([status, at(body, "email")], [200, maria.payload.email])
        const text = yield* mailTo(email)
        assertTrue(text.includes("Subject: Confirm your email address"))
        assertTrue(text.includes("https://community.example/settings/email?token=rds_"))
        const token = tokenIn(text)
        strictEqual(yield* emailOf(maria), maria.payload.email)
        deepStrictEqual((yield* confirm(token)).body, { success: true })
        strictEqual(yield* emailOf(maria), email)
        const told = yield* mailTo(maria.payload.email)
        assertTrue(told.includes("Subject: Your email address was changed") && !told.includes(email))
        strictEqual((yield* confirm(token)).status, 400)
      })
    )

    it.effect("is confirmed by the newest link only, and ends a link for a forgotten password", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const [first, second] = [newEmail(), newEmail()]
        yield* send("POST", "/api/auth/password/forgot", { body: { email: maria.payload.email } })
        const reset = tokenIn(yield* mailTo(maria.payload.email))
        yield* change(maria, first)
        const old = tokenIn(yield* mailTo(first))
        yield* change(maria, second)
        const newest = tokenIn(yield* mailTo(second))
        strictEqual((yield* confirm(old)).status, 400)
        strictEqual((yield* confirm(reset)).status, 400)
        const twins = yield* Effect.all([confirm(newest), confirm(newest)], { concurrency: "unbounded" })
        deepStrictEqual(twins.map(({ status }) => status).sort(), [200, 400])
        const body = { token: reset, password: "zebras wear their stripes" }
        strictEqual((yield* send("POST", "/api/auth/password/reset", { body })).status, 400)
      })
    )

    it.effect("is asked for five times a day, with a mail that holds no word of the member, and then is 429", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const [username, stranger] = [`https://evil.example/${unique()}`, unique()]
        strictEqual((yield* send("PATCH", "/api/users/me", { as: maria.token, body: { username } })).status, 200)
        const spelled = Array.makeBy(6, (index) => `${index % 2 === 0 ? stranger : stranger.toUpperCase()}@example.org`)
        const answers = yield* Effect.forEach(spelled, (email) => change(maria, email))
        deepStrictEqual(
          answers.map(({ status }) => status),
          [200, 200, 200, 200, 200, 429]
        )
        const [last] = answers.slice(-1)
        const wait = Number(last?.headers["retry-after"])
        assertTrue(wait > 86_000 && wait <= 86_400)
        // Whoever has the address: nothing says that it has an account.
        const bob = yield* join()
        strictEqual((yield* change(maria, bob.payload.email)).status, 429)
        const text = yield* mailTo(spelled[0] ?? "")
        assertTrue(!text.includes("evil.example"), text)
      })
    )

    it.effect("that is taken is 409 when it is asked for, and when it is confirmed", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        strictEqual((yield* change(maria, bob.payload.email.toUpperCase())).status, 409)
        const email = newEmail()
        yield* change(maria, email)
        const one = tokenIn(yield* mailTo(email))
        yield* change(bob, email)
        const other = tokenIn(yield* mailTo(email, 2))
        strictEqual((yield* confirm(other)).status, 200)
        strictEqual((yield* confirm(one)).status, 409)
        strictEqual(yield* emailOf(maria), maria.payload.email)
      })
    )
  })
}
