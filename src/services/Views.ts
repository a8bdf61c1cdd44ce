import { Context, Effect, Layer, Option } from "effect"
import type { PostId } from "../domain/Ids.ts"
import { PostsRepo, type PostViews } from "../repositories/PostsRepo.ts"

/** How often views are written: twice within the second that a list may lag behind and a kill may cost. */
const writtenEvery = "400 millis"

/** The views of one post as this process knows them. Everything of it is synchronous. */
export interface Tally {
  /** Counts one view; how many there are with it. */
  readonly count: () => number

  /** How many there are. */
  readonly now: () => number

  /** Gives back what `hold` gave, once; it counts no more then. */
  readonly release: () => void
}

/** What was read of a post, and how many views it has. */
export interface Viewed<A> {
  readonly value: A
  readonly views: number

  /** The post's tally for as long as it is wanted; none where it was let go since the reading, which is to be done anew. */
  readonly hold: () => Option.Option<Tally>
}

/** A tally is kept for as long as it is held, read, or has views that are not stored. */
class PostTally implements Tally {
  readonly id: PostId
  readonly #tallies: Tallies
  /** What the repository has, as far as it is known; nothing before the first reading. */
  stored: number | undefined
  /** Counted since the last writing began, and what is being written. */
  pending = 0
  writing = 0
  /** How many writings have begun, so that a reading can tell whether one came between. */
  writings = 0
  holders = 0

  constructor(id: PostId, tallies: Tallies) {
    this.id = id
    this.#tallies = tallies
  }

  count() {
    this.pending += 1
    this.#tallies.unwritten.add(this)
    return this.now()
  }

  now() {
    return (this.stored ?? 0) + this.writing + this.pending
  }

  release() {
    this.holders -= 1
    this.#tallies.dropIdle(this)
  }
}

/** The tallies of this process. */
class Tallies {
  readonly #byPost = new Map<PostId, PostTally>()
  readonly unwritten = new Set<PostTally>()

  held(id: PostId): PostTally {
    const tally = this.#byPost.get(id) ?? new PostTally(id, this)
    tally.holders += 1
    this.#byPost.set(id, tally)
    return tally
  }

  /** One that was let go is not taken up again: another may have counted since. */
  heldAgain(tally: PostTally): Option.Option<Tally> {
    return this.#byPost.get(tally.id) === tally ? Option.some(this.held(tally.id)) : Option.none()
  }

  dropIdle(tally: PostTally) {
    if (tally.holders + tally.pending + tally.writing === 0) this.#byPost.delete(tally.id)
  }

  get size() {
    return this.#byPost.size
  }

  /** What is to be written, by ascending id. */
  toWrite(): ReadonlyArray<PostTally> {
    const tallies = Array.from(this.unwritten).sort((one, other) => one.id - other.id)
    this.unwritten.clear()
    for (const tally of tallies) {
      tally.writing = tally.pending
      tally.pending = 0
      tally.writings += 1
    }
    return tallies
  }

  /** A post that is not among the stored ones was removed, and its views with it. */
  written(tallies: ReadonlyArray<PostTally>, stored: ReadonlyArray<PostViews>) {
    const views = new Map(stored.map((post) => [post.id, post.views]))
    for (const tally of tallies) {
      tally.stored = Math.max(tally.stored ?? 0, views.get(tally.id) ?? 0)
      tally.writing = 0
      this.dropIdle(tally)
    }
  }

  notWritten(tallies: ReadonlyArray<PostTally>) {
    for (const tally of tallies) {
      tally.pending += tally.writing
      tally.writing = 0
      this.unwritten.add(tally)
    }
  }
}

const make = Effect.gen(function* () {
  const repo = yield* PostsRepo
  const tallies = new Tallies()

  /** What fails is tried again with the next: while the database is away quietly, else with a line in the log. */
  const write = Effect.suspend(() => {
    if (tallies.unwritten.size === 0) return Effect.void
    const writing = tallies.toWrite()
    return repo.addViews(writing.map(({ id, writing }) => ({ id, views: writing }))).pipe(
      Effect.map((stored) => tallies.written(writing, stored)),
      Effect.tapDefect((cause) => Effect.logError("views could not be written", cause)),
      Effect.catchAllCause(() => Effect.sync(() => tallies.notWritten(writing)))
    )
  }).pipe(Effect.uninterruptible)
  yield* Effect.addFinalizer(() => write)
  yield* Effect.forkScoped(Effect.forever(Effect.delay(write, writtenEvery)))

  /**
   * What was read is how many are stored, unless a writing of this post came between: the row may have been read before
   * it or after it. Then the number is known already, since only who has read counts, and what is counted is written.
   */
  const reading = <A extends { readonly views: number }, E, R>(
    id: PostId,
    read: Effect.Effect<A, E, R>,
    viewsOf: (tally: Tally) => number
  ) =>
    Effect.suspend(() => {
      const tally = tallies.held(id)
      const began = tally.writing === 0 ? tally.writings : -1
      return read.pipe(
        Effect.map((value): Viewed<A> => {
          if (began === tally.writings) tally.stored = Math.max(tally.stored ?? 0, value.views)
          return { value, views: viewsOf(tally), hold: () => tallies.heldAgain(tally) }
        }),
        Effect.ensuring(Effect.sync(() => tally.release()))
      )
    })

  return Views.of({
    count: (id, read) => reading(id, read, (tally) => tally.count()),
    peek: (id, read) => reading(id, read, (tally) => tally.now()),
    kept: Effect.sync(() => tallies.size)
  })
})

/**
 * Counts views (contract, Records). They are counted in this process and written every 400 ms by one statement, so a
 * read costs the database no write. On one instance the reads of a post get exactly its numbers, each once; with
 * several, each sees what the others counted when it next writes or reads. A process that is killed takes the views
 * that are not written with it, of half a second; a writing that the database may have done or not is done again.
 */
export class Views extends Context.Tag("services/Views")<
  Views,
  {
    /** Reads something of a post and counts that as a view; its number of views includes this one. */
    readonly count: <A extends { readonly views: number }, E, R>(
      id: PostId,
      read: Effect.Effect<A, E, R>
    ) => Effect.Effect<Viewed<A>, E, R>

    /** The same without counting. */
    readonly peek: <A extends { readonly views: number }, E, R>(
      id: PostId,
      read: Effect.Effect<A, E, R>
    ) => Effect.Effect<Viewed<A>, E, R>

    /** Of how many posts this process keeps a tally. */
    readonly kept: Effect.Effect<number>
  }
>() {
  /** Over the port; what is left is written when the scope ends. */
  static readonly layer = Layer.scoped(Views, make)
}
