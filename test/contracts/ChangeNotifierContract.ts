import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { Array, Context, Effect, Fiber, Layer, Option, Redacted, type Scope } from "effect"
import * as Database from "../../src/adapters/postgres/connection/Database.ts"
import * as Sql from "../../src/adapters/postgres/connection/Sql.ts"
import { type Change, storedChange } from "../../src/domain/Change.ts"
import { UserId } from "../../src/domain/Ids.ts"
import { ChangeNotifier } from "../../src/ports/ChangeNotifier.ts"
import { Changes } from "../../src/services/Changes.ts"
import { onServerOf, serverUrl } from "../process/Databases.ts"
import { silentProxy } from "../process/SilentProxy.ts"
import { until } from "../support/Waiting.ts"

/** A channel between the instances on a database. */
export interface TestChannel {
  readonly url: string
  /** A notifier by this URL, which may lead through a proxy. */
  readonly layer: (url: string) => Layer.Layer<ChangeNotifier>
  /** Breaks the connections of all notifiers. */
  readonly breakAll: Effect.Effect<void>
}

const maria = UserId.make(2_147_483_647)
const notification = (id: number): Change => storedChange("notifications_read", id, maria)

/** An instance, and the ids of the changes that it heard about Maria. */
export const notifiedInstance = (database: Redacted.Redacted, notifier: Layer.Layer<ChangeNotifier>) =>
  Effect.gen(function* () {
    const services = yield* Layer.build(
      Changes.layer.pipe(
        Layer.provideMerge(notifier),
        Layer.provide(Layer.fresh(Sql.layer)),
        Layer.provideMerge(Layer.fresh(Database.server(database, 4)))
      )
    )
    const changes = Context.get(services, Changes)
    const { connection: number } = Context.get(services, ChangeNotifier)
    const receivedIds: Array<number> = []
    yield* changes.subscribe(`user ${maria}`, ({ id }) => void receivedIds.push(id))
    const connection = () => Option.flatMapNullable(number, (current) => current())
    yield* until(Effect.sync(() => Option.isSome(connection())))
    return { receivedIds, changes, connection, services }
  })

/** A new database whose schema is up to date. */
const newDatabase = Effect.gen(function* () {
  const { DATABASE_URL = "" } = yield* onServerOf(serverUrl ?? "", "empty")
  const url = Redacted.make(DATABASE_URL)
  yield* Effect.scoped(Layer.build(Database.migrated(Database.server(url, 2))))
  return url
})

/** Waits until a condition holds. */
const untilReceived = ({ receivedIds }: { readonly receivedIds: ReadonlyArray<number> }, count: number) =>
  until(Effect.sync(() => receivedIds.length >= count))

const isInSync = ({ changes }: { readonly changes: typeof Changes.Service }) => until(Effect.sync(changes.isInSync))

/** The promises of the port, through a channel that `make` gives for a database; skipped without a server for it. */
export const changeNotifierContract = (
  name: string,
  hasServer: boolean,
  make: (database: Redacted.Redacted) => Effect.Effect<TestChannel, unknown, Scope.Scope>
) => {
  /** A database of a test's own, instances on it, and the same with wake-ups by another URL. */
  const around = Effect.gen(function* () {
    const database = yield* newDatabase
    const channel = yield* make(database)
    const instanceBy = (url: string) => notifiedInstance(database, channel.layer(url))
    /** A notifier alone, which is connected and has no wake-up to come. */
    const notifier = Effect.gen(function* () {
      const made = Context.get(yield* Layer.build(Layer.fresh(channel.layer(channel.url))), ChangeNotifier)
      yield* made.awaitWakeUp
      return made
    })
    return { ...channel, instance: instanceBy(channel.url), instanceBy, notifier }
  })

  describe.skipIf(!hasServer)(`ChangeNotifier (${name})`, () => {
    it.scopedLive("wake wakes each other instance, and not its own", () =>
      Effect.gen(function* () {
        const { notifier } = yield* around
        const [one, two, three] = [yield* notifier, yield* notifier, yield* notifier]
        const own = yield* Effect.fork(one.awaitWakeUp)
        yield* one.wake
        yield* Effect.all([two.awaitWakeUp, three.awaitWakeUp])
        yield* two.wake
        yield* Effect.all([Fiber.join(own), three.awaitWakeUp])
        yield* three.wake
        yield* Effect.all([one.awaitWakeUp, two.awaitWakeUp])
      }).pipe(Effect.timeout("2 minutes"))
    )

    it.scopedLive("wake wakes others a few times, though it is called a thousand times at once", () =>
      Effect.gen(function* () {
        const { notifier } = yield* around
        const [one, two, three] = [yield* notifier, yield* notifier, yield* notifier]
        let woken = 0
        yield* Effect.fork(Effect.forever(Effect.map(two.awaitWakeUp, () => woken++)))
        yield* Effect.repeatN(one.wake, 1_000)
        yield* Effect.repeatN(Effect.zipRight(three.wake, one.awaitWakeUp), 2) // messages keep their order
        assertTrue(woken >= 1 && woken < 500, `${woken} wake-ups`)
      }).pipe(Effect.timeout("2 minutes"))
    )

    it.scopedLive("awaitWakeUp returns after a reconnection, since wake-ups may have been lost", () =>
      Effect.gen(function* () {
        const { breakAll, notifier } = yield* around
        const one = yield* notifier
        const number = () => Option.flatMapNullable(one.connection, (current) => current())
        const before = number()
        yield* breakAll
        yield* one.awaitWakeUp
        assertTrue(Option.getOrThrow(number()) > Option.getOrThrow(before))
      }).pipe(Effect.timeout("2 minutes"))
    )

    it.scopedLive(
      "Changes delivers each change once to each other instance, long before the next look at the outbox",
      () =>
        Effect.gen(function* () {
          const { instance } = yield* around
          const [one, two] = [yield* instance, yield* instance]
          for (const [index, from] of [one, two, one, two, one, two, one, two].entries()) {
            yield* from.changes.append([notification(index + 1)])
            yield* Effect.all([untilReceived(one, index + 1), untilReceived(two, index + 1)])
          }
          yield* one.changes.append(Array.range(9, 1_000).map(notification))
          yield* untilReceived(two, 1_000)
          yield* Effect.all([one.changes.readBarrier, two.changes.readBarrier])
          deepStrictEqual([one.receivedIds, two.receivedIds], [Array.range(1, 1_000), Array.range(1, 1_000)])
        })
    )

    it.scopedLive("Changes loses nothing when the connection breaks, and is in step again on a new one", () =>
      Effect.gen(function* () {
        const { breakAll, instance } = yield* around
        const [one, two] = [yield* instance, yield* instance]
        yield* Effect.all([isInSync(one), isInSync(two)])
        const before = two.connection()
        yield* breakAll
        yield* until(Effect.sync(() => !two.changes.isInSync()))
        const missed = Array.range(1, 20)
        yield* Effect.forEach(missed, (id) => one.changes.append([notification(id)]))
        yield* untilReceived(two, 20)
        deepStrictEqual(two.receivedIds, missed)
        yield* Effect.all([isInSync(one), isInSync(two)])
        assertTrue(Option.getOrThrow(two.connection()) > Option.getOrThrow(before))
        yield* one.changes.append([notification(21)])
        yield* untilReceived(two, 21)
        deepStrictEqual([one.receivedIds, two.receivedIds], [Array.range(1, 21), Array.range(1, 21)])
      })
    )

    it.scopedLive(
      "Changes.isInSync is false within two seconds of a silent connection, and true once one answers",
      () =>
        Effect.gen(function* () {
          const { instanceBy, url } = yield* around
          const proxy = yield* silentProxy(url)
          const one = yield* instanceBy(proxy.url)
          yield* isInSync(one)
          yield* proxy.freeze
          const doubted = until(Effect.sync(() => !one.changes.isInSync()))
          yield* Effect.timeout(doubted, "2 seconds")
          yield* proxy.thaw
          yield* isInSync(one)
          yield* proxy.freezeExisting
          yield* Effect.timeout(doubted, "2 seconds")
          yield* isInSync(one)
        }),
      { retry: 3 } // the machine may be busy for two seconds
    )

    it.scopedLive(
      "Changes.readBarrier brings the first write of an instance that started later, though no wake-up arrives",
      () =>
        Effect.gen(function* () {
          const { instance, instanceBy, url } = yield* around
          const proxy = yield* silentProxy(url)
          const one = yield* instanceBy(proxy.url)
          yield* proxy.freeze
          const two = yield* instance
          yield* two.changes.append([notification(2)])
          yield* one.changes.readBarrier
          deepStrictEqual(one.receivedIds, [2])
        })
    )

    it.scopedLive("wake wakes others though its instance ends right after it", () =>
      Effect.gen(function* () {
        const { notifier } = yield* around
        const one = yield* notifier
        yield* Effect.repeatN(
          Effect.zipRight(Effect.scoped(Effect.flatMap(notifier, ({ wake }) => wake)), one.awaitWakeUp),
          3
        )
      }).pipe(Effect.timeout("2 minutes"))
    )

    it.scopedLive("the notifier ends with its layer though its connection is silent", () =>
      Effect.gen(function* () {
        const { instanceBy, url } = yield* around
        const proxy = yield* silentProxy(url)
        const used = Effect.gen(function* () {
          const one = yield* instanceBy(proxy.url)
          yield* isInSync(one)
          yield* proxy.freeze
        })
        yield* Effect.timeout(Effect.scoped(used), "8 seconds")
      })
    )
  })
}
