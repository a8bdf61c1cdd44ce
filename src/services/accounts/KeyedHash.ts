import { Effect } from "effect"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { CredentialsRepo } from "../../ports/accounts/CredentialsRepo.ts"
import { Secrets } from "../../ports/Secrets.ts"

/** Hashes a text that can be guessed. Texts of different purposes never have the same hash. */
export type KeyedHash = (
  purpose: "address" | "address changes" | "login" | "mailbox" | "request" | "unsubscribe",
  text: string
) => StorageEffect<string>

/** The HMAC under the secret of the installation, which no backup holds: neither do hashes that outlive a restore. */
export const makeKeyedHash: Effect.Effect<KeyedHash, never, CredentialsRepo | Secrets> = Effect.map(
  Effect.all([CredentialsRepo, Secrets]),
  ([{ installationSecret }, { mac }]) =>
    (purpose, text) =>
      Effect.map(installationSecret, (secret) => mac(secret, `${purpose}:${text}`))
)
