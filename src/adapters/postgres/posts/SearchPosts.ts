import type { SqlClient } from "@effect/sql"
import { Effect, Option } from "effect"
import type { PageSlice } from "../../../domain/Page.ts"
import { type FoundPosts, maxFound, type PostQuery } from "../../../search/posts/PostQuery.ts"
import { allQueries, anyQuery, termQuery } from "../SearchVector.ts"
import type { SearchRow } from "./PostSearchConditions.ts"
import { ranked, selectSearchPage } from "./PostSearchPage.ts"
import {
  diseaseAlternativesOf,
  driversOf,
  partQuery,
  partsOf,
  unorderedPartQuery,
  wholeWords
} from "./PostSearchTerms.ts"
import { estimateSelectivity, lowestOf, type SelectivityEstimate, windowFor } from "./SelectivityEstimate.ts"

/** True if more posts match than a search can find. */
const isCommon = ({ steps }: Pick<SelectivityEstimate, "steps">) => steps.some(({ hits }) => hits > maxFound)

/** At least this many posts are ranked if more than `maxFound` match. Pages up to here need no others. */
const surelyRanked = 50

/**
 * Chooses the windows of ids by the estimate. A rare search reads all posts. A search with more matches
 * reads only as many of the newest posts as the page takes, and its parts must stand in one text.
 */
const windowsOf = ({ steps, titles, top }: SelectivityEstimate, { sort }: PostQuery, end: number) => {
  if (!isCommon({ steps })) return { bits: null, titleBits: null, lowest: 0 }
  const rankedBits = windowFor(steps, ranked.text)
  const all = windowFor(steps, maxFound + 1)
  const bits = {
    relevance: end <= surelyRanked ? rankedBits : all,
    date: windowFor(steps, end),
    views: all,
    replies: all
  }
  const titleBits = windowFor(titles, ranked.title)
  return { bits: bits[sort], titleBits, lowest: lowestOf(top, rankedBits) }
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
  const selectPage = selectSearchPage(sql)

  /** Estimates with whole words first: if they match more than `maxFound` posts, the last word is not taken as a prefix. */
  const estimateFirst = Effect.fnUntraced(function* (search: PostQuery) {
    const whole = searchRowOf(wholeWords(search))
    const estimate = yield* estimateOf(whole)
    if (isCommon(estimate)) return { row: whole, estimate }
    const row = searchRowOf(search)
    return { row, estimate: row.inOne === whole.inOne ? estimate : yield* estimateOf(row) }
  })

  return Effect.fnUntraced(function* (typed: PostQuery, window: PageSlice) {
    const search = { ...typed, alternatives: typed.alternatives.filter((parts) => parts.length > 0) }
    if (search.alternatives.length === 0) return { items: [], total: 0, exact: true } satisfies FoundPosts
    const { estimate, row } = yield* estimateFirst(search)
    const offset = Math.min(window.offset, maxFound)
    const limit = Math.min(window.limit, maxFound - offset)
    const { cut, items, total } = yield* selectPage({
      ...row,
      ...windowsOf(estimate, search, offset + limit),
      top: estimate.top,
      wholeTitle: Option.getOrNull(Option.map(search.whole, (term) => termQuery(term, "A"))),
      wholeContent: Option.getOrNull(Option.map(search.whole, (term) => termQuery(term, "D"))),
      diseaseAlternatives: diseaseAlternativesOf(search),
      drivers: isCommon(estimate) ? [] : driversOf(row.parts, estimate.rarity),
      snippet: anyQuery(row.parts.map(({ anywhere }) => anywhere)),
      sort: search.sort,
      limit,
      offset
    })
    return {
      items,
      total: isCommon(estimate) ? maxFound : Math.min(total, maxFound),
      exact: !isCommon(estimate) && !cut && total <= maxFound
    } satisfies FoundPosts
  })
}
