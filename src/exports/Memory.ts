import { NodeContext } from "@effect/platform-node"
import { Layer } from "effect"
import * as Memory from "../adapters/memory/Memory.ts"
import * as PasskeysWebAuthn from "../adapters/node/accounts/PasskeysWebAuthn.ts"
import * as PasswordHasherPlain from "../adapters/node/accounts/PasswordHasherPlain.ts"
import * as ContentFilesJson from "../adapters/node/ContentFilesJson.ts"
import * as LanguageFiles from "../adapters/node/LanguageFiles.ts"
import * as WebPushNode from "../adapters/node/notifications/WebPushNode.ts"
import * as OutgoingHttp from "../adapters/node/OutgoingHttp.ts"
import * as MarkdownFilterInline from "../adapters/node/posts/MarkdownFilterInline.ts"
import * as RateLimitStoreMemory from "../adapters/node/RateLimitStoreMemory.ts"
import * as SecretsRandom from "../adapters/node/SecretsRandom.ts"
import { ChangeNotifier } from "../ports/ChangeNotifier.ts"
import { Mailer } from "../ports/mail/Mailer.ts"
import { PhenotypeFiles } from "../ports/phenotypes/PhenotypeFiles.ts"
import { Translator } from "../ports/posts/Translator.ts"
import * as Services from "../services/Services.ts"

// The exports of `rare-disease-community/memory`: a whole community in memory, and the tags of its services and ports.

const machine = Layer.mergeAll(
  ChangeNotifier.none,
  Mailer.off,
  Translator.off,
  ContentFilesJson.layer,
  LanguageFiles.layer,
  MarkdownFilterInline.layer,
  OutgoingHttp.configured,
  PasskeysWebAuthn.layer,
  PasswordHasherPlain.layer,
  RateLimitStoreMemory.layer,
  SecretsRandom.layer,
  WebPushNode.layer,
  PhenotypeFiles.none
).pipe(Layer.provide(NodeContext.layer))

/**
 * Every service over repositories in memory, an empty community of its own each time it is built. Passwords are not
 * hashed. For tests of programs that build on the services.
 */
export const layer = Services.layer.pipe(Layer.provideMerge(Layer.merge(Memory.layer, machine)))

/** `layer` with these layers in place of its own, such as a fake of a repository. */
export const layerWith = <Fakes, E, R>(fakes: Layer.Layer<Fakes, E, R>) =>
  Services.layer.pipe(Layer.provideMerge(Layer.mergeAll(Memory.layer, machine, fakes)))

export { Registration } from "../domain/accounts/Account.ts"
export { ClientAddress, CurrentUser, NotAllowed, NotSignedIn, Viewer } from "../domain/accounts/CurrentUser.ts"
export { EmailTaken, UserNotFound, UsernameTaken } from "../domain/accounts/User.ts"
export { UnknownDiseases } from "../domain/diseases/Disease.ts"
export { CommentId, DiseaseId, NewsId, NotificationId, PostId, UserId } from "../domain/Ids.ts"
export { TooManyRequests } from "../domain/Limits.ts"
export { NewsNotFound } from "../domain/news/News.ts"
export { InvalidCursor } from "../domain/Page.ts"
export { CommentElsewhere } from "../domain/posts/Place.ts"
export { PostNotFound } from "../domain/posts/Post.ts"
export { InvalidText, LeakFound } from "../domain/Text.ts"
export { Unavailable } from "../domain/Unavailable.ts"
export { CredentialsRepo } from "../ports/accounts/CredentialsRepo.ts"
export { InvitationsRepo } from "../ports/accounts/InvitationsRepo.ts"
export { PasswordHasher } from "../ports/accounts/PasswordHasher.ts"
export { SettingsRepo } from "../ports/accounts/SettingsRepo.ts"
export { UsersRepo } from "../ports/accounts/UsersRepo.ts"
export { VerificationRequestsRepo } from "../ports/accounts/VerificationRequestsRepo.ts"
export { ChangeNotifier } from "../ports/ChangeNotifier.ts"
export { ChangesRepo } from "../ports/ChangesRepo.ts"
export { CommunitySettingsRepo } from "../ports/CommunitySettingsRepo.ts"
export { ContentRepo } from "../ports/ContentRepo.ts"
export { DiseasesRepo } from "../ports/diseases/DiseasesRepo.ts"
export { FollowsRepo } from "../ports/follows/FollowsRepo.ts"
export { Mailer } from "../ports/mail/Mailer.ts"
export { MailRepo } from "../ports/mail/MailRepo.ts"
export { DecisionsRepo } from "../ports/moderation/DecisionsRepo.ts"
export { ReportsRepo } from "../ports/moderation/ReportsRepo.ts"
export { FeedsRepo } from "../ports/news/FeedsRepo.ts"
export { NewsRepo } from "../ports/news/NewsRepo.ts"
export { NotificationsRepo } from "../ports/notifications/NotificationsRepo.ts"
export { PhenotypeFiles } from "../ports/phenotypes/PhenotypeFiles.ts"
export { CommentsRepo } from "../ports/posts/CommentsRepo.ts"
export { LikesRepo } from "../ports/posts/LikesRepo.ts"
export { MarkdownFilter } from "../ports/posts/MarkdownFilter.ts"
export { PlacesRepo } from "../ports/posts/PlacesRepo.ts"
export { PostsRepo } from "../ports/posts/PostsRepo.ts"
export { RateLimitStore } from "../ports/RateLimitStore.ts"
export { Secrets } from "../ports/Secrets.ts"
export { StatisticsRepo } from "../ports/StatisticsRepo.ts"
export { Transaction } from "../ports/Transaction.ts"
export { WebhooksRepo } from "../ports/webhooks/WebhooksRepo.ts"
export { Accounts } from "../services/accounts/Accounts.ts"
export { ApiKeys } from "../services/accounts/ApiKeys.ts"
export { Credentials } from "../services/accounts/Credentials.ts"
export { Invitations } from "../services/accounts/Invitations.ts"
export { Users } from "../services/accounts/Users.ts"
export { VerificationRequests } from "../services/accounts/VerificationRequests.ts"
export { Changes } from "../services/Changes.ts"
export { CommunitySettings } from "../services/CommunitySettings.ts"
export { DiseaseFinder } from "../services/diseases/DiseaseFinder.ts"
export { Diseases } from "../services/diseases/Diseases.ts"
export { Follows } from "../services/follows/Follows.ts"
export { Appeals } from "../services/moderation/Appeals.ts"
export { Decisions } from "../services/moderation/Decisions.ts"
export { Reports } from "../services/moderation/Reports.ts"
export { News } from "../services/news/News.ts"
export { Notifications } from "../services/notifications/Notifications.ts"
export { Comments } from "../services/posts/Comments.ts"
export { Likes } from "../services/posts/Likes.ts"
export { Places } from "../services/posts/Places.ts"
export { Posts } from "../services/posts/Posts.ts"
export { Similar } from "../services/posts/Similar.ts"
export { RateLimits } from "../services/RateLimits.ts"
export { Statistics } from "../services/Statistics.ts"
export { Webhooks } from "../services/webhooks/Webhooks.ts"
