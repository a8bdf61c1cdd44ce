import { type SqlClient, SqlSchema } from "@effect/sql"
import { Schema } from "effect"
import { maxFound } from "../../../search/posts/PostQuery.ts"
import { postsByComments, postsWhere, SearchRow, textHoldsSearch } from "./PostSearchConditions.ts"

/** Sizes of the buckets of ids (migrations/0004_posts.sql), in bits: they grow until one holds enough matches. */
const firstBits = 8
const moreBits = 2
const mostBits = 18

const Step = Schema.Struct({ bits: Schema.Int, hits: Schema.Int })

const SelectivityEstimate = Schema.Struct({
  /** The newest id. */
  top: Schema.Int,
  /** Numbers of posts that match in one text, in larger and larger windows of the newest ids; up to `maxFound` + 1. */
  steps: Schema.Array(Step),
  /** The same for titles, up to `maxTitles`; only if there are more than `maxFound` posts. */
  titles: Schema.Array(Step)
})
export type SelectivityEstimate = typeof SelectivityEstimate.Type

/** Estimates how many posts a search matches, which decides how far it looks. The cost does not grow with the posts. */
export const estimateSelectivity = (sql: SqlClient.SqlClient, maxTitles: number) => {
  const newestId = sql`top`
  return SqlSchema.single({
    Request: SearchRow,
    Result: SelectivityEstimate,
    execute: (search) => {
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
            select count(*) as hits from (${postsWhere(sql, textHoldsSearch(sql, "post", search, newestId, bits), search)} limit ${maxFound + 1}) found
          ) found where step.hits <= ${maxFound} and ${more}
        ), comment_hits (bits, hits) as (
          ${first} where (select max(hits) from text_hits) <= ${maxFound}
          union all
          select step.bits + ${moreBits}, found.hits from comment_hits as step cross join newest cross join lateral (
            select count(*) as hits from (${postsByComments(sql, textHoldsSearch(sql, "comment", search, newestId, bits), search)} limit ${maxFound + 1}) found
          ) found where step.hits <= ${maxFound} and ${more}
        ), step as materialized (
          select bits, max(hits) as hits from (select * from text_hits union all select * from comment_hits) either group by bits
        ), title_hits (bits, hits) as (
          ${first} where (select max(hits) from step) > ${maxFound}
          union all
          select step.bits + ${moreBits}, titled.hits
          from title_hits as step cross join newest cross join lateral (
            select count(*) as hits from (${postsWhere(sql, textHoldsSearch(sql, "title", search, newestId, bits), search)} limit ${maxTitles}) found
          ) titled
          where step.hits < ${maxTitles} and ${more}
        )
        select top,
          (select json_agg(step order by bits) from step) as steps,
          (select coalesce(json_agg(title_hits order by bits), '[]') from title_hits) as titles
        from newest`
    }
  })
}

/** The bits of the smallest window of ids with `enough` matches; null for all ids. */
export const windowFor = (steps: ReadonlyArray<typeof Step.Type>, enough: number): number | null =>
  steps.find(({ bits, hits }) => hits >= enough && bits <= mostBits)?.bits ?? null
