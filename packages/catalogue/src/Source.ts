import { Schema } from "effect"

/** An attribution that a licence demands. */
export const Source = Schema.Struct({
  name: Schema.String,
  licence: Schema.String,
  url: Schema.String,
  version: Schema.String,
  attribution: Schema.String
}).annotations({ identifier: "Source", description: "Where the facts come from, and under which licence." })
export type Source = typeof Source.Type
