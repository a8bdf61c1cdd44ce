import { Context, DateTime, Effect, Layer } from "effect"
import { MailOff } from "../../domain/mail/Mail.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { Mailer } from "../../ports/mail/Mailer.ts"
import { MailRepo, type MailToAdd } from "../../ports/mail/MailRepo.ts"
import { makeWakeUp } from "../WakeUp.ts"

/** The mail that waits to be sent (`MailSender`). */
export class OutgoingMail extends Context.Tag("services/mail/OutgoingMail")<
  OutgoingMail,
  {
    /** False where the operator has configured no mail server. */
    readonly isOn: boolean

    /** Fails with `MailOff` where the operator has configured no mail server. */
    readonly required: Effect.Effect<void, MailOff>

    /** Stores a mail as a part of the transaction of its cause. It is sent soon after the commit. */
    readonly add: (mail: Omit<MailToAdd, "createdAt">) => StorageEffect<void>

    /** Returns when mail was added in this process. */
    readonly awaitAdded: Effect.Effect<void>
  }
>() {
  static readonly layer = Layer.effect(
    OutgoingMail,
    Effect.gen(function* () {
      const repo = yield* MailRepo
      const { isOn } = yield* Mailer
      const { awaitWake, wake } = yield* makeWakeUp
      return {
        isOn,
        required: isOn ? Effect.void : new MailOff(),
        add: Effect.fnUntraced(function* (mail) {
          yield* repo.add({ ...mail, createdAt: yield* DateTime.now })
          yield* wake
        }),
        awaitAdded: awaitWake
      }
    })
  )
}
