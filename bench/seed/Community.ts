import type pg from "pg"
import { commentTexts, postTexts, storeTexts, titlesFor } from "./Content.ts"
import { storeDiseases } from "./Diseases.ts"
import { type Member, storeMembers } from "./Members.ts"

export interface Size {
  readonly posts: number
  /** On each post. */
  readonly comments: number
  /** Texts, names and queries of another seed have other words. */
  readonly seed: number
  /** The words of each post; the usual 1,150 characters of Markdown where not said. A comment has half as many. */
  readonly words?: number
  /** One for 20 posts, from 1,000 to 10,000, where not said. */
  readonly members?: number
}

/** The community of a bench. */
export interface World extends Omit<Size, "members"> {
  readonly users: number
  readonly members: ReadonlyArray<Member>
  /** Of the newest posts, as the first pages of the list show them. */
  readonly titles: ReadonlyArray<string>
  readonly diseases: ReadonlyArray<string>
}

/** The titles on the first 50 pages of the list. */
const titlesOfLists = 1_000

const usersOf = (posts: number) => Math.min(10_000, Math.max(1_000, posts / 20))

/** Runs something while the tables of posts have only the indexes of their constraints, then rebuilds the others. */
const withoutIndexes = async (client: pg.Client, run: () => Promise<void>) => {
  const { rows } = await client.query<{ readonly name: string; readonly definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any (array['posts', 'post_search', 'post_views', 'post_counts', 'comments', 'comment_search', 'likes',
         'notifications']::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid)`
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await run()
  for (const { definition } of rows) await client.query(definition)
}

/** Two years of posts, the last one now. */
const writtenAt = (post: string, posts: number) => `now() - (${posts} - ${post}) * (interval '730 days' / ${posts})`

/** Statements that make numbered posts and what hangs on them; multiplied by a prime, a number is scattered. */
const contentOf = ({ comments, posts }: Size, users: number): ReadonlyArray<string> => [
  `insert into all_posts (id, author_id, title, content, content_html, excerpt, category, disease_id, created_at, updated_at)
   overriding system value
   select n, 1 + n::bigint * 7919 % ${users}, title, content, html, excerpt,
     (array['topic', 'topic', 'experience', 'question'])[1 + n % 4],
     ids[1 + n::bigint * 31 % cardinality(ids)], at, at
   from generate_series(1, ${posts}) n
   cross join lateral (select ${writtenAt("n", posts)} as at) times
   cross join (select array_agg(id order by id) as ids from diseases) known
   join bench.titles titles on titles.number = n % ${titlesFor(posts)}
   join bench.post_texts texts on texts.number = n % ${postTexts}`,
  `insert into all_post_search (post_id, search)
   select n, titles.search || texts.search from generate_series(1, ${posts}) n
   join bench.titles titles on titles.number = n % ${titlesFor(posts)}
   join bench.post_texts texts on texts.number = n % ${postTexts} order by n`,
  `insert into all_post_views (post_id, views, category, author_id)
   select id, (exp(id::bigint * 2654435761 % 1000 / 140.0))::int, category, author_id from posts`,
  `insert into all_post_counts (post_id, category, author_id, replies, likes)
   select id, category, author_id, ${comments}, id % 5 from posts`,
  `insert into all_comments (id, post_id, author_id, content, content_html, excerpt, created_at, updated_at)
   overriding system value
   select k, post, 1 + k::bigint * 104729 % ${users}, content, html, excerpt, at, at
   from generate_series(1, ${posts * comments}) k
   cross join lateral (select 1 + (k - 1) / ${Math.max(comments, 1)} as post) commented
   cross join lateral (select ${writtenAt("post", posts)} as at) times
   join bench.comment_texts texts on texts.number = k % ${commentTexts}`,
  `insert into all_comment_search (post_id, comment_id, search)
   select post_id, id, search from comments join bench.comment_texts texts on texts.number = id % ${commentTexts}
   order by id`,
  `insert into all_likes (post_id, user_id, created_at)
   select p, 1 + (p::bigint * 31 + l * 97) % ${users}, now() from generate_series(1, ${posts}) p, generate_series(1, p % 5) l`,
  `insert into notifications (recipient_id, type, actor_id, post_id, comment_id, read, created_at)
   select posts.author_id, 'comment', comments.author_id, posts.id, comments.id, comments.id % 4 <> 0, comments.created_at
   from comments join posts on posts.id = post_id where comments.author_id <> posts.author_id order by comments.id`,
  ...["users", "all_posts", "all_comments"].map(
    (table) => `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`
  )
]

/**
 * Fills a migrated database with a community by SQL, without its triggers. Data that our writes add to the rows
 * themselves (counts, rows of views, search vectors) is filled here too; new data of that kind belongs here.
 */
export const seed = async (client: pg.Client, databaseUrl: string, size: Size): Promise<World> => {
  const users = size.members ?? usersOf(size.posts)
  await client.query("create schema bench")
  const diseases = await storeDiseases(databaseUrl, size.seed)
  await storeTexts(client, size)
  await client.query("set session_replication_role = replica; set maintenance_work_mem = '1GB'; set work_mem = '256MB'")
  const members = await storeMembers(client, users)
  await withoutIndexes(client, async () => {
    for (const statement of contentOf(size, users)) await client.query(statement)
  })
  await client.query("select count_community()")
  const { rows } = await client.query<{ readonly title: string }>(
    `select title from posts order by id desc limit ${titlesOfLists}`
  )
  return { ...size, users, members, titles: rows.map(({ title }) => title), diseases }
}
