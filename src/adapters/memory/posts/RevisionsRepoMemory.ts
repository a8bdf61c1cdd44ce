import { DateTime, Option } from "effect"
import type { UserId } from "../../../domain/Ids.ts"
import type { TextTarget } from "../../../domain/moderation/Target.ts"
import { maxTextsBytes, revisionsShown } from "../../../domain/posts/Revision.ts"
import { RevisionsRepo } from "../../../ports/posts/RevisionsRepo.ts"
import type { CommentRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { newestFirst } from "../Views.ts"
import { isOf } from "../Writes.ts"

const revisionRowsOf = ({ revisions }: Tables, target: TextTarget) => revisions.where(isOf(target)).sort(newestFirst)

/** The time of the last edit, after one at this time. */
export const editedSince = ({ editedAt }: Pick<CommentRow, "editedAt">, at: DateTime.Utc) =>
  Option.some(Option.match(editedAt, { onNone: () => at, onSome: (before) => DateTime.max(before, at) }))

/** Keeps the text that an edit replaces as a revision. */
export const keepRevision = (
  tables: Tables,
  target: TextTarget,
  before: Pick<CommentRow, "authorId" | "content" | "createdAt" | "editedAt"> & { readonly title?: string },
  replacedById: UserId
): void => {
  const byId = revisionRowsOf(tables, target)[0]?.replacedById ?? before.authorId
  const id = ++tables.revisions.lastId
  tables.revisions.set(id, {
    id,
    target,
    title: Option.fromNullable(before.title),
    content: before.content.content,
    createdAt: Option.getOrElse(before.editedAt, () => before.createdAt),
    byId,
    replacedById
  })
}

/** The author of a text, and whether it is hidden. */
const textOf = ({ comments, hiddenComments, hiddenPosts, posts }: Tables, target: TextTarget) => {
  const [shown, hidden] =
    target.type === "post"
      ? [posts.get(target.id), hiddenPosts.get(target.id)?.post]
      : [comments.get(target.id), hiddenComments.get(target.id)?.comment]
  return Option.map(Option.fromNullable(shown ?? hidden), ({ authorId }) => ({
    authorId,
    isHidden: shown === undefined
  }))
}

/** Removes the revisions of deleted texts, and the likes of deleted comments. */
export const removeRevisions = (tables: Tables): void => {
  const isGone = (target: TextTarget) => Option.isNone(textOf(tables, target))
  tables.revisions.deleteWhere(({ target }) => isGone(target))
  tables.commentLikes.deleteWhere(({ commentId }) => isGone({ type: "comment", id: commentId }))
}

const revisionsOf = (tables: Tables, target: TextTarget) => {
  let bytes = 0
  return revisionRowsOf(tables, target)
    .slice(0, revisionsShown)
    .filter(({ content }) => {
      bytes += Buffer.byteLength(JSON.stringify(content))
      return bytes <= maxTextsBytes
    })
    .map(({ byId, content, createdAt, title }) => ({
      ...Option.match(title, { onNone: () => ({}), onSome: (title) => ({ title }) }),
      content,
      createdAt,
      by: Option.getOrNull(Option.map(tables.users.find(byId), ({ id, username }) => ({ id, username })))
    }))
}

export const layer = inMemory(RevisionsRepo, ({ read }) => ({
  of: (target) =>
    read((tables) =>
      Option.map(textOf(tables, target), (text) => ({ ...text, revisions: revisionsOf(tables, target) }))
    )
}))
