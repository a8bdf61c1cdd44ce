import type { Term } from "@rare-disease-community/text/Lexemes"
import { Array, Option, Order } from "effect"
import type { DiseaseId } from "../../../domain/Ids.ts"
import type { FoundPostKey } from "../../../domain/Lists.ts"
import { shownHtml } from "../../../domain/Markdown.ts"
import type { PageSlice } from "../../../domain/Page.ts"
import type { PostSort } from "../../../domain/posts/Post.ts"
import { maxPostsFound } from "../../../domain/posts/Post.ts"
import {
  type FoundPosts,
  filedScore,
  type PostQuery,
  partialScore,
  placeScores,
  type SearchPart,
  weightOf,
  wholeScores
} from "../../../search/posts/PostQuery.ts"
import { familiesOf, withSubtypes } from "../diseases/DiseaseViews.ts"
import type { PostRow } from "../Rows.ts"
import type { Tables } from "../Tables.ts"
import { commentsOf, newestFirst, postOf } from "../Views.ts"
import { holds, holdsInContent, holdsInTitle, type SearchIndex } from "./SearchIndex.ts"

interface Score {
  readonly score: number
  /** True if it has more than half of the words. */
  readonly hasMost: boolean
  readonly held: ReadonlyArray<number>
}

interface Match extends Score {
  readonly row: PostRow
  readonly rank: number
}

/** The score of a part by the best place where it is found; undefined where it is not found. */
const placeScore = (
  { index, diseaseId }: PostRow,
  comments: ReadonlyArray<SearchIndex>,
  part: SearchPart,
  about: ReadonlySet<DiseaseId>
): number | undefined => {
  const isAnywhere = (texts: ReadonlyArray<SearchIndex>) =>
    part.terms.some((term) => texts.some((text) => holds(text, term)))
  if (part.terms.some((term) => holdsInTitle(index, term))) return placeScores.title
  const scores = [
    ...(Option.exists(diseaseId, (id) => about.has(id)) ? [filedScore(part)] : []),
    ...(isAnywhere([index]) ? [placeScores.content] : isAnywhere(comments) ? [placeScores.comment] : [])
  ]
  return scores.length === 0 ? undefined : Math.max(...scores)
}

const wholeScore = ({ index }: PostRow, whole: Option.Option<Term>, words: number): number => {
  if (Option.exists(whole, (term) => holdsInTitle(index, term))) return wholeScores.title
  return Option.exists(whole, (term) => holdsInContent(index, term)) ? wholeScores.content * words : 0
}

/** True if a comment helped, or one is by a verified member, and not by an agent of theirs. */
const isAnswered = (tables: Tables, { id }: PostRow): boolean =>
  commentsOf(tables, id).some(
    ({ authorId, authorKind, helped }) =>
      helped || (authorKind === "human" && Option.isSome(tables.users.referred(authorId).verification))
  )

/** The posts that pass the filters of a list or a search, in no order. */
export const listedPosts = (
  tables: Tables,
  {
    answered,
    audience,
    authorId,
    authorKind,
    category,
    diseaseId,
    includeDescendants = false,
    isRelated = false,
    language
  }: Omit<PostQuery, "alternatives" | "partial" | "sort" | "unwanted" | "whole">
): ReadonlyArray<PostRow> => {
  const about = diseaseId === undefined ? [] : [diseaseId]
  const own = includeDescendants ? withSubtypes(tables, about) : new Set(about)
  const diseases = isRelated && diseaseId !== undefined ? familiesOf(tables, diseaseId) : own
  return tables.posts.where(
    (row) =>
      (authorId === undefined || row.authorId === authorId) &&
      (authorKind === undefined || row.authorKind === authorKind) &&
      (language === undefined || row.language === language) &&
      (answered === undefined || isAnswered(tables, row) === answered) &&
      (category === undefined || row.category === category) &&
      (audience === undefined || row.audience === audience) &&
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
const commentOf = (tables: Tables, row: PostRow, terms: ReadonlyArray<Term>): FoundPosts["items"][number]["comment"] =>
  terms.some((term) => holds(row.index, term))
    ? Option.none()
    : Option.map(
        Array.findFirst(commentsOf(tables, row.id), ({ index }) => terms.some((term) => holds(index, term))),
        ({ authorId, content }) => ({
          html: content.html,
          author: { id: authorId, username: tables.users.referred(authorId).username }
        })
      )

/** The score of a post by its best alternative; undefined where it matches none. */
const scoreOf = (
  row: PostRow,
  comments: ReadonlyArray<SearchIndex>,
  { alternatives, partial = false }: PostQuery,
  families: ReadonlyArray<ReadonlyArray<ReadonlySet<DiseaseId>>>
): Score | undefined => {
  const held: Array<number> = []
  let before = 0
  const scores = alternatives.flatMap((parts, alternative) => {
    const found = parts.flatMap((part, nth) => {
      const place = placeScore(row, comments, part, families[alternative]?.[nth] ?? new Set())
      if (place === undefined) return []
      held.push(before + nth)
      return [{ part, score: (place + (partial ? partialScore : 0)) * weightOf(part) }]
    })
    before += parts.length
    const lacksRequired = parts.some((part) => part.required === true && !found.some((one) => one.part === part))
    if (found.length === 0 || (partial ? lacksRequired : found.length < parts.length)) return []
    const wordsOf = (some: ReadonlyArray<SearchPart>) => some.reduce((sum, { words }) => sum + words, 0)
    const hasMost = wordsOf(found.map(({ part }) => part)) * 2 > wordsOf(parts)
    return [{ score: found.reduce((sum, { score }) => sum + score, 0), hasMost }]
  })
  if (scores.length === 0) return undefined
  const score = Math.max(...scores.map(({ score }) => score))
  return { score, hasMost: scores.some(({ hasMost }) => hasMost), held }
}

/** The matches of a search, in no order. */
const matchesOf = (tables: Tables, query: PostQuery): ReadonlyArray<Match> => {
  const { alternatives, sort, unwanted, whole } = query
  const families = alternatives.map((parts) => parts.map((part) => withSubtypes(tables, part.diseaseIds)))
  const words = Math.max(...alternatives.map((parts) => parts.reduce((sum, part) => sum + part.words, 0)))
  const found = listedPosts(tables, query).flatMap((row): ReadonlyArray<Match> => {
    const comments = commentsOf(tables, row.id).map(({ index }) => index)
    if (unwanted.some((term) => [row.index, ...comments].some((index) => holds(index, term)))) return []
    const scored = scoreOf(row, comments, query, families)
    if (scored === undefined) return []
    const rank = sort === "relevance" ? scored.score + wholeScore(row, whole, words) : countOf(tables, row, sort)
    return [{ ...scored, row, rank }]
  })
  const most = found.filter(({ hasMost }) => hasMost)
  return query.partial === true && most.length > 0 ? most : found
}

/** Searches posts: see `PostsRepo.search`. All matches are found and ranked. */
export const searchPosts = (tables: Tables, query: PostQuery, window: PageSlice<FoundPostKey>): FoundPosts => {
  const matches = Array.sort(matchesOf(tables, query), bestFirst)
  const places = (window.after ?? []).map((id) => matches.findIndex(({ row }) => row.id === id))
  const offset = (places.find((place) => place >= 0) ?? window.offset - 1) + 1
  const terms = query.alternatives.flatMap((parts) => parts.flatMap((part) => part.terms))
  const items = matches
    .slice(0, maxPostsFound)
    .slice(offset, offset + window.limit)
    .map(({ held, row }) => ({
      post: postOf(tables, row),
      contentHtml: shownHtml(row.content),
      comment: commentOf(tables, row, terms),
      ...(query.partial === true ? { held } : {})
    }))
  return { items, offset, total: Math.min(matches.length, maxPostsFound), exact: matches.length <= maxPostsFound }
}
