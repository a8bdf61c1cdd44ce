import { Context, type DateTime, type Option } from "effect"
import type { NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import type {
  ListedVerificationRequest,
  NewVerificationRequest,
  VerificationRequest
} from "../../domain/accounts/VerificationRequest.ts"
import type { UserId, VerificationRequestId } from "../../domain/Ids.ts"
import type { VerificationRequestKey } from "../../domain/Lists.ts"
import type { PageResult, PageSlice } from "../../domain/Page.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

/** The store of requests to be verified. Leaving deletes that of the member. */
export class VerificationRequestsRepo extends Context.Tag("ports/accounts/VerificationRequestsRepo")<
  VerificationRequestsRepo,
  {
    /**
     * Stores the request of a member; a later one replaces the words of the first, which keeps its id and its time.
     * Fails with `NotSignedIn` for a member who does not exist.
     */
    readonly put: (
      userId: UserId,
      request: NewVerificationRequest,
      at: DateTime.Utc
    ) => StorageEffect<VerificationRequest, NotSignedIn>

    readonly ofMember: (userId: UserId) => StorageEffect<Option.Option<VerificationRequest>>

    readonly find: (id: VerificationRequestId) => StorageEffect<Option.Option<ListedVerificationRequest>>

    /** All requests, the oldest first. */
    readonly page: (
      window: PageSlice<VerificationRequestKey>
    ) => StorageEffect<PageResult<ListedVerificationRequest, VerificationRequestKey>>

    /**
     * Deletes the request of a member, only with these words if they are given; false where there is none. Of several
     * calls at once, one gives true.
     */
    readonly remove: (userId: UserId, words?: NewVerificationRequest) => StorageEffect<boolean>
  }
>() {}
