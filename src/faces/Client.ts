// What `rare-disease-community-client` exports: the typed client over HTTP, its records and its failures.

export {
  BadRequest,
  Conflict,
  Forbidden,
  InternalError,
  MethodNotAllowed,
  NotAcceptable,
  NotFound,
  PayloadTooLarge,
  ServiceUnavailable,
  TooMany,
  Unauthorized,
  UnsupportedMediaType,
  type WireError
} from "../api/WireErrors.ts"
export type { Credential } from "../client/ClientCredential.ts"
export { type ClientOptions, make } from "../client/CommunityClient.ts"
export type { CommunityClient } from "../client/PlainRequests.ts"
export { ApiKey, CreatedApiKey, Registration, SignedIn } from "../domain/Account.ts"
export { Comment } from "../domain/Comment.ts"
export { Disease, DiseaseDetail } from "../domain/Disease.ts"
export { ApiKeyId, CategoryId, CommentId, DiseaseId, NewsId, NotificationId, PostId, UserId } from "../domain/Ids.ts"
export { Likes, LikeToggled } from "../domain/Like.ts"
export { News, NewsCategory, NewsDetail } from "../domain/News.ts"
export { Notification, NotificationList } from "../domain/Notification.ts"
export {
  ListedPost,
  NewPost,
  Post,
  PostCategory,
  PostChange,
  PostDetail,
  PostSort,
  PostWithComments
} from "../domain/Post.ts"
export { Role } from "../domain/Role.ts"
export { Statistics } from "../domain/Statistics.ts"
export { Author, DiseaseName, User, UserChange, UserDetail } from "../domain/User.ts"
