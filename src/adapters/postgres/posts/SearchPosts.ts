import type { SqlClient, Statement } from "@effect/sql"
import { Effect } from "effect"
import type { PageSlice } from "../../../domain/Page.ts"
import { maxFound, type PostQuery } from "../../../search/posts/PostQuery.ts"
import { minRanked, selectNewestPosts } from "./NewestPosts.ts"
import { matchTables } from "./PostMatches.ts"
import { type PageRequest, selectPage } from "./PostSearchPage.ts"
import { type Sample, selectSample, windowFor } from "./PostSearchSample.ts"
import { diseaseAlternativesOf, searchRowOf, wholeWords } from "./PostSearchTerms.ts"

/** The windows of newest ids, in bits, in which common parts are ranked: the narrow one for parts with many sampled hits. */
const wideBits = 12
const narrowBits = 10
const manySampled = 100

/** The range to search: all posts, or, if there are `many` matches, only until the newest ones fill the page. */
const reachOf = (sample: Sample, { limit, offset, sort }: PageRequest, many: boolean) => {
  const isNewestFirst = sort === "relevance" || sort === "date"
  const enough = many && isNewestFirst ? Math.max(offset + limit, minRanked) : maxFound + 1
  return {
    enough,
    ids: many ? windowFor(sample, sample.matches, enough) : null,
    titleIds: windowFor(sample, sample.titles, enough),
    rankedBits: Math.max(sample.matches, sample.parts) > manySampled ? narrowBits : wideBits,
    countIds: many ? windowFor(sample, sample.matches, maxFound) : undefined
  }
}

/** If each way to read a search has a rare part, and if no part is common. */
interface Reach {
  readonly isRare: boolean
  readonly isWhole: boolean
}

/** Searches posts: see `PostsRepo.search`. */
export const searchPosts = (sql: SqlClient.SqlClient) => {
  /** Searches where an alternative has no rare part. The last word, if it is common, is not taken as a prefix. */
  const searchNewest = Effect.fnUntraced(function* (search: PostQuery, request: PageRequest, sample: Sample) {
    const row = sample.hasCommonEnding ? searchRowOf(wholeWords(search)) : request
    const common = { ...request, ...row, top: sample.top, diseaseAlternatives: diseaseAlternativesOf(search) }
    const find = (many: boolean) => selectNewestPosts(sql, { ...common, ...reachOf(sample, request, many) })
    const newest = sample.matches * sample.top > maxFound * sample.ids ? yield* find(true) : undefined
    const { items, total } = newest !== undefined && newest.total > maxFound ? newest : yield* find(false)
    // In a post that is not among the newest, all words have to occur in the same text.
    const isComplete = total <= maxFound && search.alternatives.every((parts) => parts.length === 1)
    return { items, total: Math.min(total, maxFound), exact: isComplete }
  })

  /** Finds posts that have most words: among all posts with a rare word, or, where none of them has, among the newest. */
  const searchPartly = Effect.fnUntraced(function* (request: PageRequest) {
    const find = (bits: number | null, facts: Statement.Fragment) => {
      const counted = sql`(select count(*)::int from matches) as total, ${facts} as sample`
      return selectPage<Reach>(sql, request, matchTables(sql, request, bits), sql`matches`, counted)
    }
    const reach = sql`(select json_build_object('isRare', is_rare,
      'isWhole', not exists (select from parts where nth not in (select nth from rare))) from verdict)`
    const { sample, ...found } = yield* find(null, reach)
    const isEnough = sample?.isRare === true && (found.total > 0 || sample.isWhole)
    const { items, total } = isEnough ? found : yield* find(wideBits, sql`null`)
    return { items, total: Math.min(total, maxFound), exact: sample?.isWhole === true && total <= maxFound }
  })

  return Effect.fnUntraced(function* (typed: PostQuery, window: PageSlice) {
    const search = { ...typed, alternatives: typed.alternatives.filter((parts) => parts.length > 0) }
    if (search.alternatives.length === 0) return { items: [], total: 0, exact: true }
    const offset = Math.min(window.offset, maxFound)
    const request: PageRequest = {
      ...searchRowOf(search),
      sort: search.sort,
      limit: Math.min(window.limit, maxFound - offset),
      offset
    }
    if (request.partial) return yield* searchPartly(request)
    // All matches, if each alternative has a rare part; otherwise a sample.
    const facts = sql`(select count(*)::int from matches) as total,
      case when not (select is_rare from verdict) then ${selectSample(sql, request)} end as sample`
    const tables = matchTables(sql, request, null)
    const { items, sample, total } = yield* selectPage(sql, request, tables, sql`matches`, facts)
    if (sample !== null) return yield* searchNewest(search, request, sample)
    return { items, total: Math.min(total, maxFound), exact: total <= maxFound }
  })
}
