import { Array, Option, Order } from "effect"
import type { DiseaseId } from "../../../domain/Ids.ts"
import { shownHtml } from "../../../domain/Markdown.ts"
import type { PageSlice } from "../../../domain/Page.ts"
import type { PostSort } from "../../../domain/posts/Post.ts"
import type { PostListing } from "../../../ports/PostsRepo.ts"
import {
  type FoundPosts,
  hasMost,
  maxFound,
  type PostQuery,
  placeScores,
  type SearchPart,
  wholeScores
} from "../../../search/posts/PostQuery.ts"
import type { Term } from "../../../text/Lexemes.ts"
import { withSubtypes } from "../diseases/DiseaseViews.ts"
import type { PostRow } from "../Rows.ts"
import type { Tables } from "../Tables.ts"
import { commentsOf, newestFirst, postOf } from "../Views.ts"
import { holds, holdsInContent, holdsInTitle, type SearchIndex } from "./SearchIndex.ts"

interface Match {
  readonly row: PostRow
  readonly rank: number
}

/** The score of a part by the best place where it is found; undefined where it is not found. */
const placeScore = (
  { index, diseaseId }: PostRow,
  comments: ReadonlyArray<SearchIndex>,
  { terms }: SearchPart,
  about: ReadonlySet<DiseaseId>
): number | undefined => {
  if (terms.some((term) => holdsInTitle(index, term))) return placeScores.title
  if (Option.exists(diseaseId, (id) => about.has(id))) return placeScores.filed
  if (terms.some((term) => holds(index, term))) return placeScores.content
  return terms.some((term) => comments.some((comment) => holds(comment, term))) ? placeScores.comment : undefined
}

const wholeScore = ({ index }: PostRow, whole: Option.Option<Term>, words: number): number => {
  if (Option.exists(whole, (term) => holdsInTitle(index, term))) return wholeScores.title
  return Option.exists(whole, (term) => holdsInContent(index, term)) ? wholeScores.content * words : 0
}

/** The posts that pass the filters of a list or a search, in no order. */
export const listedPosts = (
  tables: Tables,
  { authorId, authorKind, category, diseaseId, includeDescendants = false }: Omit<PostListing, "sort">
): ReadonlyArray<PostRow> => {
  const about = diseaseId === undefined ? [] : [diseaseId]
  const diseases = includeDescendants ? withSubtypes(tables, about) : new Set(about)
  return tables.posts.where(
    (row) =>
      (authorId === undefined || row.authorId === authorId) &&
      (authorKind === undefined || row.authorKind === authorKind) &&
      (category === undefined || row.category === category) &&
      (diseaseId === undefined || Option.exists(row.diseaseId, (id) => diseases.has(id)))
  )
}

/** The number by which an order sorts posts, the greatest first. */
export const countOf = (tables: Tables, row: PostRow, sort: Exclude<PostSort, "relevance">): number => {
  if (sort === "date") return 0 // ids ascend with time
  return sort === "views" ? row.views : commentsOf(tables, row.id).length
}

const bestFirst: Order.Order<Match> = Order.combine(
  Order.mapInput(Order.reverse(Order.number), ({ rank }) => rank),
  Order.mapInput(newestFirst, ({ row }) => row)
)

/** The first comment that holds a term, where the post itself holds none. */
const commentOf = (tables: Tables, row: PostRow, terms: ReadonlyArray<Term>): Option.Option<string> =>
  terms.some((term) => holds(row.index, term))
    ? Option.none()
    : Option.map(
        Array.findFirst(commentsOf(tables, row.id), ({ index }) => terms.some((term) => holds(index, term))),
        ({ content }) => content.html
      )

/** The score of a post by its best alternative; undefined where it matches none. */
const scoreOf = (
  row: PostRow,
  comments: ReadonlyArray<SearchIndex>,
  { alternatives, partial = false }: PostQuery,
  families: ReadonlyArray<ReadonlyArray<ReadonlySet<DiseaseId>>>
): number | undefined => {
  const scores = alternatives.flatMap((parts, alternative) => {
    const places = parts.map((part, nth) => {
      const score = placeScore(row, comments, part, families[alternative]?.[nth] ?? new Set())
      return score === undefined ? undefined : score * part.words
    })
    const isFound = (_: SearchPart, nth: number) => places[nth] !== undefined
    const isMatch = partial ? hasMost(parts, isFound) : parts.length > 0 && parts.every(isFound)
    return isMatch ? [places.reduce<number>((sum, score = 0) => sum + score, 0)] : []
  })
  return scores.length === 0 ? undefined : Math.max(...scores)
}

/** The matches of a search, in no order. */
const matchesOf = (tables: Tables, query: PostQuery): ReadonlyArray<Match> => {
  const { alternatives, sort, unwanted, whole } = query
  const families = alternatives.map((parts) => parts.map((part) => withSubtypes(tables, part.diseaseIds)))
  const words = Math.max(...alternatives.map((parts) => parts.reduce((sum, part) => sum + part.words, 0)))
  return listedPosts(tables, query).flatMap((row) => {
    const comments = commentsOf(tables, row.id).map(({ index }) => index)
    if (unwanted.some((term) => [row.index, ...comments].some((index) => holds(index, term)))) return []
    const score = scoreOf(row, comments, query, families)
    if (score === undefined) return []
    return [{ row, rank: sort === "relevance" ? score + wholeScore(row, whole, words) : countOf(tables, row, sort) }]
  })
}

/** Searches posts: see `PostsRepo.search`. All matches are found and ranked. */
export const searchPosts = (tables: Tables, query: PostQuery, { limit, offset }: PageSlice): FoundPosts => {
  const matches = matchesOf(tables, query)
  const terms = query.alternatives.flatMap((parts) => parts.flatMap((part) => part.terms))
  const items = Array.sort(matches, bestFirst)
    .slice(0, maxFound)
    .slice(offset, offset + limit)
    .map(({ row }) => ({
      post: postOf(tables, row),
      contentHtml: shownHtml(row.content),
      commentHtml: commentOf(tables, row, terms)
    }))
  return { items, total: Math.min(matches.length, maxFound), exact: matches.length <= maxFound }
}
