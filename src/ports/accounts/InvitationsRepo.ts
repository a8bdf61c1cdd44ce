import { Context, type DateTime, type Option } from "effect"
import type { NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import type { Invitation, InvitationRole } from "../../domain/accounts/Invitation.ts"
import type { InvitationId, UserId } from "../../domain/Ids.ts"
import type { InvitationKey } from "../../domain/Lists.ts"
import type { PageResult, PageSlice } from "../../domain/Page.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

/** An invitation to store, with the admin who makes it. Of its secret only the hash is stored. */
export interface InvitationToAdd extends Omit<Invitation, "id" | "used"> {
  readonly byId: UserId
  readonly hash: string
}

/** The facts of a valid invitation on which joining depends. */
export interface ValidInvitation {
  readonly id: InvitationId
  readonly role: InvitationRole
  readonly byId: UserId
}

/** The store of invitations to join. The erasure of an admin deletes theirs. */
export class InvitationsRepo extends Context.Tag("ports/accounts/InvitationsRepo")<
  InvitationsRepo,
  {
    /** Stores an invitation. Fails with `NotSignedIn` for an admin who does not exist. */
    readonly add: (invitation: InvitationToAdd) => StorageEffect<Invitation, NotSignedIn>

    /** All invitations, the newest first: those that are used up or have expired, too. */
    readonly page: (window: PageSlice<InvitationKey>) => StorageEffect<PageResult<Invitation, InvitationKey>>

    /** The invitation of a hash, if somebody may join by it at `now`: while who made it is an admin, not suspended. */
    readonly find: (hash: string, now: DateTime.Utc) => StorageEffect<Option.Option<ValidInvitation>>

    /**
     * Counts a use of the invitation of a hash, as a part of the registration's transaction, which a roll-back takes
     * back. None unless somebody may join by it at `now`: of calls at once no more get it than uses are left.
     */
    readonly use: (hash: string, now: DateTime.Utc) => StorageEffect<Option.Option<ValidInvitation>>

    /** Deletes an invitation; false where there is none. Of calls at once, one gives true. */
    readonly remove: (id: InvitationId) => StorageEffect<boolean>
  }
>() {}
