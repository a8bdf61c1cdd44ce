import { Schema } from "effect"
import { optional } from "../Fields.ts"
import { PostId } from "../Ids.ts"
import { PageLimit } from "../Page.ts"
import { requiredText } from "../Text.ts"
import { Post } from "./Post.ts"

export const SimilarDiscussion = Schema.Struct({
  post: Post,
  score: Schema.Number.pipe(Schema.between(0, 1)).annotations({ description: "The similarity, from 0 to 1." }),
  reasons: Schema.Array(Schema.String).annotations({ description: "The reasons in words." })
}).annotations({ identifier: "SimilarDiscussion" })
export type SimilarDiscussion = typeof SimilarDiscussion.Type

export const SimilarDiscussions = Schema.Struct({ data: Schema.Array(SimilarDiscussion) }).annotations({
  identifier: "SimilarDiscussions"
})
export type SimilarDiscussions = typeof SimilarDiscussions.Type

/** The longest draft that is compared with posts. */
export const maxDraftCharacters = 20_000

/** The number of similar discussions of an answer. */
export const similarLimits = {
  /** The discussions of an answer, unless the caller asks for another number. */
  usual: 10,
  /** The maximum number of similar discussions of an answer. */
  max: 50
} as const

/** A text or a post to compare with; the post if both are there. */
export const SimilarRequest = Schema.Struct({
  text: optional(requiredText(maxDraftCharacters)),
  postId: optional(PostId),
  limit: optional(PageLimit)
})
export type SimilarRequest = typeof SimilarRequest.Type

export class NothingToCompare extends Schema.TaggedError<NothingToCompare>()("NothingToCompare", {}) {
  override readonly message = "send `text` (a draft, a question) or `postId` to compare with"
}
