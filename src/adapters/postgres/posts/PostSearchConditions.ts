import type { SqlClient, Statement } from "@effect/sql"
import { idArray, whenDefined } from "../Conditions.ts"
import type { SearchRow } from "./PostSearchTerms.ts"

/** The condition that a post is filed under one of the diseases or of their subtypes (index posts_disease_id). */
export const isAbout = (sql: SqlClient.SqlClient, diseases: ReadonlyArray<number>) =>
  sql`posts.disease_id = any(disease_subtypes(${idArray(sql, diseases)}))`

/** The filters of a search as conditions on `posts`. */
export const filters = (
  sql: SqlClient.SqlClient,
  { authorId, category, diseaseId, includeDescendants }: SearchRow
): ReadonlyArray<Statement.Fragment> => [
  ...whenDefined(authorId, (authorId) => sql`posts.author_id = ${authorId}`),
  ...whenDefined(category, (category) => sql`posts.category = ${category}`),
  ...whenDefined(diseaseId, (diseaseId) =>
    includeDescendants ? isAbout(sql, [diseaseId]) : sql`posts.disease_id = ${diseaseId}`
  )
]

/** The condition that no text of a post in `posts` holds an unwanted word. */
export const nothingUnwanted = (sql: SqlClient.SqlClient, { unwanted }: SearchRow) =>
  whenDefined(
    unwanted,
    (unwanted) => sql`not posts.search @@ ${unwanted}::tsquery and not exists (
            select from comments where comments.post_id = posts.id and comments.search @@ ${unwanted}::tsquery)`
  )

/** Selects the ids of posts by a condition on `posts` and the filters of the search. */
export const postsWhere = (sql: SqlClient.SqlClient, condition: Statement.Fragment, search: SearchRow) =>
  sql`select posts.id from posts
      where ${sql.and([condition, ...filters(sql, search), ...nothingUnwanted(sql, search)])}`

/** `comments` by a condition on them and conditions on their posts, which are joined where there are any: from and where. */
export const commentsWhere = (
  sql: SqlClient.SqlClient,
  condition: Statement.Fragment,
  ofPosts: ReadonlyArray<Statement.Fragment>
) => {
  const posts = ofPosts.length === 0 ? sql`` : sql`join posts on posts.id = comments.post_id`
  return sql`comments ${posts} where ${sql.and([condition, ...ofPosts])}`
}

/** Selects the ids of posts by a condition on their `comments` and the filters of the search. */
export const postsByComments = (sql: SqlClient.SqlClient, condition: Statement.Fragment, search: SearchRow) => {
  const ofPosts = [...filters(sql, search), ...nothingUnwanted(sql, search)]
  return sql`select distinct comments.post_id as id from ${commentsWhere(sql, condition, ofPosts)}`
}

/** The texts that are searched: the column, and the expression of its index. */
const texts = {
  post: { indexed: "search_with_buckets(posts.search, posts.id)", text: "posts.search" },
  title: {
    indexed: "search_with_buckets(ts_filter(posts.search, '{a}'), posts.id)",
    text: "ts_filter(posts.search, '{a}')"
  },
  comment: { indexed: "search_with_buckets(comments.search, comments.post_id)", text: "comments.search" }
}

/** The expression of the index posts_search, posts_title_search or comments_search. */
export const indexedText = (sql: SqlClient.SqlClient, text: keyof typeof texts) => sql.literal(texts[text].indexed)

/** The condition that a text holds the row `part`: the index finds the words; the text is read only to check their order. */
export const partHolds = (sql: SqlClient.SqlClient, text: keyof typeof texts) =>
  sql`${indexedText(sql, text)} @@ part.within
        and (part.anywhere = part.unordered or ${sql.literal(texts[text].text)} @@ part.anywhere)`

/** The condition that one text matches the whole search, in a window of the newest ids; see `search_window`. */
export const textHoldsSearch = (
  sql: SqlClient.SqlClient,
  text: keyof typeof texts,
  { unorderedInOne, inOne }: SearchRow,
  top: number | Statement.Fragment,
  bits: Statement.Fragment
) => {
  const within = sql`search_window(${unorderedInOne}::tsquery, ${top}, (${bits})::int)`
  const hasWords = sql`${indexedText(sql, text)} @@ ${within}`
  return inOne === unorderedInOne
    ? hasWords
    : sql`${hasWords} and ${sql.literal(texts[text].text)} @@ ${inOne}::tsquery`
}
