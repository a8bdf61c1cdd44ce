import { Schema } from "effect"

export const HelpLine = Schema.Struct({
  country: Schema.String.annotations({ description: "ISO 3166-1, such as `FR`; `EU` for the European Union." }),
  name: Schema.String,
  phone: Schema.String,
  url: Schema.String,
  language: Schema.optional(Schema.String).annotations({
    description: "The language that it speaks (BCP 47), where its country has lines of several."
  })
}).annotations({ identifier: "HelpLine", description: "Whom to call for help in a country." })
export type HelpLine = typeof HelpLine.Type

/** What an agent does first where somebody is in danger. */
export const dangerRule =
  "If somebody may be about to harm themselves or others, or describes an emergency: first say plainly to call the local " +
  "emergency number (112, 911, 999) or a crisis line (findahelpline.com), then go on. Never make them wait for a search."
