// The exports of `rare-disease-community-client`: the typed client over HTTP, its records and its failures.

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
export type { CommunityClient } from "../client/Calls.ts"
export type { Credential } from "../client/ClientRequest.ts"
export { type ClientOptions, make } from "../client/CommunityClient.ts"
export { Registration, SignedIn } from "../domain/accounts/Account.ts"
export { ApiKey, CreatedApiKey, RotatedApiKey } from "../domain/accounts/ApiKey.ts"
export { AuditAction, AuditEntry } from "../domain/accounts/Audit.ts"
export { Block, BlockState } from "../domain/accounts/Block.ts"
export { AccessScope } from "../domain/accounts/Credential.ts"
export { Role } from "../domain/accounts/CurrentUser.ts"
export { CreatedInvitation, Invitation, InvitationRole, NewInvitation } from "../domain/accounts/Invitation.ts"
export { Leaving } from "../domain/accounts/Leaving.ts"
export { Session } from "../domain/accounts/Session.ts"
export { Settings, SettingsChange } from "../domain/accounts/Settings.ts"
export { CredentialsRevocation, CredentialsRevoked, NewSuspension, Suspension } from "../domain/accounts/Suspension.ts"
export {
  Author,
  AuthorKind,
  User,
  UserChange,
  UserDetail,
  Verification
} from "../domain/accounts/User.ts"
export {
  ListedVerificationRequest,
  NewVerification,
  NewVerificationRequest,
  VerificationAnswer,
  VerificationRefusal,
  VerificationRequest,
  VerificationRequestState
} from "../domain/accounts/VerificationRequest.ts"
export { CommunitySettings, CommunitySettingsChange, RegistrationState } from "../domain/CommunitySettings.ts"
export { Disease, DiseaseDetail, LocalName } from "../domain/diseases/Disease.ts"
export { DiseaseName } from "../domain/diseases/DiseaseName.ts"
export { Follow, FollowState, FollowType } from "../domain/follows/Follow.ts"
export { HelpLine } from "../domain/HelpLine.ts"
export {
  ApiKeyId,
  CategoryId,
  CommentId,
  DecisionId,
  DiseaseId,
  InvitationId,
  NewsId,
  NotificationId,
  PostId,
  PushSubscriptionId,
  ReportId,
  SessionId,
  UserId,
  VerificationRequestId
} from "../domain/Ids.ts"
export { PasswordLink, PasswordLinkRequest } from "../domain/mail/Mail.ts"
export { AppealDecision, Decision, NewAppeal, NewDecision } from "../domain/moderation/Decision.ts"
export { NewReport, Report, ReportReason, ReportSent, ReportStatus } from "../domain/moderation/Report.ts"
export { DecisionAction, Target } from "../domain/moderation/Target.ts"
export { News, NewsCategory, NewsDetail } from "../domain/news/News.ts"
export { Notification, NotificationList } from "../domain/notifications/Notification.ts"
export { NewPushSubscription, PushState, PushSubscription } from "../domain/notifications/Push.ts"
export { Phenotype, PhenotypeDetail, PhenotypeMatch, RecognisedPhenotype } from "../domain/phenotypes/Phenotype.ts"
export { Comment, CommentChange, NewComment } from "../domain/posts/Comment.ts"
export { Likes, LikeToggled } from "../domain/posts/Like.ts"
export { NewPlace, Place } from "../domain/posts/Place.ts"
export {
  ListedPost,
  NewPost,
  Post,
  PostCategory,
  PostChange,
  PostDetail,
  PostSort,
  PostWithComments
} from "../domain/posts/Post.ts"
export { Revision, RevisionList } from "../domain/posts/Revision.ts"
export { Translation } from "../domain/posts/Translation.ts"
export { Statistics } from "../domain/Statistics.ts"
