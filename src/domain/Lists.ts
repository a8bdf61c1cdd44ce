import { Schema } from "effect"
import { listsOf } from "./Cursor.ts"
import { CommentId, DiseaseId, NewsId, NotificationId, PostId, UserId } from "./Ids.ts"
import type { NewsFilter } from "./News.ts"
import type { PostFilter, PostSort } from "./Post.ts"
import { text } from "./Text.ts"
import type { UserFilter } from "./User.ts"

// The lists that can be walked, and what each is ordered by.

/** What a post is listed by: the count of the order, none by date, and its id. */
export const PostKey = Schema.typeSchema(
  Schema.Struct({ count: Schema.Int.pipe(Schema.between(0, 2_147_483_647)), id: PostId })
)
export type PostKey = typeof PostKey.Type

const posts = listsOf(PostKey)

/** Posts without a search. */
export const postList = (
  { authorId, category, diseaseId, includeDescendants = false }: PostFilter,
  sort: Exclude<PostSort, "relevance">
) => posts(`posts.${sort}`, category, diseaseId, includeDescendants, authorId)

/** Of what a search finds, a thousand at most, a place is told by how many stand before it. */
const found = listsOf(Schema.Null)

/** The posts that a search finds. */
export const foundPostList = (
  search: string,
  { authorId, category, diseaseId, includeDescendants = false, sort = "relevance" }: PostFilter
) => found(`found.${sort}`, search, category, diseaseId, includeDescendants, authorId)

/** What a comment is listed by. */
export const CommentKey = Schema.typeSchema(Schema.Struct({ id: CommentId }))
export type CommentKey = typeof CommentKey.Type

const comments = listsOf(CommentKey)

/** The comments of a post. */
export const commentList = (postId: PostId) => comments("comments", postId)

/** What a news item is listed by; `publishedAt` in milliseconds of the epoch, of the years 1 to 9999. */
export const NewsKey = Schema.typeSchema(
  Schema.Struct({ publishedAt: Schema.Int.pipe(Schema.between(-62_135_596_800_000, 253_402_300_799_999)), id: NewsId })
)
export type NewsKey = typeof NewsKey.Type

const news = listsOf(NewsKey)

/** News, all or what a filter leaves. */
export const newsList = ({ category, diseaseId, search }: NewsFilter) => news("news", category, diseaseId, search)

/** What a disease is listed by: its name as `nameKey` folds it, and its id. */
export const DiseaseKey = Schema.typeSchema(Schema.Struct({ name: text(2_000), id: DiseaseId }))
export type DiseaseKey = typeof DiseaseKey.Type

const diseases = listsOf(DiseaseKey)

/** Diseases without a search, all or of one category. */
export const diseaseList = (category: number | undefined) => diseases("diseases", category)

/** The diseases that a search finds. */
export const foundDiseaseList = (search: string, category: number | undefined, includeDescendants = false) =>
  found("found diseases", search, category, includeDescendants)

/** What a member is listed by. */
export const UserKey = Schema.typeSchema(Schema.Struct({ id: UserId }))
export type UserKey = typeof UserKey.Type

const users = listsOf(UserKey)

/** Members, all or what a filter leaves. */
export const userList = ({ role, search }: UserFilter) => users("users", role, search)

/** What a notification is listed by. */
export const NotificationKey = Schema.typeSchema(Schema.Struct({ id: NotificationId }))
export type NotificationKey = typeof NotificationKey.Type

const notifications = listsOf(NotificationKey)

/** The notifications of one member, all or those unread. */
export const notificationList = (recipientId: UserId, unreadOnly: boolean) =>
  notifications("notifications", recipientId, unreadOnly)
