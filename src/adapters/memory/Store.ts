import { Chunk, Context, Effect, FiberRef, HashMap, HashSet, Layer, Ref } from "effect"
import type { Change } from "../../domain/Change.ts"
import type { CategoryId, CommentId, DiseaseId, NewsId, NotificationId, PostId, UserId } from "../../domain/Ids.ts"
import type { FeedPolled } from "../../ports/FeedsRepo.ts"
import type {
  ApiKeyRow,
  CategoryRow,
  CommentRow,
  DiseaseRow,
  NewsRow,
  NotificationRow,
  PostRow,
  SessionRow,
  UserRow
} from "./Rows.ts"

/** Rows by what names them, and the id that was given last. */
export interface Table<Key, Row> {
  readonly lastId: number
  readonly rows: HashMap.HashMap<Key, Row>
}

/** Everything the memory adapters keep: one immutable value, so that a transaction can put an earlier one back. */
export interface Tables {
  readonly users: Table<UserId, UserRow>
  /** By hash, as the next. */
  readonly sessions: Table<string, SessionRow>
  readonly apiKeys: Table<string, ApiKeyRow>
  readonly posts: Table<PostId, PostRow>
  readonly comments: Table<CommentId, CommentRow>
  readonly notifications: Table<NotificationId, NotificationRow>
  readonly categories: Table<CategoryId, CategoryRow>
  readonly diseases: Table<DiseaseId, DiseaseRow>
  /** That of the catalogue: of the last save or retirement which changed something. */
  readonly catalogueVersion: number
  readonly news: Table<NewsId, NewsRow>
  /** A change stands at the place that is its index and one. */
  readonly changes: Chunk.Chunk<Change>
  /** Those that were written in posts and comments. */
  readonly words: HashSet.HashSet<string>
  readonly contentVersions: HashMap.HashMap<string, string>
  /** By URL. */
  readonly feeds: HashMap.HashMap<string, FeedPolled>
}

const noRows = { lastId: 0, rows: HashMap.empty<never, never>() }

const empty: Tables = {
  users: noRows,
  sessions: noRows,
  apiKeys: noRows,
  posts: noRows,
  comments: noRows,
  notifications: noRows,
  categories: noRows,
  diseases: noRows,
  catalogueVersion: 1,
  news: noRows,
  changes: Chunk.empty(),
  words: HashSet.empty(),
  contentVersions: HashMap.empty(),
  feeds: HashMap.empty()
}

/** The table with a new row, which took the next id. */
export const withNew = <Key, Row>(table: Table<Key, Row>, key: Key, row: Row): Table<Key, Row> => ({
  lastId: table.lastId + 1,
  rows: HashMap.set(table.rows, key, row)
})

/** The table with a row that was there before in another state. */
export const withRow = <Key, Row>(table: Table<Key, Row>, key: Key, row: Row): Table<Key, Row> => ({
  lastId: table.lastId,
  rows: HashMap.set(table.rows, key, row)
})

/** The table with those rows only that `keeps` holds for. */
export const keeping = <Key, Row>(table: Table<Key, Row>, keeps: (row: Row) => boolean): Table<Key, Row> => ({
  lastId: table.lastId,
  rows: HashMap.filter(table.rows, keeps)
})

/** The row of an id that another row refers to; that there is none is a defect, as a foreign key makes it one. */
export const referred = <Key, Row>(table: Table<Key, Row>, key: Key): Row => HashMap.unsafeGet(table.rows, key)

/** What a call answers, and the tables after it. */
export type Step<A, E = never> = readonly [Effect.Effect<A, E>, Tables]

const make = Effect.gen(function* () {
  const committed = yield* Ref.make(empty)
  const turn = yield* Effect.makeSemaphore(1)
  /** The tables that this fiber works on: its transaction's own, or those that everybody sees. */
  const current = yield* FiberRef.make(committed)

  const write = <A, E>(step: (tables: Tables) => Step<A, E>): Effect.Effect<A, E> =>
    Effect.flatMap(FiberRef.get(current), (tables) => {
      const modified = Ref.modify(tables, step)
      return Effect.flatten(tables === committed ? turn.withPermits(1)(modified) : modified)
    })

  const onACopy = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const own = yield* Ref.make(yield* Ref.get(committed))
      const answer = yield* Effect.locally(effect, current, own)
      yield* Ref.set(committed, yield* Ref.get(own))
      return answer
    })

  const undoing = <A, E, R>(tables: Ref.Ref<Tables>, effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Ref.get(tables), (before) => Effect.onError(effect, () => Ref.set(tables, before)))

  const transact = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(FiberRef.get(current), (tables) =>
      tables === committed ? turn.withPermits(1)(onACopy(effect)) : undoing(tables, effect)
    )

  return Store.of({ tables: Effect.flatMap(FiberRef.get(current), Ref.get), write, transact })
})

/** The tables in memory, shared by every adapter of this folder. */
export class Store extends Context.Tag("adapters/memory/Store")<
  Store,
  {
    /** The tables as this fiber's transaction has them; outside of one, as they were committed last. */
    readonly tables: Effect.Effect<Tables>

    /** Answers and changes the tables in one step. Outside of a transaction it waits for the end of the one that is open. */
    readonly write: <A, E>(step: (tables: Tables) => Step<A, E>) => Effect.Effect<A, E>

    /**
     * Runs `effect` on tables of its own, which all see when it succeeds, and nobody when it fails; one at a time.
     * Inside another it works on that one's tables, and puts them back alone when it fails.
     */
    readonly transact: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>() {
  /** Empty tables. */
  static readonly layer = Layer.scoped(Store, make)
}
