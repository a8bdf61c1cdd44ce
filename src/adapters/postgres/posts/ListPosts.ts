import type { SqlClient, Statement } from "@effect/sql"
import { Effect, Schema } from "effect"
import type { PostKey } from "../../../domain/Lists.ts"
import type { PageSlice } from "../../../domain/Page.ts"
import { Post } from "../../../domain/posts/Post.ts"
import type { PostListing } from "../../../ports/posts/PostsRepo.ts"
import { communityCount, hasAnswers, isAnswered, isOfKind, whenDefined } from "../Columns.ts"
import { List, limitClause, page } from "../Rows.ts"
import { aboutDisease } from "./AboutDisease.ts"
import { joined, summary } from "./PostColumns.ts"

interface ListRequest extends Omit<PostListing, "sort" | "includeRelated">, PageSlice<PostKey> {
  readonly isRelated?: boolean
  /** True for a reader of posts that are not for everyone, while there are some: the kept counts lack them. */
  readonly countsRestricted: boolean
}

const Posts = List(Post)

const PostsAndRelated = List(Schema.Struct({ ...Post.fields, related: Schema.NullOr(Schema.Literal(true)) }))

const markOf = (related: true | null) => (related === null ? {} : { related })

/** The `count` of a post's key in each order; 0 where only the id decides, since ids ascend with time. */
const keyCounts = {
  date: () => 0,
  views: ({ viewCount }: Post) => viewCount,
  replies: ({ replyCount }: Post) => replyCount
}

/** A sort order, over one table with its key, the author, their kind and the category: finding a page needs no join. */
interface SortOrder {
  readonly table: "posts" | "post_counts" | "post_views"
  readonly id: string
  /** The column that it sorts by before the id; `0` if it sorts by the id alone. */
  readonly count: string
  readonly by: Statement.Fragment
  /**
   * The keyset condition: true for rows after a key, the last one of the page before. It compares the columns of `by`
   * as one row value, so the index that gives the order also finds the first row of the page.
   */
  readonly isBehind: (key: PostKey) => Statement.Fragment
}

const sortOrders = (sql: SqlClient.SqlClient) =>
  ({
    date: {
      table: "posts",
      id: "posts.id",
      count: "0",
      by: sql`posts.id desc`,
      isBehind: ({ id }) => sql`posts.id < ${id}`
    },
    /** The order by date of posts with or without an answer. */
    dateOfCounted: {
      table: "post_counts",
      id: "post_counts.post_id",
      count: "0",
      by: sql`post_counts.post_id desc`,
      isBehind: ({ id }) => sql`post_counts.post_id < ${id}`
    },
    views: {
      table: "post_views",
      id: "post_views.post_id",
      count: "post_views.views",
      by: sql`post_views.views desc, post_views.post_id desc`,
      isBehind: ({ count, id }) => sql`(post_views.views, post_views.post_id) < (${count}, ${id})`
    },
    replies: {
      table: "post_counts",
      id: "post_counts.post_id",
      count: "post_counts.replies",
      by: sql`post_counts.replies desc, post_counts.post_id desc`,
      isBehind: ({ count, id }) => sql`(post_counts.replies, post_counts.post_id) < (${count}, ${id})`
    }
  }) satisfies Record<string, SortOrder>

const ofCategory = (sql: SqlClient.SqlClient, table: string, { category }: ListRequest) =>
  whenDefined(category, (category) => sql`${sql(`${table}.category`)} = ${category}`)

/** The filters by author, kind and category, on the table of a sort order. */
const ofAuthorAndCategory = (sql: SqlClient.SqlClient, table: string, request: ListRequest) => [
  ...whenDefined(request.authorId, (authorId) => sql`${sql(`${table}.author_id`)} = ${authorId}`),
  ...whenDefined(request.authorKind, (kind) => isOfKind(sql, table, kind)),
  ...ofCategory(sql, table, request)
]

const inLanguage = (sql: SqlClient.SqlClient, { language }: ListRequest) =>
  whenDefined(language, (language) => sql`posts.language = ${language}`)

const forAudience = (sql: SqlClient.SqlClient, { audience }: ListRequest) =>
  whenDefined(audience, (audience) => sql`posts.audience = ${audience}`)

/** The filters of a request, all on `posts`. */
const filters = (sql: SqlClient.SqlClient, request: ListRequest) =>
  sql.and([
    ...aboutDisease(sql, request),
    ...inLanguage(sql, request),
    ...forAudience(sql, request),
    ...ofAuthorAndCategory(sql, "posts", request),
    ...whenDefined(request.answered, (answered) => isAnswered(sql, answered))
  ])

/**
 * Selects the ids after the key. Without a disease one index finds the page: posts_pkey, posts_category_id,
 * post_views_views, post_views_category_views, post_counts_replies or post_counts_category_replies; for an author
 * posts_author_id, posts_author_category_id, post_views_author_views or post_counts_author_replies. An author's posts
 * of a category are sorted for the orders by views and by replies, at a cost that grows with the number of posts of the
 * author. Posts by agents have the same indexes of their own (posts_by_agent and others of
 * `migrations/0003_posts.sql`); a list of posts by humans reads past those by agents. With a disease the index is
 * posts_disease_id, with a language posts_language_id. For the order by date posts with an answer have
 * post_counts_answered, and those without one post_counts_waiting and post_counts_category_waiting; other lists of
 * posts with or without one read past the others.
 */
const selectIds = (sql: SqlClient.SqlClient, { id, isBehind, table }: SortOrder, request: ListRequest) => {
  const behind = whenDefined(request.after, isBehind)
  const isCounted = request.answered === undefined || table === "post_counts"
  const isPlain = request.diseaseId === undefined && request.language === undefined && request.audience === undefined
  if (isPlain && isCounted) {
    const answers = whenDefined(request.answered, (answered) => hasAnswers(sql, answered))
    const where = sql.and([...ofAuthorAndCategory(sql, table, request), ...answers, ...behind])
    return sql`select ${sql(id)} as id from ${sql(table)} where ${where}`
  }
  return selectFiltered(sql, "posts.id", { id, isBehind, table }, request)
}

/** Selects columns of the posts after the key that pass all filters. */
const selectFiltered = (
  sql: SqlClient.SqlClient,
  columns: string,
  { id, isBehind, table }: Pick<SortOrder, "id" | "isBehind" | "table">,
  request: ListRequest
) => {
  const join = table === "posts" ? sql`` : sql`join ${sql(table)} on ${sql(id)} = posts.id`
  const where = sql.and([filters(sql, request), ...whenDefined(request.after, isBehind)])
  return sql`select ${sql.literal(columns)} from posts ${join} where ${where}`
}

const sumOf = (sql: SqlClient.SqlClient, { authorKind }: ListRequest) => {
  if (authorKind === undefined) return sql`coalesce(sum(posts), 0)::int`
  return authorKind === "agent"
    ? sql`coalesce(sum(agent_posts), 0)::int`
    : sql`coalesce(sum(posts - agent_posts), 0)::int`
}

const communityTotal = (sql: SqlClient.SqlClient, { authorKind, category }: ListRequest) => {
  const [all, byAgents] = [communityCount(sql, "posts", category), communityCount(sql, "agent_posts", category)]
  if (authorKind === undefined) return all
  return authorKind === "agent" ? byAgents : sql`select (${all}) - (${byAgents})`
}

/**
 * Selects the total, which writes maintain and the primary key of a table of counts finds. An author's posts of a
 * category or about a disease, posts in a language, and those with or without an answer are counted here (indexes
 * posts_language_id, post_counts_answered, post_counts_waiting and post_counts_category_waiting).
 */
const selectTotal = (sql: SqlClient.SqlClient, request: ListRequest) => {
  const { answered, audience, authorId, category, diseaseId, language } = request
  if (answered !== undefined && language === undefined && diseaseId === undefined && audience === undefined) {
    const where = sql.and([...ofAuthorAndCategory(sql, "post_counts", request), hasAnswers(sql, answered)])
    return sql`select count(*)::int from post_counts where ${where}`
  }
  if (language !== undefined || answered !== undefined || audience !== undefined)
    return sql`select count(*)::int from posts where ${filters(sql, request)}`
  if (authorId !== undefined && (diseaseId !== undefined || category !== undefined))
    return sql`select count(*)::int from posts where ${filters(sql, request)}`
  const kept = keptTotal(sql, request)
  // Index posts_restricted.
  return request.countsRestricted
    ? sql`select (${kept}) + (
        select count(*)::int from posts where audience <> 'everyone' and ${filters(sql, request)}
      )`
    : kept
}

/** The number of posts for everyone by an author, about a disease, or in all. */
const keptTotal = (sql: SqlClient.SqlClient, request: ListRequest) => {
  const { authorId, diseaseId } = request
  if (authorId !== undefined) return sql`select ${sumOf(sql, request)} from author_counts where author_id = ${authorId}`
  return diseaseId === undefined
    ? communityTotal(sql, request)
    : sql`select ${sumOf(sql, request)} from disease_counts posts
          where ${sql.and([...aboutDisease(sql, request), ...ofCategory(sql, "posts", request)])}`
}

/**
 * Lists posts about a disease and its subtypes, then those about its families, by one statement, both by the index
 * posts_disease_id.
 */
const listWithRelated = (sql: SqlClient.SqlClient, order: SortOrder, request: ListRequest) => {
  const { after, limit, offset } = request
  const own = { ...request, includeDescendants: true }
  const related = { ...request, isRelated: true, after: after?.related === true ? after : undefined }
  const enough = after === undefined && offset > 0 ? sql`limit ${offset + limit + 1}` : limitClause(sql, request)
  const best = (part: ListRequest, isRelated: "true" | "false") =>
    sql`(select id, ${sql.literal(isRelated)} as related, count
         from (${selectFiltered(sql, `posts.id, ${order.count} as count`, order, part)}) part
         order by count desc, id desc ${enough})`
  const parts = [...(after?.related === true ? [] : [best(own, "false")]), best(related, "true")]
  return sql`
      select
        (${selectTotal(sql, own)}) + (${selectTotal(sql, related)}) as total,
        (select coalesce(json_agg(page), '[]') from (
          select ${summary(sql)}, nullif(chosen.related, false) as related from (
            select id, related, count from (${sql.join(" union all ", false)(parts)}) parts
            order by related, count desc, id desc ${limitClause(sql, request)}
          ) chosen join posts on posts.id = chosen.id ${joined(sql)}
          order by chosen.related, chosen.count desc, posts.id desc
        ) page) as items`
}

/** Lists posts by one statement: see `PostsRepo.page`. */
export const listPosts = (sql: SqlClient.SqlClient) => {
  const orders = sortOrders(sql)

  return (
    { includeRelated, sort = "date", ...filter }: PostListing,
    window: PageSlice<PostKey>,
    countsRestricted: boolean
  ) => {
    const request = { ...filter, ...window, countsRestricted }
    const keyOf = (post: Post) => ({ count: keyCounts[sort](post), id: post.id })
    if (includeRelated && filter.diseaseId !== undefined)
      return listWithRelated(sql, orders[sort], request).pipe(
        page(PostsAndRelated, window, (post): PostKey => ({ ...keyOf(post), ...markOf(post.related) })),
        Effect.map((found) => ({
          ...found,
          items: found.items.map(({ related, ...post }) => ({ ...post, ...markOf(related) }))
        }))
      )
    const order = sort === "date" && filter.answered !== undefined ? orders.dateOfCounted : orders[sort]
    return sql`
        select
          (${selectTotal(sql, request)}) as total,
          (select coalesce(json_agg(page), '[]') from (
            select ${summary(sql)} from (
              ${selectIds(sql, order, request)} order by ${order.by} ${limitClause(sql, request)}
            ) chosen join posts on posts.id = chosen.id ${joined(sql)} order by ${order.by}
          ) page) as items`.pipe(page(Posts, window, (post): PostKey => keyOf(post)))
  }
}
