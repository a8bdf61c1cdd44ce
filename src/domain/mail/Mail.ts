import { Duration, Schema } from "effect"
import { maxEmailCharacters } from "../accounts/Email.ts"
import { Password } from "../accounts/Password.ts"
import { proofFields } from "../accounts/StepUp.ts"
import { named } from "../Fields.ts"
import { AnyText, text } from "../Text.ts"

const linksInMail = ["reset_password", "confirm_email"] as const

/** The purpose of a link. A `password_link`, which an admin hands over, sets a password as `reset_password` does. */
export const LinkPurpose = Schema.Literal(...linksInMail, "password_link")
export type LinkPurpose = typeof LinkPurpose.Type

/** The alert of a report of danger, the one that repeats it to admins, and the one of further reports by one member. */
export const dangerKinds = ["danger", "danger_again", "danger_more"] as const

/** The mails that tell a member of changes of passkeys and codes. */
export const factorMails = [
  "passkey_added",
  "passkey_removed",
  "second_factor_added",
  "second_factor_removed",
  "recovery_codes_renewed",
  "factors_reset"
] as const

/** Tells staff without a passkey and a second factor that their powers will rest. */
const staffMails = ["factor_needed"] as const

/** The mails that tell a member of what somebody else may have done with the account. */
export const accountMails = ["password_changed", "codes_closed", "new_device"] as const

export const MailKind = Schema.Literal(
  ...linksInMail,
  "email_changed",
  "digest",
  "replies",
  ...dangerKinds,
  "webhook_off",
  ...factorMails,
  ...staffMails,
  ...accountMails
)
export type MailKind = typeof MailKind.Type

/** Mail of unread notifications ends with one click, and says nothing once they are read. */
export const isOfUnread = (kind: MailKind): boolean => kind === "digest" || kind === "replies"

/** Mail of danger neither replaces an earlier one nor waits for other mail to its address. */
export const isDanger = (kind: MailKind): boolean => dangerKinds.some((danger) => danger === kind)

/** A link works for one hour (contract, Follows and mail). */
export const linkSeconds = 3_600

/** The maximum number of acts of one kind within a time. */
export interface Cap {
  readonly maxActs: number
  readonly within: Duration.Duration
}

/** The maximum number of mails to one address, whatever asks for them (contract, Follows and mail). */
export const mailsToAddress: Cap = {
  /** The maximum number of mails to one address within the time. */
  maxActs: 5,
  /** The time within which mails to one address are counted. */
  within: Duration.hours(1)
}

/**
 * The maximum number of changes of one member's address, each of which sends a mail to an address that the member
 * chose.
 */
export const changesOfAddress: Cap = {
  /** The maximum number of changes of a member's address within the time. */
  maxActs: 5,
  /** The time within which changes of a member's address are counted. */
  within: Duration.days(1)
}

/** The hours between two mails of unread notifications. */
export const digestHours = {
  /** @internal The shortest time between two mails of replies to a member. */
  replies: 1,
  /** @internal The shortest time between two daily digests to a member. */
  daily: 24,
  /** @internal The shortest time between two weekly digests to a member. */
  weekly: 24 * 7
}

/** The notifications that a mail of replies tells, of those about a comment. */
export const replyTypes = ["comment", "reply", "mention"] as const

/** The sender of mail: an address, and a name before it. */
export interface Mailbox {
  readonly name: string
  readonly address: string
}

/** A mail as it is sent. The text and the HTML say the same. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/** @internal The longest text that is tried as the token of a link in a mail. */
const maxLinkTokenCharacters = 256

const LinkToken = AnyText.pipe(
  Schema.filter((typed) => (typed.length <= maxLinkTokenCharacters ? undefined : "must be the token of a link")),
  Schema.annotations({
    jsonSchema: { type: "string", maxLength: maxLinkTokenCharacters },
    description: "The token of the link in the mail."
  }),
  Schema.Redacted
)

export const ForgottenPassword = Schema.Struct({
  email: text(maxEmailCharacters).annotations({ examples: ["maria@example.org"] })
}).annotations({ identifier: "ForgottenPassword", description: "The email of an account." })
export type ForgottenPassword = typeof ForgottenPassword.Type

export const PasswordReset = Schema.Struct({ token: LinkToken, password: Password }).annotations({
  identifier: "PasswordReset",
  description: "The token of a link, and the password from now on."
})
export type PasswordReset = typeof PasswordReset.Type

export const EmailConfirmation = Schema.Struct({ token: LinkToken }).annotations({ identifier: "EmailConfirmation" })
export type EmailConfirmation = typeof EmailConfirmation.Type

export const PasswordLinkRequest = Schema.Struct(proofFields).annotations(
  named("PasswordLinkRequest", "The password of the admin who makes a link for a member.")
)
export type PasswordLinkRequest = typeof PasswordLinkRequest.Type

export const PasswordLink = Schema.Struct({
  url: Schema.Redacted(Schema.String).annotations({ description: "The link to hand over to the member." }),
  expiresAt: Schema.DateTimeUtc
}).annotations(named("PasswordLink", "A link by which a member sets a password. It is shown only here."))
export type PasswordLink = typeof PasswordLink.Type

export class MailOff extends Schema.TaggedError<MailOff>()("MailOff", {}) {
  override readonly message =
    "this server sends no mail: ask an admin, who can make a link by which you set another password"
}

export class LinkNotValid extends Schema.TaggedError<LinkNotValid>()("LinkNotValid", {
  of: Schema.optionalWith(Schema.Literal("account", "digest"), { default: () => "account" })
}) {
  override readonly message =
    this.of === "digest"
      ? "this link is not valid: it may have been cut off. PATCH /api/users/me/settings ends digests, too"
      : "this link is not valid: a link works once, for an hour, and only the newest one does. Ask for another one"
}
