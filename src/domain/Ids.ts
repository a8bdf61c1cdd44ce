import { id } from "./Id.ts"

/** Names a user. */
export const UserId = id("UserId")
export type UserId = typeof UserId.Type

/** Names an API key. */
export const ApiKeyId = id("ApiKeyId")
export type ApiKeyId = typeof ApiKeyId.Type

/** Names a post. */
export const PostId = id("PostId")
export type PostId = typeof PostId.Type

/** Names a comment. */
export const CommentId = id("CommentId")
export type CommentId = typeof CommentId.Type

/** Names a news item. */
export const NewsId = id("NewsId")
export type NewsId = typeof NewsId.Type

/** Names a disease. */
export const DiseaseId = id("DiseaseId")
export type DiseaseId = typeof DiseaseId.Type

/** Names a category of diseases. */
export const CategoryId = id("CategoryId")
export type CategoryId = typeof CategoryId.Type

/** Names a notification. Of one recipient's, greater ids were committed later. */
export const NotificationId = id("NotificationId")
export type NotificationId = typeof NotificationId.Type
