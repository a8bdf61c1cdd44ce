import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import { done } from "../../../domain/accounts/Account.ts"
import {
  type ClientAddress,
  type CurrentUser,
  type NotAllowed,
  NotSignedIn,
  type SignedInUser
} from "../../../domain/accounts/CurrentUser.ts"
import {
  noSecondFactor,
  otpauthUri,
  pendingSeconds,
  type RecoveryCodes,
  type SecondFactorCode,
  type SecondFactorNotFound,
  type SecondFactorSetup,
  type SecondFactorState,
  type WrongCode
} from "../../../domain/accounts/SecondFactor.ts"
import type { FactorNeeded } from "../../../domain/accounts/StaffFactor.ts"
import type { Proof } from "../../../domain/accounts/StepUp.ts"
import type { TooManyRequests } from "../../../domain/Limits.ts"
import type { StorageEffect } from "../../../domain/Unavailable.ts"
import { SecondFactorsRepo } from "../../../ports/accounts/SecondFactorsRepo.ts"
import { Secrets } from "../../../ports/Secrets.ts"
import { withSpans } from "../../Spans.ts"
import { writing } from "../../Writing.ts"
import { require, session } from "../Policy.ts"
import { type StepFailures, StepUp } from "../StepUp.ts"
import { Codes } from "./Codes.ts"
import { FactorChange } from "./FactorChange.ts"
import { relyingParty } from "./RelyingParty.ts"

type CodeFailures = NotAllowed | NotSignedIn | WrongCode | SecondFactorNotFound | TooManyRequests
type Caller = CurrentUser | ClientAddress

/**
 * The app of the caller that shows codes, which a sign-in with the password then needs (contract, Strong sign-in). All
 * fail with `NotAllowed` for a key; acts by a code fail with `WrongCode`, with `TooManyRequests` after ten wrong
 * ones, and with `SecondFactorNotFound` where there is no app.
 */
export class SecondFactors extends Context.Tag("services/accounts/factors/SecondFactors")<
  SecondFactors,
  {
    readonly state: StorageEffect<SecondFactorState, NotAllowed, CurrentUser>

    /** Makes a secret for an app, which changes nothing until `enable`. Demands a fresh sign-in or a proof. */
    readonly begin: (proof: Proof) => StorageEffect<SecondFactorSetup, StepFailures, Caller>

    /** Takes the first code of the app. Where it replaces another app, that one and other sessions end. */
    readonly enable: (code: SecondFactorCode) => StorageEffect<RecoveryCodes, CodeFailures, CurrentUser>

    /** Makes recovery codes in place of those of before. */
    readonly renewCodes: (
      codeAndProof: SecondFactorCode & Proof
    ) => StorageEffect<RecoveryCodes, StepFailures | CodeFailures, Caller>

    /** Removes the app and the recovery codes, and ends other sessions. `FactorNeeded` for the only factor of staff. */
    readonly remove: (
      codeAndProof: SecondFactorCode & Proof
    ) => StorageEffect<typeof done, StepFailures | CodeFailures | FactorNeeded, Caller>
  }
>() {
  static readonly layer = Layer.effect(SecondFactors, withSpans("SecondFactors", Effect.gen(make)))
}

const own = require(session("changeFactors"))

function* make() {
  const repo = yield* SecondFactorsRepo
  const secrets = yield* Secrets
  const { name: issuer } = yield* relyingParty
  const { demand } = yield* StepUp
  const { users, write } = yield* writing

  const state = Effect.gen(function* () {
    const { id } = yield* own
    const factor = yield* repo.find(id)
    const enabledAt = Option.flatMap(factor, (it) => it.enabledAt)
    return { enabledAt, recoveryCodesLeft: yield* repo.recoveryCodesLeft(id) }
  })

  const store = Effect.fnUntraced(function* ({ id }: SignedInUser, secret: Redacted.Redacted) {
    yield* Effect.catchTag(users.lock(id), "UserNotFound", () => new NotSignedIn())
    const factor = Option.getOrElse(yield* repo.lock(id), () => noSecondFactor)
    const pendingUntil = Option.some(DateTime.add(yield* DateTime.now, { seconds: pendingSeconds }))
    yield* repo.put(id, { ...factor, pendingSecret: Option.some(secret), pendingUntil })
  }, write)

  const begin = Effect.fnUntraced(function* (proof: Proof) {
    const caller = yield* own
    yield* demand(caller, proof)
    const secret = yield* secrets.newOtpSecret
    yield* store(caller, secret)
    return { secret, uri: Redacted.make(otpauthUri(issuer, caller.username, Redacted.value(secret))) }
  })

  return { state, begin, ...(yield* actsByCode) }
}

/** The acts by a code. The member is locked before the code is, as in every transaction that takes both locks. */
const actsByCode = Effect.gen(function* () {
  const repo = yield* SecondFactorsRepo
  const codes = yield* Codes
  const { demand } = yield* StepUp
  const { requireLeft, tell, tellRemoved } = yield* FactorChange
  const { users, write } = yield* writing

  const withCode = <A, E, R>(
    { id }: SignedInUser,
    code: Redacted.Redacted,
    checked: "enabled" | "pending",
    goOn: Effect.Effect<A, E, R>
  ) => {
    const locked = Effect.catchTag(users.lock(id), "UserNotFound", () => new NotSignedIn())
    return Effect.flatten(write(Effect.zipRight(locked, codes.take(id, code, checked, goOn))))
  }

  const enable = Effect.fnUntraced(function* ({ code }: SecondFactorCode) {
    const caller = yield* own
    const isReplaced = yield* codes.isEnabled(caller.id)
    const enabled = Effect.gen(function* () {
      if (isReplaced) yield* tellRemoved(caller, "second_factor_removed")
      yield* tell(caller.id, caller.id, "second_factor_added")
      return yield* codes.newRecoveryCodes(caller.id)
    })
    return yield* withCode(caller, code, "pending", enabled)
  })

  const renewCodes = Effect.fnUntraced(function* ({ code, ...proof }: SecondFactorCode & Proof) {
    const caller = yield* own
    yield* demand(caller, proof)
    const renewed = Effect.gen(function* () {
      yield* tell(caller.id, caller.id, "recovery_codes_renewed")
      return yield* codes.newRecoveryCodes(caller.id)
    })
    return yield* withCode(caller, code, "enabled", renewed)
  })

  const remove = Effect.fnUntraced(function* ({ code, ...proof }: SecondFactorCode & Proof) {
    const caller = yield* own
    yield* demand(caller, proof)
    const removed = Effect.gen(function* () {
      yield* repo.remove(caller.id)
      yield* Effect.catchTag(requireLeft(caller.id), "UserNotFound", () => new NotSignedIn())
      yield* tellRemoved(caller, "second_factor_removed")
      return done
    })
    return yield* withCode(caller, code, "enabled", removed)
  })

  return { enable, renewCodes, remove }
})
