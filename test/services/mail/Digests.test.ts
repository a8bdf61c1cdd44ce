import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Effect, Layer, Option, TestClock } from "effect"
import * as SecretsRandom from "../../../src/adapters/node/SecretsRandom.ts"
import { noSettingsChange } from "../../../src/domain/accounts/Settings.ts"
import { SettingsRepo } from "../../../src/ports/accounts/SettingsRepo.ts"
import { KeyedHash } from "../../../src/services/accounts/KeyedHash.ts"
import { MailSender } from "../../../src/services/mail/MailSender.ts"
import { Unsubscribing } from "../../../src/services/mail/Unsubscribing.ts"
import { newComment, newPost, newUser, unique } from "../../contracts/newRows.ts"
import { atOnce } from "../../support/AtOnce.ts"
import { languages } from "../../support/languages/Said.ts"
import { RecordedMail } from "../../support/mail/RecordedMail.ts"
import { memoryOnly, storages } from "../../support/Storage.ts"

const sender = (mail: RecordedMail) =>
  MailSender.layer.pipe(
    Layer.provide(Layer.provideMerge(Unsubscribing.layer, KeyedHash.layer)),
    Layer.provide([mail.layer, SecretsRandom.layer, languages])
  )

/** A member at an address who wants daily digests, and has a new comment on a post. */
const reader = (email: string) =>
  Effect.gen(function* () {
    const id = yield* newUser({ email, emailKey: email })
    yield* (yield* SettingsRepo).update(id, { ...noSettingsChange, mail: Option.some("daily") })
    const post = yield* newPost({ authorId: id })
    yield* newComment(post.id, yield* newUser())
    return email
  })

const round = Effect.flatMap(MailSender, ({ addDigests, sendDue }) => Effect.zipRight(addDigests, sendDue))

for (const storage of storages) {
  describe(`${storage.name}: digests that are due at once`, () => {
    it.effect("to eighteen members are all sent, once each, by two instances", () => {
      const mails = [new RecordedMail(), new RecordedMail()]
      return Effect.gen(function* () {
        const emails = yield* Effect.forEach(Array.range(1, 18), () => reader(`${unique()}@example.org`))
        yield* Effect.all(
          mails.map((mail) => Effect.provide(round, sender(mail))),
          atOnce
        )
        deepStrictEqual(mails.flatMap(({ sent }) => sent.map(({ to }) => to)).sort(), emails.sort())
      }).pipe(Effect.provide(storage.layer))
    })
  })
}

describe("digests that are due at once", () => {
  it.effect("to six members of one mailbox are five at once, and the one who joined last an hour later", () => {
    const mail = new RecordedMail()
    return Effect.gen(function* () {
      const name = unique()
      const emails = yield* Effect.forEach(Array.range(1, 6), (tag) => reader(`${name}+${tag}@example.org`))
      strictEqual(yield* round, 5)
      yield* TestClock.adjust("59 minutes")
      strictEqual(yield* round, 0)
      yield* TestClock.adjust("1 minute")
      strictEqual(yield* round, 1)
      deepStrictEqual(
        mail.sent.map(({ to }) => to),
        emails
      )
    }).pipe(Effect.provide(Layer.provideMerge(sender(mail), memoryOnly[0].layer)))
  })
})
