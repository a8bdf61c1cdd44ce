import { NodeContext } from "@effect/platform-node"
import { Layer } from "effect"
import * as Memory from "../memory/Memory.ts"
import * as Services from "../services/Services.ts"
import * as ChangeHintsAlone from "../system/ChangeHintsAlone.ts"
import * as MarkdownInline from "../system/MarkdownInline.ts"
import * as PasswordHasherPlain from "../system/PasswordHasherPlain.ts"
import * as RateLimitStoreProcess from "../system/RateLimitStoreProcess.ts"
import * as SecretsRandom from "../system/SecretsRandom.ts"

// What `rare-disease-community/memory` exports: a whole community in memory, and the tags of what it is made of.

const machine = Layer.mergeAll(
  ChangeHintsAlone.layer,
  MarkdownInline.layer,
  PasswordHasherPlain.layer,
  RateLimitStoreProcess.layer,
  SecretsRandom.layer
).pipe(Layer.provide(NodeContext.layer))

/**
 * Every service over repositories in memory, an empty community of its own each time it is built. Passwords are not
 * hashed. For tests of programs that build on the services.
 */
export const layer = Services.layer.pipe(Layer.provideMerge(Layer.merge(Memory.layer, machine)))

/** The same with these layers in place of its own, such as a fake of a repository. */
export const layerWith = <Fakes, E, R>(fakes: Layer.Layer<Fakes, E, R>) =>
  Services.layer.pipe(Layer.provideMerge(Layer.mergeAll(Memory.layer, machine, fakes)))

export { Registration } from "../domain/Account.ts"
export { ClientAddress } from "../domain/ClientAddress.ts"
export { CurrentUser, NotAllowed, NotSignedIn, Viewer } from "../domain/CurrentUser.ts"
export { CursorRefused } from "../domain/Cursor.ts"
export { UnknownDiseases } from "../domain/Disease.ts"
export { CommentId, DiseaseId, NewsId, NotificationId, PostId, UserId } from "../domain/Ids.ts"
export { TooManyRequests } from "../domain/Limits.ts"
export { NewsNotFound } from "../domain/News.ts"
export { PostNotFound } from "../domain/Post.ts"
export { TextRefused } from "../domain/Text.ts"
export { Unavailable } from "../domain/Unavailable.ts"
export { EmailTaken, UserNotFound, UsernameTaken } from "../domain/User.ts"
export { ChangesRepo } from "../repositories/ChangesRepo.ts"
export { CommentsRepo } from "../repositories/CommentsRepo.ts"
export { ContentRepo } from "../repositories/ContentRepo.ts"
export { CredentialsRepo } from "../repositories/CredentialsRepo.ts"
export { DiseasesRepo } from "../repositories/DiseasesRepo.ts"
export { FeedsRepo } from "../repositories/FeedsRepo.ts"
export { LikesRepo } from "../repositories/LikesRepo.ts"
export { NewsRepo } from "../repositories/NewsRepo.ts"
export { NotificationsRepo } from "../repositories/NotificationsRepo.ts"
export { PostsRepo } from "../repositories/PostsRepo.ts"
export { StatisticsRepo } from "../repositories/StatisticsRepo.ts"
export { Transaction } from "../repositories/Transaction.ts"
export { UsersRepo } from "../repositories/UsersRepo.ts"
export { WordsRepo } from "../repositories/WordsRepo.ts"
export { Accounts } from "../services/Accounts.ts"
export { ApiKeys } from "../services/ApiKeys.ts"
export { ChangeHints } from "../services/ChangeHints.ts"
export { Changes } from "../services/Changes.ts"
export { Comments } from "../services/Comments.ts"
export { Credentials } from "../services/Credentials.ts"
export { DiseaseFinder } from "../services/DiseaseFinder.ts"
export { Diseases } from "../services/Diseases.ts"
export { Likes } from "../services/Likes.ts"
export { Markdown } from "../services/Markdown.ts"
export { News } from "../services/News.ts"
export { Notifications } from "../services/Notifications.ts"
export { PasswordHasher } from "../services/PasswordHasher.ts"
export { Posts } from "../services/Posts.ts"
export { RateLimitStore } from "../services/RateLimitStore.ts"
export { RateLimits } from "../services/RateLimits.ts"
export { Secrets } from "../services/Secrets.ts"
export { Similar } from "../services/Similar.ts"
export { Statistics } from "../services/Statistics.ts"
export { Users } from "../services/Users.ts"
