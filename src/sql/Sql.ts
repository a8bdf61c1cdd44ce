import { Layer } from "effect"
import * as ChangesRepoSql from "./ChangesRepoSql.ts"
import * as CommentsRepoSql from "./CommentsRepoSql.ts"
import * as ContentRepoSql from "./ContentRepoSql.ts"
import * as CredentialsRepoSql from "./CredentialsRepoSql.ts"
import * as DiseasesRepoSql from "./DiseasesRepoSql.ts"
import * as FeedsRepoSql from "./FeedsRepoSql.ts"
import * as LikesRepoSql from "./LikesRepoSql.ts"
import * as NewsRepoSql from "./NewsRepoSql.ts"
import * as NotificationsRepoSql from "./NotificationsRepoSql.ts"
import * as PostsRepoSql from "./PostsRepoSql.ts"
import * as StatisticsRepoSql from "./StatisticsRepoSql.ts"
import * as TransactionSql from "./TransactionSql.ts"
import * as UsersRepoSql from "./UsersRepoSql.ts"
import * as WordsRepoSql from "./WordsRepoSql.ts"

/** Every port on PostgreSQL, over one client. */
export const layer = Layer.mergeAll(
  ChangesRepoSql.layer,
  CommentsRepoSql.layer,
  ContentRepoSql.layer,
  CredentialsRepoSql.layer,
  DiseasesRepoSql.layer,
  FeedsRepoSql.layer,
  LikesRepoSql.layer,
  NewsRepoSql.layer,
  NotificationsRepoSql.layer,
  PostsRepoSql.layer,
  StatisticsRepoSql.layer,
  TransactionSql.layer,
  UsersRepoSql.layer,
  WordsRepoSql.layer
)
