import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import * as Migrations from "./connection/Migrations.ts"
import { row, rows, Value } from "./Rows.ts"

const ForeignKey = Schema.Struct({
  name: Schema.String,
  child: Schema.String,
  parent: Schema.String,
  childColumns: Schema.Array(Schema.String),
  parentColumns: Schema.Array(Schema.String)
})
type ForeignKey = typeof ForeignKey.Type

const foreignKeys = (sql: SqlClient.SqlClient) =>
  sql`
      select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent,
        (select json_agg(attname order by place) from unnest(conkey) with ordinality as key (number, place)
          join pg_attribute on attrelid = conrelid and attnum = number) as "childColumns",
        (select json_agg(attname order by place) from unnest(confkey) with ordinality as key (number, place)
          join pg_attribute on attrelid = confrelid and attnum = number) as "parentColumns"
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
      order by conrelid::regclass::text, conname`.pipe(rows(ForeignKey))

const Count = Value("rows", Schema.Int)

const orphansOf = (sql: SqlClient.SqlClient, { child, childColumns, parent, parentColumns }: ForeignKey) =>
  sql`
      select count(*)::int as rows from ${sql(child)} as child
      where ${sql.and(childColumns.map((column) => sql`child.${sql(column)} is not null`))} and not exists (
        select from ${sql(parent)} as parent
        where ${sql.and(
          childColumns.map((column, index) => sql`child.${sql(column)} = parent.${sql(parentColumns[index] ?? "")}`)
        )})`.pipe(row(Count))

/** The tables that hold one row for each row of another. */
const partners = [
  ["all_posts", "all_post_views", "post_id"],
  ["all_posts", "all_post_counts", "post_id"],
  ["all_posts", "all_post_search", "post_id"],
  ["all_comments", "all_comment_search", "comment_id"]
] as const

const withoutPartner = (sql: SqlClient.SqlClient, [table, partner, column]: (typeof partners)[number]) =>
  sql`
      select count(*)::int as rows from ${sql(table)} as one
      where not exists (select from ${sql(partner)} where ${sql(column)} = one.id)`.pipe(row(Count))

/** A line for each kind of rows that refer to missing ones, or lack the row that each must have in another table. */
const brokenReferences = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const orphans = yield* Effect.forEach(yield* foreignKeys(sql), (key) =>
    Effect.map(orphansOf(sql, key), (rows) => ({
      rows,
      what: `rows of ${key.child} that refer to missing rows of ${key.parent} (${key.name}): ${rows}`
    }))
  )
  const alone = yield* Effect.forEach(partners, (partner) =>
    Effect.map(withoutPartner(sql, partner), (rows) => ({
      rows,
      what: `rows of ${partner[0]} without a row in ${partner[1]}: ${rows}`
    }))
  )
  const unliked = yield* sql`
      select count(*)::int as rows from comment_likes
      where comment_id not in (select id from all_comments comments union all select id from hidden_comments)`.pipe(
    row(Count)
  )
  const likes = { rows: unliked, what: `likes of comments that are missing: ${unliked}` }
  return [...orphans, ...alone, likes].filter(({ rows }) => rows > 0).map(({ what }) => what)
})

const WrongCount = Schema.Struct({
  count: Schema.String,
  of: Schema.Int,
  kept: Schema.NullOr(Schema.Int),
  counted: Schema.NullOr(Schema.Int)
})

/**
 * The counts that triggers maintain, where they differ from the rows: public ones are of what is for everyone. Reads
 * every row.
 */
export const wrongCounts = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`
      with kept (count, of, value) as (
        select name || ' ' || category, 0, sum(count)::int from community_counts group by name, category
        union all select 'author', author_id, posts from author_counts
        union all select 'agent', author_id, agent_posts from author_counts
        union all select 'inbox', recipient_id, notifications from inbox_counts
        union all select 'unread', recipient_id, unread from inbox_counts
        union all select 'disease ' || category, disease_id, posts from disease_counts
        union all select 'agent disease ' || category, disease_id, agent_posts from disease_counts
        union all select 'views ' || category || by_agent, author_id, count(*)::int
          from all_post_views post_views group by category, author_id, by_agent
        union all select 'replies ' || category || by_agent, author_id, count(*)::int
          from all_post_counts post_counts group by category, author_id, by_agent
      ), counted (count, of, value) as (
        select 'posts ' || category, 0, count(*)::int from all_posts posts where audience = 'everyone' group by category
        union all select 'agent_posts ' || category, 0, count(*)::int from all_posts posts
          where by_agent and audience = 'everyone' group by category
        union all select 'views ' || posts.category || posts.by_agent, posts.author_id, count(*)::int
          from all_posts posts join all_post_views post_views on post_id = id group by posts.category, posts.author_id, posts.by_agent
        union all select 'replies ' || posts.category || posts.by_agent, posts.author_id, count(*)::int
          from all_posts posts join all_post_counts post_counts on post_id = id group by posts.category, posts.author_id, posts.by_agent
        union all select 'comments ', 0, count(*)::int from all_comments comments where audience = 'everyone'
        union all select 'likes ', 0, count(*)::int from all_likes likes where audience = 'everyone'
        union all select 'users ' || role, 0, count(*)::int from users where id <> former_member() group by role
        union all select 'news ' || category, 0, count(*)::int from news group by category
        union all select 'author', author_id, count(*)::int from all_posts posts where audience = 'everyone' group by author_id
        union all select 'agent', author_id, count(*)::int
          from all_posts posts where by_agent and audience = 'everyone' group by author_id
        union all select 'inbox', recipient_id, count(*)::int from notifications group by recipient_id
        union all select 'unread', recipient_id, count(*) filter (where not read)::int from notifications group by recipient_id
        union all select 'disease ' || category, disease_id, count(*)::int
          from all_posts posts where disease_id is not null and audience = 'everyone' group by disease_id, category
        union all select 'agent disease ' || category, disease_id, count(*)::int
          from all_posts posts where disease_id is not null and by_agent and audience = 'everyone'
          group by disease_id, category
      )
      select count, of, kept.value as kept, counted.value as counted from kept full join counted using (count, of)
      where coalesce(kept.value, 0) <> coalesce(counted.value, 0)`.pipe(rows(WrongCount))
)

/**
 * The counts of posts and of comments that the statements which store the rows keep, where they differ from the rows:
 * replies, likes, marks that helped, and comments that answer (by a verified member, or marked).
 */
export const wrongPostCounts = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`
      with counted as (
        select id,
          (select count(*)::int from all_comments comments where post_id = posts.id) as replies,
          (select count(*)::int from all_likes likes where post_id = posts.id) as likes,
          (select count(*)::int from all_comments comments where post_id = posts.id and helped) as helped,
          (select count(*)::int from all_comments comments where post_id = posts.id and (helped or by_verified)) as answers
        from all_posts posts
      )
      select 'replies of post' as count, id as of, post_counts.replies as kept, counted.replies as counted
        from all_post_counts post_counts join counted on id = post_id where post_counts.replies <> counted.replies
      union all select 'likes of post', id, post_counts.likes, counted.likes
        from all_post_counts post_counts join counted on id = post_id where post_counts.likes <> counted.likes
      union all select 'helpful comments of post', id, post_counts.helped, counted.helped
        from all_post_counts post_counts join counted on id = post_id where post_counts.helped <> counted.helped
      union all select 'answers of post', id, post_counts.answers, counted.answers
        from all_post_counts post_counts join counted on id = post_id where post_counts.answers <> counted.answers
      union all select 'likes of comment', id, likes, count(comment_id)::int
        from all_comments comments left join comment_likes on comment_id = id group by id having likes <> count(comment_id)`.pipe(
    rows(WrongCount)
  )
)

/** A violated invariant of the database. */
export interface Finding {
  readonly check: "migrations" | "indexes" | "orphans" | "counts"
  readonly what: string
}

const invalidIndexes = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`
      select indexrelid::regclass::text as index, indrelid::regclass::text as table
      from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = current_schema()::regnamespace and not (indisvalid and indisready and indislive)
      order by 1`.pipe(rows(Schema.Struct({ index: Schema.String, table: Schema.String })))
)

const lines = (check: Finding["check"], whats: ReadonlyArray<string>): ReadonlyArray<Finding> =>
  whats.map((what) => ({ check, what }))

/** The checks in their order. Each must find nothing. */
export const checks = [
  {
    name: "indexes",
    find: Effect.map(invalidIndexes, (found) =>
      lines(
        "indexes",
        found.map(
          ({ index, table }) => `index ${index} of ${table} is invalid: rebuild it by \`reindex index ${index}\``
        )
      )
    )
  },
  { name: "orphans", find: Effect.map(brokenReferences, (found) => lines("orphans", found)) },
  {
    name: "counts",
    find: Effect.map(Effect.all([wrongCounts, wrongPostCounts]), (found) =>
      lines(
        "counts",
        found.flat().map(({ count, counted, kept, of }) => {
          const whose = of === 0 ? "" : ` of ${of}`
          return `the count "${count.trim()}"${whose} is ${kept ?? 0}, and ${counted ?? 0} by the rows`
        })
      )
    )
  }
] as const

/** The migrations that are due. The other checks are for the schema of this version, so they run where none is. */
export const dueMigrations = Effect.map(Migrations.due, (due) =>
  lines(
    "migrations",
    due.map(([number, name]) => `migration ${String(number).padStart(4, "0")}_${name} has not been applied`)
  )
)
