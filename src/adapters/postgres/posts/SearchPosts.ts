import type { SqlClient } from "@effect/sql"
import { Effect, Option } from "effect"
import type { PageSlice } from "../../../domain/Page.ts"
import { type FoundPosts, maxFound, type PostQuery } from "../../../search/posts/PostQuery.ts"
import { allQueries, anyQuery, termQuery } from "../SearchVector.ts"
import { ranked, selectNewestPosts } from "./NewestPosts.ts"
import { selectRarePosts } from "./PostMatches.ts"
import type { SearchRow } from "./PostSearchConditions.ts"
import type { PageRequest } from "./PostSearchPage.ts"
import { diseaseAlternativesOf, partQuery, partsOf, unorderedPartQuery, wholeWords } from "./PostSearchTerms.ts"
import { estimateSelectivity, type SelectivityEstimate, windowFor } from "./SelectivityEstimate.ts"

/** True if more posts match than a search can find. */
const isCommon = ({ steps }: Pick<SelectivityEstimate, "steps">) => steps.some(({ hits }) => hits > maxFound)

/** At least this many posts are ranked if more than `maxFound` match. Pages up to here need no others. */
const surelyRanked = 50

/** The largest window in which the places of all parts are looked up, in bits: smaller if a part is very common. */
const maxRankedBits = (sampled: number) => (sampled > 100 ? 10 : 12)

/** Chooses the windows of ids by the estimate: all ids, or only as many of the newest as the page takes. */
const windowsOf = ({ steps, titles }: SelectivityEstimate, { limit, offset, sort }: PageRequest, sampled: number) => {
  const end = offset + limit
  const enough = windowFor(steps, ranked.text)
  const all = windowFor(steps, maxFound + 1)
  const bits = {
    relevance: end <= surelyRanked ? enough : all,
    date: windowFor(steps, end),
    views: all,
    replies: all
  }
  return {
    bits: isCommon({ steps }) ? bits[sort] : null,
    titleBits: windowFor(titles, ranked.title),
    rankedBits: Math.min(enough ?? Number.POSITIVE_INFINITY, maxRankedBits(sampled))
  }
}

/** A search as tsqueries. */
const searchRowOf = (search: PostQuery): SearchRow => {
  const { authorId, category, diseaseId, includeDescendants = false, alternatives, unwanted } = search
  return {
    inOne: anyQuery(alternatives.map((parts) => allQueries(parts.map((part) => partQuery(part))))),
    unorderedInOne: anyQuery(alternatives.map((parts) => allQueries(parts.map(unorderedPartQuery)))),
    unwanted: unwanted.length === 0 ? undefined : anyQuery(unwanted.map((term) => termQuery(term))),
    authorId,
    diseaseId,
    includeDescendants,
    category,
    parts: partsOf(search)
  }
}

/** Searches posts: see `PostsRepo.search`. */
export const searchPosts = (sql: SqlClient.SqlClient) => {
  const estimateOf = estimateSelectivity(sql, ranked.title)
  const rarePosts = selectRarePosts(sql)
  const newestPosts = selectNewestPosts(sql)

  /** Estimates with whole words first: if they match more than `maxFound` posts, the last word is not taken as a prefix. */
  const estimateFirst = Effect.fnUntraced(function* (row: SearchRow, whole: SearchRow) {
    const estimate = yield* estimateOf(whole)
    if (isCommon(estimate) || row.inOne === whole.inOne) return { row: whole, estimate }
    return { row, estimate: yield* estimateOf(row) }
  })

  /** Searches where every part is common. Its parts must stand in one text. */
  const searchNewest = Effect.fnUntraced(function* (search: PostQuery, request: PageRequest, sampled: number) {
    const { estimate, row } = yield* estimateFirst(request, searchRowOf(wholeWords(search)))
    const { items, total } = yield* newestPosts({
      ...request,
      ...row,
      ...windowsOf(estimate, request, sampled),
      top: estimate.top,
      diseaseAlternatives: diseaseAlternativesOf(search)
    })
    const isComplete = total <= maxFound && search.alternatives.every((parts) => parts.length === 1)
    return isCommon(estimate)
      ? { items, total: maxFound, exact: false }
      : { items, total: Math.min(total, maxFound), exact: isComplete }
  })

  return Effect.fnUntraced(function* (typed: PostQuery, window: PageSlice) {
    const search = { ...typed, alternatives: typed.alternatives.filter((parts) => parts.length > 0) }
    if (search.alternatives.length === 0) return { items: [], total: 0, exact: true } satisfies FoundPosts
    const row = searchRowOf(search)
    const offset = Math.min(window.offset, maxFound)
    const request: PageRequest = {
      ...row,
      wholeTitle: Option.getOrNull(Option.map(search.whole, (term) => termQuery(term, "A"))),
      wholeContent: Option.getOrNull(Option.map(search.whole, (term) => termQuery(term, "D"))),
      snippet: anyQuery(row.parts.map(({ anywhere }) => anywhere)),
      sort: search.sort,
      limit: Math.min(window.limit, maxFound - offset),
      offset
    }
    const { isRare, items, sampled, total } = yield* rarePosts(request)
    if (!isRare) return (yield* searchNewest(search, request, sampled)) satisfies FoundPosts
    return { items, total: Math.min(total, maxFound), exact: total <= maxFound } satisfies FoundPosts
  })
}
