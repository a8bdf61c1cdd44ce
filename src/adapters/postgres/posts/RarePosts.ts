import { type SqlClient, SqlSchema } from "@effect/sql"
import { Schema } from "effect"
import { maxFound, placeScores, wholeScores } from "../../../search/posts/PostQuery.ts"
import { filters, indexedText, nothingUnwanted, partHolds } from "./PostSearchConditions.ts"
import { FoundPage, PageRequest, selectPage } from "./PostSearchPage.ts"
import { mostWords } from "./PostSearchTerms.ts"

/**
 * A part is common if more than `maxFound` titles, texts, or comments hold it. In a community of more than `smallCommunity`
 * posts a part is taken as common without looking further if the newest 2 ** `sampleBits` ids hold so many that there may
 * be `commonHits`.
 */
const smallCommunity = 8_192
const sampleBits = 10
const commonHits = 4_000

/** The parts of the search with the diseases that they stand for: `parts`, of which some are common at first sight. */
const partTable = (sql: SqlClient.SqlClient, { parts }: PageRequest) => {
  const rows = JSON.stringify(parts.map((part) => ({ ...part, diseases: `{${part.diseases.join()}}` })))
  return sql`parts as materialized (
        select part.*, count(*) over (partition by alternative) as of_parts,
          case when diseases <> '{}' then disease_subtypes(diseases) end as family, case when top > ${smallCommunity} then (
            select count(*) from posts
            where ${indexedText(sql, "post")} @@ search_window(part.unordered, top, ${sampleBits})
          ) * (top >> ${sampleBits}) > ${commonHits} else false end as is_common
        from rows from (json_to_recordset(${rows}::json) as (
          alternative int, anywhere tsquery, unordered tsquery, title tsquery, diseases int[], words int
        )) with ordinality as part (alternative, anywhere, unordered, title, diseases, words, nth),
          (select coalesce(max(id), 0) as top from posts) newest
      )`
}

/** The places where each part is found, by the index of the place: `hits`. */
const hitTable = (sql: SqlClient.SqlClient, request: PageRequest) => {
  const narrowed = filters(sql, request)
  const limit = sql`limit ${maxFound + 1}`
  const inPosts = (score: number, condition: ReturnType<typeof partHolds>) =>
    sql`(select posts.id, ${score}::int as score from posts where ${sql.and([condition, ...narrowed])} ${limit})`
  const comments = narrowed.length === 0 ? sql`comments` : sql`comments join posts on posts.id = comments.post_id`
  return sql`hits as materialized (
        select part.nth, hit.id, hit.score from parts part cross join lateral (
          ${inPosts(placeScores.title, partHolds(sql, "title"))}
          union all ${inPosts(placeScores.filed, sql`posts.disease_id = any(part.family)`)}
          union all ${inPosts(placeScores.content, partHolds(sql, "post"))}
          union all (
            select comments.post_id, ${placeScores.comment}::int from ${comments}
            where ${sql.and([partHolds(sql, "comment"), ...narrowed])} ${limit}
          )
        ) hit where not part.is_common
      )`
}

/**
 * The best place of each part in each post: `places`. Rare parts have it from their hits. The posts that have all rare parts
 * of an alternative are read for its common ones.
 */
const placeTables = (sql: SqlClient.SqlClient) => sql`
      rare as materialized (
        select nth, alternative from parts
        where not is_common and nth not in (select nth from hits group by nth, score having count(*) > ${maxFound})
      ), best as materialized (
        select id, nth, max(score) as score from hits where nth in (select nth from rare) group by id, nth
      ), candidates as (
        select best.id, rare.alternative from best join rare using (nth)
        where exists (select from parts where nth not in (select nth from rare)) group by best.id, rare.alternative
        having count(*) = (select count(*) from rare others where others.alternative = rare.alternative)
      ), read as (
        select posts.id, part.nth, (select case
          when search @@ part.title then ${placeScores.title}::int
          when posts.disease_id = any(part.family) then ${placeScores.filed}::int
          when search @@ part.anywhere then ${placeScores.content}::int
          when exists (select from comments where comments.post_id = posts.id and comments.search @@ part.anywhere)
            then ${placeScores.comment}::int end from (select ts_filter(posts.search, '{a,b,c,d}') as search offset 0) text) as score
        from candidates join parts part using (alternative) join posts on posts.id = candidates.id
        where part.nth not in (select nth from rare)
      ), places as (select * from best union all select * from read where score is not null)`

/**
 * Searches for posts where each alternative has a rare part. All matches are found and ranked. `isRare` is false, and
 * nothing is found, if an alternative has none.
 */
export const selectRarePosts = (sql: SqlClient.SqlClient) =>
  SqlSchema.single({
    Request: PageRequest,
    Result: Schema.Struct({ ...FoundPage.fields, isRare: Schema.Boolean }),
    execute: (request) => {
      const { parts, wholeContent, wholeTitle } = request
      const phrase = sql`case when worst = ${placeScores.comment} then 0
          when posts.search @@ ${wholeTitle}::tsquery then ${wholeScores.title}::int
          when posts.search @@ ${wholeContent}::tsquery then ${wholeScores.content * mostWords(parts)}::int else 0 end`
      const unwanted = nothingUnwanted(sql, request)
      const found =
        wholeTitle === null && unwanted.length === 0
          ? sql`select id, score from matches`
          : sql`select id, score + ${phrase} as score from matches join posts using (id) where ${sql.and(unwanted)}`
      return sql`
      with ${partTable(sql, request)}, ${hitTable(sql, request)}, ${placeTables(sql)}, verdict as materialized (
        select bool_and(alternative in (select alternative from rare)) as is_rare from parts
      ), matches as (
        select id, max(score) as score, max(worst) as worst from (
          select places.id, sum(places.score * words) as score, min(places.score) as worst
          from places join parts using (nth) where (select is_rare from verdict)
          group by places.id, alternative having count(*) = min(of_parts)
        ) alternatives group by id
      ), found as materialized (
        ${found}
      )
      select (select is_rare from verdict) as "isRare", ${selectPage(sql, request)}`
    }
  })
