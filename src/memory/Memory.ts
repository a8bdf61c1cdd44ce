import { Layer } from "effect"
import * as ChangesRepoMemory from "./ChangesRepoMemory.ts"
import * as CommentsRepoMemory from "./CommentsRepoMemory.ts"
import * as ContentRepoMemory from "./ContentRepoMemory.ts"
import * as CredentialsRepoMemory from "./CredentialsRepoMemory.ts"
import * as DiseasesRepoMemory from "./DiseasesRepoMemory.ts"
import * as FeedsRepoMemory from "./FeedsRepoMemory.ts"
import * as LikesRepoMemory from "./LikesRepoMemory.ts"
import * as NewsRepoMemory from "./NewsRepoMemory.ts"
import * as NotificationsRepoMemory from "./NotificationsRepoMemory.ts"
import * as PostsRepoMemory from "./PostsRepoMemory.ts"
import * as StatisticsRepoMemory from "./StatisticsRepoMemory.ts"
import { Store } from "./Store.ts"
import * as TransactionMemory from "./TransactionMemory.ts"
import * as UsersRepoMemory from "./UsersRepoMemory.ts"
import * as WordsRepoMemory from "./WordsRepoMemory.ts"

/**
 * Every port over one store in memory, empty each time it is built. For tests, and for people who test against this
 * service; never a production default, since nothing is left of it when the process ends.
 *
 * It holds the same contract as PostgreSQL, and differs in this:
 * - Transactions run one at a time, since then every lock holds without being one. A write outside of a transaction
 *   waits for the one that is open, as it does on the embedded database.
 * - Ids that were given to what was undone or refused are given again: the counters are part of what is put back.
 * - It never fails with `Unavailable`: there is no connection to lose.
 * - What a foreign key or the unique index of hashes refuses is a defect here as there, under another message.
 * - The change log is never shortened, and has no gaps.
 */
export const layer = Layer.mergeAll(
  TransactionMemory.layer,
  UsersRepoMemory.layer,
  WordsRepoMemory.layer,
  CredentialsRepoMemory.layer,
  PostsRepoMemory.layer,
  CommentsRepoMemory.layer,
  LikesRepoMemory.layer,
  NotificationsRepoMemory.layer,
  ChangesRepoMemory.layer,
  NewsRepoMemory.layer,
  DiseasesRepoMemory.layer,
  StatisticsRepoMemory.layer,
  ContentRepoMemory.layer,
  FeedsRepoMemory.layer
).pipe(Layer.provide(Store.layer))
