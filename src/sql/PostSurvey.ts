import { type SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { Schema } from "effect"
import { maxFound } from "../domain/PostSearch.ts"

/** A part of a search as tsqueries; see `SearchPart` of `domain/PostSearch.ts`. */
export const AskedPart = Schema.Struct({
  reading: Schema.Int,
  anywhere: Schema.String,
  /** The same without the order of phrases: what an index is asked. */
  held: Schema.String,
  title: Schema.String,
  diseases: Schema.Array(Schema.Int),
  words: Schema.Int
})
export type AskedPart = typeof AskedPart.Type

/** What is asked of posts. */
export const AskedPosts = Schema.Struct({
  /** A tsquery for what one text has to hold alone. */
  inOne: Schema.String,
  /** The same without the order of phrases: what an index is asked. */
  heldInOne: Schema.String,
  unwanted: Schema.UndefinedOr(Schema.String),
  authorId: Schema.UndefinedOr(Schema.Int),
  diseaseId: Schema.UndefinedOr(Schema.Int),
  includeDescendants: Schema.Boolean,
  category: Schema.UndefinedOr(Schema.String),
  parts: Schema.Array(AskedPart)
})
export type AskedPosts = typeof AskedPosts.Type

/** Parts of the ids that are looked at one after the other, in bits (migration 0007), until one holds enough. */
const firstBits = 8
const moreBits = 2
const mostBits = 18

/** In how many of the newest ids the rarity of a part is looked up (2 to so many bits), and how far it is counted. */
const rarityBits = 12
const rarityCount = 200

/** A set of ids as PostgreSQL writes it. */
export const ids = (numbers: ReadonlyArray<number>) => `{${numbers.join()}}`

/**
 * Statements that find ids of posts: by what their texts hold (indexes posts_search, posts_title_search and
 * comments_search, whose expressions these are), narrowed as is asked.
 */
export const finders = (sql: SqlClient.SqlClient) => {
  const isAbout = (diseases: ReadonlyArray<number>) =>
    sql`posts.disease_id = any(disease_subtypes(${ids(diseases)}::int[]))`

  const narrowing = ({ authorId, category, diseaseId, includeDescendants, unwanted }: AskedPosts) => [
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

  const posts = (found: Statement.Fragment, asked: AskedPosts) =>
    sql`select posts.id from posts where ${sql.and([found, ...narrowing(asked)])}`

  const discussed = (found: Statement.Fragment, asked: AskedPosts) => {
    const narrowed = narrowing(asked)
    return narrowed.length === 0
      ? sql`select distinct comments.post_id as id from comments where ${found}`
      : sql`select distinct posts.id from comments join posts on posts.id = comments.post_id
            where ${sql.and([found, ...narrowed])}`
  }

  const texts = {
    post: { near: sql`search_near(posts.search, posts.id)`, text: sql`posts.search` },
    title: {
      near: sql`search_near(ts_filter(posts.search, '{a}'), posts.id)`,
      text: sql`ts_filter(posts.search, '{a}')`
    },
    comment: { near: sql`search_near(comments.search, comments.post_id)`, text: sql`comments.search` }
  }

  /** Whether a text holds all of `asked`: its index is asked for the words, and the text for their order if it has one. */
  const holds = (
    where: keyof typeof texts,
    { all, held, within }: { readonly all: string; readonly held: string; readonly within?: Statement.Fragment }
  ) => {
    const { near, text } = texts[where]
    const found = within === undefined ? sql`${near} @@ ${held}::tsquery` : sql`${near} @@ ${within}`
    return all === held ? found : sql`${found} and ${text} @@ ${all}::tsquery`
  }

  /** The same for what is asked of one text, in a part of the ids; see `search_window` of migration 0007. */
  const holdsInOne = (
    where: keyof typeof texts,
    { heldInOne, inOne }: AskedPosts,
    top: Top,
    bits: Statement.Fragment
  ) =>
    holds(where, {
      all: inOne,
      held: heldInOne,
      within: sql`search_window(${heldInOne}::tsquery, ${top}, (${bits})::int)`
    })

  return { posts, discussed, isAbout, holds, holdsInOne, texts }
}

type Top = number | Statement.Fragment

const Step = Schema.Struct({ bits: Schema.Int, hits: Schema.Int })

const Survey = Schema.Struct({
  /** The newest id. */
  top: Schema.Int,
  /** How many posts hold all that is asked in one text, in larger and larger parts of the ids; up to `maxFound` + 1. */
  steps: Schema.Array(Step),
  /** The same for titles, up to `maxTitles`; only where there are more than `maxFound` posts. */
  titles: Schema.Array(Step),
  /** How often each part is found in the newest posts. */
  rarity: Schema.Array(Schema.Int)
})
export type Survey = typeof Survey.Type

/** How common a search is: what decides where it is done. Costs the same however many posts there are. */
export const makeSurvey = (sql: SqlClient.SqlClient, maxTitles: number) => {
  const { discussed, holdsInOne, posts, texts } = finders(sql)
  const newestId = sql`top`

  const rarity = (parts: ReadonlyArray<AskedPart>) => {
    const asked = JSON.stringify(parts.map(({ held }) => held))
    const query = sql`search_window(part.held::tsquery, top, ${rarityBits})`
    return sql`(
      select json_agg(
        (select count(*) from (select from posts where ${texts.post.near} @@ ${query} limit ${rarityCount}) posts) +
        (select count(*) from (select from comments where ${texts.comment.near} @@ ${query} limit ${rarityCount}) comments)
        order by part.place)
      from json_array_elements_text(${asked}::json) with ordinality as part (held, place))`
  }

  return SqlSchema.single({
    Request: AskedPosts,
    Result: Survey,
    execute: (asked) => {
      const isFirst = sql`step.bits < ${firstBits}`
      const bits = sql`step.bits + ${moreBits}`
      const more = sql`(${isFirst} or (step.bits <= ${mostBits} and top >> step.bits > 1))`
      const first = sql`select ${firstBits - moreBits}::int, 0::bigint`
      return sql`
        with recursive newest as materialized (select coalesce(max(id), 0) as top from posts),
        worded (bits, hits) as (
          ${first}
          union all
          select step.bits + ${moreBits}, found.hits from worded as step cross join newest cross join lateral (
            select count(*) as hits from (${posts(holdsInOne("post", asked, newestId, bits), asked)} limit ${maxFound + 1}) found
          ) found where step.hits <= ${maxFound} and ${more}
        ), said (bits, hits) as (
          ${first} where (select max(hits) from worded) <= ${maxFound}
          union all
          select step.bits + ${moreBits}, found.hits from said as step cross join newest cross join lateral (
            select count(*) as hits from (${discussed(holdsInOne("comment", asked, newestId, bits), asked)} limit ${maxFound + 1}) found
          ) found where step.hits <= ${maxFound} and ${more}
        ), step as materialized (
          select bits, max(hits) as hits from (select * from worded union all select * from said) either group by bits
        ), title (bits, hits) as (
          ${first} where (select max(hits) from step) > ${maxFound}
          union all
          select step.bits + ${moreBits}, titled.hits
          from title as step cross join newest cross join lateral (
            select count(*) as hits from (${posts(holdsInOne("title", asked, newestId, bits), asked)} limit ${maxTitles}) found
          ) titled
          where step.hits < ${maxTitles} and ${more}
        )
        select top,
          (select json_agg(step order by bits) from step) as steps,
          (select coalesce(json_agg(title order by bits), '[]') from title) as titles,
          ${asked.parts.length > 1 ? rarity(asked.parts) : sql`'[]'::json`} as rarity
        from newest`
    }
  })
}

/** The bits of the smallest part of the ids in which so many are found; null for all ids. */
export const bitsFor = (steps: ReadonlyArray<typeof Step.Type>, enough: number): number | null =>
  steps.find(({ bits, hits }) => hits >= enough && bits <= mostBits)?.bits ?? null

/** The first id of such a part. */
export const lowestOf = (top: number, bits: number | null): number =>
  bits === null ? 0 : Math.max((top >> bits) - 1, 0) * 2 ** bits
