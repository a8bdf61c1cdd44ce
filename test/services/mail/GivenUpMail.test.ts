import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { DateTime, Effect, Layer, Option, TestClock } from "effect"
import * as SecretsRandom from "../../../src/adapters/node/SecretsRandom.ts"
import { FailedDeliveriesRepo } from "../../../src/ports/FailedDeliveriesRepo.ts"
import { KeyedHash } from "../../../src/services/accounts/KeyedHash.ts"
import { MailSender } from "../../../src/services/mail/MailSender.ts"
import { OutgoingMail } from "../../../src/services/mail/OutgoingMail.ts"
import { Unsubscribing } from "../../../src/services/mail/Unsubscribing.ts"
import { newUser } from "../../contracts/newRows.ts"
import { languages } from "../../support/languages/Said.ts"
import { RecordedMail } from "../../support/mail/RecordedMail.ts"
import { memoryOnly } from "../../support/Storage.ts"

/** The sender of an instance whose mail server behaves as `failure` says. */
const sender = (failure: RecordedMail["failure"]) => {
  const mail = new RecordedMail()
  mail.failure = failure
  return MailSender.layer.pipe(
    Layer.provideMerge(Unsubscribing.layer),
    Layer.provide(KeyedHash.layer),
    Layer.provideMerge(OutgoingMail.layer),
    Layer.provide([mail.layer, SecretsRandom.layer, languages]),
    Layer.provideMerge(memoryOnly[0].layer)
  )
}

const sendDue = Effect.flatMap(MailSender, ({ sendDue }) => sendDue)

/** Lets hours pass, with a try at the end of each. */
const pass = (hours: number) => Effect.repeatN(Effect.zipRight(TestClock.adjust("1 hour"), sendDue), hours - 1)

/** The number of mails that were given up, unless that is forgotten. */
const givenUp = Effect.flatMap(FailedDeliveriesRepo, ({ countSince }) =>
  Effect.map(countSince(DateTime.unsafeMake(0)), ({ mail }) => mail)
)

const changed = Effect.gen(function* () {
  const userId = Option.some(yield* newUser())
  yield* (yield* OutgoingMail).add({ kind: "email_changed", userId, address: Option.some("former@example.org") })
})

describe("MailSender", () => {
  it.effect("notes a mail as given up when it is tried no more, not while it is tried again", () =>
    Effect.gen(function* () {
      yield* changed
      yield* sendDue
      yield* pass(23)
      const counts = [yield* givenUp]
      yield* pass(2)
      counts.push(yield* givenUp)
      deepStrictEqual(counts, [0, 1])
    }).pipe(Effect.provide(sender({ why: "ECONNECTION", isFinal: false })))
  )

  it.effect("notes a refused mail as given up, and not one without an account", () =>
    Effect.gen(function* () {
      const { add } = yield* OutgoingMail
      yield* add({ kind: "reset_password", userId: Option.none(), address: Option.some("nobody@example.org") })
      yield* sendDue
      const counts = [yield* givenUp]
      yield* changed
      yield* sendDue
      counts.push(yield* givenUp)
      deepStrictEqual(counts, [0, 1])
    }).pipe(Effect.provide(sender({ why: "EENVELOPE 550 RCPT TO", isFinal: true })))
  )
})
