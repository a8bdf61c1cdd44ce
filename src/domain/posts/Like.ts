import { Schema } from "effect"
import { count, maybe } from "../Fields.ts"

const likeCount = count

export const Likes = Schema.Struct({
  likeCount,
  liked: maybe(Schema.Boolean)
}).annotations({ identifier: "Likes", description: "The number of likes; `liked` only when signed in." })
export type Likes = typeof Likes.Type

export const LikeToggled = Schema.Struct({ liked: Schema.Boolean, likeCount }).annotations({
  identifier: "LikeToggled",
  description: "The state of the caller's like now, and the number of likes."
})
export type LikeToggled = typeof LikeToggled.Type
