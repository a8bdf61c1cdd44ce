import { Option } from "effect"
import type { StoredSecondFactor } from "../../domain/accounts/SecondFactor.ts"
import type { Settings } from "../../domain/accounts/Settings.ts"
import type { SequencedChange } from "../../domain/Change.ts"
import type {
  ApiKeyId,
  CategoryId,
  CommentId,
  DecisionId,
  DiseaseId,
  InvitationId,
  NewsId,
  NotificationId,
  PasskeyId,
  PostId,
  PushSubscriptionId,
  ReportId,
  UserId,
  VerificationRequestId,
  WebhookId
} from "../../domain/Ids.ts"
import type { Backup } from "../../domain/moderation/Health.ts"
import { type Reader, readerOfAll } from "../../domain/posts/Audience.ts"
import type { ChallengeToAdd } from "../../ports/accounts/PasskeysRepo.ts"
import type { StoredSettings } from "../../ports/CommunitySettingsRepo.ts"
import type { IdempotencyRecord } from "../../ports/IdempotencyRepo.ts"
import type { LinkToAdd } from "../../ports/mail/MailRepo.ts"
import type * as Deliveries from "./DeliveryRows.ts"
import type * as Rows from "./Rows.ts"

/**
 * Rows by key. A row is never changed in place, so copies share the map until one of them changes it (copy on write).
 */
export class Table<Key, Row> {
  lastId = 0
  #rows = new Map<Key, Row>()
  #isShared = false
  #isShown: ((row: Row) => boolean) | undefined

  /** The rows of the table that match, to be read only. */
  only(matches: (row: Row) => boolean): Table<Key, Row> {
    const shown = new Table<Key, Row>()
    shown.#rows = this.#rows
    shown.#isShown = matches
    return shown
  }

  #shown(): Map<Key, Row> {
    const isShown = this.#isShown
    return isShown === undefined ? this.#rows : new Map(Array.from(this.#rows).filter(([, row]) => isShown(row)))
  }

  copy(): Table<Key, Row> {
    const copy = new Table<Key, Row>()
    copy.lastId = this.lastId
    copy.#rows = this.#rows
    copy.#isShared = this.#isShared = true
    return copy
  }

  #own(): Map<Key, Row> {
    if (this.#isShared) this.#rows = new Map(this.#rows)
    this.#isShared = false
    return this.#rows
  }

  get size(): number {
    return this.#shown().size
  }

  get(key: Key): Row | undefined {
    const row = this.#rows.get(key)
    return row === undefined || this.#isShown?.(row) === false ? undefined : row
  }

  has(key: Key): boolean {
    return this.get(key) !== undefined
  }

  keys(): MapIterator<Key> {
    return this.#shown().keys()
  }

  values(): MapIterator<Row> {
    return this.#shown().values()
  }

  [Symbol.iterator](): MapIterator<[Key, Row]> {
    return this.#shown().entries()
  }

  set(key: Key, row: Row): void {
    this.#own().set(key, row)
  }

  delete(key: Key): boolean {
    return this.#rows.has(key) && this.#own().delete(key)
  }

  find(key: Key): Option.Option<Row> {
    return Option.fromNullable(this.get(key))
  }

  /** The row that another row refers to. A missing one is a defect, as by a foreign key. */
  referred(key: Key): Row {
    const row = this.get(key)
    if (row === undefined) throw new Error(`the row ${key} is missing`)
    return row
  }

  where(matches: (row: Row) => boolean): Array<Row> {
    const found: Array<Row> = []
    for (const row of this.values()) if (matches(row)) found.push(row)
    return found
  }

  some(matches: (row: Row) => boolean): boolean {
    for (const row of this.values()) if (matches(row)) return true
    return false
  }

  count(matches: (row: Row) => boolean): number {
    return this.where(matches).length
  }

  /** Replaces the row of a key by another state of it, if there is one. */
  change(key: Key, next: (row: Row) => Row): void {
    const row = this.get(key)
    if (row !== undefined) this.set(key, next(row))
  }

  changeWhere(matches: (row: Row) => boolean, next: (row: Row) => Row): void {
    for (const [key, row] of this) if (matches(row)) this.set(key, next(row))
  }

  deleteWhere(matches: (row: Row) => boolean): void {
    for (const [key, row] of this) if (matches(row)) this.delete(key)
  }
}

/** By their sequence numbers; null for one that was withdrawn. */
const noChanges: ReadonlyArray<SequencedChange | null> = []
const noSettings: StoredSettings = {}
const noKey: Option.Option<string> = Option.none()
const storeItself: Reader = readerOfAll
const noBackup: Option.Option<Backup> = Option.none()

export const newTables = () => ({
  /** The reader for whom a step works: all rows are for the store itself (`Readable.ts`). */
  reader: storeItself,
  users: new Table<UserId, Rows.UserRow>(),
  sessions: new Table<number, Rows.SessionRow>(),
  apiKeys: new Table<ApiKeyId, Rows.ApiKeyRow>(),
  passkeys: new Table<PasskeyId, Rows.PasskeyRow>(),
  secondFactors: new Table<UserId, StoredSecondFactor>(),
  /** By member and hash. */
  recoveryCodes: new Table<string, { readonly userId: UserId; readonly isUsed: boolean }>(),
  /** By hash. */
  signInChallenges: new Table<string, ChallengeToAdd>(),
  /** The writes of the last day by budget. */
  apiKeyWrites: new Table<number, { readonly day: string; readonly writes: number }>(),
  blocks: new Table<number, Rows.BlockRow>(),
  follows: new Table<number, Rows.FollowRow>(),
  /** The settings of members who have changed some. */
  settings: new Table<UserId, Settings>(),
  verificationRequests: new Table<VerificationRequestId, Rows.VerificationRequestRow>(),
  invitations: new Table<InvitationId, Rows.InvitationRow>(),
  /** The settings that admins have changed. */
  communitySettings: noSettings,
  audit: new Table<number, Rows.AuditRow>(),
  posts: new Table<PostId, Rows.PostRow>(),
  comments: new Table<CommentId, Rows.CommentRow>(),
  likes: new Table<string, Rows.LikeRow>(),
  commentLikes: new Table<string, Rows.CommentLikeRow>(),
  places: new Table<string, Rows.PlaceRow>(),
  hiddenPosts: new Table<PostId, Rows.HiddenPostRow>(),
  hiddenComments: new Table<CommentId, Rows.HiddenCommentRow>(),
  revisions: new Table<number, Rows.RevisionRow>(),
  /** By text and language. */
  translations: new Table<string, Rows.TranslationRow>(),
  notifications: new Table<NotificationId, Rows.NotificationRow>(),
  reports: new Table<ReportId, Rows.ReportRow>(),
  decisions: new Table<DecisionId, Rows.DecisionRow>(),
  categories: new Table<CategoryId, Rows.CategoryRow>(),
  diseases: new Table<DiseaseId, Rows.DiseaseRow>(),
  /** The version of the last save or retirement that changed something. */
  catalogueVersion: 1,
  news: new Table<NewsId, Rows.NewsRow>(),
  /** The news that admins have deleted, by key. */
  deletedNews: new Table<string, true>(),
  /** The outbox. The sequence number of a change is its index plus one. */
  changes: noChanges,
  /** The place of the fan-out in the changes, and among the recipients of the next one (`FanOutRepo`). */
  fanOut: { sequence: 0, recipientId: 0 },
  contentVersions: new Table<string, string>(),
  /** By URL. */
  feeds: new Table<string, Rows.FeedRow>(),
  /** By the hash of the key. */
  idempotency: new Table<string, IdempotencyRecord>(),
  outgoingMail: new Table<number, Deliveries.MailRow>(),
  webhooks: new Table<WebhookId, Deliveries.WebhookRow>(),
  outgoingWebhooks: new Table<number, Deliveries.OutgoingWebhookRow>(),
  lastDigests: new Table<UserId, Deliveries.MailRow["dueAt"]>(),
  /** When staff were told that their powers will rest. */
  factorMails: new Table<UserId, Deliveries.MailRow["dueAt"]>(),
  pushSubscriptions: new Table<PushSubscriptionId, Deliveries.PushSubscriptionRow>(),
  /** The private key that signs messages to devices. */
  pushKey: noKey,
  mailTurns: new Table<string, Deliveries.MailTurnsRow>(),
  /** By hash. */
  accountLinks: new Table<string, LinkToAdd>(),
  failedDeliveries: new Table<number, Deliveries.FailedDeliveryRow>(),
  lastBackup: noBackup
})

/** Everything that the memory adapters store. */
export interface Tables extends ReturnType<typeof newTables> {}

/** A copy that changes without the original. */
export const copyOf = (tables: Tables): Tables => {
  const copy = { ...tables }
  for (const [name, table] of Object.entries(tables)) {
    if (table instanceof Table) Object.assign(copy, { [name]: table.copy() })
  }
  return copy
}
