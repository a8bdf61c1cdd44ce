import { NodeContext } from "@effect/platform-node"
import { Layer } from "effect"
import * as Memory from "../adapters/memory/Memory.ts"
import * as ContentFilesJson from "../adapters/node/ContentFilesJson.ts"
import * as MarkdownFilterInline from "../adapters/node/MarkdownFilterInline.ts"
import * as PasswordHasherPlain from "../adapters/node/PasswordHasherPlain.ts"
import * as RateLimitStoreMemory from "../adapters/node/RateLimitStoreMemory.ts"
import * as SecretsRandom from "../adapters/node/SecretsRandom.ts"
import { ChangeNotifier } from "../ports/ChangeNotifier.ts"
import { Mailer } from "../ports/Mailer.ts"
import { PhenotypeFiles } from "../ports/PhenotypeFiles.ts"
import * as Services from "../services/Services.ts"

// The exports of `rare-disease-community/memory`: a whole community in memory, and the tags of its services and ports.

const machine = Layer.mergeAll(
  ChangeNotifier.none,
  Mailer.off,
  ContentFilesJson.layer,
  MarkdownFilterInline.layer,
  PasswordHasherPlain.layer,
  RateLimitStoreMemory.layer,
  SecretsRandom.layer,
  PhenotypeFiles.none
).pipe(Layer.provide(NodeContext.layer))

/**
 * Every service over repositories in memory, an empty community of its own each time it is built. Passwords are not
 * hashed. For tests of programs that build on the services.
 */
export const layer = Services.layer.pipe(Layer.provideMerge(Layer.merge(Memory.layer, machine)))

/** The same with these layers in place of its own, such as a fake of a repository. */
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
export { PostNotFound } from "../domain/posts/Post.ts"
export { InvalidText, LeakFound } from "../domain/Text.ts"
export { Unavailable } from "../domain/Unavailable.ts"
export { ChangeNotifier } from "../ports/ChangeNotifier.ts"
export { ChangesRepo } from "../ports/ChangesRepo.ts"
export { CommentsRepo } from "../ports/CommentsRepo.ts"
export { CommunitySettingsRepo } from "../ports/CommunitySettingsRepo.ts"
export { ContentRepo } from "../ports/ContentRepo.ts"
export { CredentialsRepo } from "../ports/CredentialsRepo.ts"
export { DecisionsRepo } from "../ports/DecisionsRepo.ts"
export { DiseasesRepo } from "../ports/DiseasesRepo.ts"
export { FeedsRepo } from "../ports/FeedsRepo.ts"
export { FollowsRepo } from "../ports/FollowsRepo.ts"
export { LikesRepo } from "../ports/LikesRepo.ts"
export { Mailer } from "../ports/Mailer.ts"
export { MailRepo } from "../ports/MailRepo.ts"
export { MarkdownFilter } from "../ports/MarkdownFilter.ts"
export { NewsRepo } from "../ports/NewsRepo.ts"
export { NotificationsRepo } from "../ports/NotificationsRepo.ts"
export { PasswordHasher } from "../ports/PasswordHasher.ts"
export { PhenotypeFiles } from "../ports/PhenotypeFiles.ts"
export { PostsRepo } from "../ports/PostsRepo.ts"
export { RateLimitStore } from "../ports/RateLimitStore.ts"
export { ReportsRepo } from "../ports/ReportsRepo.ts"
export { Secrets } from "../ports/Secrets.ts"
export { SettingsRepo } from "../ports/SettingsRepo.ts"
export { StatisticsRepo } from "../ports/StatisticsRepo.ts"
export { Transaction } from "../ports/Transaction.ts"
export { UsersRepo } from "../ports/UsersRepo.ts"
export { VerificationRequestsRepo } from "../ports/VerificationRequestsRepo.ts"
export { Accounts } from "../services/accounts/Accounts.ts"
export { ApiKeys } from "../services/accounts/ApiKeys.ts"
export { Credentials } from "../services/accounts/Credentials.ts"
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
export { Posts } from "../services/posts/Posts.ts"
export { Similar } from "../services/posts/Similar.ts"
export { RateLimits } from "../services/RateLimits.ts"
export { Statistics } from "../services/Statistics.ts"
