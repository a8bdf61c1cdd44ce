import { type SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { Schema } from "effect"
import { maxFound, placeScores } from "../../../search/posts/PostQuery.ts"
import { matchTables, phraseScore } from "./PostMatches.ts"
import { isAbout, postsByComments, postsWhere, textHoldsSearch } from "./PostSearchConditions.ts"
import { FoundPage, PageRequest, selectPage } from "./PostSearchPage.ts"
import { mostWords } from "./PostSearchTerms.ts"

/** A search by relevance ranks at least so many posts, if there are so many; all other matches follow by date. */
export const minRanked = 100

const NewestRequest = Schema.Struct({
  ...PageRequest.fields,
  top: Schema.Int,
  /** The windows of newest ids, in bits (null for all ids), that are searched for matches in one text, and in one title. */
  bits: Schema.NullOr(Schema.Int),
  titleBits: Schema.NullOr(Schema.Int),
  /** The same for matches in several texts, and for the places of the parts. */
  rankedBits: Schema.Int,
  /** Posts about one of these diseases are found too if their text matches `rest`. */
  diseaseAlternatives: Schema.Array(
    Schema.Struct({ diseases: Schema.Array(Schema.Int), rest: Schema.NullOr(Schema.String), score: Schema.Int })
  )
})
type NewestRequest = typeof NewestRequest.Type

/** `id + 0` keeps the planner, which does not know the words, from scanning the whole primary key backwards. */
const newestPosts = (sql: SqlClient.SqlClient, posts: Statement.Fragment, limit: number) =>
  sql`(${posts} order by posts.id + 0 desc limit ${limit})`

const diseaseHits = (sql: SqlClient.SqlClient, request: NewestRequest) => {
  const selections = request.diseaseAlternatives.map(({ diseases, rest, score }) => {
    const holds = sql.and([isAbout(sql, diseases), ...(rest === null ? [] : [sql`posts.search @@ ${rest}::tsquery`])])
    return sql`select id, ${score}::int as score from ${newestPosts(sql, postsWhere(sql, holds, request), maxFound + 1)} filed`
  })
  return sql.join(" union all ", false, "select 0 as id, 0 as score where false")(selections)
}

/**
 * The matches in the newest ids with their places; and the newest posts with all words in the title, and those filed under a
 * disease, with the least score that they have.
 */
const selectScored = (sql: SqlClient.SqlClient, request: NewestRequest) => {
  if (request.sort !== "relevance") return sql`select id, score from matches`
  const titleScore = placeScores.title * mostWords(request.parts)
  const inTitle = textHoldsSearch(sql, "title", request, request.top, sql`${request.titleBits}`)
  const limit = request.wholeTitle === null ? maxFound : minRanked
  return sql`
      select id, max(score) as score from (
        select id, score from matches union all select id, score from disease_hits
        union all select id, ${titleScore}::int + ${phraseScore(sql, request)}
        from ${newestPosts(sql, postsWhere(sql, inTitle, request), limit)} title_hits join posts using (id)
      ) either group by id`
}

/** Searches the newest posts for those that match in one text, in their title, in one comment, or by their disease. */
export const selectNewestPosts = (sql: SqlClient.SqlClient) =>
  SqlSchema.single({
    Request: NewestRequest,
    Result: FoundPage,
    execute: (request) => {
      const bits = sql`${request.bits}`
      const inText = textHoldsSearch(sql, "post", request, request.top, bits)
      const inComment = textHoldsSearch(sql, "comment", request, request.top, bits)
      return sql`
      with text_hits as materialized ${newestPosts(sql, postsWhere(sql, inText, request), maxFound + 1)},
        comment_hits as materialized (${postsByComments(sql, inComment, request)} order by id desc limit ${maxFound + 1}),
        disease_hits as materialized (${diseaseHits(sql, request)}), ${matchTables(sql, request, request.rankedBits)},
        scored as materialized (
          ${selectScored(sql, request)}
        ), found as materialized (
          select id, scored.score from (
            select id from text_hits union select id from comment_hits union select id from disease_hits
            union select id from scored
          ) hits left join scored using (id)
        )
      select ${selectPage(sql, request, sql`found`)}`
    }
  })
