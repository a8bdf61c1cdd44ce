import type { SqlClient, Statement } from "@effect/sql"
import { Effect } from "effect"
import { maxFound, placeScores } from "../../../search/posts/PostQuery.ts"
import { matchTables, phraseScore } from "./PostMatches.ts"
import { isAbout, postsWhere, textHoldsSearch } from "./PostSearchConditions.ts"
import { FoundPage, onlyRow, type PageRequest, selectPage } from "./PostSearchPage.ts"
import { type diseaseAlternativesOf, mostWords } from "./PostSearchTerms.ts"

/** A search by relevance ranks at least so many posts, if there are so many; all other matches follow by date. */
export const minRanked = 100

/** How far a search looks: at the newest 2 ** bits to 2 ** (bits + 1) ids, or at all of them where the bits are null. */
export interface Reach {
  /** So many of the newest matches are wanted. */
  readonly enough: number
  /** For matches in one text, or in one comment. */
  readonly bits: number | null
  /** For matches in one title. */
  readonly titleBits: number | null
  /** For matches in several texts, and for the places of the parts. */
  readonly rankedBits: number
  /** Where more matches than a search can find are expected; undefined if all matches are found and counted. */
  readonly countBits: number | null | undefined
}

interface NewestRequest extends PageRequest, Reach {
  readonly top: number
  readonly diseaseAlternatives: ReturnType<typeof diseaseAlternativesOf>
}

/** `+ 0` keeps the planner, which does not know the words, from scanning the whole primary key backwards. */
const newestPosts = (sql: SqlClient.SqlClient, posts: Statement.Fragment, limit: number) =>
  sql`(${posts} order by post_id + 0 desc limit ${limit})`

const diseaseHits = (sql: SqlClient.SqlClient, request: NewestRequest) => {
  const selections = request.diseaseAlternatives.map(({ diseases, rest, score }) => {
    const holds = rest === null ? sql`true` : sql`post_search.search @@ ${rest}::tsquery`
    const filed = postsWhere(sql, "post", holds, request, [isAbout(sql, diseases)])
    return sql`select id, ${score}::int as score from ${newestPosts(sql, filed, maxFound + 1)} filed`
  })
  return sql.join(" union all ", false, "select 0 as id, 0 as score where false")(selections)
}

/** True if each way to read the search is one word: the text that has it tells its score. */
const isOneWord = ({ parts, wholeTitle }: PageRequest) =>
  wholeTitle === null && parts.every(({ words }) => words === 1) && mostWords(parts) === 1

/** The newest posts with all words in the title. */
const titleHits = (sql: SqlClient.SqlClient, request: NewestRequest) => {
  const inTitle = postsWhere(
    sql,
    "title",
    textHoldsSearch(sql, "title", request, request.top, sql`${request.titleBits}`),
    request
  )
  const score = sql`${placeScores.title * mostWords(request.parts)}::int`
  return request.wholeTitle === null
    ? sql`select id, ${score} as score from ${newestPosts(sql, inTitle, maxFound)} title_hits`
    : sql`select id, ${score} + ${phraseScore(sql, request)}
        from ${newestPosts(sql, inTitle, minRanked)} title_hits join post_search on post_id = id`
}

/** The matches with the least scores that they have: `scored`. */
const scoreTables = (sql: SqlClient.SqlClient, request: NewestRequest) => {
  const byTitle = request.sort === "relevance" ? sql`union all ${titleHits(sql, request)}` : sql``
  return isOneWord(request)
    ? sql`scored as (
        select id, ${placeScores.content}::int as score from text_hits
        union all select id, ${placeScores.comment}::int from comment_hits union all select id, score from disease_hits ${byTitle}
      )`
    : sql`${matchTables(sql, request, request.rankedBits)}, scored as (
        select id, 0 as score from text_hits union all select id, 0 from comment_hits
        union all select id, score from matches union all select id, score from disease_hits ${byTitle}
      )`
}

/**
 * Searches the newest posts for those that match in one text, in their title, in one comment, or by their disease. If they
 * are not counted, the total is `maxFound` + 1 if there are more than `maxFound` and enough of them were found, else 0.
 */
export const selectNewestPosts = (sql: SqlClient.SqlClient) => {
  const decode = onlyRow(FoundPage)
  return (request: NewestRequest) => {
    const { bits, countBits, enough, sort, top } = request
    const texts = (text: "comment" | "post", bits: number | null, condition: Statement.Fragment) =>
      postsWhere(sql, text, sql.and([condition, textHoldsSearch(sql, text, request, top, sql`${bits}`)]), request)
    // A comment scores less than a text.
    const isCommentWanted =
      isOneWord(request) && sort === "relevance" ? sql`(select count(*) from text_hits) < ${enough}` : sql`true`
    const isMore = (bits: number | null) => sql`(select count(*) from found) >= ${enough} and (
        (select count(*) from (${texts("post", bits, sql`true`)} limit ${maxFound + 1}) some_texts) > ${maxFound}
        or (select count(*) from (${texts("comment", bits, sql`true`)} limit ${maxFound + 1}) some_comments) > ${maxFound})`
    const total =
      countBits === undefined
        ? sql`(select count(*)::int from found)`
        : sql`case when ${isMore(countBits)} then ${maxFound + 1} else 0 end`
    const found = sql`
      with text_hits as materialized ${newestPosts(sql, texts("post", bits, sql`true`), enough)},
        comment_hits as materialized (${texts("comment", bits, isCommentWanted)} order by id desc limit ${enough}),
        disease_hits as materialized (${diseaseHits(sql, request)}), ${scoreTables(sql, request)},
        found as materialized (select id, max(score) as score from scored group by id)
      select ${total} as total, ${selectPage(sql, request, sql`found`)} as items`
    return Effect.flatMap(found, decode)
  }
}
