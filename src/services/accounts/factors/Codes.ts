import { Array, Context, DateTime, Effect, Either, Layer, Option, Redacted } from "effect"
import {
  afterWrongCode,
  appCode,
  closedAt,
  enabledFactor,
  noSecondFactor,
  openSteps,
  type RecoveryCodes,
  recoveryCodeKey,
  recoveryCodesGiven,
  SecondFactorNotFound,
  type StoredSecondFactor,
  WrongCode,
  WrongSignInCode
} from "../../../domain/accounts/SecondFactor.ts"
import type { UserId } from "../../../domain/Ids.ts"
import { TooManyRequests } from "../../../domain/Limits.ts"
import type { StorageEffect } from "../../../domain/Unavailable.ts"
import { SecondFactorsRepo } from "../../../ports/accounts/SecondFactorsRepo.ts"
import { Secrets } from "../../../ports/Secrets.ts"
import { OutgoingMail } from "../../mail/OutgoingMail.ts"
import { seconds } from "../../RateLimits.ts"
import { writing } from "../../Writing.ts"

/** The app whose code is checked: the member's own, or a new one that has yet to show a code. */
type Checked = "enabled" | "pending"

type Refusal = WrongCode | SecondFactorNotFound | TooManyRequests

/** Codes of apps and recovery codes. Each is taken once, by any instance, and wrong ones are counted wherever sent. */
export class Codes extends Context.Tag("services/accounts/factors/Codes")<
  Codes,
  {
    /** True for a member who has an app that shows codes. */
    readonly isEnabled: (id: UserId) => StorageEffect<boolean>

    /**
     * Takes a code, and goes on in the same transaction. A wrong one is counted, which no failure takes back. Gives
     * `SecondFactorNotFound` where there is nothing to check it by, and `TooManyRequests` after too many.
     */
    readonly take: <A, E, R>(
      id: UserId,
      code: Redacted.Redacted,
      checked: Checked,
      goOn: Effect.Effect<A, E, R>
    ) => StorageEffect<Either.Either<A, Refusal>, E, R>

    /** Takes the code of a sign-in, whatever comes of it. */
    readonly takeAtSignIn: (
      id: UserId,
      code: Redacted.Redacted
    ) => StorageEffect<void, WrongSignInCode | TooManyRequests>

    /** Stores new recovery codes in place of those of before, as a part of a transaction. */
    readonly newRecoveryCodes: (id: UserId) => StorageEffect<RecoveryCodes>
  }
>() {
  static readonly layer = Layer.effect(Codes, Effect.gen(make))
}

function* make() {
  const repo = yield* SecondFactorsRepo
  const secrets = yield* Secrets
  const outgoing = yield* OutgoingMail
  const { write } = yield* writing

  const hashOf = (typed: string) => secrets.digest(recoveryCodeKey(typed))

  /** The step of the app in which it shows a code, which may have been taken already; none for one of another time. */
  const stepOf = (factor: StoredSecondFactor, secret: Redacted.Redacted, typed: string, now: DateTime.Utc) =>
    Option.flatMap(appCode(typed), (digits) => {
      const code = Redacted.make(digits)
      const isCode = (step: number) => secrets.isSame(Redacted.make(secrets.oneTimeCode(secret, step)), code)
      return Array.findFirst(openSteps(factor, now), isCode)
    })

  const isEnabled = (id: UserId) =>
    Effect.map(repo.find(id), (found) => Option.exists(found, ({ secret }) => Option.isSome(secret)))

  const take = <A, E, R>(id: UserId, code: Redacted.Redacted, checked: Checked, goOn: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const now = yield* DateTime.now
      const stored = Option.getOrElse(yield* repo.lock(id), () => noSecondFactor)
      const factor = checked === "pending" ? enabledFactor(stored, now) : stored
      const refuse = (error: Refusal) => Either.left(error)
      if (Option.isNone(factor.secret)) return refuse(new SecondFactorNotFound({ isPending: checked === "pending" }))
      const closed = closedAt(stored, now)
      if (Option.isSome(closed)) {
        const retryAfterSeconds = seconds(DateTime.distance(now, closed.value))
        return refuse(new TooManyRequests({ limit: "codes", retryAfterSeconds, budget: Option.none() }))
      }
      const typed = Redacted.value(code)
      const step = stepOf(factor, factor.secret.value, typed, now)
      const refused = refuse(new WrongCode({ isPending: checked === "pending" }))
      // Of sign-ins at once with one right code, one goes on. The others do not count as guesses, nor do later ones.
      if (Option.exists(step, (found) => found <= factor.lastStep)) return refused
      const isRecovery = Option.isNone(step) && checked === "enabled"
      const recovery = isRecovery ? yield* repo.takeRecoveryCode(id, hashOf(typed)) : "unknown"
      if (recovery === "used") return refused
      const isTaken = Option.isSome(step) || recovery === "taken"
      const lastStep = Option.getOrElse(step, () => factor.lastStep)
      const after = isTaken ? { ...factor, lastStep } : afterWrongCode(stored, now)
      yield* repo.put(id, after)
      // Who sends a code knows the password, or has a session.
      if (!isTaken && Option.isSome(closedAt(after, now))) yield* outgoing.tell(id, "codes_closed")
      return isTaken ? Either.right(yield* goOn) : refused
    })

  const newRecoveryCodes = Effect.fnUntraced(function* (id: UserId) {
    const recoveryCodes = yield* Effect.replicateEffect(secrets.newRecoveryCode, recoveryCodesGiven)
    yield* repo.setRecoveryCodes(
      id,
      recoveryCodes.map((code) => hashOf(Redacted.value(code)))
    )
    return { recoveryCodes }
  })

  const takeAtSignIn = (id: UserId, code: Redacted.Redacted) =>
    Effect.flatten(write(take(id, code, "enabled", Effect.void))).pipe(
      Effect.catchTags({ SecondFactorNotFound: () => new WrongSignInCode(), WrongCode: () => new WrongSignInCode() })
    )

  return { isEnabled, newRecoveryCodes, take, takeAtSignIn }
}
