import type { SqlClient, Statement } from "@effect/sql"
import { Effect, Schema } from "effect"
import { CommentAuthor } from "../../../domain/posts/Comment.ts"
import type { PostSort } from "../../../domain/posts/Post.ts"
import { maxPostsFound } from "../../../domain/posts/Post.ts"
import { partialScore, placeScores, type SearchedPost, wholeScores } from "../../../search/posts/PostQuery.ts"
import { html } from "../Columns.ts"
import { joined, PostRow, postOf, rowColumns } from "./PostColumns.ts"
import {
  filters,
  indexedText,
  nothingUnwanted,
  partHolds,
  sampleBits,
  sampledIds,
  textsWhere
} from "./PostSearchConditions.ts"
import { mostWords, type SearchRow } from "./PostSearchTerms.ts"

/** A search with the order and the page of its matches. */
export interface MatchRequest extends SearchRow {
  readonly sort: PostSort
  readonly limit: number
  readonly offset: number
}

/** The orders of posts; among equals the greater id comes first. */
const sortOrders = (sql: SqlClient.SqlClient) => ({
  relevance: sql`found.score desc,`,
  date: sql``,
  views: sql`(select views from post_views where post_id = found.id) desc,`,
  replies: sql`(select replies from post_counts where post_id = found.id) desc,`
})

const decodeFound = Schema.decodeUnknownSync(
  Schema.Struct({
    ...PostRow.fields,
    comment: Schema.OptionFromNullOr(Schema.Struct({ html: Schema.String, author: CommentAuthor })),
    held: Schema.NullOr(Schema.Array(Schema.Int))
  })
)

/**
 * Selects a page of the posts of a table `found` (id, score), with the texts that snippets are taken from. Each row
 * holds the same `facts`: the columns `total` and `sample`, of which `Sample` is the schema.
 */
export const selectPage = <A, I>(
  Sample: Schema.Schema<A, I>,
  sql: SqlClient.SqlClient,
  { limit, offset, partial, snippet, sort }: MatchRequest,
  tables: Statement.Fragment,
  found: Statement.Fragment,
  facts: Statement.Fragment
) => {
  const decodeFacts = Schema.decodeUnknownSync(Schema.Struct({ total: Schema.Int, sample: Schema.NullOr(Sample) }))
  return Effect.map(
    sql`
      with ${tables}
      select facts.*, shown.* from (select ${facts}) facts left join (
        select chosen.place::int, ${rowColumns(sql)},
          case when not post_search.search @@ ${snippet}::tsquery then (
            select json_build_object('html', ${html(sql, "comments.content")},
                'author', json_build_object('id', users.id, 'username', users.username))
            from comments join comment_search on comment_id = comments.id join users on users.id = comments.author_id
            where comment_search.post_id = posts.id and comment_search.search @@ ${snippet}::tsquery
            order by comments.id limit 1
          ) end as comment,
          ${partial ? sql`(select array_agg(distinct nth::int - 1) from places where places.id = posts.id)` : sql`null::int[]`} as held
        from (
          select id, row_number() over () as place from (
            select id from ${found} found order by ${sortOrders(sql)[sort]} id desc limit ${limit} offset ${offset}
          ) best
        ) chosen join posts on posts.id = chosen.id join post_search on post_search.post_id = posts.id ${joined(sql)}
      ) shown on true order by shown.place`,
    (rows) => ({
      // The only row of an empty page has no place.
      items: rows
        .filter(({ place }) => place !== null)
        .map((one): SearchedPost => {
          const row = decodeFound(one)
          return { post: postOf(row), contentHtml: row.html, comment: row.comment, held: row.held ?? undefined }
        }),
      ...decodeFacts(rows[0])
    })
  )
}

/**
 * The maximum number of posts of a community whose hits are counted. Of a larger one a sample of the newest ids gives
 * the estimate, so that a common part costs no look-up: one with more than `maxPostsFound` hits, in titles, in texts,
 * or in comments.
 */
const maxPostsUnsampled = 8_192

/** A search with common parts reads the texts of at most this many posts that have all its rare ones. */
const maxRead = 1_000

/**
 * The parts of the search: `parts`, of which some are common at first sight. They are looked up in a window of newest
 * ids.
 */
const partTable = (sql: SqlClient.SqlClient, { filter, parts }: MatchRequest, bits: number | null) => {
  const isSampled = bits === null && filter.authorId === undefined && filter.diseaseId === undefined
  const rows = JSON.stringify(parts.map((part) => ({ ...part, diseases: `{${part.diseases.join()}}` })))
  const estimate = sql`, sample.hits as sampled, part.whole <> part.unordered as is_half_typed,
          sample.hits * top / ${sql.literal(sampledIds)} > ${maxPostsFound} as is_common`
  const sample = sql`, lateral (
          select count(*) as hits from post_search where ${isSampled}::bool and top > ${maxPostsUnsampled}
            and ${indexedText(sql, "post")} @@ search_window(part.whole, top, ${sampleBits})
        ) sample`
  return sql`parts as materialized (
        select part.nth, alternative, anywhere, unordered, title, filed, words, weight, required,
          count(*) over of_alternative as of_parts, sum(words) over of_alternative as of_words,
          count(*) filter (where required) over of_alternative as of_required,
          case when diseases <> '{}' then disease_subtypes(diseases) end as family,
          search_window(part.unordered, top, ${bits}::int) as within, top ${bits === null ? estimate : sql``}
        from (select coalesce(max(id), 0) as top from posts) newest, rows from (json_to_recordset(${rows}::json) as (
          alternative int, anywhere tsquery, unordered tsquery, whole tsquery, title tsquery, diseases int[], filed int, words int,
          weight int, required boolean
        )) with ordinality as part (
          alternative, anywhere, unordered, whole, title, diseases, filed, words, weight, required, nth
        ) ${bits === null ? sample : sql``}
        window of_alternative as (partition by alternative)
      )`
}

/** The places where each part is found, by the index of the place: `hits`. In a window of newest ids all are found. */
const hitTable = (sql: SqlClient.SqlClient, request: MatchRequest, bits: number | null) => {
  const narrowed = filters(sql, request)
  const limit = sql`limit ${bits === null ? maxPostsFound + 1 : 16 * 2 ** bits}`
  const inTexts = (["title", "post", "comment"] as const).map((text) => {
    const score = placeScores[text === "post" ? "content" : text]
    return sql`union all (select post_id, ${score}::int from ${textsWhere(sql, text, partHolds(sql, text), narrowed)} ${limit})`
  })
  const filed = sql.and([sql`posts.disease_id = any(part.family)`, ...narrowed])
  return sql`hits as materialized (
        select part.nth, hit.id, hit.score from parts part cross join lateral (
          (select id, part.filed as score from posts where ${filed} ${limit})
          ${sql.join(" ", false)(inTexts)}
        ) hit ${bits === null ? sql`where not part.is_common` : sql``}
      )`
}

/**
 * The best place of each part in each post: `places`. Rare parts have it from their hits. The posts that have all rare
 * parts of an alternative (for partial matches the newest that have one) are read for its common ones, if there are at
 * most `maxRead`: else `is_rare` in `verdict` is false, as it is if an alternative has no rare part.
 */
const placeTables = (sql: SqlClient.SqlClient, { partial }: MatchRequest) => sql`
      rare as materialized (
        select nth, alternative, count(*) over (partition by alternative) as of_rare from parts
        where not is_common and nth not in (select nth from hits group by nth, score having count(*) > ${maxPostsFound})
      ), best as materialized (
        select id, nth, max(score) as score from hits where nth in (select nth from rare) group by id, nth
      ), candidates as materialized (
        select id, alternative from best join rare using (nth)
        where exists (select from parts where nth not in (select nth from rare))
        group by id, alternative, of_rare
        ${partial ? sql`order by id desc limit ${maxRead}` : sql`having count(*) = of_rare`}
      ), read as materialized (
        select id, part.nth, greatest(case
            when not search @@ part.anywhere then case when exists (
              select from comment_search where post_id = id and comment_search.search @@ part.anywhere
            ) then ${placeScores.comment}::int end
            when search @@ part.title then ${placeScores.title}::int else ${placeScores.content}::int end,
          case when part.family is not null and exists (
            select from posts where posts.id = candidates.id and disease_id = any(part.family)
          ) then part.filed end) as score
        from candidates join parts part using (alternative) join post_search on post_id = id
        where part.nth not in (select nth from rare)
      ), verdict as materialized (
        select bool_and(alternative in (select alternative from rare)) and (select count(*) from candidates) <= ${maxRead} as is_rare
        from parts
      ), places as (
        select * from best where (select is_rare from verdict)
        union all select * from read where score is not null and (select is_rare from verdict)
      )`

/** The score of a post in `post_search` by the whole search as a phrase. */
export const phraseScore = (sql: SqlClient.SqlClient, { parts, wholeContent, wholeTitle }: MatchRequest) =>
  wholeTitle === null
    ? sql`0`
    : sql`case when post_search.search @@ ${wholeTitle}::tsquery then ${wholeScores.title}::int
          when post_search.search @@ ${wholeContent}::tsquery then ${wholeScores.content * mostWords(parts)}::int else 0 end`

/**
 * The posts in a window of newest ids (`bits`; null for all) that have every part of an alternative in any of their
 * texts, or match partially (`PostQuery`), and their scores: `matches`.
 */
export const matchTables = (sql: SqlClient.SqlClient, request: MatchRequest, bits: number | null) => {
  const { partial, wholeTitle } = request
  const unwanted = nothingUnwanted(sql, request, "post_search.post_id")
  const scored = sql`select id, has_most, score + case when worst > ${placeScores.comment} then ${phraseScore(sql, request)} else 0 end
          as score from complete join post_search on post_id = id where ${sql.and(unwanted)}`
  const enough = partial ? sql`count(*) filter (where required) = min(of_required)` : sql`count(*) = min(of_parts)`
  const places =
    bits === null
      ? placeTables(sql, request)
      : sql`places as materialized (select id, nth, max(score) as score from hits group by id, nth)`
  const most = partial ? sql`where has_most or not exists (select from wanted where has_most)` : sql``
  return sql`${partTable(sql, request, bits)}, ${hitTable(sql, request, bits)}, ${places}, complete as (
        select id, max(score) as score, max(worst) as worst, bool_or(has_most) as has_most from (
          select id, sum((score + ${partial ? partialScore : 0}::int) * weight) as score, min(score) as worst,
            sum(words) * 2 > min(of_words) as has_most
          from places join parts using (nth)
          group by id, alternative having ${enough}
        ) alternatives group by id
      ), wanted as materialized (
        ${wholeTitle === null && unwanted.length === 0 ? sql`select id, score, has_most from complete` : scored}
      ), matches as (select id, score, has_most from wanted ${most})`
}
