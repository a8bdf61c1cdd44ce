import { DateTime, Effect, Option } from "effect"
import { WrongPassword } from "../../domain/accounts/Account.ts"
import {
  actsAsAdmin,
  ClientAddress,
  CurrentUser,
  NotAllowed,
  NotSignedIn,
  type SignedInUser,
  Viewer
} from "../../domain/accounts/CurrentUser.ts"
import type { AuthenticationResponse } from "../../domain/accounts/Passkey.ts"
import type { Session } from "../../domain/accounts/Session.ts"
import { freshSignInSeconds, hasProof, type Proof } from "../../domain/accounts/StepUp.ts"
import { CredentialsRepo } from "../../ports/accounts/CredentialsRepo.ts"
import { UsersRepo } from "../../ports/accounts/UsersRepo.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { RateLimits } from "../RateLimits.ts"
import { makePasskeyCheck } from "./factors/PasskeyCheck.ts"
import { makeOwnPassword } from "./LoginAttempts.ts"

/** The id of the caller's own session; null for an API key. */
export const ownSession = ({ credential }: SignedInUser) => (credential.kind === "session" ? credential.id : null)

/** Makes the step that shows who acts, before credentials change and before powers over others. */
export const makeStepUp = Effect.gen(function* () {
  const credentials = yield* CredentialsRepo
  const users = yield* UsersRepo
  const limits = yield* RateLimits
  const ownPassword = yield* makeOwnPassword
  const passkeys = yield* makePasskeyCheck
  const { atomically } = yield* Transaction

  const isOld = Effect.fnUntraced(function* (caller: SignedInUser) {
    const now = yield* DateTime.now
    const own = ownSession(caller)
    const valid = yield* credentials.sessionsOf(caller.id, now)
    const isRecent = ({ createdAt }: Pick<Session, "createdAt">) =>
      DateTime.distance(createdAt, now) <= freshSignInSeconds * 1000
    return !valid.some((session) => session.id === own && isRecent(session))
  })

  const ownPasskey = Effect.fnUntraced(function* ({ id }: SignedInUser, response: AuthenticationResponse) {
    const refused = () => new WrongPassword({ field: "passkey" })
    const checked = yield* Effect.catchTag(passkeys.check(response), "PasskeyRefused", refused)
    if (checked.passkey.userId !== id) return yield* refused()
    yield* Effect.catchTag(atomically(passkeys.use(checked)), "PasskeyRefused", refused)
    return yield* Effect.mapError(Effect.flatten(users.byId(id)), (error) =>
      error._tag === "NoSuchElementException" ? new NotSignedIn() : error
    )
  })

  /** Checks the proof, and gives the account. Fails with `WrongPassword`, and with `NotAllowed` without one. */
  const prove = Effect.fnUntraced(function* (
    caller: SignedInUser,
    { passkey, password }: Proof,
    field: WrongPassword["field"] = "password"
  ) {
    if (Option.isSome(password)) return yield* ownPassword(caller, field, password.value)
    if (Option.isSome(passkey)) return yield* ownPasskey(caller, passkey.value)
    return yield* new NotAllowed({ action: "confirmPassword" })
  })

  /** `prove`, which a recent sign-in may leave out. */
  const demand = Effect.fnUntraced(function* (caller: SignedInUser, proof: Proof) {
    if (hasProof(proof) || (yield* isOld(caller))) yield* prove(caller, proof)
  })

  /** `demand`, of an endpoint that does not count in `auth` itself: only a proof does. */
  const demandCounted = Effect.fnUntraced(function* (caller: SignedInUser, proof: Proof) {
    if (hasProof(proof)) yield* limits.admit(["auth"], yield* ClientAddress)
    yield* demand(caller, proof)
  })

  const asksProof = Effect.gen(function* () {
    const caller = yield* Viewer
    return Option.isSome(caller) && (yield* isOld(caller.value))
  })

  const asksPassword = Effect.gen(function* () {
    const caller = Option.filter(yield* Viewer, actsAsAdmin)
    return Option.isSome(caller) && (yield* isOld(caller.value))
  })

  const confirm = Effect.fnUntraced(function* (proof: Proof) {
    if (yield* asksPassword) yield* demandCounted(yield* CurrentUser, proof)
  })

  return { asksPassword, asksProof, confirm, demand, demandCounted, prove }
})
