import { Array, type DateTime, Either, Option, Order } from "effect"
import { NotAllowed, NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import { isInForce } from "../../domain/accounts/Suspension.ts"
import type { Author, AuthorKind } from "../../domain/accounts/User.ts"
import type { CommentId, DiseaseId, PostId, UserId } from "../../domain/Ids.ts"
import { shownHtml } from "../../domain/Markdown.ts"
import { messageOf, type Notification } from "../../domain/notifications/Notification.ts"
import { type PageSlice, pageFromOverfetch } from "../../domain/Page.ts"
import { type Comment, commentsShown, countFitting } from "../../domain/posts/Comment.ts"
import type { Post, PostDetail, PostWithComments } from "../../domain/posts/Post.ts"
import type { CommentRow, NotificationRow, PostRow, UserRow } from "./Rows.ts"
import type { Tables } from "./Tables.ts"

export const oldestFirst = Order.mapInput(Order.number, ({ id }: { readonly id: number }) => id)

export const newestFirst = Order.reverse(oldestFirst)

/**
 * Orders texts by code points, as PostgreSQL's "C" collation does. Plain `<` compares UTF-16 units, and so puts an
 * emoji before some letters with lower code points.
 */
export const byCodePoint: Order.Order<string> = Order.make((one, other) => {
  let at = 0
  while (at < one.length && at < other.length && one.charCodeAt(at) === other.charCodeAt(at)) at++
  return Order.number(one.codePointAt(at) ?? -1, other.codePointAt(at) ?? -1)
})

/** The order of a list, and the key of a row in it. */
export interface ListOrder<Row, Key> {
  readonly keyOf: (row: Row) => Key
  readonly order: Order.Order<Key>
}

export const byNewest = <Id extends number>(): ListOrder<{ readonly id: Id }, { readonly id: Id }> => ({
  keyOf: ({ id }) => ({ id }),
  order: newestFirst
})

/** The rows of a page, in order, and the number of all rows. */
export const pageOf = <Row, Key, A>(
  rows: ReadonlyArray<Row>,
  { keyOf, order }: ListOrder<Row, Key>,
  window: PageSlice<Key>,
  view: (row: Row) => A
) => {
  const { after, limit, offset } = window
  const keyed = rows.map((row) => ({ row, key: keyOf(row) })).sort((one, other) => order(one.key, other.key))
  const behind = after === undefined ? keyed.slice(offset) : keyed.filter(({ key }) => order(key, after) > 0)
  const page = pageFromOverfetch(behind.slice(0, limit + 1), keyed.length, window, ({ key }) => key)
  return { ...page, items: page.items.map(({ row }) => view(row)) }
}

export const isSuspended = ({ suspension }: UserRow, now: DateTime.Utc): boolean =>
  Option.exists(suspension, (suspension) => isInForce(suspension, now))

export const isActiveAdmin = (row: UserRow, now: DateTime.Utc): boolean =>
  row.role === "admin" && !isSuspended(row, now)

/** True if the first member blocks the second. */
export const blocks = ({ blocks }: Tables, userId: UserId, blockedId: UserId): boolean =>
  blocks.some((row) => row.userId === userId && row.blockedId === blockedId)

/** A member by id and name; without a name where the member is gone. */
export const memberOf = ({ users }: Tables, id: UserId) => ({ id, username: users.get(id)?.username ?? null })

/** A member as the author of a text, or as the actor, of this kind. */
export const authorAs = ({ users }: Tables, id: UserId, kind: AuthorKind): Author => {
  const { role, username, verification } = users.referred(id)
  const verifiedAs = kind === "agent" ? Option.none() : Option.map(verification, ({ as }) => as)
  return { id, username, role, verified: Option.isSome(verifiedAs), verifiedAs, kind }
}

export const notificationOf = (tables: Tables, row: NotificationRow): Notification => {
  const comment = Option.map(row.commentId, (id) => tables.comments.referred(id))
  const isByAgent = row.actorKind === "agent" || Option.exists(comment, ({ authorKind }) => authorKind === "agent")
  const facts = {
    type: row.type,
    actor: Option.map(row.actorId, (id) => authorAs(tables, id, isByAgent ? "agent" : "human")),
    post: Option.map(row.postId, (id) => ({ id, title: tables.posts.referred(id).title })),
    toYou: row.toYou,
    news: Option.map(row.newsId, (id) => ({ id, title: tables.news.referred(id).title })),
    verification: row.verification,
    report: Option.map(row.reportId, (id) => {
      const { reason, target } = tables.reports.referred(id)
      return { id, target, reason }
    })
  }
  const published = Option.flatMap(row.decisionId, (id) => tables.decisions.find(id)).pipe(
    Option.filter(({ action, subjectId }) => action === "publish" && subjectId === row.recipientId),
    Option.flatMap(({ target }) => (target.type === "user" ? Option.none() : Option.some(target.type)))
  )
  return {
    id: row.id,
    ...facts,
    read: row.read,
    createdAt: row.createdAt,
    comment: Option.map(comment, ({ content, id }) => ({ id, excerpt: content.excerpt })),
    decisionId: row.type === "moderation" ? row.decisionId : Option.none(),
    appeal: row.type === "appeal" ? Option.map(row.decisionId, (decisionId) => ({ decisionId })) : Option.none(),
    message: messageOf({ ...facts, published })
  }
}

/** The notifications of a recipient, oldest first. */
export const inboxOf = ({ notifications }: Tables, id: UserId) =>
  notifications.where(({ recipientId }) => recipientId === id).sort(oldestFirst)

const authorshipOf = (tables: Tables, { authorId, authorKind }: Pick<PostRow, "authorId" | "authorKind">) => {
  const author = authorAs(tables, authorId, authorKind)
  return { author, authorRole: author.role }
}

export const diseaseNameOf = ({ diseases }: Tables, id: DiseaseId) => ({ id, name: diseases.referred(id).name })

/** True for a post that everyone may read: the others count in no public number. */
export const isPublic = (post: PostRow | undefined): boolean => post?.audience === "everyone"

/** The text that a member comments on or likes, or takes a like back from, which a blocked one may. */
export const openTo =
  (tables: Tables, userId: UserId, takesBack = false) =>
  <Row extends { readonly authorId: UserId }>(text: Row): Either.Either<Row, NotAllowed | NotSignedIn> => {
    if (!tables.users.has(userId)) return Either.left(new NotSignedIn())
    return !takesBack && blocks(tables, text.authorId, userId)
      ? Either.left(new NotAllowed({ action: "reactToBlocker" }))
      : Either.right(text)
  }

/** The comments of a post, oldest first. */
export const commentsOf = ({ comments }: Tables, id: PostId): ReadonlyArray<CommentRow> =>
  comments.where(({ postId }) => postId === id).sort(oldestFirst)

/** The key of a like of a post or a comment. */
export const likeKey = (id: PostId | CommentId, userId: UserId) => `${id} ${userId}`

export const likesOf = ({ likes }: Tables, id: PostId, viewer: Option.Option<UserId>) => ({
  likeCount: likes.count(({ postId }) => postId === id),
  liked: Option.map(viewer, (userId) => likes.has(likeKey(id, userId)))
})

export const likesOfComment = ({ commentLikes }: Tables, id: CommentId, viewer: Option.Option<UserId>) => ({
  likeCount: commentLikes.count(({ commentId }) => commentId === id),
  liked: Option.map(viewer, (userId) => commentLikes.has(likeKey(id, userId)))
})

/** A post as lists show it. */
export const postOf = (tables: Tables, row: PostRow): Post => ({
  id: row.id,
  title: row.title,
  excerpt: row.content.excerpt,
  language: row.language,
  category: row.category,
  diseaseId: row.diseaseId,
  disease: Option.map(row.diseaseId, (id) => diseaseNameOf(tables, id)),
  ...authorshipOf(tables, row),
  viewCount: row.views,
  replyCount: commentsOf(tables, row.id).length,
  likeCount: likesOf(tables, row.id, Option.none()).likeCount,
  helpedCount: commentsOf(tables, row.id).filter(({ helped }) => helped).length,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  editedAt: row.editedAt,
  locked: row.locked,
  audience: row.audience
})

export const postDetailOf = (tables: Tables, row: PostRow, viewer: Option.Option<UserId>): PostDetail => ({
  ...postOf(tables, row),
  content: row.content.content,
  contentHtml: shownHtml(row.content),
  liked: likesOf(tables, row.id, viewer).liked
})

/** The comment that another one answers, while it is shown. */
const repliedToOf = ({ comments, users }: Tables, { replyTo }: CommentRow): Comment["replyTo"] =>
  Option.map(
    Option.flatMap(replyTo, (id) => comments.find(id)),
    ({ authorId, id }) => ({ id, author: { id: authorId, username: users.referred(authorId).username } })
  )

export const commentOf = (tables: Tables, row: CommentRow, viewer: Option.Option<UserId>): Comment => ({
  id: row.id,
  postId: row.postId,
  content: row.content.content,
  contentHtml: shownHtml(row.content),
  language: row.language,
  ...authorshipOf(tables, row),
  replyTo: repliedToOf(tables, row),
  ...likesOfComment(tables, row.id, viewer),
  helped: row.helped,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  editedAt: row.editedAt
})

export const withComments = (tables: Tables, row: PostRow, viewer: Option.Option<UserId>): PostWithComments => {
  const rows = Array.take(commentsOf(tables, row.id), commentsShown)
  const first = rows.map((comment) => commentOf(tables, comment, viewer))
  return { ...postDetailOf(tables, row, viewer), comments: first.slice(0, countFitting(first)) }
}
