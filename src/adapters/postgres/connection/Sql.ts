import { Layer } from "effect"
import * as AuditRepoSql from "../accounts/AuditRepoSql.ts"
import * as CredentialsRepoSql from "../accounts/CredentialsRepoSql.ts"
import * as UsersRepoSql from "../accounts/UsersRepoSql.ts"
import * as ChangesRepoSql from "../ChangesRepoSql.ts"
import * as ContentRepoSql from "../ContentRepoSql.ts"
import * as DiseasesRepoSql from "../diseases/DiseasesRepoSql.ts"
import * as IdempotencyRepoSql from "../IdempotencyRepoSql.ts"
import * as NotificationsRepoSql from "../NotificationsRepoSql.ts"
import * as FeedsRepoSql from "../news/FeedsRepoSql.ts"
import * as NewsRepoSql from "../news/NewsRepoSql.ts"
import * as CommentsRepoSql from "../posts/CommentsRepoSql.ts"
import * as LikesRepoSql from "../posts/LikesRepoSql.ts"
import * as PostsRepoSql from "../posts/PostsRepoSql.ts"
import * as StatisticsRepoSql from "../StatisticsRepoSql.ts"
import * as TransactionSql from "../TransactionSql.ts"

/** Every port on PostgreSQL, over one client. */
export const layer = Layer.mergeAll(
  AuditRepoSql.layer,
  ChangesRepoSql.layer,
  CommentsRepoSql.layer,
  ContentRepoSql.layer,
  CredentialsRepoSql.layer,
  DiseasesRepoSql.layer,
  FeedsRepoSql.layer,
  IdempotencyRepoSql.layer,
  LikesRepoSql.layer,
  NewsRepoSql.layer,
  NotificationsRepoSql.layer,
  PostsRepoSql.layer,
  StatisticsRepoSql.layer,
  TransactionSql.layer,
  UsersRepoSql.layer
)
