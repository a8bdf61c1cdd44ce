import type { SqlClient } from "@effect/sql"
import { Effect, Option } from "effect"
import type { PageSlice } from "../../../domain/Page.ts"
import { maxFound, type PostQuery } from "../../../search/posts/PostQuery.ts"
import { allQueries, anyQuery, termQuery } from "../SearchVector.ts"
import { minRanked, selectNewestPosts } from "./NewestPosts.ts"
import { selectRarePosts } from "./PostMatches.ts"
import type { SearchRow } from "./PostSearchConditions.ts"
import type { PageRequest } from "./PostSearchPage.ts"
import { diseaseAlternativesOf, partQuery, partsOf, unorderedPartQuery, wholeWords } from "./PostSearchTerms.ts"
import { estimateSelectivity, type SelectivityEstimate, windowFor } from "./SelectivityEstimate.ts"

/** True if more posts match than a search can find. */
const isCommon = ({ steps }: Pick<SelectivityEstimate, "steps">) => steps.some(({ hits }) => hits > maxFound)

/** The windows of newest ids, in bits, in which common parts are ranked: the narrow one for parts with many sampled hits. */
const wideBits = 12
const narrowBits = 10
const manySampled = 100

/** Chooses the windows of ids: all ids, or as many of the newest as the page takes. `rankedBits` is smaller for common parts. */
const windowsOf = ({ steps, titles }: SelectivityEstimate, { limit, offset, sort }: PageRequest, sampled: number) => {
  const isNewestFirst = sort === "relevance" || sort === "date"
  const enough = isNewestFirst ? Math.max(offset + limit, minRanked) : maxFound + 1
  return {
    bits: isCommon({ steps }) ? windowFor(steps, enough) : null,
    titleBits: windowFor(titles, minRanked),
    rankedBits: Math.min(windowFor(steps, minRanked) ?? wideBits, sampled > manySampled ? narrowBits : wideBits)
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
  const estimateOf = estimateSelectivity(sql, minRanked)
  const rarePosts = selectRarePosts(sql)
  const newestPosts = selectNewestPosts(sql)

  /**
   * Searches where an alternative has no rare part. It estimates with whole words first: if they match more than `maxFound`
   * posts, the last word is not taken as a prefix.
   */
  const searchNewest = Effect.fnUntraced(function* (search: PostQuery, request: PageRequest, sampled: number) {
    const whole = searchRowOf(wholeWords(search))
    const first = yield* estimateOf(whole)
    const row = isCommon(first) ? whole : request
    const estimate = row.inOne === whole.inOne ? first : yield* estimateOf(row)
    const { items, total } = yield* newestPosts({
      ...request,
      ...row,
      ...windowsOf(estimate, request, sampled),
      top: estimate.top,
      diseaseAlternatives: diseaseAlternativesOf(search)
    })
    // Words of a post that is not among the newest have to stand in one text.
    const isComplete = total <= maxFound && search.alternatives.every((parts) => parts.length === 1)
    return isCommon(estimate)
      ? { items, total: maxFound, exact: false }
      : { items, total: Math.min(total, maxFound), exact: isComplete }
  })

  return Effect.fnUntraced(function* (typed: PostQuery, window: PageSlice) {
    const search = { ...typed, alternatives: typed.alternatives.filter((parts) => parts.length > 0) }
    if (search.alternatives.length === 0) return { items: [], total: 0, exact: true }
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
    if (!isRare) return yield* searchNewest(search, request, sampled)
    return { items, total: Math.min(total, maxFound), exact: total <= maxFound }
  })
}
