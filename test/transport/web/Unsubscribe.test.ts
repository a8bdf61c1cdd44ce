import { layer } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Schedule } from "effect"
import type { Mail } from "../../../src/domain/mail/Mail.ts"
import { MailSender } from "../../../src/services/mail/MailSender.ts"
import { community } from "../../support/Community.ts"
import { answer, type Member, publish } from "../../support/Given.ts"
import { join, send } from "../../support/Members.ts"
import { RecordedMail } from "../../support/mail/RecordedMail.ts"
import { ask } from "../../support/Raw.ts"
import { memoryAndDatabase } from "../../support/Storage.ts"
import { at } from "../../support/Wire.ts"

const settings = "/api/users/me/settings"

const setMail = ({ token }: Member, mail: string) => send("PATCH", settings, { as: token, body: { mail } })

const mailOf = ({ token }: Member) => Effect.map(send("GET", settings, { as: token }), ({ body }) => at(body, "mail"))

/** The digest of a member with an unread notification about a post. */
const digestOf = (mails: RecordedMail, member: Member) =>
  Effect.gen(function* () {
    const post = yield* publish(member, { title: "Living with Marfan syndrome" })
    yield* answer(yield* join(), post.id, "I have Marfan syndrome too")
    yield* setMail(member, "daily")
    const { addDigests, sendDue } = yield* MailSender
    yield* addDigests
    yield* sendDue
    // The sender in the background may have had it first.
    const found = Effect.suspend(() => Effect.fromNullable(mails.sent.find(({ to }) => to === member.payload.email)))
    return yield* Effect.retry(found, Schedule.intersect(Schedule.spaced("20 millis"), Schedule.recurs(500)))
  })

/** The path of the one-click link. */
const linkOf = ({ headers }: Mail) => {
  const url = new URL(/^<(.+)>$/.exec(headers["List-Unsubscribe"] ?? "")?.[1] ?? "")
  return url.pathname + url.search
}

for (const storage of memoryAndDatabase) {
  const mails = new RecordedMail()
  const served = community(storage.layer, {}, undefined, (services) => Layer.provide(services, mails.layer))
  layer(served, { excludeTestServices: true })(`${storage.name}: a digest`, (it) => {
    it.effect("says how many notifications are unread, and names no post, no text and no other member", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const mail = yield* digestOf(mails, maria)
        deepStrictEqual(
          [mail.subject, mail.headers["List-Unsubscribe-Post"]],
          ["You have 1 unread notification", "List-Unsubscribe=One-Click"]
        )
        assertTrue(mail.text.includes("/notifications\n") && mail.text.includes(linkOf(mail)))
        assertTrue(!/marfan/i.test(mail.subject + mail.text + mail.html))
      })
    )

    it.effect("ends by one POST without signing in, as a form of either kind, but not by GET", () =>
      Effect.gen(function* () {
        const maria = yield* join()
        const path = linkOf(yield* digestOf(mails, maria))
        for (const method of ["GET", "HEAD"]) strictEqual((yield* ask(method, path)).status, 200)
        const page = yield* ask("GET", path)
        assertTrue(page.text.includes('<form method="post">'))
        const german = yield* ask("GET", path, { headers: { "accept-language": "de" } })
        assertTrue(german.text.includes("<h1>Diese E‑Mails abbestellen?</h1>"))
        strictEqual(yield* mailOf(maria), "daily")
        const boundary = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
        for (const [type, body] of [
          ["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
          ["multipart/form-data; boundary=x", boundary]
        ] as const) {
          yield* setMail(maria, "weekly")
          const done = yield* ask("POST", path, { headers: { "content-type": type }, body })
          deepStrictEqual([done.status, done.headers["content-type"]], [200, "text/html; charset=utf-8"])
          strictEqual(yield* mailOf(maria), "off")
        }
        strictEqual((yield* ask("POST", path)).status, 200)
      })
    )

    it.effect("does not end by the token of another member, nor by a changed one, and offers no form for it", () =>
      Effect.gen(function* () {
        const [maria, bob] = [yield* join(), yield* join()]
        const path = linkOf(yield* digestOf(mails, maria))
        yield* setMail(bob, "daily")
        const mac = path.split(".")[1] ?? ""
        const wrong = [
          `${bob.user.id}.${mac}`,
          `${maria.user.id}.${mac}x`,
          `0${maria.user.id}.${mac}`,
          `99999999999.${mac}`,
          ""
        ]
        for (const token of wrong) {
          for (const method of ["GET", "POST"])
            strictEqual((yield* ask(method, `/unsubscribe?token=${token}`)).status, 400, token)
        }
        strictEqual((yield* ask("POST", "/unsubscribe")).status, 400)
        strictEqual((yield* ask("POST", path, { body: "{}" })).status, 415)
        deepStrictEqual([yield* mailOf(maria), yield* mailOf(bob)], ["daily", "daily"])
      })
    )
  })
}
