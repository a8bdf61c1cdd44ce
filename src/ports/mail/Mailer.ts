import { Context, Data, Effect, Layer } from "effect"
import type { Mail } from "../../domain/mail/Mail.ts"

/** A mail was not sent. `why` holds no address. */
export class MailNotSent extends Data.TaggedError("MailNotSent")<{
  readonly why: string
  /** True where the mail server refuses this recipient or text for good; else a later try may succeed. */
  readonly isFinal: boolean
}> {}

export class Mailer extends Context.Tag("ports/mail/Mailer")<
  Mailer,
  {
    /** False where the operator has configured no mail server. */
    readonly isOn: boolean

    /** Returns once the mail server has accepted the mail. It takes less than a minute. */
    readonly send: (mail: Mail) => Effect.Effect<void, MailNotSent>
  }
>() {
  static readonly off = Layer.succeed(Mailer, { isOn: false, send: () => Effect.void })
}
