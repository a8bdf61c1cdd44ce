import { Context, type Effect } from "effect"
import type { CredentialKind, Secret } from "../domain/Credential.ts"

/** A secret to look up: what kind it is, and the hash that is stored of it. */
export interface SecretHash {
  readonly kind: CredentialKind
  readonly hash: string
}

/** Makes secrets of at least 160 random bits, and their hashes. */
export class Secrets extends Context.Tag("services/Secrets")<
  Secrets,
  {
    /** A new session token. */
    readonly newToken: Effect.Effect<Secret>

    /** A new API key: `rdc_`, base62, and a checksum, so that one mistyped is refused without a look at the database. */
    readonly newApiKey: Effect.Effect<Secret>

    /** A new code of 140 random bits, in groups that a person can read and copy. */
    readonly newCode: Effect.Effect<Secret>

    /** Whether two secrets are the same, compared in constant time. */
    readonly isSame: (one: Secret, other: Secret) => boolean

    /** The SHA-256 of a secret, in hex; nothing for an API key whose checksum is wrong. */
    readonly hashOf: (secret: Secret) => SecretHash | undefined

    /** The SHA-256 of a text that need only be recognised. What can be guessed can be read of it all the same. */
    readonly digest: (text: string) => string
  }
>() {}
