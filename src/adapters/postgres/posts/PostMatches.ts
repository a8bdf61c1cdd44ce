import type { SqlClient, Statement } from "@effect/sql"
import { Effect, Schema } from "effect"
import { CommentAuthor } from "../../../domain/posts/Comment.ts"
import type { PostSort } from "../../../domain/posts/Post.ts"
import { partialScore, placeScores, type SearchedPost, wholeScores } from "../../../search/posts/PostQuery.ts"
import { html, idArray } from "../Columns.ts"
import { joined, PostRow, postOf, rowColumns } from "./PostColumns.ts"
import { filters, nothingUnwanted, partHolds, textsWhere } from "./PostSearchConditions.ts"
import { mostWords, type SearchRow } from "./PostSearchTerms.ts"

/** A search with the order and the page of its matches. */
export interface MatchRequest extends SearchRow {
  readonly sort: PostSort
  readonly limit: number
  readonly offset: number
  /** The page begins behind the first of these that is found, or else at the offset. */
  readonly after: ReadonlyArray<number>
  /** For each part, in order, if it is common: posts are read for it, instead of its hits. None are if undefined. */
  readonly common?: ReadonlyArray<boolean> | undefined
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

const decodeFacts = Schema.decodeUnknownSync(
  Schema.Struct({ offset: Schema.Int, total: Schema.Int, isCut: Schema.Boolean, hasMost: Schema.Boolean })
)

/** The number of matches before a page: a scalar. */
const offsetOf = (
  sql: SqlClient.SqlClient,
  { after, offset, sort }: MatchRequest,
  found: Statement.Fragment
): Statement.Fragment =>
  after.length === 0
    ? sql`${offset}::int`
    : sql`coalesce((select nth from (
          select id, row_number() over (order by ${sortOrders(sql)[sort]} id desc)::int as nth from ${found} found
        ) ordered join unnest(${idArray(sql, after)}) with ordinality seen (id, place) using (id)
        order by place limit 1), ${offset}::int)`

/**
 * Selects a page of the posts of a table `found` (id, score), with the texts that snippets are taken from. Each row
 * holds the same `facts`: the columns `total`, `isCut` and `hasMost`.
 */
export const selectPage = (
  sql: SqlClient.SqlClient,
  request: MatchRequest,
  tables: Statement.Fragment,
  found: Statement.Fragment,
  facts: Statement.Fragment
) => {
  const { limit, partial, snippet, sort } = request
  const start = offsetOf(sql, request, found)
  return Effect.map(
    sql`
      with ${tables}
      select facts.*, shown.* from (select ${facts}, ${start} as "offset") facts left join (
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
            select id from ${found} found order by ${sortOrders(sql)[sort]} id desc limit ${limit} offset ${start}
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

/** At most this many posts that have all rare parts of a search are read for its common ones: the newest. */
const maxRead = 1_000

/** The maximum number of hits of a part in one kind of place. */
const maxHits = 32_768

/** The parts of the search: `parts`. They are looked up among all ids, or in a window of newest ones. */
const partTable = (sql: SqlClient.SqlClient, { common, parts }: MatchRequest, bits: number | null) => {
  const isCommon = (nth: number) => bits === null && common?.[nth] === true
  const rows = JSON.stringify(
    parts.map((part, nth) => ({ ...part, diseases: `{${part.diseases.join()}}`, common: isCommon(nth) }))
  )
  const within =
    bits === null
      ? sql`unordered`
      : sql`search_window(unordered, (select coalesce(max(id), 0) from posts), ${bits}::int)`
  return sql`parts as materialized (
        select nth, alternative, anywhere, unordered, title, filed, words, weight, required, common,
          count(*) over of_alternative as of_parts, sum(words) over of_alternative as of_words,
          count(*) filter (where required) over of_alternative as of_required,
          count(*) filter (where not common) over of_alternative as of_rare,
          case when diseases <> '{}' then disease_subtypes(diseases) end as family, ${within} as within
        from rows from (json_to_recordset(${rows}::json) as (
          alternative int, anywhere tsquery, unordered tsquery, title tsquery, diseases int[], filed int, words int,
          weight int, required boolean, common boolean
        )) with ordinality as part (
          alternative, anywhere, unordered, title, diseases, filed, words, weight, required, common, nth
        )
        window of_alternative as (partition by alternative)
      )`
}

/** The places where each part is found that is not common, by the index of the place: `hits`. */
const hitTable = (sql: SqlClient.SqlClient, request: MatchRequest) => {
  const narrowed = filters(sql, request)
  const limit = sql`limit ${maxHits}`
  const inTexts = (["title", "post", "comment"] as const).map((text) => {
    const score = placeScores[text === "post" ? "content" : text]
    return sql`union all (select post_id, ${score}::int from ${textsWhere(sql, text, partHolds(sql, text), narrowed)} ${limit})`
  })
  const filed = sql.and([sql`posts.disease_id = any(part.family)`, ...narrowed])
  return sql`hits as materialized (
        select part.nth, hit.id, hit.score from parts part cross join lateral (
          (select id, part.filed as score from posts where ${filed} ${limit})
          ${sql.join(" ", false)(inTexts)}
        ) hit where not part.common
      )`
}

const best = `select id, nth, max(score) as score from hits group by id, nth`

/**
 * The best place of each part in each post: `places`. The newest posts that have all rare parts of an alternative (for
 * partial matches one of them) are read for its common ones.
 */
const placeTables = (sql: SqlClient.SqlClient, { partial }: MatchRequest) => sql`
      best as materialized (${sql.literal(best)}), candidates as materialized (
        select id, alternative from best join parts using (nth) where of_rare < of_parts
        group by id, alternative, of_rare ${partial ? sql`` : sql`having count(*) = of_rare`}
        order by id desc limit ${maxRead}
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
        where part.common
      ), places as (select * from best union all select * from read where score is not null)`

/** True if some posts are read for common parts. */
const readsCommon = ({ common = [] }: MatchRequest) => common.includes(true)

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
    bits === null && readsCommon(request)
      ? placeTables(sql, request)
      : sql`places as materialized (${sql.literal(best)})`
  const most = partial ? sql`where has_most or not exists (select from wanted where has_most)` : sql``
  return sql`${partTable(sql, request, bits)}, ${hitTable(sql, request)}, ${places}, complete as (
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

/** Selects a page of all matches in a window of newest ids (`bits`; null for all), and their number. */
export const selectMatches = (sql: SqlClient.SqlClient, request: MatchRequest, bits: number | null) => {
  const isCut =
    bits === null && readsCommon(request) ? sql`(select count(*) from candidates) >= ${maxRead}` : sql`false`
  const hasMost = request.partial ? sql`exists (select from matches where has_most)` : sql`false`
  const facts = sql`(select count(*)::int from matches) as total, ${isCut} as "isCut", ${hasMost} as "hasMost"`
  return selectPage(sql, request, matchTables(sql, request, bits), sql`matches`, facts)
}
