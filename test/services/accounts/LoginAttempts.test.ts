import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Layer, Option, Redacted } from "effect"
import * as RateLimitStoreMemory from "../../../src/adapters/node/RateLimitStoreMemory.ts"
import { ClientAddress, Viewer } from "../../../src/domain/accounts/CurrentUser.ts"
import * as Memory from "../../../src/exports/Memory.ts"
import { UsersRepo } from "../../../src/ports/accounts/UsersRepo.ts"
import { RateLimitStore } from "../../../src/ports/RateLimitStore.ts"
import { Secrets } from "../../../src/ports/Secrets.ts"
import { Accounts } from "../../../src/services/accounts/Accounts.ts"
import { SignIn } from "../../../src/services/accounts/SignIn.ts"
import { registration } from "../../support/Members.ts"

/** A store of limits that notes the keys of its buckets. */
const noting = (keys: Set<string>) =>
  Layer.effect(
    RateLimitStore,
    Effect.map(RateLimitStore, (store) =>
      RateLimitStore.of({
        ...store,
        take: (millis, buckets, count) => {
          for (const { key } of buckets) keys.add(key)
          return store.take(millis, buckets, count)
        },
        level: (millis, key) => {
          keys.add(key)
          return store.level(millis, key)
        }
      })
    )
  ).pipe(Layer.provide(RateLimitStoreMemory.layer))

describe("LoginAttempts", () => {
  it.effect("hands the store of limits no email, nor any hash that can be made without the secret", () => {
    const keys = new Set<string>()
    return Effect.gen(function* () {
      const signIn = yield* SignIn
      const { digest } = yield* Secrets
      const email = "maria@example.org"
      const login = { email, password: Redacted.make("wrong horse battery") }
      yield* Effect.exit(signIn.login(login))
      const found = Array.from(keys)
      assertTrue(found.length > 0)
      deepStrictEqual(
        found.filter((key) => key.includes("maria") || key.includes(digest(email))),
        []
      )
    }).pipe(Effect.provideService(ClientAddress, "203.0.113.7"), Effect.provide(Memory.layerWith(noting(keys))))
  })

  it.effect("the addresses that an account knows are stored as hashes that nobody can make without the secret", () =>
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const users = yield* UsersRepo
      const { digest } = yield* Secrets
      const { user } = yield* accounts.register(registration())
      const guesses = ["203.0.113.7", digest("203.0.113.7")]
      deepStrictEqual(yield* Effect.forEach(guesses, (guess) => users.knowsAddress(user.id, guess)), [false, false])
    }).pipe(
      Effect.provideService(ClientAddress, "203.0.113.7"),
      Effect.provideService(Viewer, Option.none()),
      Effect.provide(Memory.layer)
    )
  )
})
