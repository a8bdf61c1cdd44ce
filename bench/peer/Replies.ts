import type { Caller } from "./Caller.ts"
import { single } from "./Database.ts"
import { Failure, postNotFound } from "./Failure.ts"
import { rendered } from "./Markdown.ts"
import { notificationOf, publish } from "./Notifications.ts"
import { commentOf } from "./Posts.ts"

/** The notification of the author, unless the author acts, or was notified before. */
interface Told {
  readonly recipient_id: number
  readonly title: string
  readonly notification_id: number | null
  readonly told_at: Date | null
}

interface CommentAdded extends Told {
  readonly id: number
  readonly excerpt: string
  readonly created_at: Date
}

const commented = single<CommentAdded>(
  "create comment",
  `with post as (
     update posts set reply_count = reply_count + 1 where id = $1 returning id, author_id, title
   ), comment as (
     insert into comments (post_id, author_id, content, content_html, excerpt, created_at, updated_at, search)
     select id, $2, $3, $4, $5, now(), now(), to_tsvector('english', $6) from post returning *
   ), told as (
     insert into notifications (recipient_id, type, actor_id, post_id, comment_id, created_at)
     select post.author_id, 'comment', $2, post.id, comment.id, now() from post, comment where post.author_id <> $2
     returning id, created_at
   ), active as (
     update users set active_at = now() where id = $2 and active_at < now() - interval '1 minute'
   )
   select comment.id, comment.excerpt, comment.created_at, post.title, post.author_id as recipient_id,
     told.id as notification_id, told.created_at as told_at
   from comment, post left join told on true`
)

const liked = single<Told & { readonly liked: boolean; readonly like_count: number }>(
  "like",
  `with removed as (
     delete from likes where post_id = $1 and user_id = $2 returning 1
   ), added as (
     insert into likes (post_id, user_id, created_at)
     select id, $2, now() from posts where id = $1 and not exists (select from removed) returning 1
   ), post as (
     update posts set like_count = like_count + (select count(*) from added) - (select count(*) from removed)
     where id = $1 returning id, author_id, title, like_count
   ), told as (
     insert into notifications (recipient_id, type, actor_id, post_id, created_at)
     select post.author_id, 'like', $2, post.id, now() from post, added where post.author_id <> $2
     on conflict do nothing
     returning id, created_at
   ), active as (
     update users set active_at = now() where id = $2 and active_at < now() - interval '1 minute'
   )
   select exists (select from added) as liked, post.like_count, post.title, post.author_id as recipient_id,
     told.id as notification_id, told.created_at as told_at
   from post left join told on true`
)

const tell = (
  row: Told,
  type: "comment" | "like",
  actor: Caller,
  postId: number,
  comment: CommentAdded | undefined
) => {
  if (row.notification_id === null || row.told_at === null) return
  publish(
    row.recipient_id,
    notificationOf({
      id: row.notification_id,
      type,
      read: false,
      created_at: row.told_at,
      actor_id: actor.id,
      username: actor.username,
      role: actor.role,
      post_id: postId,
      title: row.title,
      comment_id: comment?.id ?? null,
      excerpt: comment?.excerpt ?? null
    })
  )
}

/** Comments on a post and notifies its author. */
export const comment = async (caller: Caller, postId: number, content: string) => {
  const { excerpt, html, text } = rendered(content)
  const row = await commented(postId, caller.id, content, html, excerpt, text)
  if (row === undefined) throw postNotFound()
  tell(row, "comment", caller, postId, row)
  return commentOf({
    ...row,
    post_id: postId,
    content,
    content_html: html,
    author_id: caller.id,
    username: caller.username,
    role: caller.role,
    updated_at: row.created_at
  })
}

/** Likes a post, or takes the like back. Of two that race, one meets the primary key. */
export const toggle = async (caller: Caller, postId: number) => {
  const row = await liked(postId, caller.id).catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "23505") throw new Failure(409, "try again")
    throw error
  })
  if (row === undefined) throw postNotFound()
  tell(row, "like", caller, postId, undefined)
  return { liked: row.liked, likeCount: row.like_count }
}
