import { Array, DateTime, Effect, Either, HashMap, Layer, Option } from "effect"
import { NotAllowed, type NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import type { Change } from "../../../domain/Change.ts"
import { CommentId } from "../../../domain/Ids.ts"
import type { CommentKey } from "../../../domain/Lists.ts"
import type { PageResult } from "../../../domain/Page.ts"
import { type Comment, CommentNotFound, countFitting } from "../../../domain/posts/Comment.ts"
import type { PostNotFound } from "../../../domain/posts/Post.ts"
import { CommentsRepo, type CommentToAdd, type CommentUpdate } from "../../../ports/CommentsRepo.ts"
import { lexemePositions } from "../../../text/Lexemes.ts"
import { applyAll, type Item, withActive } from "../ApplyAll.ts"
import { notifyAuthor } from "../NotifyAuthor.ts"
import { commentOf, commentsOf, findPost, findPostFor, type ListOrder, oldestFirst, pageOf } from "../RowMapping.ts"
import type { CommentRow, NotificationRow } from "../Rows.ts"
import { Store, stepOf } from "../Store.ts"
import { filterRows, isOf, referred, type Tables, withNew, withRow } from "../Tables.ts"
import { editedSince, withoutRevisions, withRevision } from "./RevisionsRepoMemory.ts"

const byOldest: ListOrder<CommentRow, CommentKey> = { keyOf: ({ id }) => ({ id }), order: oldestFirst }

const findUnlocked = (tables: Tables, { authorId, postId }: CommentToAdd) =>
  Either.filterOrLeft(
    findPostFor(tables, postId, authorId),
    ({ locked }) => !locked,
    () => new NotAllowed({ action: "commentOnLocked" })
  )

const addComment = (
  tables: Tables,
  comment: CommentToAdd
): Either.Either<Item<Comment>, PostNotFound | NotAllowed | NotSignedIn> =>
  Either.map(findUnlocked(tables, comment), (post) => {
    const { authorId: actorId, authorKind: actorKind, createdAt, postId } = comment
    const id = CommentId.make(tables.comments.lastId + 1)
    const row: CommentRow = {
      ...comment,
      id,
      updatedAt: createdAt,
      editedAt: Option.none(),
      index: lexemePositions(comment.content.text, "content")
    }
    const stored = {
      ...tables,
      posts: withRow(tables.posts, postId, { ...post, commentIds: [...post.commentIds, id] }),
      comments: withNew(tables.comments, id, row)
    }
    const active = withActive(stored, actorId, createdAt)
    const [after, notified] = notifyAuthor(active, {
      type: "comment",
      actorId,
      actorKind,
      postId,
      commentId: Option.some(id),
      createdAt
    })
    const isFollowed = HashMap.some(
      tables.follows.rows,
      (rows, id) => id !== actorId && rows.some(isOf({ type: "post", id: postId }))
    )
    const published: ReadonlyArray<Change> = isFollowed ? [{ kind: "comment_published", id, userId: actorId }] : []
    return [commentOf(after, row), after, [{ kind: "comment", id: postId, userId: null }, ...published, ...notified]]
  })

const findComment = ({ comments }: Tables, id: CommentId): Either.Either<CommentRow, CommentNotFound> =>
  Either.fromOption(HashMap.get(comments.rows, id), () => new CommentNotFound({ id }))

const updateComment = (tables: Tables, id: CommentId, { authorKind, content, editorId, updatedAt }: CommentUpdate) =>
  Either.map(findComment(tables, id), (row) => {
    const isSameText = content.content === row.content.content
    const updated = {
      ...row,
      content,
      authorKind: authorKind === "agent" ? authorKind : row.authorKind,
      updatedAt: DateTime.max(row.updatedAt, updatedAt),
      editedAt: isSameText ? row.editedAt : editedSince(row, updatedAt),
      index: lexemePositions(content.text, "content")
    }
    const before = isSameText ? tables : withRevision(tables, { type: "comment", id }, row, editorId)
    const after = { ...before, comments: withRow(tables.comments, id, updated) }
    return [commentOf(after, updated), after] as const
  })

/** Removes a comment, and the notification about it, whose recipient it gives. */
export const removeComment = (tables: Tables, id: CommentId) =>
  Either.map(findComment(tables, id), ({ postId }) => {
    const post = referred(tables.posts, postId)
    const isAbout = ({ commentId }: NotificationRow) => Option.contains(commentId, id)
    const recipients = Array.filter(HashMap.values(tables.notifications.rows), isAbout)
    const after = {
      ...tables,
      posts: withRow(tables.posts, postId, { ...post, commentIds: post.commentIds.filter((other) => other !== id) }),
      comments: filterRows(tables.comments, (comment) => comment.id !== id),
      notifications: filterRows(tables.notifications, (row) => !isAbout(row))
    }
    return [Array.map(recipients, ({ recipientId }) => recipientId), after] as const
  })

/** A page without the comments that do not fit into one response. */
const fitting = (page: PageResult<Comment, CommentKey>): PageResult<Comment, CommentKey> => {
  const items = page.items.slice(0, countFitting(page.items))
  const last = items.at(-1)
  return last === undefined || items.length === page.items.length ? page : { ...page, items, next: { id: last.id } }
}

const make = Effect.map(Store, (store) =>
  CommentsRepo.of({
    addAll: (comments) => store.write(applyAll(comments, addComment)),

    ownership: (id) =>
      Effect.flatMap(store.tables, (tables) =>
        Either.map(findComment(tables, id), ({ authorId, content, postId }) => ({
          postId,
          authorId,
          content: content.content
        }))
      ),

    update: (id, change) => store.write((tables) => stepOf(tables, updateComment(tables, id, change))),

    remove: (id) =>
      store.write((tables) =>
        stepOf(
          tables,
          Either.map(removeComment(tables, id), ([recipients, after]) => [recipients, withoutRevisions(after)] as const)
        )
      ),

    page: (postId, window) =>
      Effect.flatMap(store.tables, (tables) =>
        Either.map(findPost(tables, postId), (post) =>
          fitting(pageOf(commentsOf(tables, post), byOldest, window, (row) => commentOf(tables, row)))
        )
      )
  })
)

/** Comments in memory. */
export const layer = Layer.effect(CommentsRepo, make)
