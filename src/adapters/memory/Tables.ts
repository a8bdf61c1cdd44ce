import { Chunk, HashMap } from "effect"
import type { Change } from "../../domain/Change.ts"
import type { CategoryId, CommentId, DiseaseId, NewsId, NotificationId, PostId, UserId } from "../../domain/Ids.ts"
import type { FeedPolled } from "../../ports/FeedsRepo.ts"
import type { IdempotencyRecord } from "../../ports/IdempotencyRepo.ts"
import type {
  ApiKeyRow,
  AuditRow,
  CategoryRow,
  CommentRow,
  DiseaseRow,
  NewsRow,
  NotificationRow,
  PostRow,
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
  readonly audit: Table<number, AuditRow>
  readonly posts: Table<PostId, PostRow>
  readonly comments: Table<CommentId, CommentRow>
  readonly notifications: Table<NotificationId, NotificationRow>
  readonly categories: Table<CategoryId, CategoryRow>
  readonly diseases: Table<DiseaseId, DiseaseRow>
  /** The version of the last save or retirement that changed something. */
  readonly catalogueVersion: number
  readonly news: Table<NewsId, NewsRow>
  /** The sequence number of a change is its index plus one. */
  readonly changes: Chunk.Chunk<Change>
  readonly contentVersions: HashMap.HashMap<string, string>
  /** By URL. */
  readonly feeds: HashMap.HashMap<string, FeedPolled>
  /** By the hash of the key. */
  readonly idempotency: HashMap.HashMap<string, IdempotencyRecord>
}

const noRows = { lastId: 0, rows: HashMap.empty<never, never>() }

/** Tables without rows. */
export const emptyTables: Tables = {
  users: noRows,
  sessions: noRows,
  apiKeys: noRows,
  apiKeyWrites: HashMap.empty(),
  audit: noRows,
  posts: noRows,
  comments: noRows,
  notifications: noRows,
  categories: noRows,
  diseases: noRows,
  catalogueVersion: 1,
  news: noRows,
  changes: Chunk.empty(),
  contentVersions: HashMap.empty(),
  feeds: HashMap.empty(),
  idempotency: HashMap.empty()
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
