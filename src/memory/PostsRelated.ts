import { Array, HashMap, Option, Order } from "effect"
import type { RelatedPost, RelatedRequest } from "../repositories/PostsRepo.ts"
import type { PostRow } from "./Rows.ts"
import { standsInFirst } from "./SearchIndex.ts"
import type { Tables } from "./Store.ts"
import { commentsOf, newestFirst, postOf } from "./Views.ts"

interface Candidate {
  readonly row: PostRow
  readonly filed: boolean
  readonly shared: ReadonlyArray<string>
}

const bestFirst: Order.Order<Candidate> = Order.combineAll([
  Order.mapInput(Order.reverse(Order.boolean), ({ filed }: Candidate) => filed),
  Order.mapInput(Order.reverse(Order.number), ({ shared }: Candidate) => shared.length),
  Order.mapInput(newestFirst, ({ row }: Candidate) => row)
])

/** The posts that `PostsRepo.related` promises; here all are looked at. */
export const related = (
  tables: Tables,
  { diseaseIds, except, lexemes, limit }: RelatedRequest
): ReadonlyArray<RelatedPost> => {
  const candidates = Array.filterMap(HashMap.values(tables.posts.rows), (row): Option.Option<Candidate> => {
    const texts = [row.index, ...commentsOf(tables, row).map(({ index }) => index)]
    const filed = Option.exists(row.diseaseId, (id) => diseaseIds.includes(id))
    const shared = lexemes.filter((lexeme) => texts.some((index) => index.has(lexeme)))
    return (filed || shared.length > 0) && !Option.contains(except, row.id)
      ? Option.some({ row, filed, shared })
      : Option.none()
  })
  return Array.sort(candidates, bestFirst)
    .slice(0, limit)
    .map(({ row, shared }) => ({
      post: postOf(tables, row),
      shared,
      inTitle: shared.filter((lexeme) => standsInFirst(row.index, lexeme))
    }))
}
