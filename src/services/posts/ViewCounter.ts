import { Context, Effect, Layer, Option, Schedule } from "effect"
import { inBackground, logDefects } from "../../concurrency/BackgroundTasks.ts"
import type { PostId } from "../../domain/Ids.ts"
import { PostsRepo, type PostViews } from "../../ports/posts/PostsRepo.ts"

/** Counted views are written this often: twice within the second by which a list may lag and which a kill may cost. */
const writeEvery = Schedule.spaced("400 millis")

/** The views of one post as this process knows them. Its methods are synchronous. */
export interface ViewCount {
  /** Counts one view, and gives the number with it. */
  readonly increment: () => number

  readonly now: () => number

  /** Ends the hold that `hold` took; to be called once. */
  readonly release: () => void
}

/** A value that was read of a post, with the number of its views as `viewCount`. */
export interface Viewed<A> {
  readonly value: A

  /** Holds the count of the post. None if the counter has evicted it since the reading: read the post again. */
  readonly hold: () => Option.Option<ViewCount>
}

/**
 * A write-behind counter of views (contract, Records). Views are counted in this process, and every 400 ms one
 * statement writes them, so a read costs the database no write. On one instance the reads of a post get consecutive
 * numbers; with several, each sees the views of the others when it next writes views of the post or reads its row,
 * which cached details do within a minute. A process that is killed loses the unwritten views of half a second. A write
 * whose outcome is unknown is repeated.
 */
export class ViewCounter extends Context.Tag("services/posts/ViewCounter")<
  ViewCounter,
  {
    /** Runs `read`, and counts a view of the post; the number of views includes it. */
    readonly count: <A extends { readonly viewCount: number }, E, R>(
      id: PostId,
      read: Effect.Effect<A, E, R>
    ) => Effect.Effect<Viewed<A>, E, R>

    /** Runs `read` without counting a view. */
    readonly peek: <A extends { readonly viewCount: number }, E, R>(
      id: PostId,
      read: Effect.Effect<A, E, R>
    ) => Effect.Effect<Viewed<A>, E, R>

    readonly size: Effect.Effect<number>
  }
>() {
  /** The remaining views are written when the scope ends. */
  static readonly layer = Layer.scoped(ViewCounter, Effect.gen(make))
}

function* make() {
  const repo = yield* PostsRepo
  const counts = new ViewCounts()

  const write = Effect.suspend(() => {
    const batch = counts.beginWrite()
    if (batch.length === 0) return Effect.void
    return repo.addViews(batch.map(({ id, writing }) => ({ id, views: writing }))).pipe(
      Effect.map((stored) => counts.endWrite(batch, stored)),
      Effect.onError(() => Effect.sync(() => counts.undoWrite(batch)))
    )
  }).pipe(Effect.uninterruptible)
  yield* Effect.addFinalizer(() => logDefects("writing views")(write))
  yield* inBackground("writing views", writeEvery)(write)

  /**
   * `read` gives the stored number, unless a write of this post overlapped: the row may be from before or after it.
   * Then the number is known already, since only a reader counts, and only counted views are written.
   */
  const reading = <A extends { readonly viewCount: number }, E, R>(
    id: PostId,
    read: Effect.Effect<A, E, R>,
    viewsOf: (count: ViewCount) => number
  ) =>
    Effect.suspend(() => {
      const count = counts.hold(id)
      const writesBefore = count.writing === 0 ? count.writes : -1
      return read.pipe(
        Effect.map((value): Viewed<A> => {
          if (writesBefore === count.writes) count.stored = Math.max(count.stored, value.viewCount)
          return { value: { ...value, viewCount: viewsOf(count) }, hold: () => counts.holdAgain(count) }
        }),
        Effect.ensuring(Effect.sync(() => count.release()))
      )
    })

  return ViewCounter.of({
    count: (id, read) => reading(id, read, (count) => count.increment()),
    peek: (id, read) => reading(id, read, (count) => count.now()),
    size: Effect.sync(() => counts.size)
  })
}

class PostViewCount implements ViewCount {
  readonly id: PostId
  readonly #counts: ViewCounts
  /** The number in the repository, as far as it is known. */
  stored = 0
  /** Views that are not written yet, and views that are being written. */
  pending = 0
  writing = 0
  /** The number of writes so far, by which a read notices an overlapping write. */
  writes = 0
  holders = 0

  constructor(id: PostId, counts: ViewCounts) {
    this.id = id
    this.#counts = counts
  }

  increment() {
    this.pending += 1
    this.#counts.unwritten.add(this)
    return this.now()
  }

  now() {
    return this.stored + this.writing + this.pending
  }

  release() {
    this.holders -= 1
    this.#counts.dropIdle(this)
  }
}

/** The counts of this process, each for as long as it is held, read, or has views that are not stored. */
class ViewCounts {
  readonly #byPost = new Map<PostId, PostViewCount>()
  readonly unwritten = new Set<PostViewCount>()

  get size() {
    return this.#byPost.size
  }

  hold(id: PostId): PostViewCount {
    const count = this.#byPost.get(id) ?? new PostViewCount(id, this)
    count.holders += 1
    this.#byPost.set(id, count)
    return count
  }

  /** None for a count that was dropped: another one may have counted since. */
  holdAgain(count: PostViewCount): Option.Option<ViewCount> {
    return this.#byPost.get(count.id) === count ? Option.some(this.hold(count.id)) : Option.none()
  }

  dropIdle(count: PostViewCount) {
    if (count.holders + count.pending + count.writing === 0) this.#byPost.delete(count.id)
  }

  /** The counts to write, by ascending id. */
  beginWrite(): ReadonlyArray<PostViewCount> {
    const batch = Array.from(this.unwritten).sort((one, other) => one.id - other.id)
    this.unwritten.clear()
    for (const count of batch) {
      count.writing = count.pending
      count.pending = 0
      count.writes += 1
    }
    return batch
  }

  /** A post that is not among the stored ones was removed, and its views with it. */
  endWrite(batch: ReadonlyArray<PostViewCount>, stored: ReadonlyArray<PostViews>) {
    const views = new Map(stored.map((post) => [post.id, post.views]))
    for (const count of batch) {
      count.stored = Math.max(count.stored, views.get(count.id) ?? 0)
      count.writing = 0
      this.dropIdle(count)
    }
  }

  undoWrite(batch: ReadonlyArray<PostViewCount>) {
    for (const count of batch) {
      count.pending += count.writing
      count.writing = 0
      this.unwritten.add(count)
    }
  }
}
