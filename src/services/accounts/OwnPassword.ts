import { Effect, Option, type Redacted } from "effect"
import { WrongPassword } from "../../domain/accounts/Account.ts"
import { NotSignedIn, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import { PasswordHasher } from "../../ports/PasswordHasher.ts"
import { UsersRepo } from "../../ports/UsersRepo.ts"
import { makeLoginAttempts } from "./LoginAttempts.ts"

/**
 * Demands the caller's own password, and gives the account. A wrong one counts as a failed login; after too many of them it
 * fails with `TooManyRequests` at addresses that the account does not know. A caller who has left is `NotSignedIn`.
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
