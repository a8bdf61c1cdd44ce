import type { SqlClient, Statement } from "@effect/sql"
import { Option } from "effect"
import type { PostId, UserId } from "../../../domain/Ids.ts"
import { maxMentions } from "../../../domain/Markdown.ts"
import type { PostUpdate } from "../../../ports/posts/PostsRepo.ts"
import { iso } from "../Rows.ts"
import { contentVector, titleVector } from "../SearchVector.ts"
import { detail, joined } from "./PostColumns.ts"
import { keepRevision } from "./RevisionsRepoSql.ts"

/** The lexemes after a change. An unchanged part is selected by its weight, with its positions (`SearchVector.ts`). */
const searchAfter = (sql: SqlClient.SqlClient, { content, title }: PostUpdate) => sql`(
  coalesce(${Option.getOrNull(Option.map(title, titleVector))}, ts_filter(search, '{a}')::text) || ' ' ||
  coalesce(${Option.getOrNull(Option.map(content, ({ text }) => contentVector(text)))}, ts_filter(search, '{d}')::text)
)::tsvector`

const isRewritten = ({ content, title }: PostUpdate) => Option.isSome(title) || Option.isSome(content)

/**
 * The parts of a statement that change a row and keep its revision: `before` and `posts` are the row before and after.
 * `more` sets the columns that only hidden posts have.
 */
const changed = (
  sql: SqlClient.SqlClient,
  table: "posts" | "hidden_posts",
  id: PostId,
  { audience, authorKind, category, diseaseId, ...change }: PostUpdate,
  editor: UserId,
  more: Statement.Fragment
) => {
  const title = Option.getOrNull(change.title)
  const content = Option.getOrNull(change.content)
  const updatedAt = iso(change.updatedAt)
  return sql`
      before as materialized (select * from ${sql(table)} where id = ${id}), posts as (
        update ${sql(table)} set
          title = coalesce(${title}, title),
          content = coalesce(${content?.content ?? null}, content),
          content_html = coalesce(${content?.html ?? null}, content_html),
          excerpt = coalesce(${content?.excerpt ?? null}, excerpt),
          language = coalesce(${Option.getOrNull(change.language)}, language),
          category = coalesce(${Option.getOrNull(category)}, category),
          disease_id = case when ${Option.isSome(diseaseId)} then ${Option.getOrNull(Option.flatten(diseaseId))}::int
            else disease_id end,
          audience = coalesce(${audience ?? null}, audience),
          by_agent = by_agent or ${authorKind === "agent"},
          edited_at = case
            when (coalesce(${title}, title), coalesce(${content?.content ?? null}, content)) <> (title, content)
            then greatest(edited_at, ${updatedAt}::timestamptz) else edited_at end,
          updated_at = greatest(updated_at, ${updatedAt}::timestamptz)${more}
        where id = ${id}
        returning *
      ), kept as (${keepRevision(sql, "posts", editor)})`
}

/** Changes a shown post, and reads it as its editor sees it. */
export const updatePost = (sql: SqlClient.SqlClient, id: PostId, change: PostUpdate, editor: UserId) => sql`
      with ${changed(sql, "posts", id, change, editor, sql``)}, searched as (
        update post_search set search = ${searchAfter(sql, change)} where post_id = ${id} and ${isRewritten(change)}
      )
      select ${detail(sql, editor)} from posts ${joined(sql)}`

/**
 * Changes a hidden post, whose lexemes are in its row. Members whom it mentions now are noted as mentioned, and never
 * notified of it.
 */
export const updateHiddenPost = (sql: SqlClient.SqlClient, id: PostId, change: PostUpdate, editor: UserId) => {
  const mentions = Option.match(change.content, { onNone: () => [], onSome: (content) => content.mentions })
  const more = sql`, search = ${searchAfter(sql, change)},
    mentioned = mentioned || (array(
      select member from unnest(${mentions}::int[]) with ordinality given (member, nth)
      where member <> all(mentioned) order by nth
    ))[:${maxMentions} - cardinality(mentioned)]`
  return sql`
      with ${changed(sql, "hidden_posts", id, change, editor, isRewritten(change) ? more : sql``)}
      select id from posts`
}
