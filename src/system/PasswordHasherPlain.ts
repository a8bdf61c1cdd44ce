import { Effect, Layer, Redacted } from "effect"
import { PasswordHasher } from "../services/PasswordHasher.ts"

/** Hashes that take no time and hide nothing: for a community in memory that holds no real password. */
export const layer = Layer.succeed(PasswordHasher, {
  hash: (password) => Effect.succeed(`plain:${Redacted.value(password)}`),
  verify: (password, hash) => Effect.succeed(hash === `plain:${Redacted.value(password)}`),
  isOutdated: () => false,
  verifyNobody: () => Effect.void
})
