import type { SqlClient, Statement } from "@effect/sql"
import { Effect, Schema } from "effect"
import { maxPostsFound } from "../../../domain/posts/Post.ts"
import { isAnswered, isOfKind, whenDefined } from "../Columns.ts"
import { newestQuery } from "../SearchVector.ts"
import { aboutDisease } from "./AboutDisease.ts"
import type { SearchRow } from "./PostSearchTerms.ts"

/** A search is sampled in the newest 2 ** 10 to 2 ** 11 ids. */
const sampleBits = 10

/** The number of ids of the sample, where `top` is the newest id. */
const sampledIds = `(${2 ** sampleBits} + top % ${2 ** sampleBits} + 1)`

/** Numbers of posts in the sample, which determine how many ids a search for common words has to read. */
const Sample = Schema.Struct({
  /** The newest id. */
  top: Schema.Int,
  ids: Schema.Int,
  /** A part that may be half typed is a common word. */
  hasCommonEnding: Schema.Boolean,
  /** The posts that have the commonest part. */
  parts: Schema.Int,
  /** The posts that match in one text or one comment, by whole words: the greater number of the two. */
  matches: Schema.Int,
  titles: Schema.Int
})

export type Sample = typeof Sample.Type

const Survey = Schema.Struct({
  /** For each part, in order, if more than `maxPostsFound` texts are expected to have it. */
  common: Schema.Array(Schema.Boolean),
  /** None if each alternative has a part that is not common. */
  sample: Schema.NullOr(Sample)
})

const decodeSurvey = Schema.decodeUnknownSync(Survey)

/** With this many sampled texts, the comments are not sampled. */
const enoughTexts = 20

/** Surveys a search in the newest ids. Words are taken as whole ones. */
export const selectSurvey = (sql: SqlClient.SqlClient, search: SearchRow) => {
  const rows = JSON.stringify(
    search.parts.map(({ alternative, unordered, whole }) => ({ alternative, whole, half: whole !== unordered }))
  )
  const ids = sql.literal(sampledIds)
  const within = (query: Statement.Fragment) => sql`search_window(${query}, top, ${sampleBits})`
  const hits = (text: SearchedText) => {
    const holds = sql`${indexedText(sql, text)} @@ ${within(sql`${search.wholeInOne}::tsquery`)}`
    return sql`(select count(*) from (${postsWhere(sql, text, holds, search)}) ids)`
  }
  return Effect.map(
    sql`
      with parts as materialized (
        select part.*, top, hits, hits * top / ${ids} > ${maxPostsFound} as is_common
        from (select coalesce(max(id), 0) as top from posts) newest,
          rows from (json_to_recordset(${rows}::json) as (alternative int, whole tsquery, half boolean))
            with ordinality as part (alternative, whole, half, nth),
          lateral (
            select count(*) as hits from post_search where ${indexedText(sql, "post")} @@ ${within(sql`part.whole`)}
          ) sample
      )
      select (select json_agg(is_common order by nth) from parts) as common, case when exists (
          select from parts group by alternative having bool_and(is_common)
        ) then (
          select json_build_object('top', top, 'ids', ${ids}, 'hasCommonEnding', has_common_ending, 'parts', most,
            'matches', case when texts >= ${enoughTexts} then texts else greatest(texts, ${hits("comment")}) end,
            'titles', ${hits("title")})
          from (
            select max(top) as top, bool_or(is_common and half) as has_common_ending, max(hits) as most from parts
          ) newest, lateral (select ${hits("post")} as texts) matches
        ) end as sample`,
    ([row]) => decodeSurvey(row)
  )
}

/** A window is chosen so that this many times the wanted posts are expected in it. */
const margin = 1.5

/** The number of newest ids that are expected to have `wanted` posts if the sample has `hits`; null for all ids. */
export const windowFor = ({ ids, top }: Sample, hits: number, wanted: number): number | null => {
  const size = Math.ceil((wanted * margin * ids) / hits)
  return size < top ? size : null
}

/** The filters of a search as conditions on `posts`; that by disease has the index posts_disease_id. */
export const filters = (
  sql: SqlClient.SqlClient,
  { filter: { audience, authorId, authorKind, category, language, answered, ...about } }: SearchRow
): ReadonlyArray<Statement.Fragment> => [
  ...whenDefined(authorId, (authorId) => sql`posts.author_id = ${authorId}`),
  ...whenDefined(authorKind, (kind) => isOfKind(sql, "posts", kind)),
  ...whenDefined(category, (category) => sql`posts.category = ${category}`),
  ...whenDefined(audience, (audience) => sql`posts.audience = ${audience}`),
  ...whenDefined(language, (language) => sql`posts.language = ${language}`),
  ...whenDefined(answered, (answered) => isAnswered(sql, answered)),
  ...aboutDisease(sql, about)
]

/** The condition that no text of the post with this id holds an unwanted word. */
export const nothingUnwanted = (sql: SqlClient.SqlClient, { unwanted }: SearchRow, postId: string) =>
  whenDefined(unwanted, (unwanted) => {
    const holds = sql`unwanted.post_id = ${sql.literal(postId)} and unwanted.search @@ ${unwanted}::tsquery`
    return sql`not exists (select from post_search unwanted where ${holds})
          and not exists (select from comment_search unwanted where ${holds})`
  })

/** The table of a text, its vector, and the expression of its index. */
const searched = (table: string, vector = `${table}.search`) => ({
  table,
  vector,
  indexed: `search_with_buckets(${vector}, ${table}.post_id)`
})

/** The texts that are searched (indexes posts_search, posts_title_search and comments_search). */
const texts = {
  post: searched("post_search"),
  title: searched("post_search", "ts_filter(post_search.search, '{a}')"),
  comment: searched("comment_search")
}
export type SearchedText = keyof typeof texts

/** Texts by a condition on them and conditions on their posts, which are joined where there are any: from and where. */
export const textsWhere = (
  sql: SqlClient.SqlClient,
  text: SearchedText,
  condition: Statement.Fragment,
  ofPosts: ReadonlyArray<Statement.Fragment>
) => {
  const posts = ofPosts.length === 0 ? sql`` : sql`join posts on posts.id = post_id`
  return sql`${sql(texts[text].table)} ${posts} where ${sql.and([condition, ...ofPosts])}`
}

/** Selects the ids of posts by a condition on a text, conditions on `posts`, and the filters of the search. */
export const postsWhere = (
  sql: SqlClient.SqlClient,
  text: SearchedText,
  condition: Statement.Fragment,
  search: SearchRow,
  ofPosts: ReadonlyArray<Statement.Fragment> = []
) => {
  const wanted = sql.and([condition, ...nothingUnwanted(sql, search, `${texts[text].table}.post_id`)])
  const distinct = sql.literal(text === "comment" ? "distinct" : "")
  return sql`select ${distinct} post_id as id from ${textsWhere(sql, text, wanted, [...ofPosts, ...filters(sql, search)])}`
}

const indexedText = (sql: SqlClient.SqlClient, text: SearchedText) => sql.literal(texts[text].indexed)

/**
 * The condition that a text holds the row `part`: the index finds the words; the text is read only to check their
 * order.
 */
export const partHolds = (sql: SqlClient.SqlClient, text: SearchedText) =>
  sql`${indexedText(sql, text)} @@ part.within
        and (part.anywhere = part.unordered or ${sql.literal(texts[text].vector)} @@ part.anywhere)`

/** The condition that one text matches the whole search, in a window of newest ids. */
export const textHoldsSearch = (
  sql: SqlClient.SqlClient,
  text: SearchedText,
  { unorderedInOne, inOne }: SearchRow,
  top: number,
  ids: number | null
) => {
  const hasWords = sql`${indexedText(sql, text)} @@ ${newestQuery(unorderedInOne, top, ids)}::tsquery`
  return inOne === unorderedInOne
    ? hasWords
    : sql`${hasWords} and ${sql.literal(texts[text].vector)} @@ ${inOne}::tsquery`
}
