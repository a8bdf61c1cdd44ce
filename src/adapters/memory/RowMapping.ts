import { Array, type DateTime, Either, HashMap, Option, Order } from "effect"
import { NotAllowed, NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import { isInForce } from "../../domain/accounts/Suspension.ts"
import type { Author, AuthorKind } from "../../domain/accounts/User.ts"
import type { DiseaseId, PostId, UserId } from "../../domain/Ids.ts"
import { shownHtml } from "../../domain/Markdown.ts"
import { type PageSlice, pageFromOverfetch } from "../../domain/Page.ts"
import { type Comment, commentsShown, countFitting } from "../../domain/posts/Comment.ts"
import { type Post, type PostDetail, PostNotFound, type PostWithComments } from "../../domain/posts/Post.ts"
import type { CommentRow, PostRow, UserRow } from "./Rows.ts"
import { blocks, referred, type Tables } from "./Tables.ts"

/** Oldest first: by ascending id. */
export const oldestFirst = Order.mapInput(Order.number, ({ id }: { readonly id: number }) => id)

/** Newest first: by descending id. */
export const newestFirst = Order.reverse(oldestFirst)

/** The order of a list, and the key of a row in it. */
export interface ListOrder<Row, Key> {
  readonly keyOf: (row: Row) => Key
  readonly order: Order.Order<Key>
}

/** The order by id, newest first. */
export const byNewest = <Id extends number>(): ListOrder<{ readonly id: Id }, { readonly id: Id }> => ({
  keyOf: ({ id }) => ({ id }),
  order: newestFirst
})

/** The rows of a page, in order, and the number of all rows. */
export const pageOf = <Row, Key, A>(
  rows: Iterable<Row>,
  { keyOf, order }: ListOrder<Row, Key>,
  window: PageSlice<Key>,
  view: (row: Row) => A
) => {
  const { after, limit, offset } = window
  const sorted = Array.sort(rows, Order.mapInput(order, keyOf))
  const behind = after === undefined ? sorted.slice(offset) : sorted.filter((row) => order(keyOf(row), after) > 0)
  const page = pageFromOverfetch(behind.slice(0, limit + 1), sorted.length, window, keyOf)
  return { ...page, items: page.items.map(view) }
}

export const isSuspended = ({ suspension }: UserRow, now: DateTime.Utc): boolean =>
  Option.exists(suspension, (suspension) => isInForce(suspension, now))

/** The name of a member, with the present role. */
export const authorOf = (tables: Tables, id: UserId) => {
  const { role, username } = referred(tables.users, id)
  return { id, username, role }
}

/** A member as the author of a text, or as the actor, of this kind. */
export const authorAs = (tables: Tables, id: UserId, kind: AuthorKind): Author => {
  const verifiedAs = Option.map(referred(tables.users, id).verification, ({ as }) => as)
  return { ...authorOf(tables, id), verified: Option.isSome(verifiedAs), verifiedAs, kind }
}

const authorshipOf = (tables: Tables, { authorId, authorKind }: Pick<PostRow, "authorId" | "authorKind">) => {
  const author = authorAs(tables, authorId, authorKind)
  return { author, authorRole: author.role }
}

/** A disease by its id and name. */
export const diseaseNameOf = (tables: Tables, id: DiseaseId) => ({ id, name: referred(tables.diseases, id).name })

/** The post of an id. */
export const findPost = ({ posts }: Tables, id: PostId): Either.Either<PostRow, PostNotFound> =>
  Either.fromOption(HashMap.get(posts.rows, id), () => new PostNotFound({ id }))

/** The post that a member comments on or likes, or takes a like back from, which a blocked one may. */
export const findPostFor = (
  tables: Tables,
  id: PostId,
  userId: UserId,
  takesBack = false
): Either.Either<PostRow, PostNotFound | NotAllowed | NotSignedIn> =>
  Either.flatMap(findPost(tables, id), (post): Either.Either<PostRow, NotAllowed | NotSignedIn> => {
    if (!HashMap.has(tables.users.rows, userId)) return Either.left(new NotSignedIn())
    return !takesBack && blocks(tables, post.authorId, userId)
      ? Either.left(new NotAllowed({ action: "reactToBlocker" }))
      : Either.right(post)
  })

/** A post as lists show it. */
export const postOf = (tables: Tables, row: PostRow): Post => ({
  id: row.id,
  title: row.title,
  excerpt: row.content.excerpt,
  category: row.category,
  diseaseId: row.diseaseId,
  disease: Option.map(row.diseaseId, (id) => diseaseNameOf(tables, id)),
  ...authorshipOf(tables, row),
  viewCount: row.views,
  replyCount: row.commentIds.length,
  likeCount: HashMap.size(row.likedBy),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  editedAt: row.editedAt,
  locked: row.locked
})

/** A post in full for a viewer. */
export const postDetailOf = (tables: Tables, row: PostRow, viewer: Option.Option<UserId>): PostDetail => ({
  ...postOf(tables, row),
  content: row.content.content,
  contentHtml: shownHtml(row.content),
  liked: Option.map(viewer, (id) => HashMap.has(row.likedBy, id))
})

export const commentOf = (tables: Tables, row: CommentRow): Comment => ({
  id: row.id,
  postId: row.postId,
  content: row.content.content,
  contentHtml: shownHtml(row.content),
  ...authorshipOf(tables, row),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  editedAt: row.editedAt
})

/** The comments of a post, oldest first. */
export const commentsOf = (tables: Tables, post: PostRow): ReadonlyArray<CommentRow> =>
  Array.map(post.commentIds, (id) => referred(tables.comments, id))

const firstComments = (tables: Tables, row: PostRow): ReadonlyArray<Comment> => {
  const comments = commentsOf(tables, row).slice(0, commentsShown)
  const shown = comments.map((comment) => commentOf(tables, comment))
  return shown.slice(0, countFitting(shown))
}

/** A post in full with its first comments. */
export const withComments = (tables: Tables, row: PostRow, viewer: Option.Option<UserId>): PostWithComments => ({
  ...postDetailOf(tables, row, viewer),
  comments: firstComments(tables, row)
})
