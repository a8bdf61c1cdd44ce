import { Array, Effect, HashMap, Layer, Option, Order } from "effect"
import type { ExportLine, ExportType } from "../../../domain/accounts/Export.ts"
import type { UserId } from "../../../domain/Ids.ts"
import { ExportRepo, exportPageLines, type PlacedLine } from "../../../ports/ExportRepo.ts"
import { decisionOf } from "../moderation/DecisionRecords.ts"
import { authorOf, diseaseNameOf } from "../RowMapping.ts"
import type { CommentRow, PostRow } from "../Rows.ts"
import { Store } from "../Store.ts"
import { followsOf, settingsOf, type Table, type Tables } from "../Tables.ts"

const rowsOf = <Key, Row>(table: Table<Key, Row>, matches: (row: Row) => boolean): ReadonlyArray<Row> =>
  Array.filter(HashMap.values(table.rows), matches)

/** A member by id and name. */
const memberOf = (tables: Tables, id: UserId) => {
  const { username } = authorOf(tables, id)
  return { id, username }
}

type LinesOf = (tables: Tables, id: UserId) => ReadonlyArray<PlacedLine>

const profile: LinesOf = (tables, userId) =>
  Option.toArray(HashMap.get(tables.users.rows, userId)).map((row) => ({
    key: 1,
    line: {
      type: "profile",
      id: row.id,
      username: row.username,
      email: row.email,
      role: row.role,
      bio: Option.getOrNull(Option.map(row.bio, ({ content }) => content)),
      verifiedAs: Option.getOrNull(Option.map(row.verification, ({ as }) => as)),
      verifiedAt: Option.getOrNull(Option.map(row.verification, ({ at }) => at)),
      suspended: Option.getOrNull(row.suspension),
      diseases: row.diseaseIds.map((id) => diseaseNameOf(tables, id)),
      diseasesVisibleTo: row.diseasesVisibleTo,
      settings: settingsOf(tables, userId),
      signInsFromAddresses: row.addresses.map(({ usedAt }) => usedAt),
      activeAt: row.activeAt,
      createdAt: row.createdAt
    }
  }))

const textOf = ({ authorKind, content, createdAt, editedAt, updatedAt }: PostRow | CommentRow, hidden: boolean) => ({
  content: content.content,
  byAgent: authorKind === "agent",
  hidden,
  createdAt,
  updatedAt,
  editedAt: Option.getOrNull(editedAt)
})

const posts: LinesOf = (tables, userId) => {
  const lineOf = (row: PostRow, hidden: boolean): PlacedLine => {
    const { category, diseaseId, id, locked, title } = row
    const post = { id, title, category, diseaseId: Option.getOrNull(diseaseId), locked }
    return { key: id, line: { type: "post", ...post, ...textOf(row, hidden) } }
  }
  return [
    ...rowsOf(tables.posts, ({ authorId }) => authorId === userId).map((row) => lineOf(row, false)),
    ...Array.filter(HashMap.values(tables.hiddenPosts), ({ post }) => post.authorId === userId).map(({ post }) =>
      lineOf(post, true)
    )
  ]
}

const comments: LinesOf = (tables, userId) => {
  const lineOf = (row: CommentRow, hidden: boolean): PlacedLine => {
    return { key: row.id, line: { type: "comment", id: row.id, postId: row.postId, ...textOf(row, hidden) } }
  }
  return [
    ...rowsOf(tables.comments, ({ authorId }) => authorId === userId).map((row) => lineOf(row, false)),
    ...Array.filter(HashMap.values(tables.hiddenComments), ({ comment }) => comment.authorId === userId).map(
      ({ comment }) => lineOf(comment, true)
    )
  ]
}

const revisions =
  (type: "post_revision" | "comment_revision"): LinesOf =>
  ({ revisions }, userId) =>
    revisions.flatMap(({ byId, content, createdAt, target, title }, index) => {
      if (byId !== userId || type !== `${target.type}_revision`) return []
      const line: ExportLine =
        target.type === "post"
          ? { type: "post_revision", postId: target.id, title: Option.getOrNull(title), content, createdAt }
          : { type: "comment_revision", commentId: target.id, content, createdAt }
      return [{ key: index + 1, line }]
    })

const likes: LinesOf = ({ hiddenPosts, posts }, userId) =>
  [
    ...HashMap.values(posts.rows),
    ...Array.map(Array.fromIterable(HashMap.values(hiddenPosts)), ({ post }) => post)
  ].flatMap(({ id, likedBy }) =>
    Option.toArray(HashMap.get(likedBy, userId)).map((createdAt): PlacedLine => {
      return { key: id, line: { type: "like", postId: id, createdAt } }
    })
  )

const notifications: LinesOf = (tables, userId) =>
  rowsOf(tables.notifications, ({ recipientId }) => recipientId === userId).map((row) => ({
    key: row.id,
    line: {
      type: "notification",
      id: row.id,
      event: row.type,
      read: row.read,
      createdAt: row.createdAt,
      actor: Option.getOrNull(Option.map(row.actorId, (id) => memberOf(tables, id))),
      postId: Option.getOrNull(row.postId),
      commentId: Option.getOrNull(row.commentId),
      decisionId: Option.getOrNull(row.decisionId)
    }
  }))

const decisions: LinesOf = (tables, userId) =>
  rowsOf(tables.decisions, ({ subjectId }) => subjectId === userId).map((row) => {
    const { by: _, reportIds: __, ...decision } = decisionOf(tables, row)
    return { key: row.id, line: { type: "decision", ...decision } }
  })

/** The lines of each type, in any order. */
const lines: Readonly<Record<ExportType, LinesOf>> = {
  profile,
  post: posts,
  post_revision: revisions("post_revision"),
  comment: comments,
  comment_revision: revisions("comment_revision"),
  like: likes,
  follow: (tables, userId) =>
    followsOf(tables, userId).map(({ followedAt, id, target }) => ({
      key: id,
      line: { type: "follow", target, followedAt }
    })),
  block: (tables, userId) =>
    rowsOf(tables.blocks, (row) => row.userId === userId).map(({ blockedAt, blockedId, id }) => ({
      key: id,
      line: { type: "block", ...memberOf(tables, blockedId), blockedAt }
    })),
  notification: notifications,
  api_key: ({ apiKeys }, userId) =>
    rowsOf(apiKeys, (row) => row.userId === userId).map(({ key }) => ({
      key: key.id,
      line: {
        ...key,
        type: "api_key",
        dailyWrites: Option.getOrNull(key.dailyWrites),
        lastUsedAt: Option.getOrNull(key.lastUsedAt),
        expiresAt: Option.getOrNull(key.expiresAt)
      }
    })),
  session: ({ sessions }, userId) =>
    rowsOf(sessions, (row) => row.userId === userId).map(({ createdAt, expiresAt, id }) => ({
      key: id,
      line: { type: "session", id, createdAt, expiresAt }
    })),
  report: ({ reports }, userId) =>
    rowsOf(reports, ({ reporterId }) => reporterId === userId).map(({ decisionId, id, ...report }) => ({
      key: id,
      line: { ...report, type: "report", id, status: decisionId === null ? "open" : "decided" }
    })),
  decision: decisions,
  audit: ({ audit }, userId) =>
    rowsOf(audit, (row) => row.userId === userId).map(({ action, actorId, at, detail, id, reason, targetId }) => ({
      key: id,
      line: { type: "audit", id, at, action, byYourself: actorId === userId, targetId, detail, reason }
    }))
}

const byKey = Order.mapInput(Order.number, ({ key }: PlacedLine) => key)

const make = Effect.map(Store, (store) =>
  ExportRepo.of({
    page: (userId, type, after) =>
      Effect.map(store.tables, (tables) =>
        Array.sort(
          lines[type](tables, userId).filter(({ key }) => key > after),
          byKey
        ).slice(0, exportPageLines)
      )
  })
)

/** Exports from memory. */
export const layer = Layer.effect(ExportRepo, make)
