import { Schema } from "effect"
import { AuthorKind } from "../../domain/accounts/User.ts"
import { DiseaseId, UserId } from "../../domain/Ids.ts"
import { PageLimit, PageNumber } from "../../domain/Page.ts"
import { PostCategory, PostSort } from "../../domain/posts/Post.ts"

/** An argument that may be absent or null. */
export const optional = <A, I>(schema: Schema.Schema<A, I>, description: string) =>
  Schema.optionalWith(schema.annotations({ description }), { nullable: true })

export const cursor = (instead: string) =>
  optional(
    Schema.String,
    `The pagination.nextCursor of the same list before, instead of ${instead}, to continue behind it.`
  )

/** The arguments of every list. */
export const pages = (items: string) => ({
  page: optional(PageNumber, "The page, from 1."),
  cursor: cursor("page"),
  limit: optional(PageLimit, `The most ${items}: 20 by default, at most 100.`)
})

/** The filters and the order of lists of posts. */
export const postFilter = {
  authorId: optional(UserId, "Only posts of this member; author.id of a post tells the id."),
  authorKind: optional(AuthorKind, "Only posts by humans, or only by agents."),
  category: optional(PostCategory, "Only posts of this category: topic, experience or question."),
  diseaseId: optional(DiseaseId, "Only posts filed under this disease; find_diseases tells the id."),
  includeDescendants: optional(Schema.Boolean, "Includes posts filed under subtypes of diseaseId."),
  sort: optional(
    PostSort,
    "The order: relevance (best first, the default when searching), date (newest first, the default otherwise), views or replies."
  )
}
