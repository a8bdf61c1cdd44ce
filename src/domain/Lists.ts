import { Schema } from "effect"
import { type AuditFilter, AuditId } from "./accounts/Audit.ts"
import type { UserFilter } from "./accounts/User.ts"
import { cursorCodec } from "./Cursor.ts"
import { CommentId, DiseaseId, NewsId, NotificationId, PostId, UserId } from "./Ids.ts"
import type { NewsFilter } from "./news/News.ts"
import type { PostFilter, PostSort } from "./posts/Post.ts"
import { text } from "./Text.ts"

// The keys and codecs of all lists with cursors.

/** `count` is that of the order, such as views; 0 by date. */
export const PostKey = Schema.typeSchema(
  Schema.Struct({ count: Schema.Int.pipe(Schema.between(0, 2_147_483_647)), id: PostId })
)
export type PostKey = typeof PostKey.Type

const posts = cursorCodec(PostKey)

export const postList = (
  { authorId, authorKind, category, diseaseId, includeDescendants = false }: PostFilter,
  sort: Exclude<PostSort, "relevance">
) => posts(`posts.${sort}`, category, diseaseId, includeDescendants, authorId, authorKind)

/** Search results have at most a thousand items, so that an offset is enough. */
const searchCodec = cursorCodec(Schema.Null)

export const foundPostList = (
  search: string,
  { authorId, authorKind, category, diseaseId, includeDescendants = false, sort = "relevance" }: PostFilter
) => searchCodec(`found.${sort}`, search, category, diseaseId, includeDescendants, authorId, authorKind)

export const CommentKey = Schema.typeSchema(Schema.Struct({ id: CommentId }))
export type CommentKey = typeof CommentKey.Type

const comments = cursorCodec(CommentKey)

export const commentList = (postId: PostId) => comments("comments", postId)

/** `publishedAt` in milliseconds since 1970, of the years 1 to 9999. */
export const NewsKey = Schema.typeSchema(
  Schema.Struct({ publishedAt: Schema.Int.pipe(Schema.between(-62_135_596_800_000, 253_402_300_799_999)), id: NewsId })
)
export type NewsKey = typeof NewsKey.Type

const news = cursorCodec(NewsKey)

export const newsList = ({ category, diseaseId, search }: NewsFilter) => news("news", category, diseaseId, search)

/** `name` as `nameKey` folds it. */
export const DiseaseKey = Schema.typeSchema(Schema.Struct({ name: text(2_000), id: DiseaseId }))
export type DiseaseKey = typeof DiseaseKey.Type

const diseases = cursorCodec(DiseaseKey)

export const diseaseList = (category: number | undefined) => diseases("diseases", category)

export const foundDiseaseList = (search: string, category: number | undefined, includeDescendants = false) =>
  searchCodec("found diseases", search, category, includeDescendants)

export const UserKey = Schema.typeSchema(Schema.Struct({ id: UserId }))
export type UserKey = typeof UserKey.Type

const users = cursorCodec(UserKey)

export const userList = ({ role, search, verified }: UserFilter) => users("users", role, search, verified)

export const AuditKey = Schema.typeSchema(Schema.Struct({ id: AuditId }))
export type AuditKey = typeof AuditKey.Type

const audit = cursorCodec(AuditKey)

export const auditList = ({ action, userId }: AuditFilter) => audit("audit", action, userId)

export const NotificationKey = Schema.typeSchema(Schema.Struct({ id: NotificationId }))
export type NotificationKey = typeof NotificationKey.Type

const notifications = cursorCodec(NotificationKey)

export const notificationList = (recipientId: UserId, unreadOnly: boolean) =>
  notifications("notifications", recipientId, unreadOnly)
