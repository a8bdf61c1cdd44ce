import { type SqlClient, SqlSchema, type Statement } from "@effect/sql"
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
  const holds = (text: "comment" | "post" | "title", search: SearchRow) =>
    textHoldsSearch(sql, text, search, sql`top`, sql`step.bits + ${moreBits}`)

  /** The steps until a window holds more than `most` of these ids. */
  const stepTable = (
    name: Statement.Fragment,
    condition: Statement.Fragment,
    ids: Statement.Fragment,
    most: number
  ) => sql`
        ${name} (bits, hits) as (
          select ${firstBits - moreBits}::int, 0::bigint where ${condition}
          union all
          select step.bits + ${moreBits}, found.hits from ${name} as step cross join newest cross join lateral (
            select count(*) as hits from (${ids} limit ${most + 1}) found
          ) found
          where step.hits <= ${most} and (step.bits < ${firstBits} or (step.bits <= ${mostBits} and top >> step.bits > 1))
        )`

  return SqlSchema.single({
    Request: SearchRow,
    Result: SelectivityEstimate,
    execute: (search) => {
      const texts = postsWhere(sql, holds("post", search), search)
      const comments = postsByComments(sql, holds("comment", search), search)
      const titles = postsWhere(sql, holds("title", search), search)
      return sql`
        with recursive newest as materialized (select coalesce(max(id), 0) as top from posts),
        ${stepTable(sql`text_hits`, sql`true`, texts, maxFound)},
        ${stepTable(sql`comment_hits`, sql`(select max(hits) from text_hits) <= ${maxFound}`, comments, maxFound)},
        step as materialized (
          select bits, max(hits) as hits from (select * from text_hits union all select * from comment_hits) either group by bits
        ), ${stepTable(sql`title_hits`, sql`(select max(hits) from step) > ${maxFound}`, titles, maxTitles - 1)}
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
