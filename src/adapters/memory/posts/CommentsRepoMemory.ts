import { lexemePositions } from "@rare-disease-community/text/Lexemes"
import { Array, DateTime, Either, Option } from "effect"
import { NotAllowed } from "../../../domain/accounts/CurrentUser.ts"
import type { Change } from "../../../domain/Change.ts"
import { CommentId, type UserId } from "../../../domain/Ids.ts"
import type { CommentKey } from "../../../domain/Lists.ts"
import type { PageResult } from "../../../domain/Page.ts"
import { AudienceWidened, isWider, visitor } from "../../../domain/posts/Audience.ts"
import { type Comment, type CommentNotFound, countFitting, UnknownReplyTo } from "../../../domain/posts/Comment.ts"
import {
  type CommentRefused,
  CommentsRepo,
  type CommentToAdd,
  type CommentUpdate,
  type HelpedMark
} from "../../../ports/posts/CommentsRepo.ts"
import { findComment, findPost, writtenFor } from "../Readable.ts"
import type { CommentRow, NotificationRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { commentOf, commentsOf, type ListOrder, newestFirst, oldestFirst, openTo, pageOf } from "../Views.ts"
import { followsOf, type Item, notifyAuthors, setActive, writeAll } from "../Writes.ts"
import { editedSince, keepRevision, removeRevisions } from "./RevisionsRepoMemory.ts"
import { removeTranslations } from "./TranslationsRepoMemory.ts"

const byOldest: ListOrder<CommentRow, CommentKey> = { keyOf: ({ id }) => ({ id }), order: oldestFirst }

const findUnlocked = (tables: Tables, { audience, authorId, postId, reader = visitor, replyTo }: CommentToAdd) =>
  findPost(writtenFor(tables, reader), postId).pipe(
    Either.flatMap(openTo(tables, authorId)),
    Either.filterOrLeft(
      ({ locked }) => !locked,
      () => new NotAllowed({ action: "commentOnLocked" })
    ),
    Either.filterOrLeft(
      () => Option.isNone(replyTo) || tables.comments.get(replyTo.value)?.postId === postId,
      () => new UnknownReplyTo({ replyTo: Option.getOrThrow(replyTo), postId })
    ),
    Either.filterOrLeft(
      (post) => audience === undefined || !isWider(post.audience, audience),
      (post) => new AudienceWidened({ audience: post.audience })
    )
  )

const addComment = (tables: Tables, comment: CommentToAdd): Either.Either<Item<Comment>, CommentRefused> =>
  Either.map(findUnlocked(tables, comment), (post) => {
    const { authorId: actorId, authorKind: actorKind, createdAt, postId } = comment
    const id = CommentId.make(++tables.comments.lastId)
    const row: CommentRow = {
      ...comment,
      id,
      helped: false,
      mentioned: comment.content.mentions,
      updatedAt: createdAt,
      editedAt: Option.none(),
      index: lexemePositions(comment.content.text, "content")
    }
    tables.comments.set(id, row)
    if (post.authorId !== actorId) tables.posts.set(postId, { ...post, hasOthers: true })
    setActive(tables, actorId, createdAt)
    const commentId = Option.some(id)
    const event = { type: "comment" as const, actorId, actorKind, postId, commentId, createdAt }
    const notified = notifyAuthors(tables, event, comment.content.mentions)
    const isFollowed = followsOf(tables, { type: "post", id: postId }).some(({ userId }) => userId !== actorId)
    const published: ReadonlyArray<Change> = isFollowed ? [{ kind: "comment_published", id, userId: actorId }] : []
    return [
      commentOf(tables, row, Option.some(actorId)),
      [{ kind: "comment", id: postId, userId: null }, ...published, ...notified]
    ]
  })

const updateComment = (tables: Tables, id: CommentId, { authorKind, editorId, updatedAt, ...change }: CommentUpdate) =>
  Either.map(findComment(tables, id), (row) => {
    const content = Option.getOrElse(change.content, () => row.content)
    const isSameText = content.content === row.content.content
    const updated = {
      ...row,
      content,
      language: Option.getOrElse(change.language, () => row.language),
      authorKind: authorKind === "agent" ? authorKind : row.authorKind,
      updatedAt: DateTime.max(row.updatedAt, updatedAt),
      editedAt: isSameText ? row.editedAt : editedSince(row, updatedAt),
      index: lexemePositions(content.text, "content")
    }
    if (!isSameText) keepRevision(tables, { type: "comment", id }, row, editorId)
    tables.comments.set(id, updated)
    return commentOf(tables, updated, Option.some(editorId))
  })

const setHelped = (tables: Tables, id: CommentId, { actorKind, at: createdAt, helped }: HelpedMark) => {
  const { authorId, postId, ...row } = tables.comments.referred(id)
  if (row.helped === helped) return []
  tables.comments.set(id, { ...row, authorId, postId, helped })
  const actorId = tables.posts.referred(postId).authorId
  const mark = { type: "helped" as const, actorId, actorKind, postId, commentId: Option.some(id), createdAt }
  return [{ kind: "comment" as const, id: postId, userId: null }, ...(helped ? notifyAuthors(tables, mark) : [])]
}

/** Takes a comment and the notification about it out of the tables. Gives the recipients of the notification. */
export const takeOutComment = (tables: Tables, id: CommentId): Either.Either<ReadonlyArray<UserId>, CommentNotFound> =>
  Either.map(findComment(tables, id), () => {
    const isAbout = ({ commentId }: NotificationRow) => Option.contains(commentId, id)
    const recipients = Array.dedupe(tables.notifications.where(isAbout).map(({ recipientId }) => recipientId))
    tables.comments.delete(id)
    tables.notifications.deleteWhere(isAbout)
    removeTranslations(tables)
    return recipients
  })

/** A page without the comments that do not fit into one response. */
const fitting = (page: PageResult<Comment, CommentKey>): PageResult<Comment, CommentKey> => {
  const items = page.items.slice(0, countFitting(page.items))
  const last = items.at(-1)
  return last === undefined || items.length === page.items.length ? page : { ...page, items, next: { id: last.id } }
}

const placeOf = (tables: Tables, { id, postId }: CommentRow, limit: number) => {
  const upTo = commentsOf(tables, postId).filter((comment) => comment.id <= id)
  const before = upTo.length - 1
  const shown = upTo.slice(before - (before % limit)).map((row) => commentOf(tables, row, Option.none()))
  return { postId, before, fits: countFitting(shown) === shown.length }
}

export const layer = inMemory(CommentsRepo, ({ attempt, lookUp, read, write }) => ({
  addAll: (comments) => write(writeAll(comments, addComment)),

  ownership: (id) =>
    lookUp((tables) =>
      Either.map(findComment(tables, id), ({ authorId, content, postId }) => ({
        postId,
        authorId,
        content: content.content
      }))
    ),

  newestId: (postId) =>
    lookUp((tables) => Either.map(findPost(tables, postId), () => commentsOf(tables, postId).at(-1)?.id ?? 0)),

  place: (id, limit) => lookUp((tables) => Either.map(findComment(tables, id), (row) => placeOf(tables, row, limit))),

  update: (id, change) => attempt((tables) => updateComment(tables, id, change)),

  setHelped: (id, mark) => write((tables) => setHelped(tables, id, mark)),

  remove: (id) =>
    attempt((tables) => {
      const recipients = takeOutComment(tables, id)
      removeRevisions(tables)
      return recipients
    }),

  newestOf: (authorId, limit) =>
    read(({ comments, posts }) =>
      comments
        .where((row) => row.authorId === authorId)
        .sort(newestFirst)
        .slice(0, limit)
        .map(({ content: { excerpt }, createdAt, id, language, postId }) => ({
          id,
          postTitle: posts.referred(postId).title,
          excerpt,
          language,
          createdAt
        }))
    ),

  page: (postId, window, viewer = Option.none()) =>
    lookUp((tables) =>
      Either.map(findPost(tables, postId), () =>
        fitting(pageOf(commentsOf(tables, postId), byOldest, window, (row) => commentOf(tables, row, viewer)))
      )
    )
}))
