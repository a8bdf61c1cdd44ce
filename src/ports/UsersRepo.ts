import type { DateTime, Effect, Option } from "effect"
import { Context } from "effect"
import type { Role } from "../domain/accounts/Role.ts"
import type { Suspension } from "../domain/accounts/Suspension.ts"
import type {
  DiseasesVisibleTo,
  EmailTaken,
  User,
  UserDetail,
  UserFilter,
  UserNotFound,
  UsernameTaken
} from "../domain/accounts/User.ts"
import type { DiseaseId, UserId } from "../domain/Ids.ts"
import type { UserKey } from "../domain/Lists.ts"
import type { FilteredBio } from "../domain/Markdown.ts"
import type { PageResult, PageSlice } from "../domain/Page.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** An account to store. Its keys are unique (contract, Accounts). */
export interface AccountToAdd {
  readonly username: string
  readonly usernameKey: string
  readonly email: string
  readonly emailKey: string
  readonly passwordHash: string
  readonly role: Role
  readonly bio: Option.Option<FilteredBio>
  readonly createdAt: DateTime.Utc
}

/** The part of an account that a login needs. */
export interface LoginAccount {
  readonly id: UserId
  readonly emailKey: string
  readonly passwordHash: string
}

/** The changes of a member; a part that is none stays as it is. */
export interface UserUpdate {
  readonly username: Option.Option<{ readonly name: string; readonly key: string }>
  readonly bio: Option.Option<Option.Option<FilteredBio>>
  readonly role: Option.Option<Role>
  readonly diseasesVisibleTo?: DiseasesVisibleTo | undefined
}

/** The verification of a member by an admin. */
export interface VerificationToAdd {
  readonly by: UserId
  readonly at: DateTime.Utc
  readonly as: string
}

/** The most addresses that are stored for a member. */
export const maxAddresses = 20

/** The store of members. */
export class UsersRepo extends Context.Tag("ports/UsersRepo")<
  UsersRepo,
  {
    /**
     * Stores an account under the next id; it counts as active from `createdAt` on. Fails with `EmailTaken`, then with
     * `UsernameTaken`, as decided by the unique indexes.
     */
    readonly add: (account: AccountToAdd) => Effect.Effect<UserId, EmailTaken | UsernameTaken | Unavailable>

    /** Takes a lock until the end of the transaction, so that a decision about the first admin stays true. */
    readonly lockFirstAdmin: Effect.Effect<void, Unavailable>

    /** True if any member is an admin. */
    readonly adminExists: Effect.Effect<boolean, Unavailable>

    /** True if any other member is an admin who is not suspended at `now`. */
    readonly otherAdminExists: (id: UserId, now: DateTime.Utc) => Effect.Effect<boolean, Unavailable>

    /** True if a member other than these is a moderator or an admin who is not suspended at `now`. */
    readonly otherStaffExists: (ids: ReadonlyArray<UserId>, now: DateTime.Utc) => Effect.Effect<boolean, Unavailable>

    /** The account of a folded email. */
    readonly byEmail: (emailKey: string) => Effect.Effect<Option.Option<LoginAccount>, Unavailable>

    /** The account of a folded username. */
    readonly byUsername: (usernameKey: string) => Effect.Effect<Option.Option<LoginAccount>, Unavailable>

    /** The account of a member. */
    readonly byId: (id: UserId) => Effect.Effect<Option.Option<LoginAccount>, Unavailable>

    /**
     * Stores another hash in place of `from`. False, with nothing stored, where `from` is not the hash any more. Until the
     * end of the transaction every other call for the member waits.
     */
    readonly replacePasswordHash: (id: UserId, from: string, to: string) => Effect.Effect<boolean, Unavailable>

    /** The member in detail, always with the email: the service decides whom to show it. */
    readonly detail: (id: UserId) => Effect.Effect<UserDetail, UserNotFound | Unavailable>

    /** Members newest first (greatest id), narrowed to a role, to the verified or others, and to a search (`memberSearch`). */
    readonly page: (
      filter: UserFilter,
      window: PageSlice<UserKey>
    ) => Effect.Effect<PageResult<User, UserKey>, Unavailable>

    /** Changes a member. Fails with `UsernameTaken`, as decided by the unique index, and with `UserNotFound`. */
    readonly update: (id: UserId, change: UserUpdate) => Effect.Effect<void, UsernameTaken | UserNotFound | Unavailable>

    /** Changes the email of a member. Fails with `EmailTaken`, as decided by the unique index, and with `UserNotFound`. */
    readonly setEmail: (
      id: UserId,
      email: Pick<AccountToAdd, "email" | "emailKey">
    ) => Effect.Effect<void, EmailTaken | UserNotFound | Unavailable>

    /** Verifies a member, or withdraws the verification. Fails with `UserNotFound`. */
    readonly setVerification: (
      id: UserId,
      verification: Option.Option<VerificationToAdd>
    ) => Effect.Effect<void, UserNotFound | Unavailable>

    /**
     * Suspends a member, or ends the suspension. Fails with `UserNotFound`. Until the end of the transaction a
     * `replacePasswordHash` of the member waits.
     */
    readonly setSuspension: (
      id: UserId,
      suspension: Option.Option<Suspension>
    ) => Effect.Effect<void, UserNotFound | Unavailable>

    /** Sets the diseases of a member, in this order. All must exist, and each may be given once. */
    readonly setDiseases: (id: UserId, diseaseIds: ReadonlyArray<DiseaseId>) => Effect.Effect<void, Unavailable>

    /**
     * Notes that the member signed in or wrote, to the minute. It does not wait: nothing is stored while another
     * transaction holds the row.
     */
    readonly touch: (id: UserId, at: DateTime.Utc) => Effect.Effect<void, Unavailable>

    /** True if the member has logged in from an address of this hash before. */
    readonly knowsAddress: (id: UserId, addressHash: string) => Effect.Effect<boolean, Unavailable>

    /** Notes a login from an address. The last `maxAddresses` of a member are stored. */
    readonly rememberAddress: (id: UserId, addressHash: string, at: DateTime.Utc) => Effect.Effect<void, Unavailable>
  }
>() {}
