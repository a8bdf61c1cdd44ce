import { Schema } from "effect"

const likeCount = Schema.Number.pipe(Schema.int())

/** How many like a post, and whether the caller does when somebody signed in asks. */
export const Likes = Schema.Struct({
  likeCount,
  liked: Schema.optionalWith(Schema.Boolean, { as: "Option", exact: true })
}).annotations({ identifier: "Likes", description: "How many like it; `liked` only when signed in." })
export type Likes = typeof Likes.Type

/** What a toggle led to. */
export const LikeToggled = Schema.Struct({ liked: Schema.Boolean, likeCount }).annotations({
  identifier: "LikeToggled",
  description: "Whether the caller likes it now, and how many do."
})
export type LikeToggled = typeof LikeToggled.Type
