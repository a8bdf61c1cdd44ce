import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { DiseaseId, PostId } from "../domain/Ids.ts"
import { Post } from "../domain/Post.ts"
import type { RelatedRequest } from "../repositories/PostsRepo.ts"
import { joined, summary } from "./PostColumns.ts"
import { lexemeQuery, titleQuery } from "./SearchVector.ts"

/**
 * How many posts filed under the diseases, posts that have one of the lexemes, and comments that have one are looked at,
 * the newest of each. Lexemes are counted in no more than these, however large the community: what is older, and shares
 * words only, is found while the words are rare. To rank it all takes an index that knows how rare a word is.
 */
const lookedAt = 300

const Asked = Schema.Struct({
  lexemes: Schema.Array(Schema.String),
  diseaseIds: Schema.Array(DiseaseId),
  except: Schema.OptionFromNullOr(PostId),
  limit: Schema.Int
})

const Related = Schema.Struct({
  post: Post,
  shared: Schema.Array(Schema.String),
  inTitle: Schema.Array(Schema.String)
})

/** The posts that are related to words and diseases, best first: see `PostsRepo.related`. */
export const makeRelated = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Looked up by posts_disease_id, posts_search, comments_search and primary keys. `id + 0` keeps a planner that does not
  // know the words from reading back through the whole table for a rare one; common words cost as much as a search for
  // them does. What is looked at is unpacked once (`ts_filter` by every weight), and not again for each of the lexemes.
  const related = SqlSchema.findAll({
    Request: Asked,
    Result: Related,
    execute: ({ diseaseIds, except, lexemes, limit }) => {
      const asked = lexemes.map((lexeme) => ({ lexeme, anywhere: lexemeQuery(lexeme), title: titleQuery(lexeme) }))
      const any = lexemes.length === 0 ? null : lexemes.map(lexemeQuery).join(" | ")
      const diseases = sql`${`{${diseaseIds.join()}}`}::int[]`
      return sql`
        with asked as materialized (
          select place, lexeme, anywhere::tsquery as anywhere, title::tsquery as title
          from rows from (json_to_recordset(${JSON.stringify(asked)}::json) as (lexeme text, anywhere text, title text))
            with ordinality as asked (lexeme, anywhere, title, place)
        ), filed as (
          select newest.id from unnest(${diseases}) as disease (id) cross join lateral (
            select posts.id from posts where posts.disease_id = disease.id order by posts.id desc limit ${lookedAt}
          ) newest order by newest.id desc limit ${lookedAt}
        ), worded as (
          select id from posts where search @@ ${any}::tsquery order by id + 0 desc limit ${lookedAt}
        ), said as materialized (
          select post_id, ts_filter(search, '{a,b,c,d}') as search from (
            select post_id, search from comments where search @@ ${any}::tsquery order by id + 0 desc limit ${lookedAt}
          ) newest
        ), candidates as materialized (
          select id, coalesce(disease_id = any(${diseases}), false) as filed, ts_filter(search, '{a,b,c,d}') as search
          from posts
          where id in (select id from filed union select id from worded union select post_id from said)
            and id is distinct from ${except}::int
        ), found as (
          select id, place, lexeme, bool_or(in_title) as in_title from (
            select id, place, lexeme, search @@ title as in_title from candidates join asked on search @@ anywhere
            union all
            select post_id, place, lexeme, false from said join asked on search @@ anywhere
          ) standing group by id, place, lexeme
        ), best as (
          select candidates.id, filed, count(lexeme) as words,
            coalesce(json_agg(lexeme order by place) filter (where lexeme is not null), '[]') as shared,
            coalesce(json_agg(lexeme order by place) filter (where in_title), '[]') as "inTitle"
          from candidates left join found on found.id = candidates.id
          group by candidates.id, filed
          order by filed desc, words desc, candidates.id desc limit ${limit}
        )
        select (select row_to_json(post) from (select ${summary(sql)}) post) as post, best.shared, best."inTitle"
        from best join posts on posts.id = best.id ${joined(sql)}
        order by best.filed desc, best.words desc, best.id desc`
    }
  })

  return (request: RelatedRequest) =>
    request.lexemes.length === 0 && request.diseaseIds.length === 0 ? Effect.succeed([]) : related(request)
})
