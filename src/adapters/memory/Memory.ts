import { Layer } from "effect"
import * as AuditRepoMemory from "./accounts/AuditRepoMemory.ts"
import * as BlocksRepoMemory from "./accounts/BlocksRepoMemory.ts"
import * as CredentialsRepoMemory from "./accounts/CredentialsRepoMemory.ts"
import * as ErasureRepoMemory from "./accounts/ErasureRepoMemory.ts"
import * as ExportRepoMemory from "./accounts/ExportRepoMemory.ts"
import * as InvitationsRepoMemory from "./accounts/InvitationsRepoMemory.ts"
import * as PasskeysRepoMemory from "./accounts/PasskeysRepoMemory.ts"
import * as SecondFactorsRepoMemory from "./accounts/SecondFactorsRepoMemory.ts"
import * as SettingsRepoMemory from "./accounts/SettingsRepoMemory.ts"
import * as UsersRepoMemory from "./accounts/UsersRepoMemory.ts"
import * as VerificationRequestsRepoMemory from "./accounts/VerificationRequestsRepoMemory.ts"
import * as BackupsRepoMemory from "./BackupsRepoMemory.ts"
import * as ChangesRepoMemory from "./ChangesRepoMemory.ts"
import * as CommunitySettingsRepoMemory from "./CommunitySettingsRepoMemory.ts"
import * as ContentRepoMemory from "./ContentRepoMemory.ts"
import * as DiseasesRepoMemory from "./diseases/DiseasesRepoMemory.ts"
import * as FailedDeliveriesRepoMemory from "./FailedDeliveriesRepoMemory.ts"
import * as FanOutRepoMemory from "./follows/FanOutRepoMemory.ts"
import * as FollowsRepoMemory from "./follows/FollowsRepoMemory.ts"
import * as IdempotencyRepoMemory from "./IdempotencyRepoMemory.ts"
import * as MailRepoMemory from "./mail/MailRepoMemory.ts"
import * as CaseAlertsRepoMemory from "./moderation/CaseAlertsRepoMemory.ts"
import * as DecisionsRepoMemory from "./moderation/DecisionsRepoMemory.ts"
import * as HiddenTextsRepoMemory from "./moderation/HiddenTextsRepoMemory.ts"
import * as ReportsRepoMemory from "./moderation/ReportsRepoMemory.ts"
import * as FeedsRepoMemory from "./news/FeedsRepoMemory.ts"
import * as NewsRepoMemory from "./news/NewsRepoMemory.ts"
import * as NotificationsRepoMemory from "./notifications/NotificationsRepoMemory.ts"
import * as PushRepoMemory from "./notifications/PushRepoMemory.ts"
import * as CommentsRepoMemory from "./posts/CommentsRepoMemory.ts"
import * as LikesRepoMemory from "./posts/LikesRepoMemory.ts"
import * as PlacesRepoMemory from "./posts/PlacesRepoMemory.ts"
import * as PostsRepoMemory from "./posts/PostsRepoMemory.ts"
import * as RevisionsRepoMemory from "./posts/RevisionsRepoMemory.ts"
import * as TranslationsRepoMemory from "./posts/TranslationsRepoMemory.ts"
import * as StatisticsRepoMemory from "./StatisticsRepoMemory.ts"
import { type Committed, Store } from "./Store.ts"
import { newTables } from "./Tables.ts"
import * as TransactionMemory from "./TransactionMemory.ts"
import * as WebhooksRepoMemory from "./webhooks/WebhooksRepoMemory.ts"

/** Every adapter of this folder. */
const adapters = Layer.mergeAll(
  TransactionMemory.layer,
  VerificationRequestsRepoMemory.layer,
  InvitationsRepoMemory.layer,
  PasskeysRepoMemory.layer,
  SecondFactorsRepoMemory.layer,
  UsersRepoMemory.layer,
  CredentialsRepoMemory.layer,
  AuditRepoMemory.layer,
  FanOutRepoMemory.layer,
  FollowsRepoMemory.layer,
  SettingsRepoMemory.layer,
  BlocksRepoMemory.layer,
  ErasureRepoMemory.layer,
  ExportRepoMemory.layer,
  PlacesRepoMemory.layer,
  PostsRepoMemory.layer,
  CommentsRepoMemory.layer,
  HiddenTextsRepoMemory.layer,
  LikesRepoMemory.layer,
  MailRepoMemory.layer,
  NotificationsRepoMemory.layer,
  PushRepoMemory.layer,
  ChangesRepoMemory.layer,
  NewsRepoMemory.layer,
  DiseasesRepoMemory.layer,
  RevisionsRepoMemory.layer,
  StatisticsRepoMemory.layer,
  TranslationsRepoMemory.layer,
  CommunitySettingsRepoMemory.layer,
  ContentRepoMemory.layer,
  FeedsRepoMemory.layer,
  IdempotencyRepoMemory.layer,
  BackupsRepoMemory.layer,
  FailedDeliveriesRepoMemory.layer,
  CaseAlertsRepoMemory.layer,
  DecisionsRepoMemory.layer,
  WebhooksRepoMemory.layer,
  ReportsRepoMemory.layer
)

/**
 * Every port over one store in memory, empty each time it is built. For tests, and for people who test against this
 * service; never a production default, since its data ends with the process.
 *
 * It passes the same contract suites as PostgreSQL, with these differences:
 * - Transactions run one at a time, so it needs no locks. A write outside of a transaction waits for the open one, as
 *   on the embedded database.
 * - Ids of rows that were rolled back or refused are used again: the counters are rolled back too.
 * - It never fails with `Unavailable`: there is no connection to lose.
 * - A violation of a foreign key or of the unique index of hashes is a defect with another message.
 * - The outbox is never shortened, and has no gaps.
 * - An Idempotency-Key is never held by another transaction (`Blocked`).
 * - It has no `StoredTextsRepo`: it has no texts of earlier rules.
 */
export const layer = Layer.suspend(() => over({ tables: newTables() }))

/** Every port over tables that somebody else holds, such as tests that bring them back to what they were. */
export const over = (committed: Committed) => Layer.provide(adapters, Store.over(committed))
