import type { SqlClient } from "@effect/sql"
import type { Term } from "@rare-disease-community/text/Lexemes"
import { Effect, Option, Schema } from "effect"
import { DiseaseId } from "../../../domain/Ids.ts"
import { Post } from "../../../domain/posts/Post.ts"
import { maxCountedPosts } from "../../../ports/posts/PostsRepo.ts"
import {
  type NamePhrase,
  type RelatedRequest,
  type WordLexemes,
  wordsInComments
} from "../../../search/posts/Similarity.ts"
import { all, one, Value } from "../Rows.ts"
import { allQueries, anyQuery, lexemeQuery, termQuery } from "../SearchVector.ts"
import { joined, summary } from "./PostColumns.ts"

// The candidates are limited, so that the cost does not grow with the community. They are the newest `maxCountedPosts`;
// the newest posts filed under one of the diseases, naming one, holding one of the rarest words, or holding any two of
// the first words; and the posts of the newest comments that hold one of the rarest words.

/** The maximum number of candidates of each kind, the newest ones. */
const maxCandidatesPerKind = 200

/** The maximum number of words whose posts are candidates: the rarest. */
const maxRareWords = 8

/** The maximum number of words of which any two make a post a candidate: the first. */
const maxPairedWords = 12

/**
 * At most this many posts with all words of a name are unpacked to check the order of the words: an index finds them in
 * any order.
 */
const maxUnpackedForNames = 1_000

const wordQuery = (lexemes: WordLexemes) => anyQuery(lexemes.map(lexemeQuery))

const nameQuery = (phrases: ReadonlyArray<NamePhrase>) =>
  anyQuery(
    phrases.map(({ lexemes, unless }) => {
      const name = termQuery({ _tag: "phrase", lexemes, prefix: false })
      return unless.length === 0 ? name : `(${name}) & !(${wordQuery(unless)})`
    })
  )

const anyOf = (queries: ReadonlyArray<string>) => (queries.length === 0 ? null : anyQuery(queries))

const anyTwoOf = (queries: ReadonlyArray<string>) =>
  anyOf(queries.slice(0, -1).map((query, place) => `(${query}) & (${queries.slice(place + 1).join(" | ")})`))

/** Texts of tsqueries. `words`, `names` and `diseases` are JSON lists with weights. */
const queriesOf = ({ except, filed, limit, named, words }: RelatedRequest) => {
  const queries = words.map(({ lexemes }) => wordQuery(lexemes))
  const rare = queries.filter((_, place) => words[place]?.isRare).slice(0, maxRareWords)
  const names = named.map(({ diseaseId, phrases, weight }) => ({ id: diseaseId, query: nameQuery(phrases), weight }))
  return {
    words: JSON.stringify(words.map(({ weight }, place) => ({ query: queries[place], weight }))),
    names: JSON.stringify(names),
    diseases: JSON.stringify(filed.map(({ diseaseId, weight }) => ({ id: diseaseId, weight }))),
    rare: anyOf(rare),
    twoWords: anyTwoOf(queries.slice(0, maxPairedWords)),
    anyName: anyOf(names.map(({ query }) => query)),
    anyNameWords: anyOf(
      named.flatMap(({ phrases }) => phrases.map(({ lexemes }) => allQueries(lexemes.map(lexemeQuery))))
    ),
    except: Option.getOrNull(except),
    limit
  }
}
type RelatedQueries = ReturnType<typeof queriesOf>

const Related = Schema.Struct({
  post: Post,
  inPost: Schema.Array(Schema.Int),
  inComments: Schema.Array(Schema.Int),
  named: Schema.Array(DiseaseId)
})

/** The words, names and diseases of a request with their weights: `words`, `names` and `diseases_asked`. */
const requestTables = (sql: SqlClient.SqlClient, { diseases, names, words }: RelatedQueries) => sql`
      words as materialized (
        select place::int - 1 as place, query::tsquery as query, weight
        from rows from (json_to_recordset(${words}::json) as (query text, weight int))
          with ordinality as asked (query, weight, place)
      ), names as materialized (
        select place, id, query::tsquery as query, weight
        from rows from (json_to_recordset(${names}::json) as (id int, query text, weight int))
          with ordinality as asked (id, query, weight, place)
      ), diseases_asked as materialized (
        select id, weight from json_to_recordset(${diseases}::json) as asked (id int, weight int)
      )`

/**
 * Selects the newest posts that match a tsquery. `+ 0` keeps the planner, which does not know the words, from scanning
 * the whole primary key backwards for a rare word.
 */
const newestMatching = (sql: SqlClient.SqlClient, query: string | null, limit = maxCandidatesPerKind) =>
  sql`select post_id as id from post_search where search_with_buckets(search, post_id) @@ ${query}::tsquery order by post_id + 0 desc limit ${limit}`

/**
 * The posts and comments that are weighed: `comment_hits` and `candidates` (indexes posts_disease_id, posts_search,
 * comments_search and primary keys). `ts_filter` by every weight unpacks the vector of each once instead of once for
 * each word.
 */
const candidateTables = (
  sql: SqlClient.SqlClient,
  { anyName, anyNameWords, except, rare, twoWords }: RelatedQueries
) => sql`
      disease_hits as (
        select newest.id from diseases_asked disease cross join lateral (
          select id from posts where disease_id = disease.id order by id desc limit ${maxCandidatesPerKind}
        ) newest order by disease.weight desc, newest.id desc limit ${maxCandidatesPerKind}
      ), comment_hits as materialized (
        select post_id, ts_filter(search, '{a,b,c,d}') as search from (
          select post_id, search from comment_search where search_with_buckets(search, post_id) @@ ${rare}::tsquery
          order by post_id + 0 desc, comment_id + 0 desc limit ${maxCandidatesPerKind}
        ) newest
      ), candidates as materialized (
        select id, disease_id, ts_filter(search, '{a,b,c,d}') as search from posts join post_search on post_id = id
        where id in (
          (select id from posts order by id desc limit ${maxCountedPosts}) union select id from disease_hits
          union select id from (
            select id from post_search
            join (${newestMatching(sql, anyNameWords, maxUnpackedForNames)}) maybe on id = post_id
            where search @@ ${anyName}::tsquery order by id desc limit ${maxCandidatesPerKind}
          ) naming
          union select id from (${newestMatching(sql, rare)}) text_hits
          union select id from (${newestMatching(sql, twoWords)}) paired union select post_id from comment_hits
        ) and id is distinct from ${except}::int
      )`

/** The words and names that each candidate holds, and the candidates of the greatest weight: `best`. */
const weightTables = (sql: SqlClient.SqlClient, { limit }: RelatedQueries) => sql`
      standing as (
        select id, place, weight, bool_or(in_post) as in_post from (
          select id, place, weight, true as in_post from candidates join words on search @@ query
          union all
          select post_id, place, weight, false from comment_hits join words on search @@ query
          where place < ${wordsInComments}
        ) found group by id, place, weight
      ), word_hits as (
        select id, sum(weight) as weight,
          json_agg(place order by place) filter (where in_post) as in_post,
          json_agg(place order by place) filter (where not in_post) as in_comments
        from standing group by id
      ), name_hits as (
        select candidates.id, max(weight) as weight, json_agg(names.id order by place) as named
        from candidates join names on search @@ query group by candidates.id
      ), best as (
        select candidates.id, in_post, in_comments, named,
          coalesce(word_hits.weight, 0) + coalesce(greatest(name_hits.weight, disease.weight), 0) as weight
        from candidates left join word_hits on word_hits.id = candidates.id left join name_hits on name_hits.id = candidates.id
          left join diseases_asked disease on disease.id = candidates.disease_id
        where coalesce(word_hits.id, name_hits.id, disease.id) is not null
        order by weight desc, candidates.id desc limit ${limit}
      )`

/** Finds the posts that are related to words and diseases by one statement, best first: see `PostsRepo.related`. */
export const relatedPosts = (sql: SqlClient.SqlClient, request: RelatedRequest) => {
  if (request.words.length + request.filed.length + request.named.length === 0) return Effect.succeed([])
  const queries = queriesOf(request)
  return sql`
      with ${requestTables(sql, queries)}, ${candidateTables(sql, queries)}, ${weightTables(sql, queries)}
      select (select row_to_json(post) from (select ${summary(sql)}) post) as post,
        coalesce(in_post, '[]') as "inPost", coalesce(in_comments, '[]') as "inComments", coalesce(named, '[]') as named
      from best join posts on posts.id = best.id ${joined(sql)}
      order by best.weight desc, best.id desc`.pipe(all(Related))
}

/** The maximum number of posts, and of comments, whose words are counted: the newest. */
const maxReadTexts = 10_000

/** The maximum number of words that are counted. */
const maxReadWords = 20_000

const Words = Schema.Struct({ lexeme: Schema.String, texts: Schema.Int, times: Schema.Int })

/** Counts the words of texts: see `PostsRepo.countedWords`. Reads backwards along primary keys. */
export const countedWords = (sql: SqlClient.SqlClient) => {
  const newest = (table: string) => `(select search from ${table} order by post_id desc limit ${maxReadTexts})`
  const texts = `${newest("post_search")} union all ${newest("comment_search")}`
  return sql`
      select word as lexeme, ndoc as texts, nentry as times from ts_stat(${texts}) order by ndoc desc limit ${maxReadWords}`.pipe(
    all(Words)
  )
}

const Held = Value("held", Schema.Array(Schema.Boolean))

/**
 * Tells which terms the texts have (indexes posts_search and comments_search): see `PostsRepo.heldTerms`. A
 * materialized table is planned for all its rows, so by the index, and read up to the first.
 */
export const heldTerms = (sql: SqlClient.SqlClient, terms: ReadonlyArray<Term>) => {
  const found = (table: string) => sql`exists (
          with found as materialized (
            select from ${sql(table)} where search_with_buckets(search, post_id) @@ query::tsquery
          ) select from found)`
  return sql`
      select coalesce(json_agg(${found("post_search")} or ${found("comment_search")} order by place), '[]') as held
      from json_array_elements_text(${JSON.stringify(terms.map((term) => termQuery(term)))}::json)
        with ordinality as asked (query, place)`.pipe(one(Held))
}

const Counts = Schema.Struct({ posts: Schema.Int, withWord: Schema.Array(Schema.Int) })

/** Counts the posts that hold each word: see `PostsRepo.wordCounts`. Reads backwards along the primary key. */
export const wordCounts = (sql: SqlClient.SqlClient, words: ReadonlyArray<WordLexemes>) => {
  const queries = JSON.stringify(words.map((lexemes) => ({ query: wordQuery(lexemes) })))
  return sql`
      with newest as materialized (
        select ts_filter(search, '{a,b,c,d}') as search from post_search order by post_id desc limit ${maxCountedPosts}
      )
      select (select count(*)::int from newest) as posts,
        (select coalesce(json_agg((select count(*) from newest where search @@ query::tsquery) order by place), '[]')
         from rows from (json_to_recordset(${queries}::json) as (query text))
           with ordinality as asked (query, place)) as "withWord"`.pipe(one(Counts))
}
