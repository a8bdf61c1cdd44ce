import { SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { Effect, Option, Schema } from "effect"
import type { PageSlice } from "../../../domain/Page.ts"
import { Post, PostSort } from "../../../domain/posts/Post.ts"
import { type FoundPosts, maxFound, type PostQuery, placeScores, wholeScores } from "../../../search/posts/PostQuery.ts"
import { allQueries, anyQuery, termQuery } from "../SearchVector.ts"
import { joined, summary } from "./PostColumns.ts"
import { driversOf, filedBy, heldOf, oneOf, partsOf, wholeWords, wordsOf } from "./PostSearchTerms.ts"
import {
  finders,
  ids,
  lowestOf,
  makeSelectivityEstimate,
  SearchRow,
  type SelectivityEstimate,
  windowFor
} from "./SelectivityEstimate.ts"

/**
 * Numbers of posts that a search by relevance ranks: the newest posts that match in their title and content, in their title
 * alone, in one comment, and by a disease that the search names. All other matches follow by date.
 */
const ranked = { text: 100, title: 100, comment: 50, disease: 100 }

/** At least this many are ranked where more than `maxFound` match, so that pages up to here need no others. */
const surelyRanked = 50

/**
 * The parts of a search may stand in different texts of one post. So many of the newest posts that match the rarest part in
 * their text, in comments, or by their disease are searched for the other parts. Where more match, the total is not exact.
 */
const maxCrossed = 400

const Listed = Schema.Struct({
  ...SearchRow.fields,
  top: Schema.Int,
  /** The windows of newest ids that are searched, in bits (null for all ids), and the first id that is ranked. */
  bits: Schema.NullOr(Schema.Int),
  titleBits: Schema.NullOr(Schema.Int),
  lowest: Schema.Int,
  wholeTitle: Schema.NullOr(Schema.String),
  wholeContent: Schema.NullOr(Schema.String),
  /** Posts about one of these diseases that hold this in their text are found too. */
  filed: Schema.Array(Schema.Struct({ diseases: Schema.Array(Schema.Int), rest: Schema.NullOr(Schema.String) })),
  /** A part of each alternative of several parts, where these may stand in different texts. */
  drivers: SearchRow.fields.parts,
  snippet: Schema.String,
  sort: PostSort,
  limit: Schema.Int,
  offset: Schema.Int
})

const Row = Schema.Struct({
  post: Post,
  contentHtml: Schema.String,
  commentHtml: Schema.OptionFromNullOr(Schema.String)
})

const makePage = (sql: SqlClient.SqlClient) => {
  const { discussed, holds, holdsInOne, isAbout, posts } = finders(sql)
  const union = sql.join(" union ", false)

  // `id + 0` keeps the planner, which does not know the words, from scanning the whole primary key backwards.
  const newest = (found: Statement.Fragment, limit: number) => sql`(${found} order by posts.id + 0 desc limit ${limit})`
  const last = (found: Statement.Fragment, limit: number) =>
    sql`(select id from (${found}) found order by id desc limit ${limit})`

  const orders = {
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
  }

  const diseaseHits = (asked: typeof Listed.Type) =>
    asked.filed.map(({ diseases, rest }) => {
      const about = isAbout(diseases)
      return posts(rest === null ? about : sql`${about} and posts.search @@ ${rest}::tsquery`, asked)
    })

  const crossed = (asked: typeof Listed.Type) =>
    asked.drivers.flatMap(({ anywhere: all, diseases, held }) => [
      newest(posts(holds("post", { all, held }), asked), maxCrossed),
      last(discussed(holds("comment", { all, held }), asked), maxCrossed),
      ...(diseases.length === 0 ? [] : [newest(posts(isAbout(diseases), asked), maxCrossed)])
    ])

  /** Selects as `cut` whether `crossed` left posts out. */
  const crossings = (asked: typeof Listed.Type) => {
    const counts = crossed(asked).map((ids) => sql`(select count(*) from ${ids} crossed) >= ${maxCrossed}`)
    return counts.length === 0 ? sql`select false as cut` : sql`select ${sql.or(counts)} as cut`
  }

  const titleHits = (asked: typeof Listed.Type, limit: number) =>
    newest(posts(holdsInOne("title", asked, asked.top, sql`${asked.titleBits}`), asked), limit)

  /** Scores a search of one part: the index that found it gives its place, so no text is unpacked and all are ranked. */
  const scoredByIndex = (asked: typeof Listed.Type) => sql`
    select id, max(score) as score from (
      select id, ${placeScores.title}::int as score from ${titleHits(asked, maxFound)} title_hits
      union all select id, ${placeScores.filed}::int from disease_hits
      union all select id, ${placeScores.content}::int from text_hits where id >= ${asked.lowest}
      union all select id, ${placeScores.comment}::int from comment_hits where id >= ${asked.lowest}
    ) placed group by id`

  const scoredByText = (asked: typeof Listed.Type, looked: ReadonlyArray<Statement.Fragment>) => {
    const { parts, wholeContent, wholeTitle } = asked
    const words = Math.max(...parts.map(({ alternative }) => wordsOf(parts, alternative)))
    return sql`
      with asked as materialized (
        select alternative, anywhere, title, words, case when diseases <> '{}' then disease_subtypes(diseases) end as diseases
        from json_to_recordset(${JSON.stringify(parts.map((part) => ({ ...part, diseases: ids(part.diseases) })))}::json)
          as part (alternative int, anywhere tsquery, title tsquery, diseases int[], words int)
      ), looked as materialized (
        select posts.id, posts.disease_id, ts_filter(posts.search, '{a,b,c,d}') as search from posts
        where posts.id in (${union(looked)})
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

  const scored = (asked: typeof Listed.Type) => {
    const { parts, sort, wholeTitle } = asked
    const isRanked = sort === "relevance"
    if (isRanked && parts.length === 1 && wholeTitle === null) return scoredByIndex(asked)
    const best = [
      sql`(select id from text_hits where id >= ${asked.lowest} order by id desc limit ${ranked.text})`,
      sql`(select id from comment_hits where id >= ${asked.lowest} order by id desc limit ${ranked.comment})`,
      sql`(select id from disease_hits order by id desc limit ${ranked.disease})`,
      titleHits(asked, ranked.title)
    ]
    const looked = [...(isRanked ? best : []), ...crossed(asked)]
    return looked.length === 0 ? sql`select 0 as id, 0 as score where false` : scoredByText(asked, looked)
  }

  return SqlSchema.single({
    Request: Listed,
    Result: Schema.Struct({ items: Schema.Array(Row), total: Schema.Int, cut: Schema.Boolean }),
    execute: (asked) => {
      const { limit, offset, snippet, sort, top } = asked
      const bits = sql`${asked.bits}`
      const filed = diseaseHits(asked)
      const order = orders[sort]
      return sql`
        with text_hits as materialized ${newest(
          posts(holdsInOne("post", asked, top, bits), asked),
          maxFound + 1
        )}, comment_hits as materialized ${last(
          discussed(holdsInOne("comment", asked, top, bits), asked),
          maxFound + 1
        )}, disease_hits as materialized ${last(
          filed.length === 0 ? sql`select 0 as id where false` : union(filed),
          maxFound + 1
        )}, crossing as (${crossings(asked)}), scored as materialized (
          ${scored(asked)}
        ), found as materialized (
          select id from text_hits union select id from comment_hits union select id from disease_hits
          union select id from scored
        )
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

/** True where more posts match than can be shown. */
const isCommon = ({ steps }: Pick<SelectivityEstimate, "steps">) => steps.some(({ hits }) => hits > maxFound)

/** Searches posts: see `PostsRepo.search`. */
export const makeSearch = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const estimated = makeSelectivityEstimate(sql, ranked.title)
  const listed = makePage(sql)

  /**
   * Chooses the windows of ids by the estimate. A rare search reads all posts. A search with more matches than can be shown
   * reads only as many of the newest posts as the page takes, and its parts must stand in one text.
   */
  const placed = ({ steps, titles, top }: SelectivityEstimate, { sort }: PostQuery, end: number) => {
    if (!isCommon({ steps })) return { bits: null, titleBits: null, lowest: 0 }
    const rankedBits = windowFor(steps, ranked.text)
    const all = windowFor(steps, maxFound + 1)
    const bits = {
      relevance: end <= surelyRanked ? rankedBits : all,
      date: windowFor(steps, end),
      views: all,
      replies: all
    }
    const titleBits = windowFor(titles, ranked.title)
    return { bits: bits[sort], titleBits, lowest: lowestOf(top, rankedBits) }
  }

  const asTyped = (search: PostQuery): SearchRow => {
    const { authorId, category, diseaseId, includeDescendants = false, alternatives, unwanted } = search
    return {
      inOne: anyQuery(alternatives.map((parts) => allQueries(parts.map((part) => oneOf(part))))),
      heldInOne: anyQuery(alternatives.map((parts) => allQueries(parts.map(heldOf)))),
      unwanted: unwanted.length === 0 ? undefined : anyQuery(unwanted.map((term) => termQuery(term))),
      authorId,
      diseaseId,
      includeDescendants,
      category,
      parts: partsOf(search)
    }
  }

  /** Estimates with whole words first: where they match more than can be shown, the last word is not taken as a prefix. */
  const estimateFirst = Effect.fnUntraced(function* (search: PostQuery) {
    const whole = asTyped(wholeWords(search))
    const estimate = yield* estimated(whole)
    if (isCommon(estimate)) return { asked: whole, estimate }
    const asked = asTyped(search)
    return { asked, estimate: asked.inOne === whole.inOne ? estimate : yield* estimated(asked) }
  })

  return Effect.fnUntraced(function* (typed: PostQuery, window: PageSlice) {
    const search = { ...typed, alternatives: typed.alternatives.filter((parts) => parts.length > 0) }
    if (search.alternatives.length === 0) return { items: [], total: 0, exact: true } satisfies FoundPosts
    const { asked, estimate } = yield* estimateFirst(search)
    const offset = Math.min(window.offset, maxFound)
    const limit = Math.min(window.limit, maxFound - offset)
    const { cut, items, total } = yield* listed({
      ...asked,
      ...placed(estimate, search, offset + limit),
      top: estimate.top,
      wholeTitle: Option.getOrNull(Option.map(search.whole, (term) => termQuery(term, "A"))),
      wholeContent: Option.getOrNull(Option.map(search.whole, (term) => termQuery(term, "D"))),
      filed: filedBy(search),
      drivers: isCommon(estimate) ? [] : driversOf(asked.parts, estimate.rarity),
      snippet: anyQuery(asked.parts.map(({ anywhere }) => anywhere)),
      sort: search.sort,
      limit,
      offset
    })
    return {
      items,
      total: isCommon(estimate) ? maxFound : Math.min(total, maxFound),
      exact: !isCommon(estimate) && !cut && total <= maxFound
    } satisfies FoundPosts
  })
})
