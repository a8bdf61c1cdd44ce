import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { UserId } from "../../domain/Ids.ts"
import { type accountMails, type factorMails, MailOff } from "../../domain/mail/Mail.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { Mailer } from "../../ports/mail/Mailer.ts"
import { MailRepo, type MailToAdd } from "../../ports/mail/MailRepo.ts"
import { makeWakeUp } from "../WakeUp.ts"

type AccountMail = (typeof accountMails)[number] | (typeof factorMails)[number]

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

    /** `add` of a mail that tells a member something about their account; nothing where no mail is sent. */
    readonly tell: (userId: UserId, kind: AccountMail) => StorageEffect<void>

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
      const add = Effect.fnUntraced(function* (mail: Omit<MailToAdd, "createdAt">) {
        yield* repo.add({ ...mail, createdAt: yield* DateTime.now })
        yield* wake
      })
      return {
        isOn,
        required: isOn ? Effect.void : new MailOff(),
        add,
        tell: (userId, kind) =>
          isOn ? add({ kind, userId: Option.some(userId), address: Option.none() }) : Effect.void,
        awaitAdded: awaitWake
      }
    })
  )
}
