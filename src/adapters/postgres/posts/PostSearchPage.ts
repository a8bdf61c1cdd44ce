import { type SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { Schema } from "effect"
import { Post, PostSort } from "../../../domain/posts/Post.ts"
import { maxFound, placeScores, wholeScores } from "../../../search/posts/PostQuery.ts"
import { joined, summary } from "./PostColumns.ts"
import { isAbout, postsByComments, postsWhere, SearchRow, textHolds, textHoldsSearch } from "./PostSearchConditions.ts"
import { wordsOf } from "./PostSearchTerms.ts"

/**
 * Numbers of posts that a search by relevance ranks: the newest posts that match in their title and content, in their title
 * alone, in one comment, and by a disease that the search names. All other matches follow by date.
 */
export const ranked = { text: 100, title: 100, comment: 50, disease: 100 }

/**
 * The parts of a search may stand in different texts of one post. So many of the newest posts that match the rarest part in
 * their text, in comments, or by their disease are searched for the other parts. If more match, the total is not exact.
 */
const maxCrossed = 400

/** A search with all that its page depends on. */
const SearchPageRequest = Schema.Struct({
  ...SearchRow.fields,
  top: Schema.Int,
  /** The windows of newest ids that are searched, in bits (null for all ids), and the first id that is ranked. */
  bits: Schema.NullOr(Schema.Int),
  titleBits: Schema.NullOr(Schema.Int),
  lowest: Schema.Int,
  wholeTitle: Schema.NullOr(Schema.String),
  wholeContent: Schema.NullOr(Schema.String),
  /** Posts about one of these diseases are found too if their text matches `rest`. */
  diseaseAlternatives: Schema.Array(
    Schema.Struct({ diseases: Schema.Array(Schema.Int), rest: Schema.NullOr(Schema.String) })
  ),
  /** A part of each alternative of several parts, where these may stand in different texts. */
  drivers: SearchRow.fields.parts,
  snippet: Schema.String,
  sort: PostSort,
  limit: Schema.Int,
  offset: Schema.Int
})
type SearchPageRequest = typeof SearchPageRequest.Type

const Row = Schema.Struct({
  post: Post,
  contentHtml: Schema.String,
  commentHtml: Schema.OptionFromNullOr(Schema.String)
})

/** `id + 0` keeps the planner, which does not know the words, from scanning the whole primary key backwards. */
const newestPosts = (sql: SqlClient.SqlClient, posts: Statement.Fragment, limit: number) =>
  sql`(${posts} order by posts.id + 0 desc limit ${limit})`

const newestIds = (sql: SqlClient.SqlClient, ids: Statement.Fragment, limit: number) =>
  sql`(select id from (${ids}) found order by id desc limit ${limit})`

const union = (sql: SqlClient.SqlClient, selections: ReadonlyArray<Statement.Fragment>) =>
  sql.join(" union ", false)(selections)

const sortOrders = (sql: SqlClient.SqlClient) => ({
  relevance: { joins: sql``, by: sql`scored.score desc nulls last, found.id desc` },
  date: { joins: sql``, by: sql`found.id desc` },
  views: {
    joins: sql`join post_views on post_views.post_id = found.id`,
    by: sql`post_views.views desc, found.id desc`
  },
  replies: {
    joins: sql`join post_counts on post_counts.post_id = found.id`,
    by: sql`post_counts.replies desc, found.id desc`
  }
})

const diseaseHits = (sql: SqlClient.SqlClient, request: SearchPageRequest) => {
  const { diseaseAlternatives } = request
  if (diseaseAlternatives.length === 0) return sql`select 0 as id where false`
  const selections = diseaseAlternatives.map(({ diseases, rest }) => {
    const about = isAbout(sql, diseases)
    return postsWhere(sql, rest === null ? about : sql`${about} and posts.search @@ ${rest}::tsquery`, request)
  })
  return union(sql, selections)
}

const titleHits = (sql: SqlClient.SqlClient, request: SearchPageRequest, limit: number) => {
  const holds = textHoldsSearch(sql, "title", request, request.top, sql`${request.titleBits}`)
  return newestPosts(sql, postsWhere(sql, holds, request), limit)
}

/** Selections of the newest posts that match a driver in a text, in a comment, or by their disease. */
const driverHits = (sql: SqlClient.SqlClient, request: SearchPageRequest) =>
  request.drivers.flatMap(({ anywhere: all, diseases, unordered }) => {
    const newest = (condition: Statement.Fragment) => newestPosts(sql, postsWhere(sql, condition, request), maxCrossed)
    const commented = postsByComments(sql, textHolds(sql, "comment", { all, unordered }), request)
    return [
      newest(textHolds(sql, "post", { all, unordered })),
      newestIds(sql, commented, maxCrossed),
      ...(diseases.length === 0 ? [] : [newest(isAbout(sql, diseases))])
    ]
  })

/** Selects as `cut` whether `driverHits` left posts out. */
const selectCut = (sql: SqlClient.SqlClient, request: SearchPageRequest) => {
  const counts = driverHits(sql, request).map((ids) => sql`(select count(*) from ${ids} crossed) >= ${maxCrossed}`)
  return counts.length === 0 ? sql`select false as cut` : sql`select ${sql.or(counts)} as cut`
}

/** Scores a search of one part: the index that found it gives its place, so no text is unpacked and all are ranked. */
const scoreByIndex = (sql: SqlClient.SqlClient, request: SearchPageRequest) => sql`
    select id, max(score) as score from (
      select id, ${placeScores.title}::int as score from ${titleHits(sql, request, maxFound)} title_hits
      union all select id, ${placeScores.filed}::int from disease_hits
      union all select id, ${placeScores.content}::int from text_hits where id >= ${request.lowest}
      union all select id, ${placeScores.comment}::int from comment_hits where id >= ${request.lowest}
    ) placed group by id`

/** Scores the posts of these selections: each part by the best place where it is found, and the whole search as a phrase. */
const scoreByText = (
  sql: SqlClient.SqlClient,
  { parts, wholeContent, wholeTitle }: SearchPageRequest,
  candidates: ReadonlyArray<Statement.Fragment>
) => {
  const words = Math.max(...parts.map(({ alternative }) => wordsOf(parts, alternative)))
  const rows = JSON.stringify(parts.map((part) => ({ ...part, diseases: `{${part.diseases.join()}}` })))
  return sql`
      with asked as materialized (
        select alternative, anywhere, title, words, case when diseases <> '{}' then disease_subtypes(diseases) end as diseases
        from json_to_recordset(${rows}::json)
          as part (alternative int, anywhere tsquery, title tsquery, diseases int[], words int)
      ), looked as materialized (
        select posts.id, posts.disease_id, ts_filter(posts.search, '{a,b,c,d}') as search from posts
        where posts.id in (${union(sql, candidates)})
      )
      select id, max(score) + max(whole) as score from (
        select looked.id, asked.alternative, sum(asked.words * place.score) as score, max(case
          when looked.search @@ ${wholeTitle}::tsquery then ${wholeScores.title}::int
          when looked.search @@ ${wholeContent}::tsquery then ${wholeScores.content}::int * ${words}::int
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

const selectScored = (sql: SqlClient.SqlClient, request: SearchPageRequest) => {
  const { lowest, parts, sort, wholeTitle } = request
  const isRanked = sort === "relevance"
  if (isRanked && parts.length === 1 && wholeTitle === null) return scoreByIndex(sql, request)
  const best = () => [
    sql`(select id from text_hits where id >= ${lowest} order by id desc limit ${ranked.text})`,
    sql`(select id from comment_hits where id >= ${lowest} order by id desc limit ${ranked.comment})`,
    sql`(select id from disease_hits order by id desc limit ${ranked.disease})`,
    titleHits(sql, request, ranked.title)
  ]
  const candidates = [...(isRanked ? best() : []), ...driverHits(sql, request)]
  return candidates.length === 0 ? sql`select 0 as id, 0 as score where false` : scoreByText(sql, request, candidates)
}

/** The posts that match: `text_hits`, `comment_hits`, `disease_hits`, `crossing` (of which `cut`), `scored`, and all as `found`. */
const hitTables = (sql: SqlClient.SqlClient, request: SearchPageRequest) => {
  const bits = sql`${request.bits}`
  const inText = textHoldsSearch(sql, "post", request, request.top, bits)
  const inComment = textHoldsSearch(sql, "comment", request, request.top, bits)
  return sql`text_hits as materialized ${newestPosts(sql, postsWhere(sql, inText, request), maxFound + 1)},
        comment_hits as materialized ${newestIds(sql, postsByComments(sql, inComment, request), maxFound + 1)},
        disease_hits as materialized ${newestIds(sql, diseaseHits(sql, request), maxFound + 1)},
        crossing as (${selectCut(sql, request)}), scored as materialized (
          ${selectScored(sql, request)}
        ), found as materialized (
          select id from text_hits union select id from comment_hits union select id from disease_hits
          union select id from scored
        )`
}

/** Finds the posts of a page by one statement, with the texts that its snippets are taken from. */
export const selectSearchPage = (sql: SqlClient.SqlClient) => {
  const orders = sortOrders(sql)
  return SqlSchema.single({
    Request: SearchPageRequest,
    Result: Schema.Struct({ items: Schema.Array(Row), total: Schema.Int, cut: Schema.Boolean }),
    execute: (request) => {
      const { limit, offset, snippet } = request
      const order = orders[request.sort]
      return sql`
        with ${hitTables(sql, request)}
        select (select count(*)::int from found) as total, (select cut from crossing) as cut, (
          select coalesce(json_agg(json_build_object(
            'post', shown.post, 'contentHtml', shown.content_html, 'commentHtml', shown.comment_html
          ) order by shown.place), '[]') from (
            select chosen.place, (select row_to_json(post) from (select ${summary(sql)}) post) as post, posts.content_html,
              case when not posts.search @@ ${snippet}::tsquery then (
                select comments.content_html from comments
                where comments.post_id = posts.id and comments.search @@ ${snippet}::tsquery
                order by comments.id limit 1
              ) end as comment_html
            from (
              select found.id, row_number() over (order by ${order.by}) as place
              from found left join scored on scored.id = found.id ${order.joins}
              order by place limit ${limit} offset ${offset}
            ) chosen join posts on posts.id = chosen.id ${joined(sql)}
          ) shown
        ) as items`
    }
  })
}
