import { Effect, Option } from "effect"
import { ClientAddress } from "../../domain/accounts/ClientAddress.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { type LoginAccount, UsersRepo } from "../../ports/UsersRepo.ts"
import { RateLimits } from "../RateLimits.ts"

/** The failed logins of an email, which close it to new addresses (contract, Limits). */
export const makeLoginAttempts = Effect.gen(function* () {
  const users = yield* UsersRepo
  const secrets = yield* Secrets
  const limits = yield* RateLimits

  /** Fails with `TooManyRequests` after too many failed logins of an email, but at addresses that its account knows. */
  const requireOpen = Effect.fnUntraced(function* (emailKey: string, account: Option.Option<Pick<LoginAccount, "id">>) {
    const closed = yield* limits.loginsClosed(emailKey)
    if (Option.isNone(closed)) return
    const address = secrets.digest(yield* ClientAddress)
    const isKnown = Option.isSome(account) && (yield* users.knowsAddress(account.value.id, address))
    if (!isKnown) return yield* closed.value
  })

  return { requireOpen, failed: limits.loginFailed }
})
