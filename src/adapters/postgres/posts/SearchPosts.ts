import type { SqlClient, Statement } from "@effect/sql"
import { Effect, Schema } from "effect"
import { makeKept } from "../../../concurrency/Kept.ts"
import type { FoundPostKey } from "../../../domain/Lists.ts"
import type { PageSlice } from "../../../domain/Page.ts"
import { maxPostsFound } from "../../../domain/posts/Post.ts"
import { type PostQuery, placeScores } from "../../../search/posts/PostQuery.ts"
import { one, Value } from "../Rows.ts"
import { isAbout } from "./AboutDisease.ts"
import { type MatchRequest, matchTables, phraseScore, selectMatches, selectPage } from "./PostMatches.ts"
import {
  postsWhere,
  type Sample,
  type SearchedText,
  selectSurvey,
  textHoldsSearch,
  windowFor
} from "./PostSearchConditions.ts"
import { diseaseAlternativesOf, mostWords, searchRowOf, wholeWords } from "./PostSearchTerms.ts"

/** A search by relevance ranks at least this many posts, if there are as many; all other matches follow by date. */
export const minRanked = 100

/** A search, and how far it looks: numbers of newest ids, or null for all ids. */
interface NewestRequest extends MatchRequest {
  /** The newest id. */
  readonly top: number
  readonly diseaseAlternatives: ReturnType<typeof diseaseAlternativesOf>
  /** So many of the newest matches are wanted. */
  readonly enough: number
  /** For matches in one text, or in one comment. */
  readonly ids: number | null
  /** For matches in one title. */
  readonly titleIds: number | null
  /** For matches in several texts, and for the places of the parts: the newest 2 ** bits to 2 ** (bits + 1) ids. */
  readonly rankedBits: number
  /** Where more matches than a search can find are expected; undefined if all matches are found and counted. */
  readonly countIds: number | null | undefined
}

/** So many matches reach to the end of a page, after a cursor to that of the next one: posts may have been added. */
const endOf = ({ after, limit, offset }: MatchRequest) => offset + limit * (after.length === 0 ? 1 : 2)

/** `+ 0` keeps the planner, which does not know the words, from scanning the whole primary key backwards. */
const newestPosts = (sql: SqlClient.SqlClient, posts: Statement.Fragment, limit: number) =>
  sql`(${posts} order by post_id + 0 desc limit ${limit})`

/** The posts about a disease of the search, with the least score that they have. */
const diseaseHits = (sql: SqlClient.SqlClient, request: NewestRequest) =>
  request.diseaseAlternatives.map(({ diseases, rest, score }) => {
    const holds = rest === null ? sql`true` : sql`post_search.search @@ ${rest}::tsquery`
    const filed = postsWhere(sql, "post", holds, request, [isAbout(sql, diseases)])
    return sql`select id, ${score}::int as score from ${newestPosts(sql, filed, maxPostsFound + 1)} filed`
  })

/** True if each way to read the search is one word: then the text that has the word determines the score. */
const isOneWord = ({ parts, wholeTitle }: MatchRequest) =>
  wholeTitle === null && parts.every(({ words }) => words === 1) && mostWords(parts) === 1

/** The newest posts with all words in the title, with the least score that they have. */
const titleHits = (sql: SqlClient.SqlClient, request: NewestRequest) => {
  const holds = textHoldsSearch(sql, "title", request, request.top, request.titleIds)
  const inTitle = postsWhere(sql, "title", holds, request)
  const score = sql`${placeScores.title * mostWords(request.parts)}::int`
  return request.wholeTitle === null
    ? sql`select id, ${score} as score from ${newestPosts(sql, inTitle, request.enough)} title_hits`
    : sql`select id, ${score} + ${phraseScore(sql, request)} as score
        from ${newestPosts(sql, inTitle, minRanked)} title_hits join post_search on post_id = id`
}

/**
 * Searches the newest posts: a post matches in one text, in its title, in one comment, or by its disease. If they are
 * not counted, the total is `maxPostsFound` + 1 if there are more than `maxPostsFound` and the page is full, else 0.
 */
export const selectNewestPosts = (sql: SqlClient.SqlClient, request: NewestRequest) => {
  const { countIds, enough, ids, rankedBits, sort, top } = request
  const oneWord = isOneWord(request)
  const selections = [
    ...(sort === "relevance" ? [titleHits(sql, request)] : []),
    ...(oneWord ? [] : [sql`select id, score from matches`]),
    ...diseaseHits(sql, request),
    sql`select 0, 0 where false`
  ]
  const texts = (text: SearchedText, ids: number | null, condition = sql`true`) =>
    postsWhere(sql, text, sql.and([condition, textHoldsSearch(sql, text, request, top, ids)]), request)
  const isFull = (table: string) => sql`(select count(distinct id) from ${sql(table)}) >= ${endOf(request)}`
  // The hits of one text or comment score less than all others, and a comment less than a text that has the only word.
  const isRankedEnough = sql`${sort === "relevance" && countIds !== undefined}::bool and ${isFull("ranked")}`
  const isTextEnough = sql`${sort === "relevance" && oneWord}::bool and (select count(*) from text_hits) >= ${enough}`
  const isMore = (text: SearchedText) =>
    sql`(select count(*) from (${texts(text, countIds ?? null)} limit ${maxPostsFound + 1}) some_hits) > ${maxPostsFound}`
  const tables = sql`${oneWord ? sql`` : sql`${matchTables(sql, request, rankedBits)},`}
      ranked (id, score) as materialized (${sql.join(" union all ", false)(selections)}),
      text_hits as materialized ${newestPosts(sql, texts("post", ids, sql`not (${isRankedEnough})`), enough)},
      comment_hits as materialized (
        ${texts("comment", ids, sql`not (${isRankedEnough} or ${isTextEnough})`)} order by id desc limit ${enough}
      ), found as materialized (
        select id, max(score) as score from (
          select id, ${oneWord ? placeScores.content : 0}::int as score from text_hits
          union all select id, ${oneWord ? placeScores.comment : 0}::int from comment_hits union all select id, score from ranked
        ) scored group by id
      )`
  const total =
    countIds === undefined
      ? sql`(select count(*)::int from found)`
      : sql`case when ${isFull("found")} and (${isMore("post")} or ${isMore("comment")}) then ${maxPostsFound + 1} else 0 end`
  const facts = sql`${total} as total, false as "isCut", false as "hasMost"`
  return selectPage(sql, request, tables, sql`found`, facts)
}

/**
 * The windows of newest ids, in bits, in which common parts are ranked: the narrow one for parts with many sampled
 * hits.
 */
const wideBits = 12
const narrowBits = 10
const manySampled = 100

/** The range to search: all posts, or, if there are `many` matches, only until the newest ones fill the page. */
const reachOf = (sample: Sample, request: MatchRequest, many: boolean) => {
  const { sort } = request
  const isNewestFirst = sort === "relevance" || sort === "date"
  const enough = many && isNewestFirst ? Math.max(endOf(request), minRanked) : maxPostsFound + 1
  return {
    enough,
    ids: many ? windowFor(sample, sample.matches, enough) : null,
    titleIds: windowFor(sample, sample.titles, enough),
    rankedBits: Math.max(sample.matches, sample.parts) > manySampled ? narrowBits : wideBits,
    countIds: many ? windowFor(sample, sample.matches, maxPostsFound) : undefined
  }
}

/** A small community has at most this many posts and comments: one statement reads all hits of a search. */
const small = { posts: 2_048, comments: 16_384 }

/** The time for which the size of the community is kept. If it has grown since, searches are slower, and complete. */
const sizeTtlMillis = 60_000

const Size = Value("isSmall", Schema.Boolean)

/**
 * Reads if the community is small, at most once in `sizeTtlMillis`. `Effect.cached` would read outside of the caller's
 * transaction, for whose end the embedded database waits.
 */
const makeIsSmall = (sql: SqlClient.SqlClient) => {
  const read = sql`select (select coalesce(max(id), 0) from posts) <= ${small.posts}
      and (select coalesce(max(id), 0) from comments) <= ${small.comments} as "isSmall"`.pipe(one(Size))
  return makeKept(read, sizeTtlMillis).value
}

/**
 * Searches posts: see `PostsRepo.search`. There are two plans, all matches, ranked, or the newest ones, and a third for
 * partial matches. The size of the community or a survey of the search determines which: all are found in a small
 * community, of an author or about a disease, and where a way to read the search has a rare part.
 */
export const searchPosts = (sql: SqlClient.SqlClient) => {
  const isSmall = makeIsSmall(sql)

  const searchAll = (request: MatchRequest, bits: number | null = null) =>
    Effect.map(selectMatches(sql, request, bits), ({ hasMost, isCut, items, offset, total }) => ({
      ...{ hasMost, items, offset },
      total: Math.min(total, maxPostsFound),
      exact: bits === null && !isCut && total <= maxPostsFound
    }))

  /** Searches where an alternative has no rare part. The last word, if it is common, is not taken as a prefix. */
  const searchNewest = Effect.fnUntraced(function* (search: PostQuery, request: MatchRequest, sample: Sample) {
    const row = sample.hasCommonEnding ? searchRowOf(wholeWords(search)) : request
    const common = { ...request, ...row, top: sample.top, diseaseAlternatives: diseaseAlternativesOf(search) }
    const find = (many: boolean) => selectNewestPosts(sql, { ...common, ...reachOf(sample, request, many) })
    const newest = sample.matches * sample.top > maxPostsFound * sample.ids ? yield* find(true) : undefined
    const { items, offset, total } = newest !== undefined && newest.total > maxPostsFound ? newest : yield* find(false)
    // In a post that is not among the newest, all words have to occur in the same text.
    const isComplete = total <= maxPostsFound && search.alternatives.every((parts) => parts.length === 1)
    return { items, offset, total: Math.min(total, maxPostsFound), exact: isComplete }
  })

  /**
   * Finds partial matches: among all posts with a rare word, or, where none of them has most words, among the newest.
   */
  const searchPartly = Effect.fnUntraced(function* (request: MatchRequest, isRare: boolean) {
    const found = isRare ? yield* searchAll(request) : undefined
    if (found?.hasMost === true) return { ...found, exact: false }
    const newest = yield* searchAll(request, wideBits)
    return found === undefined || newest.total > 0 ? newest : { ...found, exact: false }
  })

  return Effect.fnUntraced(function* (typed: PostQuery, window: PageSlice<FoundPostKey>) {
    const search = { ...typed, alternatives: typed.alternatives.filter((parts) => parts.length > 0) }
    if (search.alternatives.length === 0) return { items: [], offset: window.offset, total: 0, exact: true }
    const offset = Math.min(window.offset, maxPostsFound)
    const limit = Math.min(window.limit, maxPostsFound - offset)
    const after = window.after ?? []
    const request: MatchRequest = { ...searchRowOf(search), sort: search.sort, limit, offset, after }
    const { authorId, diseaseId } = request.filter
    const isNarrow = authorId !== undefined || diseaseId !== undefined
    if (isNarrow || (yield* isSmall)) return yield* searchAll(request)
    const { common, sample } = yield* selectSurvey(sql, request)
    if (!common.includes(true)) return yield* searchAll(request)
    if (request.partial) return yield* searchPartly({ ...request, common }, sample === null)
    return yield* sample === null ? searchAll({ ...request, common }) : searchNewest(search, request, sample)
  })
}
