import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { DiseaseId, PostId } from "../domain/Ids.ts"
import { Post } from "../domain/Post.ts"
import { type NamePhrase, type RelatedRequest, type WordLexemes, wordsInComments } from "../domain/RelatedPosts.ts"
import { joined, summary } from "./PostColumns.ts"
import { allQueries, anyQuery, lexemeQuery, termQuery } from "./SearchVector.ts"

/**
 * How many posts are looked at, the newest of each kind: all; those filed under one of the diseases; those that name one;
 * those that have one of the rarest words, or two of any; and comments that have one of the rarest. Words are counted in no
 * more than these, however large the community. What may name a disease has all words of a name: whether they stand in a
 * row an index does not tell, so that no more of these are unpacked.
 */
const newestPosts = 300
const lookedAt = 200
const rareWords = 8
const pairedWords = 12
const maybeNamed = 1_000

const wordQuery = (lexemes: WordLexemes) => anyQuery(lexemes.map(lexemeQuery))

const nameQuery = (phrases: ReadonlyArray<NamePhrase>) =>
  anyQuery(
    phrases.map(({ lexemes, unless }) => {
      const name = termQuery({ _tag: "phrase", lexemes, prefix: false })
      return unless.length === 0 ? name : `(${name}) & !(${wordQuery(unless)})`
    })
  )

const anyOf = (queries: ReadonlyArray<string>) => (queries.length === 0 ? null : anyQuery(queries))

/** The text of a tsquery of any two of several. */
const anyTwoOf = (queries: ReadonlyArray<string>) =>
  anyOf(queries.slice(0, -1).map((query, place) => `(${query}) & (${queries.slice(place + 1).join(" | ")})`))

const Query = Schema.NullOr(Schema.String)

/** Texts of tsqueries, alone and in lists that are JSON. */
const Asked = Schema.Struct({
  words: Schema.String,
  names: Schema.String,
  diseases: Schema.String,
  rare: Query,
  twoWords: Query,
  anyName: Query,
  anyNameWords: Query,
  except: Schema.OptionFromNullOr(PostId),
  limit: Schema.Int
})

const askedOf = ({ except, filed, limit, named, words }: RelatedRequest): typeof Asked.Type => {
  const queries = words.map(({ lexemes }) => wordQuery(lexemes))
  const rare = queries.filter((_, place) => words[place]?.isRare).slice(0, rareWords)
  const names = named.map(({ diseaseId, phrases, weight }) => ({ id: diseaseId, query: nameQuery(phrases), weight }))
  return {
    words: JSON.stringify(words.map(({ weight }, place) => ({ query: queries[place], weight }))),
    names: JSON.stringify(names),
    diseases: JSON.stringify(filed.map(({ diseaseId, weight }) => ({ id: diseaseId, weight }))),
    rare: anyOf(rare),
    twoWords: anyTwoOf(queries.slice(0, pairedWords)),
    anyName: anyOf(names.map(({ query }) => query)),
    anyNameWords: anyOf(
      named.flatMap(({ phrases }) => phrases.map(({ lexemes }) => allQueries(lexemes.map(lexemeQuery))))
    ),
    except,
    limit
  }
}

const Related = Schema.Struct({
  post: Post,
  inPost: Schema.Array(Schema.Int),
  inComments: Schema.Array(Schema.Int),
  named: Schema.Array(DiseaseId)
})

/** The posts that are related to words and diseases, best first: see `PostsRepo.related`. */
export const makeRelated = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // `+ 0` keeps a planner that does not know the words from reading back through the whole table for a rare one.
  const inPosts = (query: string | null, most = lookedAt) =>
    sql`select id from posts where search_near(search, id) @@ ${query}::tsquery order by id + 0 desc limit ${most}`

  // Looked up by posts_disease_id, posts_search, comments_search and primary keys. What is looked at is unpacked once
  // (`ts_filter` by every weight), and not again for each of the words.
  const related = SqlSchema.findAll({
    Request: Asked,
    Result: Related,
    execute: ({ anyName, anyNameWords, diseases, except, limit, names, rare, twoWords, words }) => sql`
      with words as materialized (
        select place::int - 1 as place, query::tsquery as query, weight
        from rows from (json_to_recordset(${words}::json) as (query text, weight int))
          with ordinality as asked (query, weight, place)
      ), names as materialized (
        select place, id, query::tsquery as query, weight
        from rows from (json_to_recordset(${names}::json) as (id int, query text, weight int))
          with ordinality as asked (id, query, weight, place)
      ), diseases_asked as materialized (
        select id, weight from json_to_recordset(${diseases}::json) as asked (id int, weight int)
      ), filed as (
        select newest.id from diseases_asked disease cross join lateral (
          select id from posts where disease_id = disease.id order by id desc limit ${lookedAt}
        ) newest order by disease.weight desc, newest.id desc limit ${lookedAt}
      ), said as materialized (
        select post_id, ts_filter(search, '{a,b,c,d}') as search from (
          select post_id, search from comments where search_near(search, post_id) @@ ${rare}::tsquery
          order by post_id + 0 desc, id + 0 desc limit ${lookedAt}
        ) newest
      ), candidates as materialized (
        select id, disease_id, ts_filter(search, '{a,b,c,d}') as search from posts
        where id in (
          (select id from posts order by id desc limit ${newestPosts}) union select id from filed
          union select id from (
            select posts.id from posts join (${inPosts(anyNameWords, maybeNamed)}) maybe on maybe.id = posts.id
            where search @@ ${anyName}::tsquery order by posts.id desc limit ${lookedAt}
          ) naming
          union select id from (${inPosts(rare)}) worded
          union select id from (${inPosts(twoWords)}) paired union select post_id from said
        ) and id is distinct from ${except}::int
      ), standing as (
        select id, place, weight, bool_or(in_post) as in_post from (
          select id, place, weight, true as in_post from candidates join words on search @@ query
          union all
          select post_id, place, weight, false from said join words on search @@ query
          where place < ${wordsInComments}
        ) found group by id, place, weight
      ), worded as (
        select id, sum(weight) as weight,
          json_agg(place order by place) filter (where in_post) as in_post,
          json_agg(place order by place) filter (where not in_post) as in_comments
        from standing group by id
      ), naming as (
        select candidates.id, max(weight) as weight, json_agg(names.id order by place) as named
        from candidates join names on search @@ query group by candidates.id
      ), best as (
        select candidates.id, in_post, in_comments, named,
          coalesce(worded.weight, 0) + coalesce(greatest(naming.weight, disease.weight), 0) as weight
        from candidates left join worded on worded.id = candidates.id left join naming on naming.id = candidates.id
          left join diseases_asked disease on disease.id = candidates.disease_id
        where coalesce(worded.id, naming.id, disease.id) is not null
        order by weight desc, candidates.id desc limit ${limit}
      )
      select (select row_to_json(post) from (select ${summary(sql)}) post) as post,
        coalesce(in_post, '[]') as "inPost", coalesce(in_comments, '[]') as "inComments", coalesce(named, '[]') as named
      from best join posts on posts.id = best.id ${joined(sql)}
      order by best.weight desc, best.id desc`
  })

  return (request: RelatedRequest) =>
    request.words.length + request.filed.length + request.named.length === 0
      ? Effect.succeed([])
      : related(askedOf(request))
})

const Counts = Schema.Struct({ posts: Schema.Int, withWord: Schema.Array(Schema.Int) })

/** How common words are: see `PostsRepo.wordCounts`. Read back by the primary key. */
export const makeWordCounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const counted = SqlSchema.single({
    Request: Schema.String,
    Result: Counts,
    execute: (words) => sql`
      with newest as materialized (
        select ts_filter(search, '{a,b,c,d}') as search from posts order by id desc limit ${newestPosts}
      )
      select (select count(*)::int from newest) as posts,
        (select coalesce(json_agg((select count(*) from newest where search @@ query::tsquery) order by place), '[]')
         from rows from (json_to_recordset(${words}::json) as (query text))
           with ordinality as asked (query, place)) as "withWord"`
  })

  return (words: ReadonlyArray<WordLexemes>) =>
    counted(JSON.stringify(words.map((lexemes) => ({ query: wordQuery(lexemes) }))))
})
