import { Schema } from "effect"
import { count, named, oneOf, optional, removed, wholeNumber } from "../Fields.ts"
import { InvitationId } from "../Ids.ts"
import { Page } from "../Page.ts"
import { line } from "../Text.ts"
import { Time } from "../Time.ts"

/** The maximum number of members who may join by one invitation. */
export const maxInvitationUses = 100

/** The days after which an invitation expires, unless its admin says otherwise. */
export const invitationDays = 14

/** The longest note about an invitation. */
const maxNoteCharacters = 200

/** The roles that an invitation may give. */
export const InvitationRole = oneOf("user", "expert")
export type InvitationRole = typeof InvitationRole.Type

export const NewInvitation = Schema.Struct({
  role: Schema.optionalWith(
    InvitationRole.annotations({ description: "The role of those who join by it: `user`, unless said." }),
    { default: () => "user" as const, nullable: true }
  ),
  uses: Schema.optionalWith(
    wholeNumber(1, maxInvitationUses).annotations({
      description: "The number of members who may join by it: one, unless said."
    }),
    { default: () => 1, nullable: true }
  ),
  expiresAt: optional(
    Time.annotations({
      jsonSchema: {
        type: "string",
        format: "date-time",
        description: `The time from which it is no longer valid: ${invitationDays} days from now, unless said.`
      }
    })
  ),
  note: optional(
    line(maxNoteCharacters).annotations({
      jsonSchema: {
        type: "string",
        minLength: 1,
        maxLength: maxNoteCharacters,
        description: "For whom it is. Only admins read it."
      },
      examples: ["the meeting in Lyon"]
    })
  )
}).annotations(named("NewInvitation", "An invitation: for how many members, in which role, and until when."))
export type NewInvitation = typeof NewInvitation.Type

export const Invitation = Schema.Struct({
  id: InvitationId,
  role: InvitationRole,
  uses: count.annotations({ description: "The number of members who may join by it." }),
  used: count.annotations({ description: "The number of members who have joined by it." }),
  expiresAt: Schema.DateTimeUtc,
  note: Schema.OptionFromNullOr(Schema.String),
  createdAt: Schema.DateTimeUtc
}).annotations(named("Invitation", "An invitation to join, without its link."))
export type Invitation = typeof Invitation.Type

export const CreatedInvitation = Schema.Struct({
  ...Invitation.fields,
  url: Schema.Redacted(Schema.String).annotations({
    description: "The link to pass on. Its parameter `invitation` is the secret that registration takes."
  })
}).annotations(named("CreatedInvitation", "An invitation with its link, which is shown only here."))
export type CreatedInvitation = typeof CreatedInvitation.Type

export const InvitationPage = Page(Invitation)
export type InvitationPage = typeof InvitationPage.Type

export const InvitationEnded = removed("InvitationEnded", InvitationId)
export type InvitationEnded = typeof InvitationEnded.Type

export class InvitationNotFound extends Schema.TaggedError<InvitationNotFound>()("InvitationNotFound", {
  id: InvitationId
}) {
  override readonly message = `there is no invitation ${this.id}: it was ended, or it never was`
}
