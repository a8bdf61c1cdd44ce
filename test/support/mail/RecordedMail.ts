import { Effect, Layer } from "effect"
import type { Mail } from "../../../src/domain/mail/Mail.ts"
import { Mailer, MailNotSent } from "../../../src/ports/mail/Mailer.ts"

/** A mail server of a test: the mail that it took, the number of tries, and its behaviour. */
export class RecordedMail {
  readonly sent: Array<Mail> = []
  tries = 0
  /** The failure of each try; undefined where it takes the mail. */
  failure: { readonly why: string; readonly isFinal: boolean } | undefined
  /** Runs after a mail was taken. */
  afterwards: Effect.Effect<void> = Effect.void
  readonly layer = Layer.succeed(Mailer, {
    isOn: true,
    send: (mail) =>
      Effect.suspend(() => {
        this.tries++
        if (this.failure !== undefined) return new MailNotSent(this.failure)
        this.sent.push(mail)
        return this.afterwards
      })
  })
}

/** The token of the link in a mail. */
export const tokenIn = (text: string | undefined): string => /\?token=(\S+)/.exec(text ?? "")?.[1] ?? ""
