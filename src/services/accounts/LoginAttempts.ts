import { Effect, Option, type Redacted } from "effect"
import { WrongPassword } from "../../domain/accounts/Account.ts"
import { ClientAddress, NotSignedIn, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import { PasswordHasher } from "../../ports/accounts/PasswordHasher.ts"
import { type LoginAccount, UsersRepo } from "../../ports/accounts/UsersRepo.ts"
import { RateLimits } from "../RateLimits.ts"
import { makeKeyedHash } from "./KeyedHash.ts"

/** The failed logins of an email, which close it to new addresses (contract, Limits). */
export const makeLoginAttempts = Effect.gen(function* () {
  const users = yield* UsersRepo
  const limits = yield* RateLimits
  const keyedHash = yield* makeKeyedHash

  /** Fails with `TooManyRequests` after too many failed logins of an email, but at addresses that its account knows. */
  const requireOpen = Effect.fnUntraced(function* (emailKey: string, account: Option.Option<Pick<LoginAccount, "id">>) {
    const closed = yield* Effect.flatMap(keyedHash("login", emailKey), limits.loginsClosed)
    if (Option.isNone(closed)) return
    const address = yield* keyedHash("address", yield* ClientAddress)
    const isKnown = Option.isSome(account) && (yield* users.knowsAddress(account.value.id, address))
    if (!isKnown) return yield* closed.value
  })

  return { requireOpen, failed: (emailKey: string) => Effect.flatMap(keyedHash("login", emailKey), limits.loginFailed) }
})

/**
 * Demands the caller's own password, and gives the account. A wrong one counts as a failed login; after too many of
 * them it fails with `TooManyRequests` at addresses that the account does not know. A caller who has left is
 * `NotSignedIn`.
 */
export const makeOwnPassword = Effect.gen(function* () {
  const users = yield* UsersRepo
  const hasher = yield* PasswordHasher
  const attempts = yield* makeLoginAttempts

  return Effect.fnUntraced(function* (
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
})
