import { Effect, Layer, Redacted } from "effect"
import { PasswordHasher } from "../../../ports/accounts/PasswordHasher.ts"

/** Stores passwords as they are, for a community in memory that holds no real ones. */
export const layer = Layer.succeed(PasswordHasher, {
  hash: (password) => Effect.succeed(`plain:${Redacted.value(password)}`),
  verify: (password, hash) => Effect.succeed(hash === `plain:${Redacted.value(password)}`),
  isOutdated: () => false,
  verifyNobody: () => Effect.void
})
