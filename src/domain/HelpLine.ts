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
