import { Array, HashMap, Option, Order } from "effect"
import type { DiseaseId } from "../../../domain/Ids.ts"
import type { PageSlice } from "../../../domain/Page.ts"
import type { PostSort } from "../../../domain/posts/Post.ts"
import {
  type FoundPosts,
  maxFound,
  type PostQuery,
  placeScores,
  type SearchPart,
  wholeScores
} from "../../../search/posts/PostQuery.ts"
import type { Term } from "../../../text/Lexemes.ts"
import { withSubtypes } from "../diseases/DiseaseFamily.ts"
import { commentsOf, newestFirst, postOf } from "../RowMapping.ts"
import type { PostRow } from "../Rows.ts"
import type { Tables } from "../Store.ts"
import { holds, holdsInFirst, holdsInRest, type SearchIndex } from "./SearchIndex.ts"

interface Match {
  readonly row: PostRow
  readonly score: number
}

/** What a part counts by the best place where it is found; none where it is not. */
const placeScore = (
  { index, diseaseId }: PostRow,
  comments: ReadonlyArray<SearchIndex>,
  { terms }: SearchPart,
  about: ReadonlySet<DiseaseId>
): number | undefined => {
  if (terms.some((term) => holdsInFirst(index, term))) return placeScores.title
  if (Option.exists(diseaseId, (id) => about.has(id))) return placeScores.filed
  if (terms.some((term) => holds(index, term))) return placeScores.content
  return terms.some((term) => comments.some((comment) => holds(comment, term))) ? placeScores.comment : undefined
}

const wholeScore = ({ index }: PostRow, whole: Option.Option<Term>, words: number): number => {
  if (Option.exists(whole, (term) => holdsInFirst(index, term))) return wholeScores.title
  return Option.exists(whole, (term) => holdsInRest(index, term)) ? wholeScores.content * words : 0
}

const orders: Record<PostSort, Order.Order<Match>> = {
  relevance: Order.mapInput(Order.reverse(Order.number), ({ score }) => score),
  date: () => 0, // ids are given in the order of time
  views: Order.mapInput(Order.reverse(Order.number), ({ row }) => row.views),
  replies: Order.mapInput(Order.reverse(Order.number), ({ row }) => row.commentIds.length)
}

const newerFirst: Order.Order<Match> = Order.mapInput(newestFirst, ({ row }) => row)

/** The first comment that holds a part, where the post itself holds none. */
const commentOf = (tables: Tables, row: PostRow, terms: ReadonlyArray<Term>): Option.Option<string> =>
  terms.some((term) => holds(row.index, term))
    ? Option.none()
    : Option.map(
        Array.findFirst(commentsOf(tables, row), ({ index }) => terms.some((term) => holds(index, term))),
        ({ content }) => content.html
      )

/** The posts that `PostsRepo.search` promises; here all are looked at and ranked. */
export const search = (tables: Tables, asked: PostQuery, { limit, offset }: PageSlice): FoundPosts => {
  const { authorId, category, diseaseId, includeDescendants = false, alternatives, sort, unwanted, whole } = asked
  const within = diseaseId === undefined ? [] : includeDescendants ? withSubtypes(tables, [diseaseId]) : [diseaseId]
  const narrowed = new Set(within)
  const families = alternatives.map((parts) => parts.map((part) => new Set(withSubtypes(tables, part.diseaseIds))))
  const words = Math.max(...alternatives.map((parts) => parts.reduce((sum, part) => sum + part.words, 0)))

  const matchOf = (row: PostRow): Option.Option<Match> => {
    const comments = commentsOf(tables, row).map(({ index }) => index)
    const isUnwanted = unwanted.some((term) => [row.index, ...comments].some((index) => holds(index, term)))
    if (authorId !== undefined && row.authorId !== authorId) return Option.none()
    if (isUnwanted || (category !== undefined && row.category !== category)) return Option.none()
    if (diseaseId !== undefined && !Option.exists(row.diseaseId, (id) => narrowed.has(id))) return Option.none()
    const scores = alternatives.flatMap((parts, alternative) => {
      const places = parts.map((part, nth) => {
        const score = placeScore(row, comments, part, families[alternative]?.[nth] ?? new Set())
        return score === undefined ? Number.NaN : score * part.words
      })
      const sum = places.reduce((sum, score) => sum + score, 0)
      return parts.length === 0 || Number.isNaN(sum) ? [] : [sum]
    })
    return scores.length === 0
      ? Option.none()
      : Option.some({ row, score: Math.max(...scores) + wholeScore(row, whole, words) })
  }

  const found = Array.filterMap(HashMap.values(tables.posts.rows), matchOf)
  const terms = alternatives.flatMap((parts) => parts.flatMap((part) => part.terms))
  const items = Array.sort(found, Order.combine(orders[sort], newerFirst))
    .slice(0, maxFound)
    .slice(offset, offset + limit)
    .map(({ row }) => ({
      post: postOf(tables, row),
      contentHtml: row.content.html,
      commentHtml: commentOf(tables, row, terms)
    }))
  return { items, total: Math.min(found.length, maxFound), exact: found.length <= maxFound }
}
