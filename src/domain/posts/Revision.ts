import { Schema } from "effect"
import { exactOptional } from "../Fields.ts"
import { DecisionId, UserId } from "../Ids.ts"

export const EditedAt = Schema.OptionFromNullOr(Schema.DateTimeUtc).annotations({
  description: "When the text last changed; null until then."
})

/** The maximum number of revisions that one response shows. */
export const revisionsShown = 100

/** The maximum number of bytes of the comments, or of the revisions, of one response, as JSON. */
export const maxTextsBytes = 990_000

/** The same in words. */
export const maxTextsSize = `${Math.round(maxTextsBytes / 1_000_000)} MB`

export const Revision = Schema.Struct({
  title: exactOptional(Schema.String).annotations({ description: "Of a post." }),
  content: Schema.String.annotations({ description: "Filtered Markdown." }),
  createdAt: Schema.DateTimeUtc.annotations({ description: "When this text was written." }),
  by: Schema.NullOr(Schema.Struct({ id: UserId, username: Schema.String })).annotations({
    description: "Who wrote this text; null for a member who is gone."
  })
}).annotations({ identifier: "Revision", description: "An earlier text of a post or a comment." })
export type Revision = typeof Revision.Type

export const RevisionList = Schema.Struct({ data: Schema.Array(Revision) }).annotations({
  identifier: "RevisionList",
  description: `The earlier texts, newest first: the last ${revisionsShown}, and at most ${maxTextsSize} of them.`
})
export type RevisionList = typeof RevisionList.Type

/** The members of a record that is hidden, for its author and moderators. */
export const hiddenFields = {
  hidden: exactOptional(Schema.Literal(true)).annotations({
    description: "True for a text that only its author and moderators see."
  }),
  decisionId: exactOptional(DecisionId).annotations({ description: "The decision that hides it." })
}
