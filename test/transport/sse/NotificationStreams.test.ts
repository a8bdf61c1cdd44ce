import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Deferred, Effect, Layer, Option, Ref, TestClock } from "effect"
import { CurrentUser } from "../../../src/domain/accounts/CurrentUser.ts"
import { storedChange } from "../../../src/domain/Change.ts"
import { PostId, UserId } from "../../../src/domain/Ids.ts"
import { Unavailable } from "../../../src/domain/Unavailable.ts"
import { NotificationsRepo } from "../../../src/ports/notifications/NotificationsRepo.ts"
import { Changes } from "../../../src/services/Changes.ts"
import { ConnectionQuota } from "../../../src/services/ConnectionQuota.ts"
import { NotificationFeed } from "../../../src/services/notifications/NotificationFeed.ts"
import { Notifications } from "../../../src/services/notifications/Notifications.ts"
import { ShutdownSignal } from "../../../src/services/Operation.ts"
import { NotificationStreams } from "../../../src/transport/sse/NotificationStreams.ts"
import { ids, names, open, Reading, scene, settled, signedIn, stalled, streams } from "./openStreams.ts"

describe("An open stream", () => {
  it.scoped("is pinged every 15 seconds", () =>
    Effect.gen(function* () {
      const { author } = yield* scene
      const sink = yield* open(signedIn(author))
      for (const pings of [1, 2, 3]) {
        yield* TestClock.adjust("15 seconds")
        strictEqual(sink.pings, pings)
      }
    }).pipe(streams)
  )

  it.scoped("is pinged at another moment than most others", () =>
    Effect.gen(function* () {
      const { author } = yield* scene
      const sinks = yield* Effect.replicateEffect(open(signedIn(author)), 30)
      for (const pings of [2, 4, 6]) {
        yield* TestClock.adjust("1 second")
        strictEqual(
          sinks.reduce((sum, sink) => sum + sink.pings, 0),
          pings
        )
      }
    }).pipe(streams)
  )

  it.scoped("ends within a second after its credential expires, and not before", () =>
    Effect.gen(function* () {
      const { author } = yield* scene
      const expiresAt = DateTime.add(yield* DateTime.now, { millis: 10_500 })
      const sink = yield* open(signedIn(author, Option.some(expiresAt)))
      yield* TestClock.adjust("10 seconds")
      deepStrictEqual(names(sink), ["connected"])
      yield* TestClock.adjust("1 second")
      deepStrictEqual(sink.events.slice(1), [["close", { reason: "expired" }]])
    }).pipe(streams)
  )

  it.scoped("ends at once if its credential ended after the look-up and before the opening", () =>
    Effect.gen(function* () {
      const { author } = yield* scene
      yield* open(signedIn(UserId.make(author)))
      const changes = yield* Changes
      yield* changes.append([{ kind: "session", id: author, userId: author }])
      const sink = yield* open(signedIn(author))
      yield* settled
      deepStrictEqual(sink.events.slice(1), [["close", { reason: "logout" }]])
      strictEqual((yield* ConnectionQuota).count("streams"), 0)
    }).pipe(streams)
  )

  it.scoped("ends at once if the server began to stop before the opening", () =>
    Effect.gen(function* () {
      const { author } = yield* scene
      yield* Deferred.succeed(yield* ShutdownSignal, undefined)
      yield* settled
      const sink = yield* open(signedIn(author))
      deepStrictEqual(sink.events.slice(1), [["close", { reason: "restart" }]])
    }).pipe(streams)
  )

  it.scoped("holds no place if its client left before the opening", () =>
    Effect.gen(function* () {
      const { author } = yield* scene
      const service = yield* NotificationStreams
      yield* Effect.provideService(
        service.open(undefined, () => undefined),
        CurrentUser,
        signedIn(author)
      )
      strictEqual((yield* ConnectionQuota).count("streams"), 0)
    }).pipe(streams)
  )

  for (const [name, trouble] of [
    ["unavailable", new Unavailable()],
    ["broken", Effect.die("no such table")]
  ] as const) {
    it.scoped(`brings notifications within a second after a database that was ${name} recovers`, () =>
      Effect.gen(function* () {
        const { author, comments } = yield* scene
        const sink = yield* open(signedIn(author))
        yield* settled
        yield* Ref.set(yield* Reading, trouble)
        yield* comments(2)
        yield* TestClock.adjust("10 seconds")
        deepStrictEqual(ids(sink), [])
        yield* Ref.set(yield* Reading, Effect.void)
        yield* TestClock.adjust("1 second")
        yield* settled
        deepStrictEqual(ids(sink), [1, 2])
      }).pipe(streams)
    )
  }
})

describe("A client that does not read", () => {
  it.scoped("is disconnected when it has missed more than 256 events, and little is buffered for it", () =>
    Effect.gen(function* () {
      const { author, comments } = yield* scene
      yield* comments(300)
      const sink = yield* open(signedIn(author), "0", stalled())
      const quick = yield* open(signedIn(author), "0")
      yield* settled
      yield* comments(256)
      yield* settled
      deepStrictEqual([sink.writableEnded, sink.writableLength < 64 * 1024], [false, true])
      yield* comments(1)
      yield* settled
      strictEqual(sink.writableLength < 64 * 1024, true)
      sink.drain()
      yield* settled
      deepStrictEqual(sink.events.at(-1), ["close", { reason: "slow" }])
      deepStrictEqual(ids(quick), Array.range(1, 557))
    }).pipe(streams)
  )

  it.scoped("and then reads all gets the notifications in order, and resync for the other events", () =>
    Effect.gen(function* () {
      const { author, comments } = yield* scene
      yield* comments(150)
      const sink = yield* open(signedIn(author), "0", stalled())
      yield* settled
      yield* comments(100)
      const notifications = yield* Notifications
      yield* Effect.provideService(
        notifications.markRead({ notificationIds: Option.none() }),
        CurrentUser,
        signedIn(author)
      )
      yield* settled
      sink.drain()
      yield* settled
      yield* comments(3)
      yield* settled
      deepStrictEqual(ids(sink), Array.range(1, 253))
      deepStrictEqual(
        names(sink).filter((name) => name !== "notification"),
        ["connected", "resync"]
      )
    }).pipe(streams)
  )

  it.scoped("gets events in order, though another stream of the member got some between them", () =>
    Effect.gen(function* () {
      const { author, comments } = yield* scene
      yield* comments(250)
      const reading = yield* Reading
      yield* Ref.set(reading, new Unavailable())
      const late = stalled()
      const [slow, other] = [yield* open(signedIn(author), "0", late), yield* open(signedIn(author), "95")]
      yield* settled
      // Both are behind, and the second page is being read while the slow one takes what it was sent of the first.
      let reads = 0
      yield* Ref.set(
        reading,
        Effect.suspend(() => {
          if (++reads === 2) late.drain()
          return Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))
        })
      )
      yield* comments(1)
      yield* Effect.repeatN(settled, 10)
      deepStrictEqual(ids(slow), Array.range(1, 251))
      deepStrictEqual(ids(other), Array.range(96, 251))
      assertTrue(reads > 2)
    }).pipe(streams)
  )
})

const markAllOf = (member: UserId) =>
  Effect.flatMap(Notifications, ({ markRead }) => markRead({ notificationIds: Option.none() })).pipe(
    Effect.provideService(CurrentUser, signedIn(member))
  )

describe("A notifications_read event", () => {
  it.scoped("names all ids that were marked together, and the unread count then", () =>
    Effect.gen(function* () {
      const { author, comments } = yield* scene
      yield* comments(5)
      const sink = yield* open(signedIn(author))
      yield* settled
      const changes = yield* Changes
      yield* changes.append([2, 3, 4].map((id) => storedChange("notifications_read", id, author)))
      yield* settled
      deepStrictEqual(sink.events.slice(1), [["notifications_read", { ids: [2, 3, 4], unreadCount: 5 }]])
      yield* changes.append([{ kind: "post", id: PostId.make(1), userId: null }])
      yield* settled
      strictEqual(sink.events.length, 2)
    }).pipe(streams)
  )

  it.scoped("for all comes only where none is unread: after newer notifications, resync comes in its place", () =>
    Effect.gen(function* () {
      const { author, comments, ownComment } = yield* scene
      yield* comments(3)
      const sink = yield* open(signedIn(author))
      const markAll = markAllOf(author)
      yield* markAll
      yield* settled
      deepStrictEqual(sink.events.slice(1), [["notifications_read", { ids: null, unreadCount: 0 }]])
      yield* Effect.zipRight(ownComment, markAll)
      yield* ownComment
      yield* settled
      deepStrictEqual(names(sink).slice(2), ["notification", "notification", "resync"])
    }).pipe(streams)
  )

  it.scoped("for all comes before a notification that is added while the unread ones are counted", () =>
    Effect.gen(function* () {
      const { author, comments, ownComment } = yield* scene
      yield* comments(3)
      const repo = yield* NotificationsRepo
      let whileCounting: Effect.Effect<void, Unavailable> = Effect.void
      const position: typeof repo.position = (...of) =>
        Effect.zipLeft(
          repo.position(...of),
          Effect.suspend(() => whileCounting)
        )
      const ofThese = Layer.fresh(NotificationStreams.layer).pipe(
        Layer.provide(Layer.fresh(NotificationFeed.layer)),
        Layer.provide(Layer.succeed(NotificationsRepo, { ...repo, position }))
      )
      yield* Effect.gen(function* () {
        const sink = yield* open(signedIn(author))
        whileCounting = Effect.suspend(() => {
          whileCounting = Effect.void
          return ownComment
        })
        yield* markAllOf(author)
        yield* settled
        deepStrictEqual(sink.events[1], ["notifications_read", { ids: null, unreadCount: 0 }])
        deepStrictEqual(names(sink).slice(2), ["notification"])
      }).pipe(Effect.provide(ofThese))
    }).pipe(streams)
  )
})
