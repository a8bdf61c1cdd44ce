import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { Array, Context, Effect, Layer, Option, Redacted, Schedule, type Scope } from "effect"
import * as Database from "../../src/adapters/postgres/connection/Database.ts"
import * as Sql from "../../src/adapters/postgres/connection/Sql.ts"
import type { Change } from "../../src/domain/Change.ts"
import { UserId } from "../../src/domain/Ids.ts"
import { ChangeNotifier } from "../../src/ports/ChangeNotifier.ts"
import { Changes } from "../../src/services/Changes.ts"
import { onServerOf, serverUrl } from "../process/Databases.ts"
import { silentProxy } from "../process/SilentProxy.ts"

/** A channel between the instances on a database. */
export interface TestChannel {
  readonly url: string
  /** A notifier by this URL, which may lead through a proxy. */
  readonly layer: (url: string) => Layer.Layer<ChangeNotifier>
  /** Breaks the connections of all notifiers. */
  readonly breakAll: Effect.Effect<void>
}

const maria = UserId.make(2_147_483_647)
const notification = (id: number): Change => ({ kind: "notifications_read", id, userId: maria })

/** A sequence number that the outbox does not reach: its change is heard by a hint or not at all. */
const hintedFrom = 9_007_199_254_000_000

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
    const hints = Context.get(services, ChangeNotifier)
    const receivedIds: Array<number> = []
    yield* changes.subscribe(`user ${maria}`, ({ id }) => void receivedIds.push(id))
    const connection = () => Option.flatMapNullable(hints.connection, ({ current }) => current())
    yield* until(Effect.sync(() => Option.isSome(connection())))
    return { receivedIds, changes, hints, connection, services }
  })

/** A new database whose schema is up to date. */
const newDatabase = Effect.gen(function* () {
  const { DATABASE_URL = "" } = yield* onServerOf(serverUrl ?? "")
  const url = Redacted.make(DATABASE_URL)
  yield* Effect.scoped(Layer.build(Database.migrated(Database.server(url, 2))))
  return url
})

/** Waits until a condition holds. */
const until = <E>(holds: Effect.Effect<boolean, E>) =>
  Effect.repeat(holds, { until: (is) => is, schedule: Schedule.spaced("5 millis") }).pipe(Effect.timeout("15 seconds"))

const untilReceived = ({ receivedIds }: { readonly receivedIds: ReadonlyArray<number> }, count: number) =>
  until(Effect.sync(() => receivedIds.length >= count))

const isInSync = ({ changes }: { readonly changes: typeof Changes.Service }) => until(Effect.sync(changes.isInSync))

/** The promises of the port, through a channel that `make` gives for a database; skipped without a server for it. */
export const changeNotifierContract = (
  name: string,
  hasServer: boolean,
  make: (database: Redacted.Redacted) => Effect.Effect<TestChannel, unknown, Scope.Scope>
) => {
  /** A database of a test's own, instances on it, and the same with hints by another URL. */
  const around = Effect.gen(function* () {
    const database = yield* newDatabase
    const channel = yield* make(database)
    const instanceBy = (url: string) => notifiedInstance(database, channel.layer(url))
    return { ...channel, instance: instanceBy(channel.url), instanceBy }
  })

  describe.skipIf(!hasServer)(`ChangeNotifier (${name})`, () => {
    it.scopedLive("send brings each change once to each other instance, though the outbox brings it too", () =>
      Effect.gen(function* () {
        const { instance } = yield* around
        const [one, two] = [yield* instance, yield* instance]
        for (const [index, from] of [one, two, one, two, one, two, one, two].entries()) {
          yield* from.changes.append([notification(index + 1)])
          yield* Effect.all([untilReceived(one, index + 1), untilReceived(two, index + 1)])
        }
        yield* Effect.sleep("2500 millis") // the outbox has been read twice
        deepStrictEqual([one.receivedIds, two.receivedIds], [Array.range(1, 8), Array.range(1, 8)])
      })
    )

    it.scopedLive("send brings the changes of one write together, so that a reader of one has all of them", () =>
      Effect.gen(function* () {
        const { instance } = yield* around
        const [one, two] = [yield* instance, yield* instance]
        const heard: Array<ReadonlyArray<number>> = []
        yield* two.hints.listen((changes) => void heard.push(changes.map(({ id }) => id)))
        yield* one.hints.send([1, 2, 3].map((id) => ({ ...notification(id), sequence: hintedFrom + id })))
        yield* untilReceived(two, 3)
        deepStrictEqual(heard, [[1, 2, 3]])
      })
    )

    it.scopedLive("send takes a thousand changes at once, and an instance does not hear its own", () =>
      Effect.gen(function* () {
        const { instance } = yield* around
        const [one, two] = [yield* instance, yield* instance]
        // Ids and sequence numbers as long as they get.
        const hinted = Array.makeBy(1_000, (index) => ({
          ...notification(2_147_480_000 + index),
          sequence: hintedFrom + index
        }))
        yield* one.hints.send(hinted)
        yield* untilReceived(two, 1_000)
        deepStrictEqual(
          two.receivedIds,
          hinted.map(({ id }) => id)
        )
        const written = Array.makeBy(1_000, (index) => index + 1)
        yield* two.changes.append(written.map(notification))
        yield* untilReceived(one, 1_000)
        deepStrictEqual(one.receivedIds, written)
      })
    )

    it.scopedLive("Changes loses nothing when the connection breaks, and hears hints again on a new one", () =>
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
        yield* one.hints.send([{ ...notification(21), sequence: hintedFrom }])
        yield* untilReceived(two, 21)
        yield* Effect.sleep("1500 millis")
        deepStrictEqual([one.receivedIds, two.receivedIds], [missed, [...missed, 21]])
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
        })
    )

    it.scopedLive(
      "Changes.readBarrier brings the first write of an instance that started later, though no hint arrives",
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

    it.scopedLive("send delivers the last changes of an instance that ends", () =>
      Effect.gen(function* () {
        const { instance } = yield* around
        const one = yield* instance
        const last = Effect.flatMap(instance, ({ hints }) => hints.send([{ ...notification(1), sequence: hintedFrom }]))
        yield* Effect.scoped(last)
        yield* untilReceived(one, 1)
        deepStrictEqual(one.receivedIds, [1])
      })
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
