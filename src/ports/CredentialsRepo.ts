import type { DateTime, Effect, Option } from "effect"
import { Context } from "effect"
import type { ApiKey, ApiKeyNotFound } from "../domain/accounts/ApiKey.ts"
import type { AccessScope, CredentialKind } from "../domain/accounts/Credential.ts"
import type { SignedInUser } from "../domain/accounts/CurrentUser.ts"
import type { ApiKeyId, UserId } from "../domain/Ids.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** A session to store. Of its token only the hash is stored (lower-case hex of SHA-256). */
export interface SessionToAdd {
  readonly userId: UserId
  readonly hash: string
  readonly createdAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
}

/** An API key to store: its hash, and its first characters to tell it from others. */
export interface ApiKeyToAdd {
  readonly userId: UserId
  readonly name: string
  readonly prefix: string
  readonly hash: string
  readonly createdAt: DateTime.Utc
  readonly scopes: ReadonlyArray<AccessScope>
  readonly expiresAt: Option.Option<DateTime.Utc>
  readonly agent: boolean
  readonly dailyWrites: Option.Option<number>
  /** The budget that its writes count in, where that is not its own. */
  readonly budgetId: Option.Option<number>
}

/** The member of a credential, and its last noted use (API keys only). */
export interface Identified {
  readonly user: SignedInUser
  readonly lastUsedAt: Option.Option<DateTime.Utc>
}

/** One of a member's keys, by the hash of its secret or by its id. */
export type KeyChoice = { readonly hash: string } | { readonly id: ApiKeyId }

/** The store of session tokens and API keys, by their hashes. */
export class CredentialsRepo extends Context.Tag("ports/CredentialsRepo")<
  CredentialsRepo,
  {
    /** Stores a session, and deletes the member's sessions that expired before it began. */
    readonly addSession: (session: SessionToAdd) => Effect.Effect<void, Unavailable>

    /** Stores a key under the next id. */
    readonly addKey: (key: ApiKeyToAdd) => Effect.Effect<ApiKey, Unavailable>

    /** The member's keys, oldest first. */
    readonly keysOf: (userId: UserId) => Effect.Effect<ReadonlyArray<ApiKey>, Unavailable>

    /** The member of a credential, with the present role; none for an unknown hash, and for one that expired at `now`. */
    readonly identify: (
      kind: CredentialKind,
      hash: string,
      now: DateTime.Utc
    ) => Effect.Effect<Option.Option<Identified>, Unavailable>

    /** Notes the use of a key. */
    readonly keyUsed: (id: number, at: DateTime.Utc) => Effect.Effect<void, Unavailable>

    /** Ends a session; nothing happens if it has ended before. */
    readonly endSession: (id: number) => Effect.Effect<void, Unavailable>

    /** Deletes one of the member's keys. Fails with `ApiKeyNotFound`, also for a key of another member. */
    readonly revokeKey: (userId: UserId, choice: KeyChoice) => Effect.Effect<ApiKeyId, ApiKeyNotFound | Unavailable>
  }
>() {}
