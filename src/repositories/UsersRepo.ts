import type { DateTime, Effect, Option } from "effect"
import { Context } from "effect"
import type { DiseaseId, UserId } from "../domain/Ids.ts"
import type { UserKey } from "../domain/Lists.ts"
import type { FilteredBio } from "../domain/Markdown.ts"
import type { Found, Window } from "../domain/Page.ts"
import type { Role } from "../domain/Role.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import type { EmailTaken, User, UserDetail, UserFilter, UserNotFound, UsernameTaken } from "../domain/User.ts"

/** An account to store. The keys decide what is taken (contract, Accounts). */
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

/** What of an account a login needs. */
export interface LoginAccount {
  readonly id: UserId
  readonly passwordHash: string
}

/** What changes of a member; none stays. */
export interface UserUpdate {
  readonly username: Option.Option<{ readonly name: string; readonly key: string }>
  readonly bio: Option.Option<Option.Option<FilteredBio>>
  readonly role: Option.Option<Role>
}

/** Where members are stored and found. */
export class UsersRepo extends Context.Tag("repositories/UsersRepo")<
  UsersRepo,
  {
    /**
     * Stores an account under the next id; it counts as active from `createdAt` on. Fails with `EmailTaken` or
     * `UsernameTaken` when a key is taken (the email is looked at first), decided by the indexes.
     */
    readonly add: (account: AccountToAdd) => Effect.Effect<UserId, EmailTaken | UsernameTaken | Unavailable>

    /** Makes other transactions that take this lock wait: what follows about "the first admin" stays true. */
    readonly lockFirstAdmin: Effect.Effect<void, Unavailable>

    /** Whether any member is an admin. */
    readonly adminExists: Effect.Effect<boolean, Unavailable>

    /** Whether any other member is an admin. */
    readonly otherAdminExists: (id: UserId) => Effect.Effect<boolean, Unavailable>

    /** The account of a folded email. */
    readonly byEmail: (emailKey: string) => Effect.Effect<Option.Option<LoginAccount>, Unavailable>

    /** Stores a new hash of the same password. */
    readonly setPasswordHash: (id: UserId, passwordHash: string) => Effect.Effect<void, Unavailable>

    /**
     * The member in detail, always with the email: whom it is shown is the service's to say. A bio that was stored before
     * its HTML was stored too comes without `bioHtml`; so it does in `page`.
     */
    readonly detail: (id: UserId) => Effect.Effect<UserDetail, UserNotFound | Unavailable>

    /** Members newest first (greatest id), narrowed to a role and a search (`memberSearch`). */
    readonly page: (filter: UserFilter, window: Window<UserKey>) => Effect.Effect<Found<User, UserKey>, Unavailable>

    /** Changes a member. Fails with `UsernameTaken`, decided by the index, and with `UserNotFound`. */
    readonly update: (id: UserId, change: UserUpdate) => Effect.Effect<void, UsernameTaken | UserNotFound | Unavailable>

    /** Sets the diseases of a member, in this order. All must exist, and none stand twice. */
    readonly setDiseases: (id: UserId, diseaseIds: ReadonlyArray<DiseaseId>) => Effect.Effect<void, Unavailable>

    /**
     * The member signed in or wrote at this moment; stored to the minute. It does not wait: while others hold the member's
     * row nothing is stored.
     */
    readonly touch: (id: UserId, at: DateTime.Utc) => Effect.Effect<void, Unavailable>

    /** Whether the member has logged in from an address of this hash before. */
    readonly knowsAddress: (id: UserId, addressHash: string) => Effect.Effect<boolean, Unavailable>

    /** The member has logged in from there; of each member the 20 used last are kept. */
    readonly rememberAddress: (id: UserId, addressHash: string, at: DateTime.Utc) => Effect.Effect<void, Unavailable>
  }
>() {}
