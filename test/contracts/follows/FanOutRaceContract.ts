import { layer } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, Deferred, Effect, Fiber, type Layer } from "effect"
import { Blocked } from "../../../src/domain/BatchResult.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { PostsRepo } from "../../../src/ports/posts/PostsRepo.ts"
import { Transaction } from "../../../src/ports/Transaction.ts"
import { newComment, newPost, newUser, untilFree } from "../newRows.ts"
import { drained, followersOf, nextBatch, type Ports, toldTo } from "./fanOut.ts"

/** The contract of `FanOutRepo` for calls at once, and beside other writes. */
export const fanOutRaceContract = <E>(adapter: string, storage: Layer.Layer<Ports, E>) =>
  layer(storage)(`${adapter}: FanOutRepo.next at once`, (it) => {
    it.effect("notifies each member once, in ascending order, while several run and others write", () =>
      Effect.gen(function* () {
        const author = yield* newUser()
        const members = yield* followersOf({ type: "user", id: author }, 12)
        const own = yield* newPost({ authorId: members[5] ?? author })
        const writing = yield* Effect.fork(
          Effect.forEach(Array.range(1, 10), () =>
            Effect.zipRight(newPost({ authorId: author }), newComment(own.id, author))
          )
        )
        // Each stops where another is at work, so they look again while posts are written.
        const consumer = Effect.repeat(drained(2), {
          until: () => Effect.map(Fiber.status(writing), ({ _tag }) => _tag === "Done")
        })
        yield* Effect.all([consumer, consumer, consumer], { concurrency: "unbounded" })
        yield* Fiber.join(writing)
        yield* drained(2)
        for (const [index, id] of members.entries()) {
          const told = yield* toldTo(id)
          strictEqual(told.filter((type) => type === "new_post").length, 10)
          strictEqual(told.filter((type) => type === "comment").length, index === 5 ? 10 : 0)
        }
      })
    )

    // The embedded database has one session: nobody else can hold a lock there.
    const hasSessions = adapter !== "embedded"
    const waits = "waits neither for a busy inbox nor for a busy post, and notifies the members before it"
    it.effect.skipIf(!hasSessions)(waits, () =>
      Effect.gen(function* () {
        const { atomically } = yield* Transaction
        const [notifications, posts] = [yield* NotificationsRepo, yield* PostsRepo]
        yield* drained()
        const author = yield* newUser()
        const [first = author, busy = author, last = author] = yield* followersOf({ type: "user", id: author }, 3)
        const { id } = yield* newPost({ authorId: author })
        const hold = <A, E2>(lock: Effect.Effect<A, E2>) =>
          Effect.gen(function* () {
            const [held, done] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
            const holding = lock.pipe(
              Effect.zipRight(Deferred.succeed(held, undefined)),
              Effect.zipRight(Deferred.await(done))
            )
            const fiber = yield* Effect.fork(untilFree(atomically(holding)))
            yield* Deferred.await(held)
            return Effect.zipRight(Deferred.succeed(done, undefined), Fiber.join(fiber))
          })
        const freePost = yield* hold(posts.lock(id))
        strictEqual((yield* Effect.flip(nextBatch())) instanceof Blocked, true)
        yield* freePost
        const freeInbox = yield* hold(notifications.lock(busy))
        deepStrictEqual(
          (yield* nextBatch()).changes.map(({ userId }) => userId),
          [first]
        )
        strictEqual((yield* Effect.flip(nextBatch())) instanceof Blocked, true)
        yield* freeInbox
        deepStrictEqual(
          (yield* nextBatch()).changes.map(({ userId }) => userId),
          [busy, last]
        )
      })
    )
  })
