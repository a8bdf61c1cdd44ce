import { Array, Effect, Option, Order, Record, Schema } from "effect"
import { ExportLine, type ExportType } from "../../../domain/accounts/Export.ts"
import { CommentId, PostId, type UserId } from "../../../domain/Ids.ts"
import type { TextTarget } from "../../../domain/moderation/Target.ts"
import { PostReader, visitor } from "../../../domain/posts/Audience.ts"
import { ExportRepo, exportPageLines } from "../../../ports/accounts/ExportRepo.ts"
import { decisionOf } from "../moderation/DecisionsRepoMemory.ts"
import { readsAbout, writtenFor } from "../Readable.ts"
import type { AuditRow, CommentRow, PostRow } from "../Rows.ts"
import { inMemory } from "../Store.ts"
import type { Tables } from "../Tables.ts"
import { diseaseNameOf } from "../Views.ts"
import { settingsOf } from "../Writes.ts"
import { isDecidedOnReadable } from "./AuditRepoMemory.ts"

/** Rows with more than `ExportLine` names, which is cut off; `id` is the key of the line. */
type LinesOf = (tables: Tables, userId: UserId) => ReadonlyArray<{ readonly id: number }>

const memberOf = ({ users }: Tables, id: UserId) => ({ id, username: users.referred(id).username })

const isOf =
  (id: UserId) =>
  ({ userId }: { readonly userId: UserId }) =>
    userId === id

const profile: LinesOf = (tables, userId) =>
  Option.toArray(tables.users.find(userId)).map((row) => ({
    ...row,
    bio: Option.map(row.bio, ({ content }) => content),
    verifiedAs: Option.map(row.verification, ({ as }) => as),
    verifiedAt: Option.map(row.verification, ({ at }) => at),
    suspended: row.suspension,
    diseases: row.diseaseIds.map((id) => diseaseNameOf(tables, id)),
    settings: settingsOf(tables, userId),
    signInsFromAddresses: row.addresses.map(({ usedAt }) => usedAt)
  }))

const texts = (
  userId: UserId,
  shown: Iterable<PostRow | CommentRow>,
  hiddenOnes: ReadonlyArray<PostRow | CommentRow>
) => {
  const linesOf = (rows: Iterable<PostRow | CommentRow>, hidden: boolean) =>
    Array.filter(rows, ({ authorId }) => authorId === userId).map(({ authorKind, content, ...row }) => {
      return { ...row, content: content.content, byAgent: authorKind === "agent", hidden }
    })
  return [...linesOf(shown, false), ...linesOf(hiddenOnes, true)]
}

const revisions =
  (type: TextTarget["type"]): LinesOf =>
  (tables, userId) =>
    tables.revisions
      .where(({ byId, target }) => byId === userId && target.type === type && readsAbout(tables, target))
      .map(({ target, ...row }) => ({ ...row, postId: target.id, commentId: target.id }))

/** The keys of comments follow those of all posts, which are 32 bits long. */
const likes: LinesOf = (tables, userId) => [
  ...tables.likes
    .where((row) => row.userId === userId && readsAbout(tables, { type: "post", id: row.postId }))
    .map((row) => ({ ...row, id: row.postId })),
  ...tables.commentLikes
    .where((row) => row.userId === userId && readsAbout(tables, { type: "comment", id: row.commentId }))
    .map((row) => ({ ...row, id: 2 ** 31 + row.commentId }))
]

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
  post: ({ hiddenPosts, posts }, userId) =>
    texts(
      userId,
      posts.values(),
      hiddenPosts.where(() => true).map(({ post }) => post)
    ),
  post_revision: revisions("post"),
  comment: ({ comments, hiddenComments }, userId) =>
    texts(
      userId,
      comments.values(),
      hiddenComments.where(() => true).map(({ comment }) => comment)
    ),
  comment_revision: revisions("comment"),
  like: likes,
  follow: (tables, userId) =>
    tables.follows.where(
      ({ target, ...row }) =>
        row.userId === userId && (target.type !== "post" || readsAbout(tables, { type: "post", id: target.id }))
    ),
  place: (tables, userId) =>
    tables.places
      .where((row) => row.userId === userId && readsAbout(tables, { type: "post", id: row.postId }))
      .map((row) => ({ ...row, id: row.postId, commentId: row.commentId === 0 ? null : row.commentId })),
  block: (tables, userId) =>
    tables.blocks.where(isOf(userId)).map((row) => ({ ...row, member: memberOf(tables, row.blockedId) })),
  verification_request: ({ verificationRequests }, userId) => verificationRequests.where(isOf(userId)),
  invitation: ({ invitations }, userId) => invitations.where(({ byId }) => byId === userId),
  notification: (tables, userId) =>
    tables.notifications
      .where(({ recipientId }) => recipientId === userId)
      .map((row) => ({ ...row, event: row.type, actor: Option.map(row.actorId, (id) => memberOf(tables, id)) })),
  api_key: ({ apiKeys }, userId) => apiKeys.where(isOf(userId)).map(({ key }) => key),
  session: ({ sessions }, userId) => sessions.where(isOf(userId)),
  passkey: ({ passkeys }, userId) => passkeys.where(isOf(userId)),
  second_factor: ({ recoveryCodes, secondFactors }, userId) =>
    Option.toArray(Option.flatMap(secondFactors.find(userId), ({ enabledAt }) => enabledAt)).map((enabledAt) => {
      const recoveryCodesLeft = recoveryCodes.count((row) => row.userId === userId && !row.isUsed)
      return { id: 1, enabledAt, recoveryCodesLeft }
    }),
  device: ({ pushSubscriptions }, userId) =>
    pushSubscriptions.where(isOf(userId)).map((row) => ({ ...row, pushService: new URL(row.endpoint).host })),
  report: (tables, userId) =>
    tables.reports
      .where(({ reporterId, target }) => reporterId === userId && readsAbout(tables, target))
      .map((row) => ({ ...row, status: row.decisionId === null ? "open" : "decided" })),
  decision: (tables, userId) =>
    tables.decisions
      .where(({ subjectId, target }) => subjectId === userId && readsAbout(tables, target))
      .map((row) => decisionOf(tables, row)),
  audit: (tables, userId) =>
    tables.audit
      .where((row) => row.userId === userId && isAboutReadable(tables, row))
      .map((row) => ({ ...row, byYourself: row.actorId === userId }))
}

const byId = Order.mapInput(Order.number, ({ id }: { readonly id: number }) => id)

const validLine = Schema.validateSync(ExportLine)

/** The fields of a row that `ExportLine` names, with null for none. */
const lineOf = (type: ExportType, { id, member, ...row }: { readonly id: number; readonly member?: object }) => {
  const values = Record.map(row, (value: unknown) => (Option.isOption(value) ? Option.getOrNull(value) : value))
  return { key: id, line: validLine({ id, ...values, ...member, type }) }
}

/** Gives a member all that is their own, and a visitor, such as a key without `members`, what is for everyone. */
export const layer = inMemory(ExportRepo, ({ read, readAll }) => ({
  page: Effect.fnUntraced(function* (userId: UserId, type: ExportType, after: number) {
    const reader = yield* PostReader
    const page = (tables: Tables) =>
      Array.sort(
        lines[type](tables, userId).filter(({ id }) => id > after),
        byId
      )
        .slice(0, exportPageLines)
        .map((row) => lineOf(type, row))
    return yield* reader === visitor ? read(page) : readAll((tables) => page(writtenFor(tables, reader)))
  })
}))
