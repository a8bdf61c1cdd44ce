import { Schema } from "effect"
import { DecisionId } from "../Ids.ts"

/** The members of a record that is hidden, for its author and moderators. */
export const hiddenFields = {
  hidden: Schema.optionalWith(Schema.Literal(true), { exact: true }).annotations({
    description: "True for a text that only its author and moderators see."
  }),
  decisionId: Schema.optionalWith(DecisionId, { exact: true }).annotations({
    description: "The decision that hides it."
  })
}
