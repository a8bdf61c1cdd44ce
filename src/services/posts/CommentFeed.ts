import { Context, Effect, Layer, Queue, RcMap, Schedule, type Scope } from "effect"
import { inTurns, logDefect } from "../../concurrency/BackgroundTasks.ts"
import type { Change } from "../../domain/Change.ts"
import { CommentId, type PostId } from "../../domain/Ids.ts"
import { PostReader, type Reader, readerOfAll } from "../../domain/posts/Audience.ts"
import type { Comment } from "../../domain/posts/Comment.ts"
import type { PostNotFound } from "../../domain/posts/Post.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { CommentsRepo } from "../../ports/posts/CommentsRepo.ts"
import { PostsRepo } from "../../ports/posts/PostsRepo.ts"
import { Changes } from "../Changes.ts"

/** A reader of a thread, such as an open page. */
export interface CommentReader {
  /** True while earlier comments wait for the reader: nothing more is sent until it wakes the feed. */
  readonly isBlocked: () => boolean
  readonly send: (comments: ReadonlyArray<Comment>) => void
  /** Tells the reader that comments were left out: the thread is to be read again. */
  readonly resync: () => void
}

/** The new comments of posts, for readers who have a thread open. Hidden ones are not sent, as in lists. */
export class CommentFeed extends Context.Tag("services/posts/CommentFeed")<
  CommentFeed,
  {
    /** Where a reader of a post begins: after this id, or from now on. Fails with `PostNotFound`. */
    readonly startAfter: (postId: PostId, after: number | undefined) => StorageEffect<number, PostNotFound>

    /**
     * Sends the comments of a post after an id, then each new one, oldest first and each once, until the scope ends. A
     * reader who lacks more than `maxMissed` gets as many, then `resync`, and goes on with the next new one. After a
     * `restart` all get `resync`, since comments that they have may be gone. The result makes the feed look again, once
     * the reader is no longer blocked. A post that is gone sends nothing, and one that is no longer for the reader
     * `resync` and then nothing.
     */
    readonly follow: (
      postId: PostId,
      after: number,
      reader: CommentReader
    ) => Effect.Effect<() => void, never, Scope.Scope>
  }
>() {
  static readonly layer = Layer.scoped(CommentFeed, Effect.gen(make))
}

/** The maximum number of missed comments that a reader of a live thread is sent. */
const maxMissed = 100

/** The wait before the comments of a live thread are read again after the database failed. */
const retryEvery = Schedule.spaced("1 second")

const wakingKinds: ReadonlySet<Change["kind"]> = new Set(["comment", "post"])

/** A reader, the last comment that it was sent, and how many it was sent since it last had all. */
class Subscriber {
  readonly reader: CommentReader
  /** The name under which the storage reads the post for it. */
  readonly reads: Reader
  lastId: number
  #caughtUp = 0

  constructor(reader: CommentReader, reads: Reader, lastId: number) {
    this.reader = reader
    this.reads = reads
    this.lastId = lastId
  }

  /** Sends the new comments of a page. True where the reader lacks more than it is sent. */
  send(page: ReadonlyArray<Comment>, hasMore: boolean): boolean {
    const lacking = page.filter(({ id }) => id > this.lastId)
    const fresh = lacking.slice(0, maxMissed - this.#caughtUp)
    this.lastId = fresh.at(-1)?.id ?? this.lastId
    if (fresh.length > 0) this.reader.send(fresh)
    const isFull = this.#caughtUp + fresh.length >= maxMissed
    const isLeftOut = lacking.length > fresh.length || (lacking.length > 0 && hasMore && isFull)
    this.#caughtUp = hasMore && !isLeftOut ? this.#caughtUp + fresh.length : 0
    return isLeftOut
  }

  /** Leaves out the missed comments up to the newest one. */
  skipTo(newestId: number) {
    this.lastId = Math.max(this.lastId, newestId)
    this.reader.resync()
  }

  /** Begins again after the newest comment: those after it were lost, and their ids are given again. */
  restart(newestId: number) {
    this.lastId = Math.min(this.lastId, newestId)
    this.reader.resync()
  }
}

/** A post that has readers. */
interface Watched {
  readonly subscribers: Set<Subscriber>
  /** The number of its changes so far, of its audience among them, and the one after which its readers were judged. */
  changes: number
  judged: number
  /** True where comments that were sent may be lost. */
  isRestarted: boolean
}

const noComments = { items: [], next: undefined }

/** A page of the comments that subscribers lack. A post that is gone has none. */
const pageFor = (repo: CommentsRepo["Type"], postId: PostId, open: ReadonlyArray<Subscriber>) => {
  const last = Math.min(...open.map(({ lastId }) => lastId))
  const after = last === 0 ? undefined : { id: CommentId.make(last) }
  return Effect.catchTag(repo.page(postId, { offset: 0, limit: maxMissed, after }), "PostNotFound", () =>
    Effect.succeed(noComments)
  )
}

/** The reads for the subscribers of a post, once for all of them. */
const readsOf = (repo: CommentsRepo["Type"], posts: PostsRepo["Type"]) => {
  const untilAvailable = <A, E extends { readonly _tag: string }>(read: Effect.Effect<A, E>) =>
    Effect.retry(read, { while: ({ _tag }) => _tag === "Unavailable", schedule: retryEvery })

  /** Tells them that a restart may have lost comments. */
  const restartAll = (postId: PostId, subscribers: ReadonlySet<Subscriber>) =>
    Effect.map(
      Effect.provideService(
        Effect.orElseSucceed(untilAvailable(repo.newestId(postId)), () => 0),
        PostReader,
        readerOfAll
      ),
      (newestId) => {
        for (const subscriber of Array.from(subscribers)) subscriber.restart(newestId)
      }
    )

  /** Drops subscribers who may not read the post any more: `resync` asks them to look, and they find nothing. */
  const dropUnfit = Effect.fnUntraced(function* (postId: PostId, subscribers: Set<Subscriber>) {
    for (const subscriber of Array.from(subscribers)) {
      const found = yield* Effect.provideService(repo.newestId(postId), PostReader, subscriber.reads).pipe(
        Effect.as(true),
        Effect.catchTag("PostNotFound", () => Effect.succeed(false))
      )
      if (found) continue
      subscribers.delete(subscriber)
      subscriber.reader.resync()
    }
  })

  /**
   * Sends subscribers the comments that they lack. True where there may be more. It asks who may read the post after it
   * has read the page, so that no comment was written for fewer readers, and reads again if the post changed meanwhile.
   */
  const readFor = (postId: PostId, watched: Watched) =>
    Effect.gen(function* () {
      const { changes, subscribers } = watched
      const waiting = Array.from(subscribers).filter(({ reader }) => !reader.isBlocked())
      const { items, next } = waiting.length === 0 ? noComments : yield* pageFor(repo, postId, waiting)
      // Another instance may have narrowed the first post of all that is narrowed.
      const isRestricted = changes === watched.judged ? posts.hasRestricted : posts.restrictedExists
      if (yield* isRestricted) yield* dropUnfit(postId, subscribers)
      if (changes !== watched.changes) return true
      watched.judged = changes
      const open = waiting.filter((subscriber) => subscribers.has(subscriber))
      if (open.length === 0) return false
      const hasMore = next !== undefined
      const leftOut = yield* Effect.filter(open, (subscriber) =>
        Effect.catchAllDefect(
          Effect.sync(() => subscriber.send(items, hasMore)),
          // A reader who cannot be sent a comment does not keep it from the others.
          (defect) => Effect.as(logDefect("sending a comment to a live thread", defect), false)
        )
      )
      const newestId = leftOut.length === 0 ? 0 : yield* repo.newestId(postId)
      for (const subscriber of leftOut) subscriber.skipTo(newestId)
      return hasMore
    }).pipe(
      untilAvailable,
      Effect.orElseSucceed(() => false),
      Effect.provideService(PostReader, readerOfAll)
    )

  return { readFor, restartAll }
}

function* make() {
  const repo = yield* CommentsRepo
  const changes = yield* Changes
  const { readFor, restartAll } = readsOf(repo, yield* PostsRepo)

  /** The subscribers of one post, who share one listener and its reads. */
  const watched = yield* RcMap.make({
    lookup: (postId: PostId) =>
      Effect.gen(function* () {
        const post: Watched = { subscribers: new Set(), changes: 0, judged: 0, isRestarted: false }
        const wakes = yield* Queue.sliding<true>(1)
        const wake = () => void wakes.unsafeOffer(true)
        yield* changes.subscribe(`post ${postId}`, ({ kind }) => {
          if (kind === "post" || kind === "restart") post.changes += 1
          if (kind === "restart") post.isRestarted = true
          if (kind === "restart" || wakingKinds.has(kind)) wake()
        })
        const restart = Effect.suspend(() => {
          if (!post.isRestarted) return Effect.void
          post.isRestarted = false
          return restartAll(postId, post.subscribers)
        })
        const read = Effect.zipRight(restart, Effect.repeat(readFor(postId, post), { while: (hasMore) => hasMore }))
        yield* inTurns("reading the comments of a live thread", read, Queue.take(wakes))
        return { subscribers: post.subscribers, wake }
      })
  })

  const startAfter = (postId: PostId, after: number | undefined) =>
    Effect.map(repo.newestId(postId), (newestId) => Math.min(after ?? newestId, newestId))

  const follow = Effect.fnUntraced(function* (postId: PostId, after: number, reader: CommentReader) {
    const { subscribers, wake } = yield* RcMap.get(watched, postId)
    const reads = yield* PostReader
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        const subscriber = new Subscriber(reader, reads, after)
        subscribers.add(subscriber)
        return subscriber
      }),
      (subscriber) => Effect.sync(() => subscribers.delete(subscriber))
    )
    wake()
    return wake
  })

  return CommentFeed.of({ startAfter, follow })
}
