import { SqlClient } from "@effect/sql"
import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import {
  ConfigProvider,
  DateTime,
  Deferred,
  Effect,
  Exit,
  Layer,
  Logger,
  Option,
  Redacted,
  Scope,
  TestClock
} from "effect"
import * as SecretsRandom from "../../../src/adapters/node/SecretsRandom.ts"
import * as Sql from "../../../src/adapters/postgres/connection/Sql.ts"
import { noSettingsChange } from "../../../src/domain/accounts/Settings.ts"
import type { MailKind } from "../../../src/domain/mail/Mail.ts"
import { SettingsRepo } from "../../../src/ports/accounts/SettingsRepo.ts"
import { Mailer } from "../../../src/ports/mail/Mailer.ts"
import { MailRepo } from "../../../src/ports/mail/MailRepo.ts"
import { Secrets } from "../../../src/ports/Secrets.ts"
import { KeyedHash } from "../../../src/services/accounts/KeyedHash.ts"
import { MailSender } from "../../../src/services/mail/MailSender.ts"
import { OutgoingMail } from "../../../src/services/mail/OutgoingMail.ts"
import { Unsubscribing } from "../../../src/services/mail/Unsubscribing.ts"
import { newUser, unique } from "../../contracts/newRows.ts"
import { languages } from "../../support/languages/Said.ts"
import { RecordedMail, tokenIn } from "../../support/mail/RecordedMail.ts"
import { databases, memoryAndDatabase } from "../../support/Storage.ts"

const site = ConfigProvider.fromMap(new Map([["PUBLIC_URL", "https://community.example"]]))

/** The sender of an instance that uses a mail server. */
const sender = (mail: RecordedMail) =>
  MailSender.layer.pipe(
    Layer.provideMerge(Unsubscribing.layer),
    Layer.provide(KeyedHash.layer),
    Layer.provideMerge(OutgoingMail.layer),
    Layer.provide([mail.layer, SecretsRandom.layer, languages]),
    Layer.provide(Layer.setConfigProvider(site))
  )

/** The same, at work in the background. */
const instance = (mail: RecordedMail) => Layer.provideMerge(MailSender.running, sender(mail))

/** A member whose password is forgotten, and the mail about it. */
const forgotten = Effect.gen(function* () {
  const name = unique()
  const email = `Anna.${name}@example.org`
  const id = yield* newUser({ username: name, email, emailKey: email.toLowerCase() })
  const { add } = yield* OutgoingMail
  yield* add({ kind: "reset_password", userId: Option.none(), address: Option.some(email.toLowerCase()) })
  return { id, email, name }
})

const told = (kind: MailKind, address: string) =>
  Effect.gen(function* () {
    const userId = Option.some(yield* newUser())
    yield* (yield* OutgoingMail).add({ kind, userId, address: Option.some(address) })
  })

const waiting = Effect.flatMap(MailRepo, ({ nextDue }) => Effect.map(nextDue, Option.isSome))

/** Lets the sender do all that is due. */
const settled = Effect.zipRight(TestClock.adjust(0), TestClock.adjust(0))

/** Lets minutes pass. */
const pass = (minutes: number) =>
  Effect.forEach(Array.from({ length: minutes }), () => Effect.zipRight(TestClock.adjust("1 minute"), settled))

const memory = memoryAndDatabase[0]

describe("MailSender", () => {
  const withSender = <A, E>(
    body: (
      mail: RecordedMail
    ) => Effect.Effect<
      A,
      E,
      Layer.Layer.Success<ReturnType<typeof instance>> | Layer.Layer.Success<typeof memory.layer> | Scope.Scope
    >
  ) => {
    const mail = new RecordedMail()
    return Effect.provide(body(mail), Layer.provideMerge(instance(mail), memory.layer))
  }

  it.scoped("writes to a member in the language of their settings", () =>
    withSender((mail) =>
      Effect.gen(function* () {
        const id = yield* newUser()
        yield* (yield* SettingsRepo).update(id, { ...noSettingsChange, language: Option.some("de") })
        const to = Option.some("neu@example.org")
        yield* (yield* OutgoingMail).add({ kind: "confirm_email", userId: Option.some(id), address: to })
        yield* settled
        deepStrictEqual(
          mail.sent.map(({ subject }) => subject),
          ["Bitte bestätigen Sie Ihre E‑Mail-Adresse"]
        )
      })
    )
  )

  it.scoped("sends a mail at once to the address of the account, not to the one that was typed, and deletes it", () =>
    withSender((mail) =>
      Effect.gen(function* () {
        const { email, name } = yield* forgotten
        yield* settled
        const [{ html = "", subject, text = "", to } = { to: "", subject: "" }] = mail.sent
        deepStrictEqual([to, subject, mail.sent.length], [email, "Reset your password", 1])
        const link = `https://community.example/reset-password?token=${tokenIn(text)}`
        assertTrue(text.includes(link) && html.includes(`<a href="${link}">${link}</a>`), text)
        assertTrue(!text.includes(name) && !html.includes(name), text)
        strictEqual(yield* waiting, false)
      })
    )
  )

  it.scoped("sends an address five mails an hour, whatever asks for them, and the others when their time comes", () =>
    withSender((mail) =>
      Effect.gen(function* () {
        const name = unique()
        const spellings = [name, name.toUpperCase(), `${name}+1`, `${name}+2`, name, `${name}+3`, name]
        for (const [index, spelling] of spellings.entries()) {
          yield* told(index % 2 === 0 ? "confirm_email" : "email_changed", `${spelling}@example.org`)
          yield* settled
          yield* pass(1)
        }
        yield* told("confirm_email", "another@example.org")
        yield* settled
        const isTo = ({ to }: { readonly to: string }) => to.toLowerCase().startsWith(name)
        const sent = () => [mail.sent.filter(isTo).length, mail.sent.length]
        deepStrictEqual(sent(), [5, 6])
        yield* pass(52)
        deepStrictEqual(sent(), [5, 6])
        yield* pass(1)
        deepStrictEqual(sent(), [6, 7])
        yield* pass(1)
        deepStrictEqual([...sent(), yield* waiting], [7, 8, false])
      })
    )
  )

  it.scoped("keeps the link of the last mail valid while the next one waits for its turn", () =>
    withSender((mail) =>
      Effect.gen(function* () {
        const { email } = yield* forgotten
        const { add } = yield* OutgoingMail
        yield* settled
        for (const _ of [2, 3, 4, 5, 6]) {
          yield* add({ kind: "reset_password", userId: Option.none(), address: Option.some(email.toLowerCase()) })
          yield* settled
        }
        strictEqual(mail.sent.length, 5)
        const { hashOf } = yield* Secrets
        const { findLink } = yield* MailRepo
        const hash = hashOf(Redacted.make(tokenIn(mail.sent[4]?.text)))?.hash ?? ""
        assertTrue(Option.isSome(yield* findLink("reset_password", hash, yield* DateTime.now)))
      }).pipe(Effect.provide(SecretsRandom.layer))
    )
  )

  it.scoped("deletes the mail of an email without an account, and sends nothing", () =>
    withSender((mail) =>
      Effect.gen(function* () {
        const { add } = yield* OutgoingMail
        yield* add({ kind: "reset_password", userId: Option.none(), address: Option.some("nobody@example.org") })
        yield* settled
        deepStrictEqual([mail.tries, yield* waiting], [0, false])
      })
    )
  )

  it.scoped("tries again after 30 seconds, and then after twice as long each time, with a new link each time", () =>
    withSender((mail) =>
      Effect.gen(function* () {
        mail.failure = { why: "EENVELOPE 451", isFinal: false }
        yield* forgotten
        yield* settled
        const tries = [mail.tries]
        for (const seconds of [29, 1, 59, 1, 119, 1]) {
          yield* TestClock.adjust(`${seconds} seconds`)
          yield* settled
          tries.push(mail.tries)
        }
        deepStrictEqual(tries, [1, 1, 2, 2, 3, 3, 4])
        mail.failure = undefined
        yield* pass(4)
        deepStrictEqual([mail.sent.length, yield* waiting], [1, false])
      })
    )
  )

  it.effect("gives a link up after an hour, other mail after a day, refused mail at once, and logs no address", () => {
    const logged: Array<string> = []
    const log = Logger.make(
      ({ annotations, message }) => void logged.push(JSON.stringify([message, Array.from(annotations)]))
    )
    const mail = new RecordedMail()
    return Effect.gen(function* () {
      const { sendDue } = yield* MailSender
      const pass = (minutes: number) => Effect.zipRight(TestClock.adjust(`${minutes} minutes`), sendDue)
      mail.failure = { why: "ECONNECTION", isFinal: false }
      yield* forgotten
      yield* sendDue
      for (const _ of Array.from({ length: 61 })) yield* pass(1)
      deepStrictEqual([mail.tries, yield* waiting], [7, false])
      yield* told("email_changed", "former@example.org")
      yield* sendDue
      for (const _ of Array.from({ length: 23 })) yield* pass(60)
      strictEqual(yield* waiting, true)
      yield* pass(60)
      yield* pass(60)
      strictEqual(yield* waiting, false)
      mail.failure = { why: "EENVELOPE 550 RCPT TO", isFinal: true }
      yield* told("email_changed", "former@example.org")
      yield* sendDue
      strictEqual(yield* waiting, false)
      strictEqual(logged.filter((line) => line.includes("given up")).length, 3)
      assertTrue(
        logged.every((line) => !line.includes("example.org") && !line.includes("rds_")),
        logged.join("\n")
      )
    }).pipe(
      Effect.provide(Logger.replace(Logger.defaultLogger, log)),
      Effect.provide(Layer.provideMerge(sender(mail), memory.layer))
    )
  })

  it.scoped("sends a mail again whose process ended after the mail server took it (at least once)", () => {
    const [first, second] = [new RecordedMail(), new RecordedMail()]
    return Effect.gen(function* () {
      const taken = yield* Deferred.make<void>()
      first.afterwards = Effect.zipRight(Deferred.succeed(taken, undefined), Effect.never)
      const scope = yield* Scope.make()
      const one = yield* Layer.buildWithScope(instance(first), scope)
      yield* Effect.provide(forgotten, one)
      yield* Deferred.await(taken)
      yield* Scope.close(scope, Exit.void)
      yield* Layer.build(instance(second))
      yield* settled
      strictEqual(second.sent.length, 0)
      yield* pass(6)
      deepStrictEqual([first.sent.length, second.sent.length, yield* waiting], [1, 1, false])
      assertTrue(tokenIn(first.sent[0]?.text) !== tokenIn(second.sent[0]?.text))
    }).pipe(Effect.provide(memory.layer))
  })

  it.scoped("is off without a mail server", () =>
    Effect.gen(function* () {
      const { isOn, required } = yield* OutgoingMail
      deepStrictEqual([isOn, (yield* Effect.flip(required))._tag], [false, "MailOff"])
    }).pipe(Effect.provide(Layer.provide(OutgoingMail.layer, [Mailer.off, memory.layer])))
  )
})

for (const storage of memoryAndDatabase) {
  it.scopedLive(`${storage.name}: MailSender.sendDue of two instances sends each mail once`, () => {
    const mails = [new RecordedMail(), new RecordedMail()] as const
    return Effect.gen(function* () {
      const [one, other] = [yield* Layer.build(sender(mails[0])), yield* Layer.build(sender(mails[1]))]
      const addresses = Array.from({ length: 20 }, (_, index) => `former${index}@example.org`)
      yield* Effect.forEach(addresses, (address) => told("email_changed", address)).pipe(Effect.provide(one))
      const sendDue = Effect.flatMap(MailSender, ({ sendDue }) => sendDue)
      const counts = yield* Effect.all([Effect.provide(sendDue, one), Effect.provide(sendDue, other)], {
        concurrency: "unbounded"
      })
      strictEqual(counts[0] + counts[1], 20)
      deepStrictEqual(mails.flatMap(({ sent }) => sent.map(({ to }) => to)).sort(), addresses.sort())
    }).pipe(Effect.provide(storage.layer))
  })
}

for (const { client, name } of databases) {
  it.effect(`${name}: the database has no token of a mail that was sent, and the address only in the account`, () =>
    Effect.gen(function* () {
      const mail = new RecordedMail()
      const { email } = yield* Effect.zipLeft(
        forgotten,
        Effect.flatMap(MailSender, ({ sendDue }) => sendDue)
      ).pipe(Effect.provide(sender(mail)))
      const token = tokenIn(mail.sent[0]?.text)
      assertTrue(token.startsWith("rds_"))
      const sql = yield* SqlClient.SqlClient
      const tables = yield* sql<{ readonly name: string }>`
        select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
      const holding: Array<string> = []
      for (const { name } of tables) {
        const rows = yield* sql<{ readonly text: string }>`select to_json(t)::text as text from ${sql(name)} t`
        const text = rows.map(({ text }) => text.toLowerCase()).join()
        if (text.includes(token.toLowerCase())) holding.push(`${name} holds the token`)
        if (text.includes(email.toLowerCase())) holding.push(`${name} holds the address`)
      }
      deepStrictEqual(holding, ["users holds the address"])
    }).pipe(Effect.provide(Layer.provideMerge(Sql.layer, client)))
  )
}
