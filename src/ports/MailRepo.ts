import type { DateTime, Effect, Option } from "effect"
import { Context } from "effect"
import type { UserId } from "../domain/Ids.ts"
import type { LinkPurpose, MailKind } from "../domain/mail/Mail.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** A mail to be sent. */
export interface MailToAdd {
  readonly kind: MailKind
  /** None for a forgotten password: nobody has looked up the account yet. */
  readonly userId: Option.Option<UserId>
  /** None for the member's own address. */
  readonly address: Option.Option<string>
  readonly createdAt: DateTime.Utc
}

/** A mail that the caller sends, with the number of its tries so far, the present one included. */
export interface ClaimedMail extends MailToAdd {
  readonly id: number
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
export class MailRepo extends Context.Tag("ports/MailRepo")<
  MailRepo,
  {
    /** Stores a mail, which is due at once, in place of one of its kind to the same member, or address where that is none. */
    readonly add: (mail: MailToAdd) => Effect.Effect<void, Unavailable>

    /**
     * Stores digests for up to `limit` members whose settings ask for them: who have an unread notification that is newer than
     * their last digest, which is a day or a week old. Notes the time. Gives their number; of concurrent calls each stores
     * digests for other members.
     */
    readonly addDigests: (now: DateTime.Utc, limit: number) => Effect.Effect<number, Unavailable>

    /**
     * Claims the mail that has been due the longest at `now`, digests last. Until `until` only the caller has it. Of
     * concurrent callers each gets another mail.
     */
    readonly claim: (now: DateTime.Utc, until: DateTime.Utc) => Effect.Effect<Option.Option<ClaimedMail>, Unavailable>

    /** Makes a mail due again at a time. */
    readonly retryAt: (id: number, at: DateTime.Utc) => Effect.Effect<void, Unavailable>

    /** Deletes a mail that was sent or given up. */
    readonly remove: (id: number) => Effect.Effect<void, Unavailable>

    /** The time when the next mail is due, or its claim ends. */
    readonly nextDue: Effect.Effect<Option.Option<DateTime.Utc>, Unavailable>

    /** Stores a link in place of the member's link for the same purpose. */
    readonly setLink: (link: LinkToAdd) => Effect.Effect<void, Unavailable>

    /** The link with this hash, if it is valid at `now`. */
    readonly findLink: (
      purpose: LinkPurpose,
      hash: string,
      now: DateTime.Utc
    ) => Effect.Effect<Option.Option<Pick<LinkToAdd, "userId" | "email">>, Unavailable>

    /** Deletes the link with this hash. True for one of concurrent calls, with the member locked (`UsersRepo`). */
    readonly takeLink: (purpose: LinkPurpose, hash: string) => Effect.Effect<boolean, Unavailable>

    /** Deletes the links of a member. */
    readonly forgetLinks: (userId: UserId) => Effect.Effect<void, Unavailable>

    /** Deletes the links that have expired at `now`. */
    readonly forgetExpiredLinks: (now: DateTime.Utc) => Effect.Effect<void, Unavailable>
  }
>() {}
