import { Schema } from "effect"

const timeOfDay = (form: RegExp) =>
  Schema.String.pipe(Schema.pattern(form, { message: () => "must be a time, such as 09:00" }))

export const HelpLine = Schema.Struct({
  country: Schema.String.annotations({ description: "ISO 3166-1, such as `FR`; `EU` for the European Union." }),
  name: Schema.String,
  names: Schema.optional(Schema.Record({ key: Schema.String, value: Schema.String })).annotations({
    description: 'Its names in other languages of its country (BCP 47), such as `{"fr": "La Main Tendue"}`.'
  }),
  phone: Schema.String,
  url: Schema.optional(Schema.String).annotations({
    description: "Its own page, or that of a public authority of its country, where one is known."
  }),
  hours: Schema.optional(
    Schema.Struct({
      from: timeOfDay(/^([01]\d|2[0-3]):[0-5]\d$/),
      to: timeOfDay(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/)
    })
  ).annotations({
    description: "When it answers each day, in the time of its country, where that is known to be not day and night."
  }),
  language: Schema.optional(Schema.String).annotations({
    description: "The language that it speaks (BCP 47), where its country has lines of several."
  })
}).annotations({ identifier: "HelpLine", description: "Whom to call for help in a country." })
export type HelpLine = typeof HelpLine.Type

/** What an agent does first where somebody is in danger. */
export const dangerRule =
  "If somebody may be about to harm themselves or others, or describes an emergency: first say plainly to call the local " +
  "emergency number (112, 911, 999) or a crisis line (findahelpline.com), then go on. Never make them wait for a search."
