import { DateTime, Option, type Redacted, Schema } from "effect"
import { count, named } from "../Fields.ts"
import { AnyText, hasLength } from "../Text.ts"

/** @internal Seconds that a code of an app is shown for (RFC 6238). */
export const stepSeconds = 30

/** The digits of a code of an app. */
export const codeDigits = 6

/** The steps before and after the present one whose codes are taken, since clocks differ. */
const stepsEitherWay = 1

/** The number of recovery codes that a member gets at once. */
export const recoveryCodesGiven = 10

/** This many wrong codes within an hour close the second step for an hour. */
export const maxWrongCodes = 10

/** @internal Wrong codes are counted together for an hour, and close the second step for as long. */
const hourSeconds = 3_600

/** A secret that no code has confirmed is forgotten after this time. */
export const pendingSeconds = 3_600

/** @internal The longest text that is tried as a code. */
const maxCodeCharacters = 100

/** A code of the app, or a recovery code: any text, since the message must not say why it is wrong. */
export const TriedCode = AnyText.pipe(
  hasLength(0, maxCodeCharacters),
  Schema.annotations({
    jsonSchema: { type: "string", maxLength: maxCodeCharacters },
    description: "Six digits of the app, or a recovery code.",
    examples: ["492039"]
  }),
  Schema.Redacted
)

export const SecondFactorState = Schema.Struct({
  enabledAt: Schema.OptionFromNullOr(Schema.DateTimeUtc).annotations({ description: "Null while it is off." }),
  recoveryCodesLeft: count
}).annotations(named("SecondFactorState", "Whether signing in with the password needs a code, and the codes left."))
export type SecondFactorState = typeof SecondFactorState.Type

export const SecondFactorSetup = Schema.Struct({
  secret: Schema.Redacted(Schema.String).annotations({ description: "The secret in base 32, for the app." }),
  uri: Schema.Redacted(Schema.String).annotations({ description: "The same as `otpauth://totp/…`, for a QR code." })
}).annotations(named("SecondFactorSetup", "What an app makes codes of. It is shown only here."))
export type SecondFactorSetup = typeof SecondFactorSetup.Type

export const SecondFactorCode = Schema.Struct({ code: TriedCode }).annotations({ identifier: "SecondFactorCode" })
export type SecondFactorCode = typeof SecondFactorCode.Type

export const RecoveryCodes = Schema.Struct({
  recoveryCodes: Schema.Array(Schema.Redacted(Schema.String))
}).annotations(
  named("RecoveryCodes", "Codes for whoever has lost the app, each for one use. They are shown only here.")
)
export type RecoveryCodes = typeof RecoveryCodes.Type

/** The stored state of a member's authenticator app. */
export interface StoredSecondFactor {
  readonly secret: Option.Option<Redacted.Redacted>
  readonly enabledAt: Option.Option<DateTime.Utc>
  /** The step of the last code that was taken. */
  readonly lastStep: number
  readonly pendingSecret: Option.Option<Redacted.Redacted>
  readonly pendingUntil: Option.Option<DateTime.Utc>
  readonly wrongCodes: number
  readonly wrongSince: Option.Option<DateTime.Utc>
  readonly closedUntil: Option.Option<DateTime.Utc>
}

export const noSecondFactor: StoredSecondFactor = {
  secret: Option.none(),
  enabledAt: Option.none(),
  lastStep: 0,
  pendingSecret: Option.none(),
  pendingUntil: Option.none(),
  wrongCodes: 0,
  wrongSince: Option.none(),
  closedUntil: Option.none()
}

/** The steps whose codes are taken at a time, each once: first those that were not taken yet, the present one first. */
export const openSteps = ({ lastStep }: StoredSecondFactor, now: DateTime.Utc): ReadonlyArray<number> => {
  const present = Math.floor(DateTime.toEpochMillis(now) / (stepSeconds * 1000))
  const others = Array.from({ length: stepsEitherWay }, (_, index) => [present - index - 1, present + index + 1])
  const steps = [present, ...others.flat()]
  return [...steps.filter((step) => step > lastStep), ...steps.filter((step) => step <= lastStep)]
}

/** The end of the closing after too many wrong codes, while it lasts. */
export const closedAt = ({ closedUntil }: StoredSecondFactor, now: DateTime.Utc): Option.Option<DateTime.Utc> =>
  Option.filter(closedUntil, DateTime.greaterThan(now))

/** Counts a wrong code: those of an hour together, the last of which closes the second step. */
export const afterWrongCode = (factor: StoredSecondFactor, now: DateTime.Utc): StoredSecondFactor => {
  const hourAgo = DateTime.subtract(now, { seconds: hourSeconds })
  const since = Option.filter(factor.wrongSince, DateTime.greaterThan(hourAgo))
  const wrongCodes = Option.isSome(since) ? factor.wrongCodes + 1 : 1
  const counted = { ...factor, wrongCodes, wrongSince: Option.orElseSome(since, () => now) }
  if (wrongCodes < maxWrongCodes) return counted
  const closedUntil = Option.some(DateTime.add(now, { seconds: hourSeconds }))
  return { ...counted, wrongCodes: 0, wrongSince: Option.none(), closedUntil }
}

/** The app once its first code is taken; without a secret where none waits for a code, or it is not valid any more. */
export const enabledFactor = ({ pendingSecret, pendingUntil }: StoredSecondFactor, now: DateTime.Utc) => ({
  ...noSecondFactor,
  secret: Option.exists(pendingUntil, DateTime.greaterThan(now)) ? pendingSecret : Option.none(),
  enabledAt: Option.some(now)
})

/** The `otpauth:` address of a secret, as apps read it from a QR code. */
export const otpauthUri = (issuer: string, account: string, secret: string): string => {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${codeDigits}&period=${stepSeconds}`
}

/** A code without what people and keyboards add to it: spaces, dashes of any length, and letters of full width. */
const codeOf = (typed: string): string => typed.normalize("NFKC").replaceAll(/[\s\p{Pd}\p{Cf}\u2212]/gu, "")

/** A recovery code as it is hashed. */
export const recoveryCodeKey = (typed: string): string => codeOf(typed).toUpperCase()

/** A code of an app as it is compared. */
export const appCode = (typed: string): Option.Option<string> =>
  Option.liftPredicate(codeOf(typed), (digits) => /^\d{6}$/.test(digits))

/** The password is right, and a code is needed. `step` goes on from there, where a page asks for the code. */
export class SecondFactorNeeded extends Schema.TaggedError<SecondFactorNeeded>()("SecondFactorNeeded", {
  step: Schema.Option(Schema.Redacted(Schema.String))
}) {
  readonly field = "code"

  override readonly message =
    "this account has a second factor: send code too, six digits of the app or a recovery code"
}

const wrongCode = "code is wrong, or was used already: wait for the next one of the app, or send a recovery code"

/** The code of a member who is signed in. Of a factor that is pending there are no recovery codes yet. */
export class WrongCode extends Schema.TaggedError<WrongCode>()("WrongCode", { isPending: Schema.Boolean }) {
  readonly field = "code"

  override readonly message = this.isPending ? "code is wrong: send the six digits that the app shows now" : wrongCode
}

/** The code of a sign-in. */
export class WrongSignInCode extends Schema.TaggedError<WrongSignInCode>()("WrongSignInCode", {}) {
  readonly field = "code"

  override readonly message = wrongCode
}

export class SecondFactorNotFound extends Schema.TaggedError<SecondFactorNotFound>()("SecondFactorNotFound", {
  isPending: Schema.Boolean
}) {
  override readonly message = this.isPending
    ? "no secret waits for a code: begin anew by POST /api/auth/second-factor"
    : "you have no second factor: begin by POST /api/auth/second-factor"
}

/** The page asks for the code too late, or the password was changed since it was typed. */
export class SignInStepOver extends Schema.TaggedError<SignInStepOver>()("SignInStepOver", {}) {
  override readonly message = "too much time has passed: sign in again with your password"
}
