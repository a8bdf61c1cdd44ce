import { Chunk, type DateTime, HashMap, Option } from "effect"
import { defaultSettings, type Settings } from "../../domain/accounts/Settings.ts"
import type { Change } from "../../domain/Change.ts"
import type { FollowTarget } from "../../domain/follows/Follow.ts"
import type {
  CategoryId,
  CommentId,
  DecisionId,
  DiseaseId,
  NewsId,
  NotificationId,
  PostId,
  ReportId,
  UserId
} from "../../domain/Ids.ts"
import type { FeedPolled } from "../../ports/FeedsRepo.ts"
import type { IdempotencyRecord } from "../../ports/IdempotencyRepo.ts"
import type { ClaimedMail, LinkToAdd } from "../../ports/MailRepo.ts"
import type {
  ApiKeyRow,
  AuditRow,
  BlockRow,
  CategoryRow,
  CommentRow,
  DecisionRow,
  DiseaseRow,
  FollowRow,
  HiddenCommentRow,
  HiddenPostRow,
  NewsRow,
  NotificationRow,
  PostRow,
  ReportRow,
  RevisionRow,
  SessionRow,
  UserRow
} from "./Rows.ts"

/** Rows by key, and the id of the last new row. */
export interface Table<Key, Row> {
  readonly lastId: number
  readonly rows: HashMap.HashMap<Key, Row>
}

/** Everything that the memory adapters store: one immutable value, so that a rollback is an assignment. */
export interface Tables {
  readonly users: Table<UserId, UserRow>
  /** Sessions and API keys by hash. */
  readonly sessions: Table<string, SessionRow>
  readonly apiKeys: Table<string, ApiKeyRow>
  /** The writes of the last day by budget. */
  readonly apiKeyWrites: HashMap.HashMap<number, { readonly day: string; readonly writes: number }>
  /** By blocker and blocked member. */
  readonly blocks: Table<string, BlockRow>
  /** What each member follows, the latest last. */
  readonly follows: Table<UserId, ReadonlyArray<FollowRow>>
  /** Of members who have changed some. */
  readonly settings: HashMap.HashMap<UserId, Settings>
  readonly audit: Table<number, AuditRow>
  readonly posts: Table<PostId, PostRow>
  readonly comments: Table<CommentId, CommentRow>
  readonly hiddenPosts: HashMap.HashMap<PostId, HiddenPostRow>
  readonly hiddenComments: HashMap.HashMap<CommentId, HiddenCommentRow>
  /** Oldest first. */
  readonly revisions: ReadonlyArray<RevisionRow>
  readonly notifications: Table<NotificationId, NotificationRow>
  readonly reports: Table<ReportId, ReportRow>
  readonly decisions: Table<DecisionId, DecisionRow>
  readonly categories: Table<CategoryId, CategoryRow>
  readonly diseases: Table<DiseaseId, DiseaseRow>
  /** The version of the last save or retirement that changed something. */
  readonly catalogueVersion: number
  readonly news: Table<NewsId, NewsRow>
  /** The sequence number of a change is its index plus one. */
  readonly changes: Chunk.Chunk<Change>
  /** The place of the fan-out in the changes, and among the recipients of the next one (`FanOutRepo`). */
  readonly fanOut: { readonly sequence: number; readonly recipientId: number }
  readonly contentVersions: HashMap.HashMap<string, string>
  /** By URL. */
  readonly feeds: HashMap.HashMap<string, FeedPolled>
  /** By the hash of the key. */
  readonly idempotency: HashMap.HashMap<string, IdempotencyRecord>
  readonly outgoingMail: Table<number, ClaimedMail & { readonly dueAt: DateTime.Utc }>
  readonly lastDigests: HashMap.HashMap<UserId, DateTime.Utc>
  /** By hash. */
  readonly accountLinks: HashMap.HashMap<string, LinkToAdd>
}

const noRows = { lastId: 0, rows: HashMap.empty<never, never>() }

/** Tables without rows. */
export const emptyTables: Tables = {
  users: noRows,
  sessions: noRows,
  apiKeys: noRows,
  apiKeyWrites: HashMap.empty(),
  blocks: noRows,
  follows: noRows,
  settings: HashMap.empty(),
  audit: noRows,
  posts: noRows,
  comments: noRows,
  hiddenPosts: HashMap.empty(),
  hiddenComments: HashMap.empty(),
  revisions: [],
  notifications: noRows,
  reports: noRows,
  decisions: noRows,
  categories: noRows,
  diseases: noRows,
  catalogueVersion: 1,
  news: noRows,
  changes: Chunk.empty(),
  fanOut: { sequence: 0, recipientId: 0 },
  contentVersions: HashMap.empty(),
  feeds: HashMap.empty(),
  idempotency: HashMap.empty(),
  outgoingMail: noRows,
  lastDigests: HashMap.empty(),
  accountLinks: HashMap.empty()
}

/** The table with a new row, which takes the next id. */
export const withNew = <Key, Row>(table: Table<Key, Row>, key: Key, row: Row): Table<Key, Row> => ({
  lastId: table.lastId + 1,
  rows: HashMap.set(table.rows, key, row)
})

/** The table with another state of a known row. */
export const withRow = <Key, Row>(table: Table<Key, Row>, key: Key, row: Row): Table<Key, Row> => ({
  lastId: table.lastId,
  rows: HashMap.set(table.rows, key, row)
})

/** The table with only those rows that match. */
export const filterRows = <Key, Row>(table: Table<Key, Row>, matches: (row: Row) => boolean): Table<Key, Row> => ({
  lastId: table.lastId,
  rows: HashMap.filter(table.rows, matches)
})

/** The row that another row refers to. A missing one is a defect, as by a foreign key. */
export const referred = <Key, Row>(table: Table<Key, Row>, key: Key): Row => HashMap.unsafeGet(table.rows, key)

export const blockKey = (userId: UserId, blockedId: UserId) => `${userId} ${blockedId}`

/** True if the first member blocks the second. */
export const blocks = ({ blocks }: Tables, userId: UserId, blockedId: UserId): boolean =>
  HashMap.has(blocks.rows, blockKey(userId, blockedId))

export const followsOf = ({ follows }: Tables, userId: UserId): ReadonlyArray<FollowRow> =>
  Option.getOrElse(HashMap.get(follows.rows, userId), () => [])

/** True if a follow is one of this target. */
export const isOf =
  (target: FollowTarget) =>
  (row: FollowRow): boolean =>
    row.target.type === target.type && row.target.id === target.id

/** The tables without the follows of a target that is deleted. */
export const withoutFollowsOf = (tables: Tables, target: FollowTarget): Tables => ({
  ...tables,
  follows: {
    ...tables.follows,
    rows: HashMap.map(tables.follows.rows, (rows) => rows.filter((row) => !isOf(target)(row)))
  }
})

export const settingsOf = ({ settings }: Tables, userId: UserId): Settings =>
  Option.getOrElse(HashMap.get(settings, userId), () => defaultSettings)
