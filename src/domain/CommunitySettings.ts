import { DateTime, Option, Schema } from "effect"
import { proofFields } from "./accounts/StepUp.ts"
import { named, oneOf, optional, wholeNumber } from "./Fields.ts"
import { Audience } from "./posts/Audience.ts"
import { lineOrNone } from "./Text.ts"
import { Time } from "./Time.ts"

/** Registration is open to everybody, or only to people whom an admin registers or invites. */
export const RegistrationState = oneOf("open", "closed").annotations({
  identifier: "RegistrationState",
  description: "`closed`: only admins register members, and the first admin joins with the code."
})

/** The maximum number of first texts of a member that wait for a moderator. */
export const maxReviewedTexts = 1_000

/** The maximum number of characters of the notice on all pages. */
const maxNoticeCharacters = 300

export const Notice = Schema.Struct({
  text: Schema.String,
  until: Schema.OptionFromNullOr(Schema.DateTimeUtc)
}).annotations(named("Notice", "A line at the top of all pages, until when: null for one without an end."))
export type Notice = typeof Notice.Type

const NewNotice = Schema.Struct({
  text: lineOrNone(maxNoticeCharacters).annotations({
    description: "One line of plain text; an empty one takes the notice away.",
    examples: ["The server is updated on Sunday from 8 to 9."]
  }),
  until: optional(Time)
}).annotations(named("NewNotice", "The notice that replaces the present one; without `until` it has no end."))

const settings = {
  registration: RegistrationState,
  reviewFirstPosts: wholeNumber(0, maxReviewedTexts).annotations({
    description:
      "The number of a new member's first posts and comments that are hidden until a moderator restores them."
  }),
  audiences: Schema.Boolean.annotations({
    description:
      "True where posts may be for members, or for those of a disease, alone. False in a database of an earlier version " +
      "until an admin turns it on, once no instance of that version runs."
  }),
  defaultAudience: Audience.annotations({
    description: "What pages preselect for a new post; for programs the default is `everyone`."
  }),
  agentsReadMembers: Schema.Boolean.annotations({
    description: "True where agents' keys may have the scope `members`."
  })
}

export const CommunitySettings = Schema.Struct({
  ...settings,
  notice: Schema.OptionFromNullOr(Notice)
}).annotations(
  named(
    "CommunitySettings",
    "What admins set for the whole community; what they have not set is as the operator has it."
  )
)
export type CommunitySettings = typeof CommunitySettings.Type

export const CommunitySettingsChange = Schema.Struct({
  registration: optional(settings.registration),
  reviewFirstPosts: optional(settings.reviewFirstPosts),
  audiences: optional(settings.audiences),
  defaultAudience: optional(settings.defaultAudience),
  agentsReadMembers: optional(settings.agentsReadMembers),
  notice: optional(NewNotice),
  ...proofFields
}).annotations(named("CommunitySettingsChange", "Changes of the community's settings; absent ones stay."))
export type CommunitySettingsChange = typeof CommunitySettingsChange.Type

/** What admins set in place of variables of the server; an empty text is none. */
export const faceNames = ["name", "contact", "colour"] as const
export type FaceName = (typeof faceNames)[number]
export type Face = Readonly<Record<FaceName, string>>

/** True while a notice is shown. */
export const isShown = ({ until }: Notice, now: DateTime.Utc): boolean =>
  Option.match(until, { onNone: () => true, onSome: DateTime.greaterThan(now) })

/** The defaults of the settings without variables, in force until an admin changes them. */
export const usualAudiences = { audiences: true, defaultAudience: "everyone", agentsReadMembers: false } as const

/** Audiences cannot be turned off: what is for some would be shown to everyone, or to nobody. */
export class AudiencesInUse extends Schema.TaggedError<AudiencesInUse>()("AudiencesInUse", {}) {
  readonly field = "audiences"
  override readonly message =
    "there are posts that are not for everyone: audiences can be turned off once there are none (GET /api/posts?audience=members)"
}
