import { type SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { Schema } from "effect"
import { maxFound } from "../../../search/posts/PostQuery.ts"

/** A part of a search as tsqueries; see `SearchPart` of `search/posts/PostQuery.ts`. */
export const SearchPartRow = Schema.Struct({
  alternative: Schema.Int,
  anywhere: Schema.String,
  /** The same without the order of phrases, for the index. */
  held: Schema.String,
  title: Schema.String,
  diseases: Schema.Array(Schema.Int),
  words: Schema.Int
})
export type SearchPartRow = typeof SearchPartRow.Type

/** A search as one row of parameters. */
export const SearchRow = Schema.Struct({
  /** A tsquery that one text has to match alone. */
  inOne: Schema.String,
  /** The same without the order of phrases, for the index. */
  heldInOne: Schema.String,
  unwanted: Schema.UndefinedOr(Schema.String),
  authorId: Schema.UndefinedOr(Schema.Int),
  diseaseId: Schema.UndefinedOr(Schema.Int),
  includeDescendants: Schema.Boolean,
  category: Schema.UndefinedOr(Schema.String),
  parts: Schema.Array(SearchPartRow)
})
export type SearchRow = typeof SearchRow.Type

/** Sizes of the buckets of ids (migrations/0004_posts.sql), in bits: they grow until one holds enough matches. */
const firstBits = 8
const moreBits = 2
const mostBits = 18

/** The rarity of a part is counted in the newest 2 ** `rarityBits` ids, up to `rarityCount`. */
const rarityBits = 12
const rarityCount = 200

/** A PostgreSQL array literal of ids. */
export const ids = (numbers: ReadonlyArray<number>) => `{${numbers.join()}}`

/**
 * Statements that find ids of posts by their texts, with the filters of the search. The expressions are those of the
 * indexes posts_search, posts_title_search and comments_search.
 */
export const finders = (sql: SqlClient.SqlClient) => {
  const isAbout = (diseases: ReadonlyArray<number>) =>
    sql`posts.disease_id = any(disease_subtypes(${ids(diseases)}::int[]))`

  const narrowing = ({ authorId, category, diseaseId, includeDescendants, unwanted }: SearchRow) => [
    ...(authorId === undefined ? [] : [sql`posts.author_id = ${authorId}`]),
    ...(category === undefined ? [] : [sql`posts.category = ${category}`]),
    ...(diseaseId === undefined
      ? []
      : [includeDescendants ? isAbout([diseaseId]) : sql`posts.disease_id = ${diseaseId}`]),
    ...(unwanted === undefined
      ? []
      : [
          sql`not posts.search @@ ${unwanted}::tsquery and not exists (
            select from comments where comments.post_id = posts.id and comments.search @@ ${unwanted}::tsquery)`
        ])
  ]

  const posts = (found: Statement.Fragment, asked: SearchRow) =>
    sql`select posts.id from posts where ${sql.and([found, ...narrowing(asked)])}`

  const discussed = (found: Statement.Fragment, asked: SearchRow) => {
    const narrowed = narrowing(asked)
    return narrowed.length === 0
      ? sql`select distinct comments.post_id as id from comments where ${found}`
      : sql`select distinct posts.id from comments join posts on posts.id = comments.post_id
            where ${sql.and([found, ...narrowed])}`
  }

  const texts = {
    post: { indexed: sql`search_with_buckets(posts.search, posts.id)`, text: sql`posts.search` },
    title: {
      indexed: sql`search_with_buckets(ts_filter(posts.search, '{a}'), posts.id)`,
      text: sql`ts_filter(posts.search, '{a}')`
    },
    comment: { indexed: sql`search_with_buckets(comments.search, comments.post_id)`, text: sql`comments.search` }
  }

  /** The condition that a text matches `all`: the index finds the words; the text is read only to check their order. */
  const holds = (
    where: keyof typeof texts,
    { all, held, within }: { readonly all: string; readonly held: string; readonly within?: Statement.Fragment }
  ) => {
    const { indexed, text } = texts[where]
    const found = within === undefined ? sql`${indexed} @@ ${held}::tsquery` : sql`${indexed} @@ ${within}`
    return all === held ? found : sql`${found} and ${text} @@ ${all}::tsquery`
  }

  /** The condition that one text matches the whole search, in a window of the newest ids; see `search_window`. */
  const holdsInOne = (where: keyof typeof texts, { heldInOne, inOne }: SearchRow, top: Top, bits: Statement.Fragment) =>
    holds(where, {
      all: inOne,
      held: heldInOne,
      within: sql`search_window(${heldInOne}::tsquery, ${top}, (${bits})::int)`
    })

  return { posts, discussed, isAbout, holds, holdsInOne, texts }
}

type Top = number | Statement.Fragment

const Step = Schema.Struct({ bits: Schema.Int, hits: Schema.Int })

const SelectivityEstimate = Schema.Struct({
  /** The newest id. */
  top: Schema.Int,
  /** Numbers of posts that match in one text, in larger and larger windows of the newest ids; up to `maxFound` + 1. */
  steps: Schema.Array(Step),
  /** The same for titles, up to `maxTitles`; only where there are more than `maxFound` posts. */
  titles: Schema.Array(Step),
  /** The number of matches of each part in the newest posts and their comments. */
  rarity: Schema.Array(Schema.Int)
})
export type SelectivityEstimate = typeof SelectivityEstimate.Type

/** Estimates how many posts a search matches, which decides how far it looks. The cost does not grow with the posts. */
export const makeSelectivityEstimate = (sql: SqlClient.SqlClient, maxTitles: number) => {
  const { discussed, holdsInOne, posts, texts } = finders(sql)
  const newestId = sql`top`

  const rarity = (parts: ReadonlyArray<SearchPartRow>) => {
    const asked = JSON.stringify(parts.map(({ held }) => held))
    const query = sql`search_window(part.held::tsquery, top, ${rarityBits})`
    return sql`(
      select json_agg(
        (select count(*) from (select from posts where ${texts.post.indexed} @@ ${query} limit ${rarityCount}) posts) +
        (select count(*) from (select from comments where ${texts.comment.indexed} @@ ${query} limit ${rarityCount}) comments)
        order by part.place)
      from json_array_elements_text(${asked}::json) with ordinality as part (held, place))`
  }

  return SqlSchema.single({
    Request: SearchRow,
    Result: SelectivityEstimate,
    execute: (asked) => {
      const isFirst = sql`step.bits < ${firstBits}`
      const bits = sql`step.bits + ${moreBits}`
      const more = sql`(${isFirst} or (step.bits <= ${mostBits} and top >> step.bits > 1))`
      const first = sql`select ${firstBits - moreBits}::int, 0::bigint`
      return sql`
        with recursive newest as materialized (select coalesce(max(id), 0) as top from posts),
        text_hits (bits, hits) as (
          ${first}
          union all
          select step.bits + ${moreBits}, found.hits from text_hits as step cross join newest cross join lateral (
            select count(*) as hits from (${posts(holdsInOne("post", asked, newestId, bits), asked)} limit ${maxFound + 1}) found
          ) found where step.hits <= ${maxFound} and ${more}
        ), comment_hits (bits, hits) as (
          ${first} where (select max(hits) from text_hits) <= ${maxFound}
          union all
          select step.bits + ${moreBits}, found.hits from comment_hits as step cross join newest cross join lateral (
            select count(*) as hits from (${discussed(holdsInOne("comment", asked, newestId, bits), asked)} limit ${maxFound + 1}) found
          ) found where step.hits <= ${maxFound} and ${more}
        ), step as materialized (
          select bits, max(hits) as hits from (select * from text_hits union all select * from comment_hits) either group by bits
        ), title_hits (bits, hits) as (
          ${first} where (select max(hits) from step) > ${maxFound}
          union all
          select step.bits + ${moreBits}, titled.hits
          from title_hits as step cross join newest cross join lateral (
            select count(*) as hits from (${posts(holdsInOne("title", asked, newestId, bits), asked)} limit ${maxTitles}) found
          ) titled
          where step.hits < ${maxTitles} and ${more}
        )
        select top,
          (select json_agg(step order by bits) from step) as steps,
          (select coalesce(json_agg(title_hits order by bits), '[]') from title_hits) as titles,
          ${asked.parts.length > 1 ? rarity(asked.parts) : sql`'[]'::json`} as rarity
        from newest`
    }
  })
}

/** The bits of the smallest window of ids with `enough` matches; null for all ids. */
export const windowFor = (steps: ReadonlyArray<typeof Step.Type>, enough: number): number | null =>
  steps.find(({ bits, hits }) => hits >= enough && bits <= mostBits)?.bits ?? null

/** The first id of a window of so many bits. */
export const lowestOf = (top: number, bits: number | null): number =>
  bits === null ? 0 : Math.max((top >> bits) - 1, 0) * 2 ** bits
