import { Context, type Effect, type Redacted } from "effect"

/**
 * Hashes passwords, slowly, and only a few at once. A password is the same in each Unicode form of its letters (NFC,
 * NFD), since keyboards differ.
 */
export class PasswordHasher extends Context.Tag("ports/accounts/PasswordHasher")<
  PasswordHasher,
  {
    /** A hash that holds its salt and parameters. */
    readonly hash: (password: Redacted.Redacted) => Effect.Effect<string>

    readonly verify: (password: Redacted.Redacted, hash: string) => Effect.Effect<boolean>

    /** True for a hash of another kind, or with lower parameters than the present ones. */
    readonly isOutdated: (hash: string) => boolean

    /** Does the work of `verify` without a hash, so that an unknown email takes as long as a wrong password. */
    readonly verifyNobody: (password: Redacted.Redacted) => Effect.Effect<void>
  }
>() {}
