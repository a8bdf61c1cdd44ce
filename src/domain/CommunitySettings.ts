import { Schema } from "effect"
import { named, oneOf, optional, wholeNumber } from "./Fields.ts"

/** Who may join: everybody, or only whom an admin registers. */
export const RegistrationState = oneOf("open", "closed").annotations({
  identifier: "RegistrationState",
  description: "`closed`: only admins register members, and the first admin joins with the code."
})

/** The maximum number of first texts of a member that wait for a moderator. */
export const maxReviewedTexts = 1_000

const settings = {
  registration: RegistrationState,
  reviewFirstPosts: wholeNumber(0, maxReviewedTexts).annotations({
    description:
      "The number of a new member's first posts and comments that are hidden until a moderator restores them."
  })
}

export const CommunitySettings = Schema.Struct(settings).annotations(
  named(
    "CommunitySettings",
    "What admins set for the whole community; what they have not set is as the operator has it."
  )
)
export type CommunitySettings = typeof CommunitySettings.Type

export const CommunitySettingsChange = Schema.Struct({
  registration: optional(settings.registration),
  reviewFirstPosts: optional(settings.reviewFirstPosts)
}).annotations(named("CommunitySettingsChange", "Changes of the community's settings; absent ones stay."))
export type CommunitySettingsChange = typeof CommunitySettingsChange.Type
