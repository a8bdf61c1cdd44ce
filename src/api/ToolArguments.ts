import { Schema } from "effect"
import { DiseaseId } from "../domain/Ids.ts"
import { PageLimit, PageNumber } from "../domain/Page.ts"
import { PostCategory, PostSort } from "../domain/Post.ts"

/** An argument that may be absent or null. */
export const optional = <A, I>(schema: Schema.Schema<A, I>, description: string) =>
  Schema.optionalWith(schema.annotations({ description }), { nullable: true })

/** Where to read on in a list. */
export const cursor = (instead: string) =>
  optional(Schema.String, `The pagination.nextCursor of the same list before, instead of ${instead}: what follows it.`)

/** The arguments of every list. */
export const pages = (items: string) => ({
  page: optional(PageNumber, "Which page, from 1."),
  cursor: cursor("page"),
  limit: optional(PageLimit, `How many ${items}, 20 unless said, at most 100.`)
})

/** What posts are narrowed to, and their order. */
export const postFilter = {
  category: optional(PostCategory, "Only posts of this category: topic, experience or question."),
  diseaseId: optional(DiseaseId, "Only posts filed under this disease; find_diseases tells the id."),
  includeDescendants: optional(Schema.Boolean, "Whether diseaseId takes in posts filed under its subtypes too."),
  sort: optional(
    PostSort,
    "The order: relevance (best first, the default when searching), date (newest first, the default otherwise), views or replies."
  )
}
