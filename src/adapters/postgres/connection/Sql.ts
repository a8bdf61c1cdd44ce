import { Layer } from "effect"
import * as AuditRepoSql from "../accounts/AuditRepoSql.ts"
import * as BlocksRepoSql from "../accounts/BlocksRepoSql.ts"
import * as CredentialsRepoSql from "../accounts/CredentialsRepoSql.ts"
import * as ErasureRepoSql from "../accounts/ErasureRepoSql.ts"
import * as ExportRepoSql from "../accounts/ExportRepoSql.ts"
import * as InvitationsRepoSql from "../accounts/InvitationsRepoSql.ts"
import * as PasskeysRepoSql from "../accounts/PasskeysRepoSql.ts"
import * as SecondFactorsRepoSql from "../accounts/SecondFactorsRepoSql.ts"
import * as SettingsRepoSql from "../accounts/SettingsRepoSql.ts"
import * as UsersRepoSql from "../accounts/UsersRepoSql.ts"
import * as VerificationRequestsRepoSql from "../accounts/VerificationRequestsRepoSql.ts"
import * as BackupsRepoSql from "../BackupsRepoSql.ts"
import * as ChangesRepoSql from "../ChangesRepoSql.ts"
import * as CommunitySettingsRepoSql from "../CommunitySettingsRepoSql.ts"
import * as ContentRepoSql from "../ContentRepoSql.ts"
import * as DiseasesRepoSql from "../diseases/DiseasesRepoSql.ts"
import * as FailedDeliveriesRepoSql from "../FailedDeliveriesRepoSql.ts"
import * as FanOutRepoSql from "../follows/FanOutRepoSql.ts"
import * as FollowsRepoSql from "../follows/FollowsRepoSql.ts"
import * as IdempotencyRepoSql from "../IdempotencyRepoSql.ts"
import * as MailRepoSql from "../mail/MailRepoSql.ts"
import * as CaseAlertsRepoSql from "../moderation/CaseAlertsRepoSql.ts"
import * as DecisionsRepoSql from "../moderation/DecisionsRepoSql.ts"
import * as HiddenTextsRepoSql from "../moderation/HiddenTextsRepoSql.ts"
import * as ReportsRepoSql from "../moderation/ReportsRepoSql.ts"
import * as FeedsRepoSql from "../news/FeedsRepoSql.ts"
import * as NewsRepoSql from "../news/NewsRepoSql.ts"
import * as NotificationsRepoSql from "../notifications/NotificationsRepoSql.ts"
import * as PushRepoSql from "../notifications/PushRepoSql.ts"
import * as CommentsRepoSql from "../posts/CommentsRepoSql.ts"
import * as LikesRepoSql from "../posts/LikesRepoSql.ts"
import * as PlacesRepoSql from "../posts/PlacesRepoSql.ts"
import * as PostsRepoSql from "../posts/PostsRepoSql.ts"
import * as RevisionsRepoSql from "../posts/RevisionsRepoSql.ts"
import * as StoredTextsRepoSql from "../posts/StoredTextsRepoSql.ts"
import * as TranslationsRepoSql from "../posts/TranslationsRepoSql.ts"
import { Reading } from "../Reading.ts"
import * as StatisticsRepoSql from "../StatisticsRepoSql.ts"
import * as TransactionSql from "../TransactionSql.ts"
import * as WebhooksRepoSql from "../webhooks/WebhooksRepoSql.ts"

/** Every port on PostgreSQL, over one client, reading for the reader of the present request. */
export const layer = Layer.mergeAll(
  AuditRepoSql.layer,
  BackupsRepoSql.layer,
  BlocksRepoSql.layer,
  ErasureRepoSql.layer,
  ExportRepoSql.layer,
  ChangesRepoSql.layer,
  CommentsRepoSql.layer,
  CommunitySettingsRepoSql.layer,
  ContentRepoSql.layer,
  CredentialsRepoSql.layer,
  CaseAlertsRepoSql.layer,
  DecisionsRepoSql.layer,
  DiseasesRepoSql.layer,
  FailedDeliveriesRepoSql.layer,
  FeedsRepoSql.layer,
  FanOutRepoSql.layer,
  FollowsRepoSql.layer,
  HiddenTextsRepoSql.layer,
  IdempotencyRepoSql.layer,
  InvitationsRepoSql.layer,
  PasskeysRepoSql.layer,
  SecondFactorsRepoSql.layer,
  LikesRepoSql.layer,
  MailRepoSql.layer,
  NewsRepoSql.layer,
  NotificationsRepoSql.layer,
  PushRepoSql.layer,
  PlacesRepoSql.layer,
  PostsRepoSql.layer,
  ReportsRepoSql.layer,
  RevisionsRepoSql.layer,
  SettingsRepoSql.layer,
  StatisticsRepoSql.layer,
  StoredTextsRepoSql.layer,
  TranslationsRepoSql.layer,
  TransactionSql.layer,
  VerificationRequestsRepoSql.layer,
  WebhooksRepoSql.layer,
  UsersRepoSql.layer
).pipe(Layer.provide(Reading.layer))
