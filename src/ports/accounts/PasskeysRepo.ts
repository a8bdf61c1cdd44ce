import { Context, type DateTime, type Option } from "effect"
import type { Passkey, RegistrationRefused } from "../../domain/accounts/Passkey.ts"
import type { PasskeyId, UserId } from "../../domain/Ids.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import type { StoredCredential } from "./Passkeys.ts"

export interface PasskeyToAdd extends StoredCredential {
  readonly userId: UserId
  readonly name: string
  readonly createdAt: DateTime.Utc
}

/** A passkey with the credential by which it is checked. */
export interface OwnPasskey extends StoredCredential {
  readonly id: PasskeyId
  readonly userId: UserId
}

/** The purpose of a challenge: to register a passkey, to check one, or to enter a code after the password. */
export type ChallengePurpose = "register" | "passkey" | "code"

/** A challenge to store, of which only the hash is stored. */
export interface ChallengeToAdd {
  readonly hash: string
  readonly purpose: ChallengePurpose
  /** The member who may answer it; none if anybody may. */
  readonly userId: Option.Option<UserId>
  readonly expiresAt: DateTime.Utc
}

/** The store of passkeys, and of the challenges of half-finished sign-ins and registrations. */
export class PasskeysRepo extends Context.Tag("ports/accounts/PasskeysRepo")<
  PasskeysRepo,
  {
    /** Fails with `RegistrationRefused` for a credential that is stored, as decided by the unique index. */
    readonly add: (passkey: PasskeyToAdd) => StorageEffect<Passkey, RegistrationRefused>

    /** The member's passkeys, oldest first. */
    readonly ofMember: (userId: UserId) => StorageEffect<ReadonlyArray<Passkey & StoredCredential>>

    readonly byCredential: (credentialId: string) => StorageEffect<Option.Option<OwnPasskey>>

    /**
     * Notes a use, with the counter from now on. False where the passkey is gone, or its counter is not the one that
     * was checked, since another use came between. Takes the row's lock until the end of the transaction.
     */
    readonly used: (passkey: OwnPasskey, counter: number, at: DateTime.Utc) => StorageEffect<boolean>

    /** The renamed passkey; none where the member has none of this id. */
    readonly rename: (userId: UserId, id: PasskeyId, name: string) => StorageEffect<Option.Option<Passkey>>

    /** True if the member had the passkey. */
    readonly remove: (userId: UserId, id: PasskeyId) => StorageEffect<boolean>

    /** Gives the number that were removed. */
    readonly removeAll: (userId: UserId) => StorageEffect<number>

    /** Stores a challenge, and forgets some that have expired. */
    readonly addChallenge: (challenge: ChallengeToAdd, now: DateTime.Utc) => StorageEffect<void>

    /** The member of a challenge that is valid; none where there is none. The challenge stays. */
    readonly challengeOf: (
      purpose: ChallengePurpose,
      hash: string,
      now: DateTime.Utc
    ) => StorageEffect<Option.Option<Pick<ChallengeToAdd, "userId">>>

    /** The same, of a challenge that is gone afterwards: of concurrent calls one has it. */
    readonly takeChallenge: (
      purpose: ChallengePurpose,
      hash: string,
      now: DateTime.Utc
    ) => StorageEffect<Option.Option<Pick<ChallengeToAdd, "userId">>>

    /** Forgets the challenges of a member, after which no half-finished sign-in goes on. */
    readonly forgetChallenges: (userId: UserId) => StorageEffect<void>
  }
>() {}
