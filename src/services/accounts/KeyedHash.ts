import { Context, Effect, Layer } from "effect"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { CredentialsRepo } from "../../ports/accounts/CredentialsRepo.ts"
import { Secrets } from "../../ports/Secrets.ts"

type Purpose = "address" | "address changes" | "login" | "mailbox" | "request" | "unsubscribe"

/** Hashes of texts that can be guessed. */
export class KeyedHash extends Context.Tag("services/accounts/KeyedHash")<
  KeyedHash,
  {
    /**
     * The HMAC under the secret of the installation, which no backup holds: neither do hashes that outlive a restore.
     * Texts of different purposes never have the same hash.
     */
    readonly of: (purpose: Purpose, text: string) => StorageEffect<string>
  }
>() {
  static readonly layer = Layer.effect(
    KeyedHash,
    Effect.map(Effect.all([CredentialsRepo, Secrets]), ([{ installationSecret }, { mac }]) => ({
      of: (purpose, text) => Effect.map(installationSecret, (secret) => mac(secret, `${purpose}:${text}`))
    }))
  )
}
