import { Context, type Effect } from "effect"
import type { CredentialKind, Secret } from "../domain/accounts/Credential.ts"

/** The kind of a secret, and the hash that is stored of it. */
export interface SecretHash {
  readonly kind: CredentialKind
  readonly hash: string
}

/** Makes secrets of at least 160 random bits, and their hashes. */
export class Secrets extends Context.Tag("ports/Secrets")<
  Secrets,
  {
    /** A new session token: `rds_`, base62, and a checksum. */
    readonly newToken: Effect.Effect<Secret>

    /** A new token of a browser's session: `rdb_`, base62, and a checksum. */
    readonly newBrowserToken: Effect.Effect<Secret>

    /** The token that follows another one; the same each time for the same salt. */
    readonly tokenAfter: (token: Secret, salt: string) => Secret

    /** A new API key: `rdc_`, base62, and a checksum, by which a mistyped one is refused without a query. */
    readonly newApiKey: Effect.Effect<Secret>

    /** A new code of 140 random bits, in groups that a person can read and copy. */
    readonly newCode: Effect.Effect<Secret>

    /** A new code that a person types in place of that of an app: 80 random bits, in groups. */
    readonly newRecoveryCode: Effect.Effect<Secret>

    /** A new challenge of 256 random bits, in base64url. */
    readonly newChallenge: Effect.Effect<Secret>

    /** A new secret of an app that shows codes: 160 random bits in base 32 (RFC 4648). */
    readonly newOtpSecret: Effect.Effect<Secret>

    /** The six digits that an app with a secret shows in a step of 30 seconds (RFC 6238, SHA-1). */
    readonly oneTimeCode: (secret: Secret, step: number) => string

    /** A new secret of a webhook: `whsec_` and 32 random bytes in base64, as Standard Webhooks has it. */
    readonly newWebhookSecret: Effect.Effect<Secret>

    /** The HMAC-SHA-256 of a text under the bytes of a webhook's secret, in base64. */
    readonly webhookMac: (secret: Secret, text: string) => string

    /** Compares two secrets in constant time. */
    readonly isSame: (one: Secret, other: Secret) => boolean

    /** The SHA-256 of a secret, in hex; undefined for an API key or a token in its format whose checksum is wrong. */
    readonly hashOf: (secret: Secret) => SecretHash | undefined

    /** The HMAC-SHA-256 of a text under a secret, in base64url. */
    readonly mac: (secret: Secret, text: string) => string

    /** The kind of the first key or token with a right checksum in a text; undefined where there is none. */
    readonly kindIn: (text: string) => CredentialKind | undefined

    /** The SHA-256 of a text that is only compared. It does not hide a text that can be guessed. */
    readonly digest: (text: string) => string
  }
>() {}
