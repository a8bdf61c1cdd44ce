import type { SqlClient } from "@effect/sql"
import { indexedText, postsWhere, type SearchedText } from "./PostSearchConditions.ts"
import type { SearchRow } from "./PostSearchTerms.ts"

/** A search is sampled in the newest 2 ** 10 to 2 ** 11 ids. */
export const sampleBits = 10

/** The number of ids of the sample, where `top` is the newest id. */
export const sampledIds = `(${2 ** sampleBits} + top % ${2 ** sampleBits} + 1)`

/** Numbers of posts in the sample, which determine how many ids a search for common words has to read. */
export interface Sample {
  /** The newest id. */
  readonly top: number
  readonly ids: number
  /** A part that may be half typed is a common word. */
  readonly hasCommonEnding: boolean
  /** That have the commonest part. */
  readonly parts: number
  /** That match in one text or one comment, by whole words: by whichever of the two has more. */
  readonly matches: number
  readonly titles: number
}

/** With this many sampled texts, the comments are not sampled. */
const enoughTexts = 20

/** Selects a `Sample` as JSON, by the table `parts` of a search. */
export const selectSample = (sql: SqlClient.SqlClient, search: SearchRow) => {
  const within = sql`search_window(${search.wholeInOne}::tsquery, top, ${sampleBits})`
  const hits = (text: SearchedText) =>
    sql`(select count(*) from (${postsWhere(sql, text, sql`${indexedText(sql, text)} @@ ${within}`, search)}) ids)`
  return sql`(
          select json_build_object('top', top, 'ids', ${sql.literal(sampledIds)}, 'hasCommonEnding', has_common_ending, 'parts', most,
            'matches', case when texts >= ${enoughTexts} then texts
              else greatest(texts, ${hits("comment")}) end,
            'titles', ${hits("title")})
          from (
            select max(top) as top, bool_or(is_common and is_half_typed) as has_common_ending, max(sampled) as most from parts
          ) newest, lateral (select ${hits("post")} as texts) matches
        )`
}

/** A window is chosen so that this many times the wanted posts are expected in it. */
const margin = 1.5

/** The number of newest ids that are expected to have `wanted` posts if the sample has `hits`; null for all ids. */
export const windowFor = ({ ids, top }: Sample, hits: number, wanted: number): number | null => {
  const size = Math.ceil((wanted * margin * ids) / hits)
  return size < top ? size : null
}
