import { Array, DateTime, Effect, HashMap, Layer, Option } from "effect"
import { CommentId, PostId, type UserId } from "../../../domain/Ids.ts"
import { maxCommentsBytes } from "../../../domain/posts/Comment.ts"
import { revisionsShown } from "../../../domain/posts/Revision.ts"
import type { TextTarget } from "../../../ports/HiddenTextsRepo.ts"
import { RevisionsRepo } from "../../../ports/RevisionsRepo.ts"
import type { CommentRow, RevisionRow } from "../Rows.ts"
import { Store } from "../Store.ts"
import type { Tables } from "../Tables.ts"

const isOf =
  ({ id, type }: TextTarget) =>
  ({ target }: RevisionRow) =>
    target.type === type && target.id === id

/** The time of the last edit, after one at this time. */
export const editedSince = ({ editedAt }: Pick<CommentRow, "editedAt">, at: DateTime.Utc) =>
  Option.some(Option.match(editedAt, { onNone: () => at, onSome: (before) => DateTime.max(before, at) }))

/** The tables with the text that an edit replaces as a revision. */
export const withRevision = (
  tables: Tables,
  target: TextTarget,
  before: Pick<CommentRow, "authorId" | "content" | "createdAt" | "editedAt"> & { readonly title?: string },
  replacedById: UserId
): Tables => {
  const revision: RevisionRow = {
    target,
    title: Option.fromNullable(before.title),
    content: before.content.content,
    createdAt: Option.getOrElse(before.editedAt, () => before.createdAt),
    byId: tables.revisions.findLast(isOf(target))?.replacedById ?? before.authorId,
    replacedById
  }
  return { ...tables, revisions: [...tables.revisions, revision] }
}

/** The author of a text, and whether it is hidden. */
const textOf = (tables: Tables, { id, type }: TextTarget) => {
  const isPost = type === "post"
  const shown: Option.Option<{ readonly authorId: UserId }> = isPost
    ? HashMap.get(tables.posts.rows, PostId.make(id))
    : HashMap.get(tables.comments.rows, CommentId.make(id))
  const hidden = isPost
    ? Option.map(HashMap.get(tables.hiddenPosts, PostId.make(id)), ({ post }) => post.authorId)
    : Option.map(HashMap.get(tables.hiddenComments, CommentId.make(id)), ({ comment }) => comment.authorId)
  return Option.map(shown, ({ authorId }) => authorId).pipe(
    Option.orElse(() => hidden),
    Option.map((authorId) => ({ authorId, isHidden: Option.isNone(shown) }))
  )
}

/** The tables without the revisions of deleted texts. */
export const withoutRevisions = (tables: Tables): Tables => ({
  ...tables,
  revisions: tables.revisions.filter(({ target }) => Option.isSome(textOf(tables, target)))
})

const revisionsOf = (tables: Tables, target: TextTarget) => {
  let bytes = 0
  return Array.reverse(tables.revisions.filter(isOf(target)))
    .slice(0, revisionsShown)
    .filter(({ content }) => {
      bytes += Buffer.byteLength(JSON.stringify(content))
      return bytes <= maxCommentsBytes
    })
    .map(({ byId, content, createdAt, title }) => ({
      ...Option.match(title, { onNone: () => ({}), onSome: (title) => ({ title }) }),
      content,
      createdAt,
      by: Option.match(HashMap.get(tables.users.rows, byId), {
        onNone: () => null,
        onSome: ({ username }) => ({ id: byId, username })
      })
    }))
}

/** Revisions in memory. */
export const layer = Layer.effect(
  RevisionsRepo,
  Effect.map(Store, (store) =>
    RevisionsRepo.of({
      of: (target) =>
        Effect.map(store.tables, (tables) =>
          Option.map(textOf(tables, target), (text) => ({ ...text, revisions: revisionsOf(tables, target) }))
        )
    })
  )
)
