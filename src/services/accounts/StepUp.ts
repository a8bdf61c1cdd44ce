import { Context, DateTime, Effect, Layer, Option, type Redacted } from "effect"
import { WrongPassword } from "../../domain/accounts/Account.ts"
import { ClientAddress, NotAllowed, NotSignedIn, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import type { AuthenticationResponse } from "../../domain/accounts/Passkey.ts"
import type { Session } from "../../domain/accounts/Session.ts"
import { freshSignInSeconds, hasProof, type Proof } from "../../domain/accounts/StepUp.ts"
import type { TooManyRequests } from "../../domain/Limits.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { CredentialsRepo } from "../../ports/accounts/CredentialsRepo.ts"
import { PasswordHasher } from "../../ports/accounts/PasswordHasher.ts"
import { type LoginAccount, UsersRepo } from "../../ports/accounts/UsersRepo.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { RateLimits } from "../RateLimits.ts"
import { PasskeyCheck } from "./factors/PasskeyCheck.ts"
import { LoginAttempts } from "./LoginAttempts.ts"

/** The failures of a step. */
export type StepFailures = WrongPassword | NotAllowed | NotSignedIn | TooManyRequests

/** The step that shows who acts, before credentials change and before powers over others. */
export class StepUp extends Context.Tag("services/accounts/StepUp")<
  StepUp,
  {
    /** Checks the proof, and gives the account. Fails with `WrongPassword`, and with `NotAllowed` without one. */
    readonly prove: (
      caller: SignedInUser,
      proof: Proof,
      field?: WrongPassword["field"]
    ) => StorageEffect<LoginAccount, StepFailures, ClientAddress>

    /** `prove`, which a recent sign-in may leave out. */
    readonly demand: (caller: SignedInUser, proof: Proof) => StorageEffect<void, StepFailures, ClientAddress>

    /** `demand`, of an endpoint that does not count in `auth` itself: only a proof does. */
    readonly demandCounted: (caller: SignedInUser, proof: Proof) => StorageEffect<void, StepFailures, ClientAddress>

    /** True for a sign-in that is over five minutes old, and for an API key. */
    readonly isOld: (caller: SignedInUser) => StorageEffect<boolean>
  }
>() {
  static readonly layer = Layer.effect(StepUp, Effect.gen(make))
}

/** The id of the caller's own session; null for an API key. */
export const ownSession = ({ credential }: SignedInUser) => (credential.kind === "session" ? credential.id : null)

function* make() {
  const credentials = yield* CredentialsRepo
  const users = yield* UsersRepo
  const limits = yield* RateLimits
  const hasher = yield* PasswordHasher
  const attempts = yield* LoginAttempts
  const passkeys = yield* PasskeyCheck
  const { atomically } = yield* Transaction

  const isOld = Effect.fnUntraced(function* (caller: SignedInUser) {
    const now = yield* DateTime.now
    const own = ownSession(caller)
    const valid = yield* credentials.sessionsOf(caller.id, now)
    const isRecent = ({ createdAt }: Pick<Session, "createdAt">) =>
      DateTime.distance(createdAt, now) <= freshSignInSeconds * 1000
    return !valid.some((session) => session.id === own && isRecent(session))
  })

  /**
   * Demands the caller's own password, and gives the account. A wrong one counts as a failed login; after too many of
   * them it fails with `TooManyRequests` at addresses that the account does not know. A caller who has left is
   * `NotSignedIn`.
   */
  const ownPassword = Effect.fnUntraced(function* (
    { id }: SignedInUser,
    field: WrongPassword["field"],
    password: Redacted.Redacted
  ) {
    const found = yield* users.byId(id)
    if (Option.isNone(found)) return yield* new NotSignedIn()
    const { emailKey, passwordHash } = found.value
    yield* attempts.requireOpen(emailKey, found)
    if (yield* hasher.verify(password, passwordHash)) return found.value
    yield* attempts.failed(emailKey)
    return yield* new WrongPassword({ field })
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

  const prove = Effect.fnUntraced(function* (
    caller: SignedInUser,
    { passkey, password }: Proof,
    field: WrongPassword["field"] = "password"
  ) {
    if (Option.isSome(password)) return yield* ownPassword(caller, field, password.value)
    if (Option.isSome(passkey)) return yield* ownPasskey(caller, passkey.value)
    return yield* new NotAllowed({ action: "confirmPassword" })
  })

  const demand = Effect.fnUntraced(function* (caller: SignedInUser, proof: Proof) {
    if (hasProof(proof) || (yield* isOld(caller))) yield* prove(caller, proof)
  })

  const demandCounted = Effect.fnUntraced(function* (caller: SignedInUser, proof: Proof) {
    if (hasProof(proof)) yield* limits.admit(["auth"], yield* ClientAddress)
    yield* demand(caller, proof)
  })

  return { demand, demandCounted, isOld, prove }
}
