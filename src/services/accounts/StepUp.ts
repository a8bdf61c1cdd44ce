import { DateTime, Effect, Option, type Redacted } from "effect"
import {
  actsAsAdmin,
  ClientAddress,
  CurrentUser,
  NotAllowed,
  type SignedInUser,
  Viewer
} from "../../domain/accounts/CurrentUser.ts"
import type { Session } from "../../domain/accounts/Session.ts"
import { CredentialsRepo } from "../../ports/accounts/CredentialsRepo.ts"
import { RateLimits } from "../RateLimits.ts"
import { makeOwnPassword } from "./LoginAttempts.ts"

/** The id of the caller's own session; null for an API key. */
export const ownSession = ({ credential }: SignedInUser) => (credential.kind === "session" ? credential.id : null)

/** A sign-in of an admin that is no older confirms that it is the admin who acts. */
const recentSignInMillis = 300_000

/** Makes the step before the powers of admins over others (`AccountSecurity`). */
export const makeStepUp = Effect.gen(function* () {
  const credentials = yield* CredentialsRepo
  const limits = yield* RateLimits
  const ownPassword = yield* makeOwnPassword

  const isOld = Effect.fnUntraced(function* (caller: SignedInUser) {
    const now = yield* DateTime.now
    const own = ownSession(caller)
    const valid = yield* credentials.sessionsOf(caller.id, now)
    const isRecent = ({ createdAt }: Pick<Session, "createdAt">) =>
      DateTime.distance(createdAt, now) <= recentSignInMillis
    return !valid.some((session) => session.id === own && isRecent(session))
  })

  const asksPassword = Effect.gen(function* () {
    const caller = Option.filter(yield* Viewer, actsAsAdmin)
    return Option.isSome(caller) && (yield* isOld(caller.value))
  })

  const check = Effect.fnUntraced(function* (caller: SignedInUser, password: Redacted.Redacted) {
    yield* limits.admit(["auth"], yield* ClientAddress)
    yield* ownPassword(caller, "password", password)
  })

  const confirm = Effect.fnUntraced(function* (password: Redacted.Redacted) {
    if (yield* asksPassword) yield* check(yield* CurrentUser, password)
  })

  /**
   * Demands the password of an admin, which a recent sign-in may leave out. Fails as `confirm` for a wrong one, and
   * with `NotAllowed` without one.
   */
  const demand = Effect.fnUntraced(function* (caller: SignedInUser, password: Option.Option<Redacted.Redacted>) {
    if (Option.isSome(password)) return yield* check(caller, password.value)
    if (yield* isOld(caller)) return yield* new NotAllowed({ action: "confirmPassword" })
  })

  return { asksPassword, confirm, demand }
})
