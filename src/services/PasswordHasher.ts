import type { Effect, Redacted } from "effect"
import { Context } from "effect"

/** Turns passwords into hashes that cannot be turned back, slowly, and a few at once only. */
export class PasswordHasher extends Context.Tag("services/PasswordHasher")<
  PasswordHasher,
  {
    /** A hash with its salt and parameters in it. */
    readonly hash: (password: Redacted.Redacted) => Effect.Effect<string>

    /** Whether the hash is of this password. */
    readonly verify: (password: Redacted.Redacted, hash: string) => Effect.Effect<boolean>

    /** Whether the hash was made with lower parameters than those of today. */
    readonly isOutdated: (hash: string) => boolean

    /** Does the work of `verify` for nobody, so that an unknown email takes as long as a wrong password. */
    readonly verifyNobody: (password: Redacted.Redacted) => Effect.Effect<void>
  }
>() {}
