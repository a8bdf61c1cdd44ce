import { Context, Effect, Layer, Queue, RcMap, Schedule, type Scope } from "effect"
import type { Change } from "../../domain/Change.ts"
import type { CommentId, PostId } from "../../domain/Ids.ts"
import type { Comment } from "../../domain/posts/Comment.ts"
import { CommentsRepo } from "../../ports/CommentsRepo.ts"
import { Changes } from "../Changes.ts"

/** A reader of a thread, such as an open page. */
export interface CommentReader {
  /** True while earlier comments wait for the reader: nothing more is sent until it wakes the feed. */
  readonly isBlocked: () => boolean
  readonly send: (comments: ReadonlyArray<Comment>) => void
}

/** The new comments of posts, for readers who have a thread open. Hidden ones are not sent, as in lists. */
export class CommentFeed extends Context.Tag("services/posts/CommentFeed")<
  CommentFeed,
  {
    /**
     * Sends the comments of a post, after an id where one is given, then each new one, oldest first and each once, until the
     * scope ends. The result makes the feed look again, once the reader is no longer blocked. A post that is gone sends
     * nothing.
     */
    readonly follow: (
      postId: PostId,
      after: CommentId | undefined,
      reader: CommentReader
    ) => Effect.Effect<() => void, never, Scope.Scope>
  }
>() {
  static readonly layer = Layer.scoped(CommentFeed, Effect.gen(make))
}

/** The comments that one statement reads. */
const pageComments = 100

const wakingKinds: ReadonlySet<Change["kind"]> = new Set(["comment", "post", "restart"])

interface Subscriber extends CommentReader {
  lastId: CommentId | undefined
}

function* make() {
  const repo = yield* CommentsRepo
  const changes = yield* Changes

  /** Reads what the readers lack, once for all of them. */
  const readFor = (postId: PostId, subscribers: ReadonlySet<Subscriber>) =>
    Effect.gen(function* () {
      const open = Array.from(subscribers).filter((subscriber) => !subscriber.isBlocked())
      const [last] = open.toSorted((one, other) => (one.lastId ?? 0) - (other.lastId ?? 0))
      if (last === undefined) return false
      const after = last.lastId === undefined ? undefined : { id: last.lastId }
      const { items } = yield* repo.page(postId, { offset: 0, limit: pageComments, after })
      const newest = items.at(-1)
      if (newest === undefined) return false
      for (const subscriber of open) {
        const fresh = items.filter(({ id }) => id > (subscriber.lastId ?? 0))
        if (fresh.length === 0) continue
        subscriber.lastId = newest.id
        subscriber.send(fresh)
      }
      return true
    }).pipe(
      Effect.retry({ while: ({ _tag }) => _tag === "Unavailable", schedule: Schedule.spaced("1 second") }),
      Effect.orElseSucceed(() => false)
    )

  /** The subscribers of one post, who share one listener and its reads. */
  const watched = yield* RcMap.make({
    lookup: (postId: PostId) =>
      Effect.gen(function* () {
        const subscribers = new Set<Subscriber>()
        const wakes = yield* Queue.sliding<true>(1)
        const wake = () => void wakes.unsafeOffer(true)
        yield* changes.subscribe(`post ${postId}`, ({ kind }) => {
          if (wakingKinds.has(kind)) wake()
        })
        const read = Effect.repeat(readFor(postId, subscribers), { while: (hasMore) => hasMore })
        yield* Effect.forkScoped(Effect.interruptible(Effect.forever(Effect.zipRight(Queue.take(wakes), read))))
        return { subscribers, wake }
      })
  })

  const follow = Effect.fnUntraced(function* (postId: PostId, after: CommentId | undefined, reader: CommentReader) {
    const { subscribers, wake } = yield* RcMap.get(watched, postId)
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        const subscriber: Subscriber = { ...reader, lastId: after }
        subscribers.add(subscriber)
        return subscriber
      }),
      (subscriber) => Effect.sync(() => subscribers.delete(subscriber))
    )
    wake()
    return wake
  })

  return CommentFeed.of({ follow })
}
