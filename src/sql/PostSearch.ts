import { SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { Effect, Option, Schema } from "effect"
import type { Window } from "../domain/Page.ts"
import { Post, PostSort } from "../domain/Post.ts"
import { type FoundPosts, maxFound, type PostSearch, placeScores, wholeScores } from "../domain/PostSearch.ts"
import { joined, summary } from "./PostColumns.ts"
import { driversOf, filedBy, heldOf, oneOf, partsOf, wholeWords, wordsOf } from "./PostSearchTerms.ts"
import { AskedPosts, bitsFor, finders, ids, lowestOf, makeSurvey, type Survey } from "./PostSurvey.ts"
import { allQueries, anyQuery, termQuery } from "./SearchVector.ts"

/**
 * Of a search by relevance so many are ranked: the newest that hold all of it in their title and content, in their title,
 * in one comment, and that are filed under a disease. The rest follows by date.
 */
const ranked = { worded: 100, titled: 100, said: 50, filed: 100 }

/** So many are ranked at least where there are more than `maxFound`: pages up to there need no others. */
const surelyRanked = 50

/**
 * How many posts, the newest, with the rarest part of a search in their text, in comments, or by their disease are looked
 * at for the other parts in other texts of the same post. Where there are more the total is not exact.
 */
const maxCrossed = 400

const Listed = Schema.Struct({
  ...AskedPosts.fields,
  top: Schema.Int,
  /** The parts of the ids that are searched (null for all), and the first id of what is ranked. */
  bits: Schema.NullOr(Schema.Int),
  titleBits: Schema.NullOr(Schema.Int),
  lowest: Schema.Int,
  wholeTitle: Schema.NullOr(Schema.String),
  wholeContent: Schema.NullOr(Schema.String),
  /** Posts about one of these diseases that hold this in their text are found too. */
  filed: Schema.Array(Schema.Struct({ diseases: Schema.Array(Schema.Int), rest: Schema.NullOr(Schema.String) })),
  /** A part of each reading of several parts, where these may stand in different texts. */
  drivers: AskedPosts.fields.parts,
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

  // `id + 0` keeps a planner that does not know the words from reading back through the whole table.
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

  const filedPosts = (asked: typeof Listed.Type) =>
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

  /** Whether there are more than are looked at. */
  const crossings = (asked: typeof Listed.Type) => {
    const counts = crossed(asked).map((ids) => sql`(select count(*) from ${ids} crossed) >= ${maxCrossed}`)
    return counts.length === 0 ? sql`select false as cut` : sql`select ${sql.or(counts)} as cut`
  }

  const titled = (asked: typeof Listed.Type, limit: number) =>
    newest(posts(holdsInOne("title", asked, asked.top, sql`${asked.titleBits}`), asked), limit)

  /** Of one part the index tells where it stands: no text needs be unpacked, and all that is found is ranked. */
  const scoredByIndex = (asked: typeof Listed.Type) => sql`
    select id, max(score) as score from (
      select id, ${placeScores.title}::int as score from ${titled(asked, maxFound)} titled
      union all select id, ${placeScores.filed}::int from filed
      union all select id, ${placeScores.content}::int from worded where id >= ${asked.lowest}
      union all select id, ${placeScores.comment}::int from said where id >= ${asked.lowest}
    ) placed group by id`

  const scoredByText = (asked: typeof Listed.Type, looked: ReadonlyArray<Statement.Fragment>) => {
    const { parts, wholeContent, wholeTitle } = asked
    const words = Math.max(...parts.map(({ reading }) => wordsOf(parts, reading)))
    return sql`
      with asked as materialized (
        select reading, anywhere, title, words, case when diseases <> '{}' then disease_subtypes(diseases) end as diseases
        from json_to_recordset(${JSON.stringify(parts.map((part) => ({ ...part, diseases: ids(part.diseases) })))}::json)
          as part (reading int, anywhere tsquery, title tsquery, diseases int[], words int)
      ), looked as materialized (
        select posts.id, posts.disease_id, ts_filter(posts.search, '{a,b,c,d}') as search from posts
        where posts.id in (${union(looked)})
      )
      select id, max(score) + max(whole) as score from (
        select looked.id, asked.reading, sum(asked.words * place.score) as score, max(case
          when looked.search @@ ${wholeTitle}::tsquery then ${wholeScores.title}::int
          when looked.search @@ ${wholeContent}::tsquery then ${wholeScores.content}::int * ${words}::int
          else 0 end) as whole
        from looked cross join asked cross join lateral (select case
          when looked.search @@ asked.title then ${placeScores.title}::int
          when looked.disease_id = any(asked.diseases) then ${placeScores.filed}::int
          when looked.search @@ asked.anywhere then ${placeScores.content}::int
          when exists (select from comments where comments.post_id = looked.id and comments.search @@ asked.anywhere)
            then ${placeScores.comment}::int end as score) place
        group by looked.id, asked.reading having count(*) = count(place.score)
      ) read group by id`
  }

  const scored = (asked: typeof Listed.Type) => {
    const { parts, sort, wholeTitle } = asked
    const isRanked = sort === "relevance"
    if (isRanked && parts.length === 1 && wholeTitle === null) return scoredByIndex(asked)
    const best = [
      sql`(select id from worded where id >= ${asked.lowest} order by id desc limit ${ranked.worded})`,
      sql`(select id from said where id >= ${asked.lowest} order by id desc limit ${ranked.said})`,
      sql`(select id from filed order by id desc limit ${ranked.filed})`,
      titled(asked, ranked.titled)
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
      const filed = filedPosts(asked)
      const order = orders[sort]
      return sql`
        with worded as materialized ${newest(
          posts(holdsInOne("post", asked, top, bits), asked),
          maxFound + 1
        )}, said as materialized ${last(
          discussed(holdsInOne("comment", asked, top, bits), asked),
          maxFound + 1
        )}, filed as materialized ${last(
          filed.length === 0 ? sql`select 0 as id where false` : union(filed),
          maxFound + 1
        )}, crossing as (${crossings(asked)}), scored as materialized (
          ${scored(asked)}
        ), found as materialized (
          select id from worded union select id from said union select id from filed union select id from scored
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

/** Whether more are found than can be shown. */
const isCommon = ({ steps }: Pick<Survey, "steps">) => steps.some(({ hits }) => hits > maxFound)

/** Searches posts: see `PostsRepo.search`. */
export const makeSearch = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const surveyed = makeSurvey(sql, ranked.titled)
  const listed = makePage(sql)

  /**
   * How common the search is decides where it is done. A rare one is done in all posts. Of one that finds more than can be
   * shown only as many of the newest posts are searched as the page takes, and the parts must stand in one text.
   */
  const placed = ({ steps, titles, top }: Survey, { sort }: PostSearch, end: number) => {
    if (!isCommon({ steps })) return { bits: null, titleBits: null, lowest: 0 }
    const rankedBits = bitsFor(steps, ranked.worded)
    const all = bitsFor(steps, maxFound + 1)
    const bits = {
      relevance: end <= surelyRanked ? rankedBits : all,
      date: bitsFor(steps, end),
      views: all,
      replies: all
    }
    const titleBits = bitsFor(titles, ranked.titled)
    return { bits: bits[sort], titleBits, lowest: lowestOf(top, rankedBits) }
  }

  const asTyped = (search: PostSearch): AskedPosts => {
    const { authorId, category, diseaseId, includeDescendants = false, readings, unwanted } = search
    return {
      inOne: anyQuery(readings.map((parts) => allQueries(parts.map((part) => oneOf(part))))),
      heldInOne: anyQuery(readings.map((parts) => allQueries(parts.map(heldOf)))),
      unwanted: unwanted.length === 0 ? undefined : anyQuery(unwanted.map((term) => termQuery(term))),
      authorId,
      diseaseId,
      includeDescendants,
      category,
      parts: partsOf(search)
    }
  }

  /** Where whole words find more than can be shown, what begins as the last one does is not looked for. */
  const surveyedFirst = Effect.fnUntraced(function* (search: PostSearch) {
    const whole = asTyped(wholeWords(search))
    const survey = yield* surveyed(whole)
    if (isCommon(survey)) return { asked: whole, survey }
    const asked = asTyped(search)
    return { asked, survey: asked.inOne === whole.inOne ? survey : yield* surveyed(asked) }
  })

  return Effect.fnUntraced(function* (typed: PostSearch, window: Window) {
    const search = { ...typed, readings: typed.readings.filter((parts) => parts.length > 0) }
    if (search.readings.length === 0) return { items: [], total: 0, exact: true } satisfies FoundPosts
    const { asked, survey } = yield* surveyedFirst(search)
    const offset = Math.min(window.offset, maxFound)
    const limit = Math.min(window.limit, maxFound - offset)
    const { cut, items, total } = yield* listed({
      ...asked,
      ...placed(survey, search, offset + limit),
      top: survey.top,
      wholeTitle: Option.getOrNull(Option.map(search.whole, (term) => termQuery(term, "A"))),
      wholeContent: Option.getOrNull(Option.map(search.whole, (term) => termQuery(term, "D"))),
      filed: filedBy(search),
      drivers: isCommon(survey) ? [] : driversOf(asked.parts, survey.rarity),
      snippet: anyQuery(asked.parts.map(({ anywhere }) => anywhere)),
      sort: search.sort,
      limit,
      offset
    })
    return {
      items,
      total: isCommon(survey) ? maxFound : Math.min(total, maxFound),
      exact: !isCommon(survey) && !cut && total <= maxFound
    } satisfies FoundPosts
  })
})
