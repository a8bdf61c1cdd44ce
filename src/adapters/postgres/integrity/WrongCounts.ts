import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"

const WrongCount = Schema.Struct({
  count: Schema.String,
  of: Schema.Int,
  kept: Schema.NullOr(Schema.Int),
  counted: Schema.NullOr(Schema.Int)
})

/** The counts that triggers maintain, where they differ from the rows. Reads every row. */
export const wrongCounts = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  SqlSchema.findAll({
    Request: Schema.Void,
    Result: WrongCount,
    execute: () => sql`
      with kept (count, of, value) as (
        select name || ' ' || category, 0, sum(count)::int from community_counts group by name, category
        union all select 'author', author_id, posts from author_counts
        union all select 'agent', author_id, agent_posts from author_counts
        union all select 'inbox', recipient_id, notifications from inbox_counts
        union all select 'unread', recipient_id, unread from inbox_counts
        union all select 'disease ' || category, disease_id, posts from disease_counts
        union all select 'agent disease ' || category, disease_id, agent_posts from disease_counts
        union all select 'views ' || category || by_agent, author_id, count(*)::int
          from post_views group by category, author_id, by_agent
        union all select 'replies ' || category || by_agent, author_id, count(*)::int
          from post_counts group by category, author_id, by_agent
      ), counted (count, of, value) as (
        select 'posts ' || category, 0, count(*)::int from posts group by category
        union all select 'agent_posts ' || category, 0, count(*)::int from posts where by_agent group by category
        union all select 'views ' || posts.category || posts.by_agent, posts.author_id, count(*)::int
          from posts join post_views on post_id = id group by posts.category, posts.author_id, posts.by_agent
        union all select 'replies ' || posts.category || posts.by_agent, posts.author_id, count(*)::int
          from posts join post_counts on post_id = id group by posts.category, posts.author_id, posts.by_agent
        union all select 'comments ', 0, count(*)::int from comments
        union all select 'likes ', 0, count(*)::int from likes
        union all select 'users ' || role, 0, count(*)::int from users group by role
        union all select 'news ' || category, 0, count(*)::int from news group by category
        union all select 'author', author_id, count(*)::int from posts group by author_id
        union all select 'agent', author_id, count(*) filter (where by_agent)::int from posts group by author_id
        union all select 'inbox', recipient_id, count(*)::int from notifications group by recipient_id
        union all select 'unread', recipient_id, count(*) filter (where not read)::int from notifications group by recipient_id
        union all select 'disease ' || category, disease_id, count(*)::int
          from posts where disease_id is not null group by disease_id, category
        union all select 'agent disease ' || category, disease_id, count(*)::int
          from posts where disease_id is not null and by_agent group by disease_id, category
      )
      select count, of, kept.value as kept, counted.value as counted from kept full join counted using (count, of)
      where coalesce(kept.value, 0) <> coalesce(counted.value, 0)`
  })(undefined)
)

/** The replies and likes of posts, which the statements that store them count, where they differ from the rows. */
export const wrongPostCounts = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  SqlSchema.findAll({
    Request: Schema.Void,
    Result: WrongCount,
    execute: () => sql`
      with counted as (
        select id,
          (select count(*)::int from comments where post_id = posts.id) as replies,
          (select count(*)::int from likes where post_id = posts.id) as likes
        from posts
      )
      select 'replies of post' as count, id as of, post_counts.replies as kept, counted.replies as counted
        from post_counts join counted on id = post_id where post_counts.replies <> counted.replies
      union all select 'likes of post', id, post_counts.likes, counted.likes
        from post_counts join counted on id = post_id where post_counts.likes <> counted.likes`
  })(undefined)
)
