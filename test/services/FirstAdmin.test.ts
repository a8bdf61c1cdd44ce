import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Array, ConfigProvider, Effect, Either, Layer, Option } from "effect"
import { ClientAddress } from "../../src/domain/ClientAddress.ts"
import { Viewer } from "../../src/domain/CurrentUser.ts"
import { Accounts } from "../../src/services/Accounts.ts"
import { PasswordHasher } from "../../src/services/PasswordHasher.ts"
import * as Services from "../../src/services/Services.ts"
import * as ChangeHintsAlone from "../../src/system/ChangeHintsAlone.ts"
import * as MarkdownInline from "../../src/system/MarkdownInline.ts"
import * as RateLimitStoreProcess from "../../src/system/RateLimitStoreProcess.ts"
import * as SecretsRandom from "../../src/system/SecretsRandom.ts"
import { registration } from "../http/Members.ts"
import { storages } from "../storage.ts"

const claims = 5

/** Hashes are done when all claims have asked for one: by then each has found that there is no admin. */
const hasher = Layer.effect(
  PasswordHasher,
  Effect.map(Effect.makeLatch(), (latch) => {
    let asked = 0
    return {
      hash: () =>
        Effect.suspend(() => (++asked < claims ? latch.await : latch.open)).pipe(Effect.as("a hash of a password")),
      verify: () => Effect.succeed(false),
      isOutdated: () => false,
      verifyNobody: () => Effect.void
    }
  })
)

const machine = Layer.mergeAll(
  ChangeHintsAlone.layer,
  hasher,
  MarkdownInline.layer,
  RateLimitStoreProcess.layer,
  SecretsRandom.layer
)

const claim = Effect.gen(function* () {
  const accounts = yield* Accounts
  return yield* Effect.either(accounts.register(registration("admin")))
}).pipe(Effect.provideService(Viewer, Option.none()), Effect.provideService(ClientAddress, "127.0.0.1"))

for (const storage of storages) {
  const services = Services.layer.pipe(
    Layer.provide(Layer.merge(storage.layer, machine)),
    Layer.provide(Layer.setConfigProvider(ConfigProvider.fromMap(new Map())))
  )
  layer(services)(`${storage.name}: the first admin`, (it) => {
    it.effect("is one, though all who claim it at once found that there was none", () =>
      Effect.gen(function* () {
        const outcomes = yield* Effect.all(Array.replicate(claim, claims), { concurrency: "unbounded" })
        deepStrictEqual(
          outcomes.map(Either.match({ onLeft: ({ _tag }) => _tag, onRight: ({ user }) => user.role })).sort(),
          [...Array.replicate("NotAllowed", claims - 1), "admin"]
        )
      })
    )
  })
}
