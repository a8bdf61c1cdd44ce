import { Schema } from "effect"

const likeCount = Schema.Number.pipe(Schema.int())

export const Likes = Schema.Struct({
  likeCount,
  liked: Schema.optionalWith(Schema.Boolean, { as: "Option", exact: true })
}).annotations({ identifier: "Likes", description: "The number of likes; `liked` only when signed in." })
export type Likes = typeof Likes.Type

export const LikeToggled = Schema.Struct({ liked: Schema.Boolean, likeCount }).annotations({
  identifier: "LikeToggled",
  description: "The state of the caller's like now, and the number of likes."
})
export type LikeToggled = typeof LikeToggled.Type
