import { Array, HashMap, Option } from "effect"
import type { PostListing } from "../../../ports/PostsRepo.ts"
import { withSubtypes } from "../diseases/DiseaseRelatives.ts"
import type { PostRow } from "../Rows.ts"
import type { Tables } from "../Tables.ts"

/** The posts that pass the filters of a list or a search, in no order. */
export const listedPosts = (
  tables: Tables,
  { authorId, authorKind, category, diseaseId, includeDescendants = false }: Omit<PostListing, "sort">
): ReadonlyArray<PostRow> => {
  const about = diseaseId === undefined ? [] : includeDescendants ? withSubtypes(tables, [diseaseId]) : [diseaseId]
  const diseases = new Set(about)
  return Array.filter(
    HashMap.values(tables.posts.rows),
    (row) =>
      (authorId === undefined || row.authorId === authorId) &&
      (authorKind === undefined || row.authorKind === authorKind) &&
      (category === undefined || row.category === category) &&
      (diseaseId === undefined || Option.exists(row.diseaseId, (id) => diseases.has(id)))
  )
}
