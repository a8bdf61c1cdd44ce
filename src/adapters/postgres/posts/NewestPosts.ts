import { type SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { Schema } from "effect"
import { maxFound, placeScores, wholeScores } from "../../../search/posts/PostQuery.ts"
import { isAbout, postsByComments, postsWhere, textHoldsSearch } from "./PostSearchConditions.ts"
import { FoundPage, PageRequest, selectPage } from "./PostSearchPage.ts"
import { mostWords } from "./PostSearchTerms.ts"

/**
 * Numbers of posts that a search by relevance ranks: the newest posts that match in their title and content, in their title
 * alone, in one comment, and by a disease that the search names. All other matches follow by date.
 */
export const ranked = { text: 100, title: 100, comment: 50, disease: 100 }

const NewestRequest = Schema.Struct({
  ...PageRequest.fields,
  top: Schema.Int,
  /** The windows of newest ids that are searched, in bits (null for all ids), and the first id that is ranked. */
  bits: Schema.NullOr(Schema.Int),
  titleBits: Schema.NullOr(Schema.Int),
  lowest: Schema.Int,
  /** Posts about one of these diseases are found too if their text matches `rest`. */
  diseaseAlternatives: Schema.Array(
    Schema.Struct({ diseases: Schema.Array(Schema.Int), rest: Schema.NullOr(Schema.String) })
  )
})
type NewestRequest = typeof NewestRequest.Type

/** `id + 0` keeps the planner, which does not know the words, from scanning the whole primary key backwards. */
const newestPosts = (sql: SqlClient.SqlClient, posts: Statement.Fragment, limit: number) =>
  sql`(${posts} order by posts.id + 0 desc limit ${limit})`

const newestIds = (sql: SqlClient.SqlClient, ids: Statement.Fragment, limit: number) =>
  sql`(select id from (${ids}) found order by id desc limit ${limit})`

const diseaseHits = (sql: SqlClient.SqlClient, request: NewestRequest) => {
  const { diseaseAlternatives } = request
  if (diseaseAlternatives.length === 0) return sql`select 0 as id where false`
  const selections = diseaseAlternatives.map(({ diseases, rest }) => {
    const about = isAbout(sql, diseases)
    return postsWhere(sql, rest === null ? about : sql`${about} and posts.search @@ ${rest}::tsquery`, request)
  })
  return sql.join(" union ", false)(selections)
}

const titleHits = (sql: SqlClient.SqlClient, request: NewestRequest, limit: number) => {
  const holds = textHoldsSearch(sql, "title", request, request.top, sql`${request.titleBits}`)
  return newestPosts(sql, postsWhere(sql, holds, request), limit)
}

/** Scores a search of one part: the index that found it gives its place, so no text is unpacked and all are ranked. */
const scoreByIndex = (sql: SqlClient.SqlClient, request: NewestRequest) => sql`
    select id, max(score) as score from (
      select id, ${placeScores.title}::int as score from ${titleHits(sql, request, maxFound)} title_hits
      union all select id, ${placeScores.filed}::int from disease_hits
      union all select id, ${placeScores.content}::int from text_hits where id >= ${request.lowest}
      union all select id, ${placeScores.comment}::int from comment_hits where id >= ${request.lowest}
    ) placed group by id`

/** Scores the newest posts of each kind: each part by its best place, and the whole search as a phrase. */
const scoreByText = (sql: SqlClient.SqlClient, request: NewestRequest) => {
  const { lowest, parts, wholeContent, wholeTitle } = request
  const rows = JSON.stringify(parts.map((part) => ({ ...part, diseases: `{${part.diseases.join()}}` })))
  return sql`
      with asked as materialized (
        select alternative, anywhere, title, words, case when diseases <> '{}' then disease_subtypes(diseases) end as diseases
        from json_to_recordset(${rows}::json)
          as part (alternative int, anywhere tsquery, title tsquery, diseases int[], words int)
      ), looked as materialized (
        select posts.id, posts.disease_id, ts_filter(posts.search, '{a,b,c,d}') as search from posts
        where posts.id in (
          (select id from text_hits where id >= ${lowest} order by id desc limit ${ranked.text})
          union (select id from comment_hits where id >= ${lowest} order by id desc limit ${ranked.comment})
          union (select id from disease_hits order by id desc limit ${ranked.disease})
          union ${titleHits(sql, request, ranked.title)}
        )
      )
      select id, max(score) + max(whole) as score from (
        select looked.id, asked.alternative, sum(asked.words * place.score) as score, max(case
          when looked.search @@ ${wholeTitle}::tsquery then ${wholeScores.title}::int
          when looked.search @@ ${wholeContent}::tsquery then ${wholeScores.content * mostWords(parts)}::int
          else 0 end) as whole
        from looked cross join asked cross join lateral (select case
          when looked.search @@ asked.title then ${placeScores.title}::int
          when looked.disease_id = any(asked.diseases) then ${placeScores.filed}::int
          when looked.search @@ asked.anywhere then ${placeScores.content}::int
          when exists (select from comments where comments.post_id = looked.id and comments.search @@ asked.anywhere)
            then ${placeScores.comment}::int end as score) place
        group by looked.id, asked.alternative having count(*) = count(place.score)
      ) read group by id`
}

const selectScored = (sql: SqlClient.SqlClient, request: NewestRequest) => {
  if (request.sort !== "relevance") return sql`select 0 as id, 0 as score where false`
  const isOneTerm = request.parts.length === 1 && request.wholeTitle === null
  return isOneTerm ? scoreByIndex(sql, request) : scoreByText(sql, request)
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
        comment_hits as materialized ${newestIds(sql, postsByComments(sql, inComment, request), maxFound + 1)},
        disease_hits as materialized ${newestIds(sql, diseaseHits(sql, request), maxFound + 1)},
        scored as materialized (
          ${selectScored(sql, request)}
        ), found as materialized (
          select id, scored.score from (
            select id from text_hits union select id from comment_hits union select id from disease_hits
            union select id from scored
          ) hits left join scored using (id)
        )
      select ${selectPage(sql, request)}`
    }
  })
