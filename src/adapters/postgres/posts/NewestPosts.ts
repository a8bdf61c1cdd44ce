import type { SqlClient, Statement } from "@effect/sql"
import { maxFound, placeScores } from "../../../search/posts/PostQuery.ts"
import { matchTables, phraseScore } from "./PostMatches.ts"
import { isAbout, postsWhere, type SearchedText, textHoldsSearch } from "./PostSearchConditions.ts"
import { type PageRequest, selectPage } from "./PostSearchPage.ts"
import { type diseaseAlternativesOf, mostWords } from "./PostSearchTerms.ts"

/** A search by relevance ranks at least this many posts, if there are as many; all other matches follow by date. */
export const minRanked = 100

/** A search, and how far it looks: numbers of newest ids, or null for all ids. */
interface NewestRequest extends PageRequest {
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

/** `+ 0` keeps the planner, which does not know the words, from scanning the whole primary key backwards. */
const newestPosts = (sql: SqlClient.SqlClient, posts: Statement.Fragment, limit: number) =>
  sql`(${posts} order by post_id + 0 desc limit ${limit})`

/** The posts about a disease of the search, with the least score that they have. */
const diseaseHits = (sql: SqlClient.SqlClient, request: NewestRequest) =>
  request.diseaseAlternatives.map(({ diseases, rest, score }) => {
    const holds = rest === null ? sql`true` : sql`post_search.search @@ ${rest}::tsquery`
    const filed = postsWhere(sql, "post", holds, request, [isAbout(sql, diseases)])
    return sql`select id, ${score}::int as score from ${newestPosts(sql, filed, maxFound + 1)} filed`
  })

/** True if each way to read the search is one word: then the text that has the word determines the score. */
const isOneWord = ({ parts, wholeTitle }: PageRequest) =>
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
 * Searches the newest posts: a post matches in one text, in its title, in one comment, or by its disease. If they are not
 * counted, the total is `maxFound` + 1 if there are more than `maxFound` and the page is full, else 0.
 */
export const selectNewestPosts = (sql: SqlClient.SqlClient, request: NewestRequest) => {
  const { countIds, enough, ids, limit, offset, rankedBits, sort, top } = request
  const oneWord = isOneWord(request)
  const selections = [
    ...(sort === "relevance" ? [titleHits(sql, request)] : []),
    ...(oneWord ? [] : [sql`select id, score from matches`]),
    ...diseaseHits(sql, request),
    sql`select 0, 0 where false`
  ]
  const texts = (text: SearchedText, ids: number | null, condition = sql`true`) =>
    postsWhere(sql, text, sql.and([condition, textHoldsSearch(sql, text, request, top, ids)]), request)
  const isFull = (table: string) => sql`(select count(distinct id) from ${sql(table)}) >= ${offset + limit}`
  // The hits of one text or comment score less than all others, and a comment less than a text that has the only word.
  const isRankedEnough = sql`${sort === "relevance" && countIds !== undefined}::bool and ${isFull("ranked")}`
  const isTextEnough = sql`${sort === "relevance" && oneWord}::bool and (select count(*) from text_hits) >= ${enough}`
  const isMore = (text: SearchedText) =>
    sql`(select count(*) from (${texts(text, countIds ?? null)} limit ${maxFound + 1}) some_hits) > ${maxFound}`
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
      : sql`case when ${isFull("found")} and (${isMore("post")} or ${isMore("comment")}) then ${maxFound + 1} else 0 end`
  return selectPage(sql, request, tables, sql`found`, sql`${total} as total, null as sample`)
}
