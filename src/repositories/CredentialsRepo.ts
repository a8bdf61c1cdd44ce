import type { DateTime, Effect, Option } from "effect"
import { Context } from "effect"
import type { ApiKey, ApiKeyNotFound } from "../domain/Account.ts"
import type { CredentialKind } from "../domain/Credential.ts"
import type { SignedInUser } from "../domain/CurrentUser.ts"
import type { ApiKeyId, UserId } from "../domain/Ids.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** A session to store: only the hash of its token (lower-case hex of SHA-256) is ever kept. */
export interface SessionToAdd {
  readonly userId: UserId
  readonly hash: string
  readonly createdAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}

/** An API key to store: only its hash, and the first characters to tell it from others. */
export interface ApiKeyToAdd {
  readonly userId: UserId
  readonly name: string
  readonly prefix: string
  readonly hash: string
  readonly createdAt: DateTime.Utc
}

/** Who a credential belongs to, and when it was last known to be used (API keys only). */
export interface Identified {
  readonly user: SignedInUser
  readonly lastUsedAt: Option.Option<DateTime.Utc>
}

/** Which of a member's keys: by the hash of its secret, or by its id. */
export type KeyChoice = { readonly hash: string } | { readonly id: ApiKeyId }

/** Where session tokens and API keys are stored, as hashes, and found by them. */
export class CredentialsRepo extends Context.Tag("repositories/CredentialsRepo")<
  CredentialsRepo,
  {
    /** Stores a session, and drops this member's sessions that expired before it began. */
    readonly addSession: (session: SessionToAdd) => Effect.Effect<void, Unavailable>

    /** Stores a key under the next id. */
    readonly addKey: (key: ApiKeyToAdd) => Effect.Effect<ApiKey, Unavailable>

    /** The member's keys, oldest first. */
    readonly keysOf: (userId: UserId) => Effect.Effect<ReadonlyArray<ApiKey>, Unavailable>

    /** Who the credential of this kind and hash belongs to, with the role of now; none when it is unknown, or a session that has expired at `now`. */
    readonly identify: (
      kind: CredentialKind,
      hash: string,
      now: DateTime.Utc
    ) => Effect.Effect<Option.Option<Identified>, Unavailable>

    /** Notes that a key was used. */
    readonly keyUsed: (id: number, at: DateTime.Utc) => Effect.Effect<void, Unavailable>

    /** Ends a session by its id; one that is gone already stays so. */
    readonly endSession: (id: number) => Effect.Effect<void, Unavailable>

    /** Forgets one of the member's keys. Fails with `ApiKeyNotFound`, also for a key of somebody else. */
    readonly revokeKey: (userId: UserId, choice: KeyChoice) => Effect.Effect<ApiKeyId, ApiKeyNotFound | Unavailable>
  }
>() {}
