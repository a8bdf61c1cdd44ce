import { Array, DateTime, Effect, Either, Option, Redacted } from "effect"
import {
  afterWrongCode,
  appCode,
  closedAt,
  noSecondFactor,
  openSteps,
  pendingAt,
  recoveryCodeKey,
  recoveryCodesGiven,
  SecondFactorNotFound,
  type StoredSecondFactor,
  WrongCode,
  WrongSignInCode
} from "../../../domain/accounts/SecondFactor.ts"
import type { UserId } from "../../../domain/Ids.ts"
import { TooManyRequests } from "../../../domain/Limits.ts"
import { SecondFactorsRepo } from "../../../ports/accounts/SecondFactorsRepo.ts"
import { Secrets } from "../../../ports/Secrets.ts"
import { seconds } from "../../RateLimits.ts"
import { writing } from "../../Writing.ts"

/** What a code is checked by: the app of the member, or a new one that has yet to show a code. */
type Checked = "enabled" | "pending"

type Refusal = WrongCode | SecondFactorNotFound | TooManyRequests

/** What a code is compared with. */
const makeComparison = Effect.gen(function* () {
  const repo = yield* SecondFactorsRepo
  const secrets = yield* Secrets

  const hashOf = (typed: string) => secrets.digest(recoveryCodeKey(typed))

  /** The factor after a code of the app was taken. */
  const afterAppCode = (
    factor: StoredSecondFactor,
    secret: Redacted.Redacted,
    code: string,
    now: DateTime.Utc
  ): Option.Option<StoredSecondFactor> => {
    const typed = Redacted.make(code)
    const isCode = (step: number) => secrets.isSame(Redacted.make(secrets.oneTimeCode(secret, step)), typed)
    return Option.map(Array.findFirst(openSteps(factor, now), isCode), (lastStep) => ({ ...factor, lastStep }))
  }

  /** The factor after a code was taken; none for a wrong one. */
  const afterCode = Effect.fnUntraced(function* (
    id: UserId,
    factor: StoredSecondFactor,
    checked: Checked,
    typed: string,
    now: DateTime.Utc
  ) {
    const digits = appCode(typed)
    if (checked === "pending") {
      const enabled = { ...noSecondFactor, secret: pendingAt(factor, now), enabledAt: Option.some(now) }
      return Option.flatMap(Option.all([digits, enabled.secret]), ([code, secret]) =>
        afterAppCode(enabled, secret, code, now)
      )
    }
    const taken = Option.flatMap(Option.all([digits, factor.secret]), ([code, secret]) =>
      afterAppCode(factor, secret, code, now)
    )
    if (Option.isSome(taken)) return taken
    const isRecoveryCode = yield* repo.takeRecoveryCode(id, hashOf(typed))
    return isRecoveryCode ? Option.some(factor) : Option.none()
  })

  return { afterCode, hashOf }
})

/** Codes of apps and recovery codes. Each is taken once, by any instance, and wrong ones are counted wherever sent. */
export const makeCodes = Effect.gen(function* () {
  const repo = yield* SecondFactorsRepo
  const secrets = yield* Secrets
  const { afterCode, hashOf } = yield* makeComparison
  const { write } = yield* writing

  const isEnabled = (id: UserId) =>
    Effect.map(repo.find(id), (found) => Option.exists(found, ({ secret }) => Option.isSome(secret)))

  /**
   * Takes a code, and goes on in the same transaction. A wrong one is counted, which no failure takes back. Fails with
   * `SecondFactorNotFound` where there is nothing to check it by, and with `TooManyRequests` after too many.
   */
  const take = <A, E, R>(id: UserId, code: Redacted.Redacted, checked: Checked, goOn: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const now = yield* DateTime.now
      const factor = Option.getOrElse(yield* repo.lock(id), () => noSecondFactor)
      const secret = checked === "pending" ? pendingAt(factor, now) : factor.secret
      const refuse = (error: Refusal) => Either.left(error)
      if (Option.isNone(secret)) return refuse(new SecondFactorNotFound({ isPending: checked === "pending" }))
      const closed = closedAt(factor, now)
      if (Option.isSome(closed)) {
        const retryAfterSeconds = seconds(DateTime.distance(now, closed.value))
        return refuse(new TooManyRequests({ limit: "codes", retryAfterSeconds, budget: Option.none() }))
      }
      const after = yield* afterCode(id, factor, checked, Redacted.value(code), now)
      yield* repo.put(
        id,
        Option.getOrElse(after, () => afterWrongCode(factor, now))
      )
      return Option.isSome(after) ? Either.right(yield* goOn) : refuse(new WrongCode())
    })

  /** Stores new recovery codes in place of those of before, as a part of a transaction. */
  const newRecoveryCodes = Effect.fnUntraced(function* (id: UserId) {
    const recoveryCodes = yield* Effect.replicateEffect(secrets.newRecoveryCode, recoveryCodesGiven)
    yield* repo.setRecoveryCodes(
      id,
      recoveryCodes.map((code) => hashOf(Redacted.value(code)))
    )
    return { recoveryCodes }
  })

  return {
    isEnabled,
    newRecoveryCodes,
    take,
    /** Takes the code of a sign-in, whatever comes of it. */
    takeAtSignIn: (id: UserId, code: Redacted.Redacted) =>
      Effect.flatten(write(take(id, code, "enabled", Effect.void))).pipe(
        Effect.catchTags({
          SecondFactorNotFound: () => new WrongSignInCode(),
          WrongCode: () => new WrongSignInCode()
        })
      )
  }
})
