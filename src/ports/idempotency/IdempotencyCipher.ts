import { Context, type Effect, type Redacted } from "effect"

/** Encrypts the stored answers of writes under keys that are made of their Idempotency-Keys. */
export class IdempotencyCipher extends Context.Tag("ports/IdempotencyCipher")<
  IdempotencyCipher,
  {
    /** The hash by which the record of a caller's key is found. The key itself is stored nowhere. */
    readonly keyHash: (caller: string, key: Redacted.Redacted) => string

    /** The cipher of one record: a new one, or that of a stored salt. */
    readonly of: (key: Redacted.Redacted, salt?: Uint8Array) => RecordCipher

    readonly isSame: (one: Uint8Array, other: Uint8Array) => boolean
  }
>() {}

/** The cipher of one record. */
export interface RecordCipher {
  readonly salt: Uint8Array

  /**
   * A keyed hash of a request. One that holds a password is `costly`: else whoever has the database, and guesses the key,
   * could try passwords faster than by their own hash.
   */
  readonly fingerprint: (request: string, cost: "cheap" | "costly") => Effect.Effect<Uint8Array>

  readonly encrypt: (answer: string) => Uint8Array

  /** Throws for bytes that were not made by `encrypt` with the same key and salt. */
  readonly decrypt: (sealed: Uint8Array) => string
}
