import { Context, type DateTime, type Option } from "effect"
import type { ApiKey, ApiKeyNotFound } from "../../domain/accounts/ApiKey.ts"
import type { CredentialKind, Secret } from "../../domain/accounts/Credential.ts"
import type { SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import type { Grant } from "../../domain/accounts/Grant.ts"
import type { BegunBy, Session, SessionKind } from "../../domain/accounts/Session.ts"
import type { Change, SequencedChange } from "../../domain/Change.ts"
import type { ApiKeyId, SessionId, UserId } from "../../domain/Ids.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

/** A session to store. Of its token only the hash is stored (lower-case hex of SHA-256). */
export interface SessionToAdd {
  readonly userId: UserId
  readonly hash: string
  readonly createdAt: DateTime.Utc
  readonly expiresAt: DateTime.Utc
  /** `program` unless it says otherwise. */
  readonly kind?: SessionKind
  /** `password` unless it says otherwise. */
  readonly by?: BegunBy
  /** The latest end of a session that a browser keeps; its use puts off the end until then. */
  readonly keptUntil?: DateTime.Utc
}

/** An API key to store: its hash, and its first characters to distinguish it from others. */
export interface ApiKeyToAdd extends Grant {
  readonly userId: UserId
  readonly name: string
  readonly prefix: string
  readonly hash: string
  readonly createdAt: DateTime.Utc
  /** The budget that its writes count in, where that is not its own. */
  readonly budgetId: Option.Option<number>
}

/** The token of a session that a browser keeps: the newest, or the one before it. */
export interface KeptToken {
  readonly keptUntil: DateTime.Utc
  /** When the newest token was made. */
  readonly madeAt: DateTime.Utc
  /** The salt of the newest token, until it is used. */
  readonly salt: Option.Option<string>
  /** True for the token before the newest. */
  readonly isPrevious: boolean
  /** The end of the token before the newest; none until the newest is used. */
  readonly previousUntil: Option.Option<DateTime.Utc>
}

/** The member of a credential, with its last noted use. */
export interface Identified {
  readonly user: SignedInUser
  readonly lastUsedAt: Option.Option<DateTime.Utc>
  readonly kept: Option.Option<KeptToken>
  /** Of a moderator or an admin without a passkey and a second factor: since when the member is one. */
  readonly unguardedSince: Option.Option<DateTime.Utc>
}

/**
 * A use of a session by a token. If that is the newest, and is used first now, the one before it ends at
 * `previousUntil`.
 */
export interface SessionUse {
  readonly id: SessionId
  readonly hash: string
  readonly at: DateTime.Utc
  readonly previousUntil: DateTime.Utc
}

/** A token that replaces that of `hash`, and the salt that it was made with. */
export interface NextToken {
  readonly id: SessionId
  readonly hash: string
  readonly nextHash: string
  readonly salt: string
  readonly madeAt: DateTime.Utc
}

/** One of a member's keys, by the hash of a secret or by its id. */
export type KeyChoice = { readonly hash: string } | { readonly id: ApiKeyId }

/** One of a member's sessions, or all but one; null for all sessions. */
export type SessionChoice = { readonly id: SessionId } | { readonly except: SessionId | null }

/** A new secret of a key. The one before is valid until `previousExpiresAt`; without it, it ends at once. */
export interface Rotation {
  readonly prefix: string
  readonly hash: string
  readonly previousExpiresAt: Option.Option<DateTime.Utc>
}

/** The key with its new secret, and the ids of the secrets that ended. */
export interface RotatedKey {
  readonly key: ApiKey
  readonly endedSecrets: ReadonlyArray<number>
}

/** A budget of writes in a day of UTC. */
export interface WriteBudget {
  readonly id: number
  readonly dailyWrites: number
}

/** The store of session tokens and API keys, by their hashes. */
export class CredentialsRepo extends Context.Tag("ports/accounts/CredentialsRepo")<
  CredentialsRepo,
  {
    /** Stores a session, and deletes the member's sessions that expired before it began. */
    readonly addSession: (session: SessionToAdd) => StorageEffect<void>

    /** Stores a key under the next id. */
    readonly addKey: (key: ApiKeyToAdd) => StorageEffect<ApiKey>

    /** The member's keys, oldest first. */
    readonly keysOf: (userId: UserId) => StorageEffect<ReadonlyArray<ApiKey>>

    /**
     * The member of a credential, with the present role; none for an unknown hash, and where at `now` the credential
     * has expired, or is a key of a suspended member. A session of a suspended member says so. A session that a browser
     * keeps is found by its newest token, and by the one before, whether that has ended or not.
     */
    readonly identify: (
      kind: CredentialKind,
      hash: string,
      now: DateTime.Utc
    ) => StorageEffect<Option.Option<Identified>>

    readonly keyUsed: (id: ApiKeyId, at: DateTime.Utc) => StorageEffect<void>

    /** Notes a use, and puts off the end of a session that a browser keeps (`unusedEnd`). */
    readonly sessionUsed: (use: SessionUse) => StorageEffect<void>

    /** Gives a session its next token, if that of `hash` is its newest: of concurrent calls one does. */
    readonly replaceToken: (next: NextToken) => StorageEffect<boolean>

    /** The member's sessions that are valid at `now`, newest first. */
    readonly sessionsOf: (userId: UserId, now: DateTime.Utc) => StorageEffect<ReadonlyArray<Omit<Session, "current">>>

    /** Ends sessions of the member that are valid at `now`. Gives their ids, of concurrent calls each to one. */
    readonly endSessions: (
      userId: UserId,
      choice: SessionChoice,
      now: DateTime.Utc
    ) => StorageEffect<ReadonlyArray<SessionId>>

    /** Gives a key another secret, and ends the one before the last. Fails with `ApiKeyNotFound` as `revokeKey`. */
    readonly rotateKey: (userId: UserId, id: ApiKeyId, rotation: Rotation) => StorageEffect<RotatedKey, ApiKeyNotFound>

    /** Forgets the secrets before a rotation that expired until `now`; appends and gives the changes that end them. */
    readonly endPreviousSecrets: (now: DateTime.Utc) => StorageEffect<ReadonlyArray<SequencedChange>>

    /** When the next secret before a rotation expires; none where no key has one. */
    readonly nextSecretEnd: StorageEffect<Option.Option<DateTime.Utc>>

    /**
     * Counts a write in a budget, and gives the writes of the day so far; none where the budget is spent, which counts
     * nothing. A day before the last that was counted (`2026-01-31`) counts as that day, since clocks differ.
     */
    readonly takeWrite: (budget: WriteBudget, day: string) => StorageEffect<Option.Option<number>>

    /** Forgets the counts of the days before `day`. */
    readonly forgetWrites: (day: string) => StorageEffect<void>

    /**
     * Ends all sessions of the member that are valid at `now`, and deletes all keys. Gives their ids. The caller has
     * the lock of the member (`UsersRepo.lock`), so that no key is being made.
     */
    readonly revokeAll: (
      userId: UserId,
      now: DateTime.Utc
    ) => StorageEffect<{ readonly sessions: ReadonlyArray<SessionId>; readonly keys: ReadonlyArray<ApiKeyId> }>

    /**
     * Deletes one of the member's keys, with both secrets. Fails with `ApiKeyNotFound`, also for a key of another
     * member.
     */
    readonly revokeKey: (userId: UserId, choice: KeyChoice) => StorageEffect<ApiKeyId, ApiKeyNotFound>

    /** The changes that end each of these credentials that is not valid, or whose member is suspended. */
    readonly endingsOf: (
      users: ReadonlyArray<Pick<SignedInUser, "id" | "credential">>,
      now: DateTime.Utc
    ) => StorageEffect<ReadonlyArray<Change>>

    /** The secret of this installation for keyed hashes. No backup holds it. */
    readonly installationSecret: StorageEffect<Secret>
  }
>() {}
