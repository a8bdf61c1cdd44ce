import { Schema } from "effect"
import { PostId } from "./Ids.ts"
import { PageLimit } from "./Page.ts"
import { Post } from "./Post.ts"
import { requiredText } from "./Text.ts"

/** A discussion that is like what was asked about, how much, and why. */
export const SimilarDiscussion = Schema.Struct({
  post: Post,
  score: Schema.Number.pipe(Schema.between(0, 1)).annotations({ description: "How alike, from 0 to 1." }),
  reasons: Schema.Array(Schema.String).annotations({ description: "Why, in words." })
}).annotations({ identifier: "SimilarDiscussion" })
export type SimilarDiscussion = typeof SimilarDiscussion.Type

/** Discussions like a text or a post, the most alike first. */
export const SimilarDiscussions = Schema.Struct({ data: Schema.Array(SimilarDiscussion) }).annotations({
  identifier: "SimilarDiscussions"
})
export type SimilarDiscussions = typeof SimilarDiscussions.Type

/** What to compare with: a text, or a post; the post when both are named. */
export const SimilarRequest = Schema.Struct({
  text: Schema.optionalWith(requiredText(20_000), { as: "Option", nullable: true }),
  postId: Schema.optionalWith(PostId, { as: "Option", nullable: true }),
  limit: Schema.optionalWith(PageLimit, { as: "Option", nullable: true })
})
export type SimilarRequest = typeof SimilarRequest.Type

/** Neither a text nor a post was named. */
export class NothingToCompare extends Schema.TaggedError<NothingToCompare>()("NothingToCompare", {}) {
  override get message() {
    return "send `text` (a draft, a question) or `postId` to compare with"
  }
}
