import { Context, Effect, Layer, Option } from "effect"
import { ClientAddress } from "../../domain/accounts/CurrentUser.ts"
import type { TooManyRequests } from "../../domain/Limits.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { type LoginAccount, UsersRepo } from "../../ports/accounts/UsersRepo.ts"
import { RateLimits } from "../RateLimits.ts"
import { KeyedHash } from "./KeyedHash.ts"

/** The failed logins of an email, which close it to new addresses (contract, Limits). */
export class LoginAttempts extends Context.Tag("services/accounts/LoginAttempts")<
  LoginAttempts,
  {
    /** Fails with `TooManyRequests` after too many failed logins of an email, but at addresses its account knows. */
    readonly requireOpen: (
      emailKey: string,
      account: Option.Option<Pick<LoginAccount, "id">>
    ) => StorageEffect<void, TooManyRequests, ClientAddress>

    /** Counts a failed login. */
    readonly failed: (emailKey: string) => StorageEffect<void>
  }
>() {
  static readonly layer = Layer.effect(LoginAttempts, Effect.gen(make))
}

function* make() {
  const users = yield* UsersRepo
  const limits = yield* RateLimits
  const keyedHash = yield* KeyedHash

  const requireOpen = Effect.fnUntraced(function* (emailKey: string, account: Option.Option<Pick<LoginAccount, "id">>) {
    const closed = yield* Effect.flatMap(keyedHash.of("login", emailKey), limits.loginsClosed)
    if (Option.isNone(closed)) return
    const address = yield* keyedHash.of("address", yield* ClientAddress)
    const isKnown = Option.isSome(account) && (yield* users.knowsAddress(account.value.id, address))
    if (!isKnown) return yield* closed.value
  })

  const failed = (emailKey: string) => Effect.flatMap(keyedHash.of("login", emailKey), limits.loginFailed)

  return { requireOpen, failed }
}
