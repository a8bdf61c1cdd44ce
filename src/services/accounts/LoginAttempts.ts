import { Effect, Option } from "effect"
import { ClientAddress } from "../../domain/accounts/ClientAddress.ts"
import { type LoginAccount, UsersRepo } from "../../ports/UsersRepo.ts"
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
