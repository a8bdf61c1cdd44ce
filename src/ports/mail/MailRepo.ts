import { Context, type DateTime, type Option } from "effect"
import type { UserId } from "../../domain/Ids.ts"
import type { Cap, LinkPurpose, MailKind } from "../../domain/mail/Mail.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"

export interface MailToAdd {
  readonly kind: MailKind
  /** None for a forgotten password: nobody has looked up the account yet. */
  readonly userId: Option.Option<UserId>
  /** None for the member's own address. */
  readonly address: Option.Option<string>
  /** The number of reports that mail of danger tells; 1 if it is not given. */
  readonly reports?: number
  readonly createdAt: DateTime.Utc
}

/** A mail that the caller sends, with the number of its tries so far, the present one included. */
export interface ClaimedMail extends MailToAdd {
  readonly id: number
  readonly reports: number
  readonly tries: number
}

/** A link. Of its token only the hash is stored. */
export interface LinkToAdd {
  readonly userId: UserId
  readonly purpose: LinkPurpose
  readonly hash: string
  /** The address that it confirms. */
  readonly email: Option.Option<string>
  readonly expiresAt: DateTime.Utc
}

/** The store of outgoing mail, and of the links in it. */
export class MailRepo extends Context.Tag("ports/mail/MailRepo")<
  MailRepo,
  {
    /**
     * Stores a mail, which is due at once, in place of one of its kind to the same member, or address without a
     * member; one of danger beside it.
     */
    readonly add: (mail: MailToAdd) => StorageEffect<void>

    /**
     * Stores digests for up to `limit` members whose settings ask for them: who have an unread notification, of news
     * only if they want that, that is newer than their last digest, which is a day or a week old. For members who want
     * mail of replies it is that of a reply in a thread of which no earlier one is unread, and the last mail is an hour
     * old. Notes the time. Gives their number; of concurrent calls each stores digests for other members.
     */
    readonly addDigests: (now: DateTime.Utc, limit: number) => StorageEffect<number>

    /**
     * Stores a mail to each of the staff whose powers will rest within days (`StaffFactor.ts`), once for each time that
     * they got their role. Gives their number.
     */
    readonly addFactorMails: (now: DateTime.Utc) => StorageEffect<number>

    /** Claims the mail that has been due the longest, digests last: until `until` nobody else is given it. */
    readonly claim: (now: DateTime.Utc, until: DateTime.Utc) => StorageEffect<Option.Option<ClaimedMail>>

    readonly retryAt: (id: number, at: DateTime.Utc) => StorageEffect<void>

    /**
     * Takes one of the turns of a cap: none if one was left at `now`, else the time when the next one is. Of concurrent
     * calls no more take one than are left.
     */
    readonly takeTurn: (hash: string, cap: Cap, now: DateTime.Utc) => StorageEffect<Option.Option<DateTime.Utc>>

    /** Gives back a turn that was taken at `taken`. */
    readonly returnTurn: (hash: string, taken: DateTime.Utc) => StorageEffect<void>

    /** Deletes a mail that was sent or given up. */
    readonly remove: (id: number) => StorageEffect<void>

    /** The time when the next mail is due, or its claim ends. */
    readonly nextDue: StorageEffect<Option.Option<DateTime.Utc>>

    /** Stores a link in place of the member's link for the same purpose. */
    readonly setLink: (link: LinkToAdd) => StorageEffect<void>

    /** The link with this hash, if it is valid at `now`. */
    readonly findLink: (
      purpose: LinkPurpose,
      hash: string,
      now: DateTime.Utc
    ) => StorageEffect<Option.Option<Pick<LinkToAdd, "userId" | "email">>>

    /** Deletes the link with this hash. True for one of concurrent calls, with the member locked (`UsersRepo`). */
    readonly takeLink: (purpose: LinkPurpose, hash: string) => StorageEffect<boolean>

    /** Deletes a member's links, and the mail that would bring new ones: each try makes a link. */
    readonly forgetLinks: (userId: UserId) => StorageEffect<void>

    /** Deletes links that have expired, and turns that do not count any more. */
    readonly forgetExpired: (now: DateTime.Utc) => StorageEffect<void>
  }
>() {}
