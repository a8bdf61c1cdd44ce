import { Context, type DateTime, type Option } from "effect"
import type { Role } from "../../domain/accounts/CurrentUser.ts"
import type { Suspension } from "../../domain/accounts/Suspension.ts"
import type {
  EmailTaken,
  User,
  UserChange,
  UserDetail,
  UserFilter,
  UserNotFound,
  UsernameTaken,
  Verification
} from "../../domain/accounts/User.ts"
import type { DiseaseId, PostId, UserId } from "../../domain/Ids.ts"
import type { UserKey } from "../../domain/Lists.ts"
import type { FilteredBio } from "../../domain/Markdown.ts"
import type { PageResult, PageSlice } from "../../domain/Page.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

/** A moderator or an admin. */
export interface StaffMember {
  readonly id: UserId
  readonly role: Role
  /** Since when they have had the role without a passkey and a second factor (`StaffFactor.ts`). */
  readonly unguardedSince: Option.Option<DateTime.Utc>
}

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

export interface LoginAccount extends Pick<AccountToAdd, "emailKey" | "passwordHash"> {
  readonly id: UserId
}

/** The changes of a member; absent fields are unchanged. */
export interface UserUpdate
  extends Partial<Omit<UserChange, "username" | "bio" | "diseaseIds" | "email" | "password" | "passkey">> {
  readonly username?: Option.Option<{ readonly name: string; readonly key: string }>
  readonly bio?: Option.Option<Option.Option<FilteredBio>>
  /** For one who becomes a moderator or an admin. */
  readonly staffSince?: DateTime.Utc
}

export interface VerificationToAdd extends Pick<Verification, "at" | "as"> {
  readonly by: UserId
}

/** The maximum number of network addresses that are stored for a member. */
export const maxAddresses = 20

export class UsersRepo extends Context.Tag("ports/accounts/UsersRepo")<
  UsersRepo,
  {
    /** Stores an account. Fails with `EmailTaken`, then with `UsernameTaken`, as decided by the unique indexes. */
    readonly add: (account: AccountToAdd) => StorageEffect<UserId, EmailTaken | UsernameTaken>

    /**
     * Takes the lock of roles, suspensions and erasures until the end of the transaction, so that what is read of them
     * stays true: who is an admin, and whether there is another.
     */
    readonly lockRoles: StorageEffect<void>

    readonly adminExists: StorageEffect<boolean>

    /** True if any other member is an admin who is not suspended at `now`. */
    readonly otherAdminExists: (id: UserId, now: DateTime.Utc) => StorageEffect<boolean>

    /** The moderators and admins who are not suspended at `now`, by id. */
    readonly staff: (now: DateTime.Utc) => StorageEffect<ReadonlyArray<StaffMember>>

    readonly byEmail: (emailKey: string) => StorageEffect<Option.Option<LoginAccount>>
    readonly byUsername: (usernameKey: string) => StorageEffect<Option.Option<LoginAccount>>
    readonly byId: (id: UserId) => StorageEffect<Option.Option<LoginAccount>>

    /** True if it stored `to` in place of `from`. Other calls for the member wait until the commit. */
    readonly replacePasswordHash: (id: UserId, from: string, to: string) => StorageEffect<boolean>

    /** The member in detail, always with the email: the service decides whom to show it. */
    readonly detail: (id: UserId) => StorageEffect<UserDetail, UserNotFound>

    /**
     * Members newest first (greatest id), narrowed to a role, to the verified or others, and to a search
     * (`memberSearch`).
     */
    readonly page: (filter: UserFilter, window: PageSlice<UserKey>) => StorageEffect<PageResult<User, UserKey>>

    /**
     * At most `limit` members by their names (`memberSearch`, without emails): first the authors of a post and of its
     * comments, then others, each by name. A text of fewer than two characters finds no others.
     */
    readonly named: (
      text: string,
      postId: Option.Option<PostId>,
      limit: number
    ) => StorageEffect<ReadonlyArray<Pick<User, "id" | "username">>>

    /** Changes a member. Fails with `UsernameTaken`, as decided by the unique index, and with `UserNotFound`. */
    readonly update: (id: UserId, change: UserUpdate) => StorageEffect<void, UsernameTaken | UserNotFound>

    /**
     * Changes the email of a member. Fails with `EmailTaken`, as decided by the unique index, and with `UserNotFound`.
     */
    readonly setEmail: (
      id: UserId,
      email: Pick<AccountToAdd, "email" | "emailKey">
    ) => StorageEffect<void, EmailTaken | UserNotFound>

    /**
     * Takes the locks that a verification needs, until the end of the transaction: the posts on which the member has
     * commented, then the member. So what is read of the verification afterwards stays true.
     */
    readonly lockForVerification: (id: UserId) => StorageEffect<void>

    /** Verifies a member, or withdraws the verification. Takes its locks. Fails with `UserNotFound`. */
    readonly setVerification: (
      id: UserId,
      verification: Option.Option<VerificationToAdd>
    ) => StorageEffect<void, UserNotFound>

    /** Sets or ends a suspension; `replacePasswordHash` waits until the commit. Fails with `UserNotFound`. */
    readonly setSuspension: (id: UserId, suspension: Option.Option<Suspension>) => StorageEffect<void, UserNotFound>

    /** Sets the diseases of a member, in this order. All must exist, and each may be given once. */
    readonly setDiseases: (id: UserId, diseaseIds: ReadonlyArray<DiseaseId>) => StorageEffect<void>

    /**
     * Holds a member until the end of the transaction, so that no row refers to one who leaves. Waits for one who is
     * leaving, and fails with `UserNotFound` then.
     */
    readonly hold: (id: UserId) => StorageEffect<void, UserNotFound>

    /**
     * Locks a member until the end of the transaction: others that lock or hold the member, or store a row of theirs,
     * come before it or after it. Waits for them, and fails with `UserNotFound` for one who has left. To be taken
     * before the transaction changes the member: batches, which wait for nobody, see this lock, but not one of a newer
     * version of the row.
     */
    readonly lock: (id: UserId) => StorageEffect<void, UserNotFound>

    /** Notes, to the minute, that the member signed in or wrote; nothing while another transaction holds the row. */
    readonly touch: (id: UserId, at: DateTime.Utc) => StorageEffect<void>

    /** True if the member has logged in from an address of this hash before. */
    readonly knowsAddress: (id: UserId, addressHash: string) => StorageEffect<boolean>

    /** Notes a login from an address. The last `maxAddresses` of a member are stored. */
    readonly rememberAddress: (id: UserId, addressHash: string, at: DateTime.Utc) => StorageEffect<void>
  }
>() {}
