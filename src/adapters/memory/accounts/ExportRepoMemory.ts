import { Array, Effect, Option, Order } from "effect"
import type { ExportType } from "../../../domain/accounts/Export.ts"
import { CommentId, PostId, type UserId } from "../../../domain/Ids.ts"
import type { TextTarget } from "../../../domain/moderation/Target.ts"
import { PostReader, visitor } from "../../../domain/posts/Audience.ts"
import { ExportRepo, exportPageLines, type KeyedLine } from "../../../ports/accounts/ExportRepo.ts"
import { decisionOf } from "../moderation/DecisionsRepoMemory.ts"
import { readsAbout, writtenFor } from "../Readable.ts"
import type { AuditRow, CommentRow, PostRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { diseaseNameOf } from "../Views.ts"
import { settingsOf } from "../Writes.ts"
import { isDecidedOnReadable } from "./AuditRepoMemory.ts"

const memberOf = ({ users }: Tables, id: UserId) => ({ id, username: users.referred(id).username })

type LinesOf = (tables: Tables, id: UserId) => ReadonlyArray<KeyedLine>

const profile: LinesOf = (tables, userId) =>
  Option.toArray(tables.users.find(userId)).map((row) => ({
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

const textOf = (
  { authorKind, content, createdAt, editedAt, language, updatedAt }: PostRow | CommentRow,
  hidden: boolean
) => ({
  content: content.content,
  language,
  byAgent: authorKind === "agent",
  hidden,
  createdAt,
  updatedAt,
  editedAt: Option.getOrNull(editedAt)
})

const posts: LinesOf = (tables, userId) => {
  const lineOf =
    (hidden: boolean) =>
    (row: PostRow): KeyedLine => {
      const { audience, category, diseaseId, id, locked, title } = row
      const post = { id, title, category, diseaseId: Option.getOrNull(diseaseId), audience, locked }
      return { key: id, line: { type: "post", ...post, ...textOf(row, hidden) } }
    }
  const isByMember = ({ authorId }: PostRow) => authorId === userId
  const hidden = Array.fromIterable(tables.hiddenPosts.values()).map(({ post }) => post)
  return [...tables.posts.where(isByMember).map(lineOf(false)), ...hidden.filter(isByMember).map(lineOf(true))]
}

const comments: LinesOf = (tables, userId) => {
  const lineOf =
    (hidden: boolean) =>
    (row: CommentRow): KeyedLine => {
      const { helped, id, postId, replyTo } = row
      const comment = { id, postId, replyTo: Option.getOrNull(replyTo), helped }
      return { key: id, line: { type: "comment", ...comment, ...textOf(row, hidden) } }
    }
  const isByMember = ({ authorId }: CommentRow) => authorId === userId
  const hidden = Array.fromIterable(tables.hiddenComments.values()).map(({ comment }) => comment)
  return [...tables.comments.where(isByMember).map(lineOf(false)), ...hidden.filter(isByMember).map(lineOf(true))]
}

const revisions =
  (type: TextTarget["type"]): LinesOf =>
  (tables, userId) =>
    tables.revisions
      .where(({ byId, target }) => byId === userId && target.type === type && readsAbout(tables, target))
      .map(({ content, createdAt, id, target, title }) => ({
        key: id,
        line:
          target.type === "post"
            ? { type: "post_revision", postId: target.id, title: Option.getOrNull(title), content, createdAt }
            : { type: "comment_revision", commentId: target.id, content, createdAt }
      }))

const notifications: LinesOf = (tables, userId) =>
  tables.notifications
    .where(({ recipientId }) => recipientId === userId)
    .map((row) => ({
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
        newsId: Option.getOrNull(row.newsId),
        decisionId: Option.getOrNull(row.decisionId),
        reportId: Option.getOrNull(row.reportId),
        verification: Option.getOrNull(row.verification)
      }
    }))

/** The keys of comments follow those of all posts, which are 32 bits long. */
const likes: LinesOf = (tables, userId) => {
  const { commentLikes, likes } = tables
  return [
    ...likes
      .where((row) => row.userId === userId && readsAbout(tables, { type: "post", id: row.postId }))
      .map(({ createdAt, postId }) => ({ key: postId, line: { type: "like" as const, postId, createdAt } })),
    ...commentLikes
      .where((row) => row.userId === userId && readsAbout(tables, { type: "comment", id: row.commentId }))
      .map(({ commentId, createdAt }) => ({
        key: 2 ** 31 + commentId,
        line: { type: "like" as const, commentId, createdAt }
      }))
  ]
}

const decisions: LinesOf = (tables, userId) =>
  tables.decisions
    .where(({ subjectId, target }) => subjectId === userId && readsAbout(tables, target))
    .map((row) => {
      const { by: _, reportIds: __, ...decision } = decisionOf(tables, row)
      return { key: row.id, line: { type: "decision", ...decision } }
    })

/** True for an entry that is about no text, or about one that the reader may see. */
const isAboutReadable = (tables: Tables, { action, targetId }: AuditRow): boolean => {
  if (targetId === null || tables.reader !== visitor) return true
  if (action === "decided") return isDecidedOnReadable(tables, { action, targetId })
  if (action === "post_changed" || action === "post_deleted")
    return readsAbout(tables, { type: "post", id: PostId.make(targetId) })
  if (action === "comment_changed" || action === "comment_deleted")
    return readsAbout(tables, { type: "comment", id: CommentId.make(targetId) })
  return true
}

/** The lines of each type, in any order. */
const lines: Readonly<Record<ExportType, LinesOf>> = {
  profile,
  post: posts,
  post_revision: revisions("post"),
  comment: comments,
  comment_revision: revisions("comment"),
  like: likes,
  follow: (tables, userId) =>
    tables.follows
      .where(
        ({ target, ...row }) =>
          row.userId === userId && (target.type !== "post" || readsAbout(tables, { type: "post", id: target.id }))
      )
      .map(({ followedAt, id, target }) => ({
        key: id,
        line: { type: "follow", target, followedAt }
      })),
  place: (tables, userId) =>
    tables.places
      .where((row) => row.userId === userId && readsAbout(tables, { type: "post", id: row.postId }))
      .map(({ commentId, postId, visitedAt }) => ({
        key: postId,
        line: { type: "place", postId, commentId: commentId === 0 ? null : CommentId.make(commentId), visitedAt }
      })),
  block: (tables, userId) =>
    tables.blocks
      .where((row) => row.userId === userId)
      .map(({ blockedAt, blockedId, id }) => ({
        key: id,
        line: { type: "block", ...memberOf(tables, blockedId), blockedAt }
      })),
  verification_request: ({ verificationRequests }, userId) =>
    verificationRequests
      .where((row) => row.userId === userId)
      .map(({ userId: _, ...request }) => ({ key: request.id, line: { type: "verification_request", ...request } })),
  invitation: ({ invitations }, userId) =>
    invitations
      .where(({ byId }) => byId === userId)
      .map(({ byId: _, hash: __, note, ...invitation }) => ({
        key: invitation.id,
        line: { type: "invitation", ...invitation, note: Option.getOrNull(note) }
      })),
  notification: notifications,
  api_key: ({ apiKeys }, userId) =>
    apiKeys
      .where((row) => row.userId === userId)
      .map(({ key }) => ({
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
    sessions
      .where((row) => row.userId === userId)
      .map(({ by, createdAt, expiresAt, id, kind, lastUsedAt }) => ({
        key: id,
        line: { type: "session", id, kind, by, createdAt, lastUsedAt: Option.getOrNull(lastUsedAt), expiresAt }
      })),
  passkey: ({ passkeys }, userId) =>
    passkeys
      .where((row) => row.userId === userId)
      .map(({ createdAt, id, lastUsedAt, name }) => ({
        key: id,
        line: { type: "passkey", id, name, createdAt, lastUsedAt: Option.getOrNull(lastUsedAt) }
      })),
  second_factor: ({ recoveryCodes, secondFactors }, userId) =>
    Option.match(
      Option.flatMap(secondFactors.find(userId), ({ enabledAt }) => enabledAt),
      {
        onNone: () => [],
        onSome: (enabledAt) => {
          const recoveryCodesLeft = recoveryCodes.count((row) => row.userId === userId && !row.isUsed)
          return [{ key: 1, line: { type: "second_factor", enabledAt, recoveryCodesLeft } }]
        }
      }
    ),
  device: ({ pushSubscriptions }, userId) =>
    pushSubscriptions
      .where((row) => row.userId === userId)
      .map(({ createdAt, device, endpoint, id, lastSentAt }) => ({
        key: id,
        line: {
          type: "device",
          id,
          device: Option.getOrNull(device),
          pushService: new URL(endpoint).host,
          createdAt,
          lastSentAt: Option.getOrNull(lastSentAt)
        }
      })),
  report: (tables, userId) =>
    tables.reports
      .where(({ reporterId, target }) => reporterId === userId && readsAbout(tables, target))
      .map(({ alertDueAt: _, alertedAt: __, decisionId, id, openedAt: ___, ...report }) => ({
        key: id,
        line: { ...report, type: "report", id, status: decisionId === null ? "open" : "decided" }
      })),
  decision: decisions,
  audit: (tables, userId) =>
    tables.audit
      .where((row) => row.userId === userId && isAboutReadable(tables, row))
      .map(({ action, actorId, at, detail, id, reason, targetId }) => ({
        key: id,
        line: { type: "audit", id, at, action, byYourself: actorId === userId, targetId, detail, reason }
      }))
}

const byKey = Order.mapInput(Order.number, ({ key }: KeyedLine) => key)

/** Gives a member all that is their own, and a visitor, such as a key without `members`, what is for everyone. */
export const layer = inMemory(ExportRepo, ({ read, readAll }) => ({
  page: Effect.fnUntraced(function* (userId: UserId, type: ExportType, after: number) {
    const reader = yield* PostReader
    const page = (tables: Tables) => {
      const behind = lines[type](tables, userId).filter(({ key }) => key > after)
      return Array.sort(behind, byKey).slice(0, exportPageLines)
    }
    return yield* reader === visitor ? read(page) : readAll((tables) => page(writtenFor(tables, reader)))
  })
}))
