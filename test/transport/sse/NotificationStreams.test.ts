import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { Array, DateTime, Deferred, Effect, Option, Ref, TestClock } from "effect"
import { CurrentUser } from "../../../src/domain/accounts/CurrentUser.ts"
import { PostId, UserId } from "../../../src/domain/Ids.ts"
import { Unavailable } from "../../../src/domain/Unavailable.ts"
import { Changes } from "../../../src/services/Changes.ts"
import { ConnectionQuota } from "../../../src/services/ConnectionQuota.ts"
import { Notifications } from "../../../src/services/Notifications.ts"
import { ShutdownSignal } from "../../../src/services/ShutdownSignal.ts"
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

  it.scoped("is pinged in its turn, not at the moment of all others", () =>
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

  it.scoped("ends within a second after its credential does, and not before", () =>
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

  it.scoped("ends at once when its credential ended after it was looked up and before it was opened", () =>
    Effect.gen(function* () {
      const { author } = yield* scene
      yield* open(signedIn(UserId.make(author)))
      const changes = yield* Changes
      yield* changes.append([{ kind: "session", id: author, userId: author }])
      const sink = yield* open(signedIn(author))
      yield* settled
      deepStrictEqual(sink.events.slice(1), [["close", { reason: "logout" }]])
      strictEqual(yield* (yield* ConnectionQuota).count("streams"), 0)
    }).pipe(streams)
  )

  it.scoped("ends at once when the server began to close before it was opened", () =>
    Effect.gen(function* () {
      const { author } = yield* scene
      yield* Deferred.succeed(yield* ShutdownSignal, undefined)
      yield* settled
      const sink = yield* open(signedIn(author))
      deepStrictEqual(sink.events.slice(1), [["close", { reason: "restart" }]])
    }).pipe(streams)
  )

  it.scoped("holds no place when its client has gone before it was opened", () =>
    Effect.gen(function* () {
      const { author } = yield* scene
      const service = yield* NotificationStreams
      yield* Effect.provideService(
        service.open(undefined, () => undefined),
        CurrentUser,
        signedIn(author)
      )
      strictEqual(yield* (yield* ConnectionQuota).count("streams"), 0)
    }).pipe(streams)
  )

  for (const [name, trouble] of [
    ["could not be read", new Unavailable()],
    ["failed as nobody foresaw", Effect.die("no such table")]
  ] as const) {
    it.scoped(`is told within a second of the database's return what ${name}`, () =>
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

describe("A client that takes nothing", () => {
  it.scoped("is closed when it has missed more than 256, and little has been held for it", () =>
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

  it.scoped("and then takes it all is brought up to date, in order, and told to read anew what is not stored", () =>
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

  it.scoped("is not overtaken by what another of the same member is sent meanwhile", () =>
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

describe("A delivery", () => {
  it.scoped("tells at once what was marked read at once, and how much is unread then", () =>
    Effect.gen(function* () {
      const { author, comments } = yield* scene
      yield* comments(5)
      const sink = yield* open(signedIn(author))
      yield* settled
      const changes = yield* Changes
      yield* changes.append([2, 3, 4].map((id) => ({ kind: "notifications_read", id, userId: author })))
      yield* settled
      deepStrictEqual(sink.events.slice(1), [["notifications_read", { ids: [2, 3, 4], unreadCount: 5 }]])
      yield* changes.append([{ kind: "post", id: PostId.make(1), userId: null }])
      yield* settled
      strictEqual(sink.events.length, 2)
    }).pipe(streams)
  )
})
