import { Context, Effect, Layer, Option, Queue, Ref } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { type Change, storedChange } from "../../src/domain/Change.ts"
import { UserId } from "../../src/domain/Ids.ts"
import type { Unavailable } from "../../src/domain/Unavailable.ts"
import { ChangeNotifier } from "../../src/ports/ChangeNotifier.ts"
import { ChangesRepo } from "../../src/ports/ChangesRepo.ts"
import { Transaction } from "../../src/ports/Transaction.ts"
import { Changes, type Topic } from "../../src/services/Changes.ts"

/** Other instances, and the database as it may fail. */
export class Around extends Context.Tag("test/Around")<
  Around,
  {
    /** Wakes this instance. */
    readonly wakeUps: Queue.Queue<void>
    readonly pruned: Array<number>
    /** Run before the log is read, and before it is pruned; their failures become those of the repository. */
    readonly reading: Ref.Ref<Effect.Effect<void, Unavailable>>
    readonly pruning: Ref.Ref<Effect.Effect<void, Unavailable>>
    /**
     * The number of reads of the log, of calls that wake other instances, and of the present connection; the epoch of the log, the numbers that a loss has
     * taken back, and the oldest number that is left.
     */
    readonly log: {
      reads: number
      woken: number
      current: number | undefined
      epoch: string
      lost: number
      oldest: number
    }
  }
>() {
  static readonly layer = Layer.effect(
    Around,
    Effect.all({
      wakeUps: Queue.sliding<void>(1),
      pruned: Effect.sync(() => []),
      reading: Ref.make<Effect.Effect<void, Unavailable>>(Effect.void),
      pruning: Ref.make<Effect.Effect<void, Unavailable>>(Effect.void),
      log: Effect.sync(() => ({ reads: 0, woken: 0, current: 1, epoch: "first", lost: 0, oldest: 1 }))
    })
  )
}

const notifier = Layer.effect(
  ChangeNotifier,
  Effect.map(Around, ({ log, wakeUps }) => ({
    wake: Effect.sync(() => void log.woken++),
    awaitWakeUp: Queue.take(wakeUps),
    connection: Option.some(() => log.current)
  }))
)

/** The log in memory; reading and pruning it may fail. */
const log = Layer.effect(
  ChangesRepo,
  Effect.map(Effect.all([ChangesRepo, Around]), ([repo, { log, pruned, pruning, reading }]) =>
    ChangesRepo.of({
      ...repo,
      append: (changes) => Effect.map(repo.append(changes), (given) => given.map((number) => number - log.lost)),
      within: (ranges, limit) =>
        Effect.suspend(() => {
          log.reads += 1
          const { epoch, lost } = log
          const shifted = ranges.map(({ after, until }) => ({ after: after + lost, until: until + lost }))
          const page = Effect.map(repo.within(shifted, limit), ({ changes }) => ({
            epoch,
            changes: changes.map((change) => ({ ...change, sequence: change.sequence - lost }))
          }))
          return Effect.zipRight(Effect.flatten(Ref.get(reading)), page)
        }),
      lowWatermark: Effect.map(repo.lowWatermark, (number) => number - log.lost),
      oldest: Effect.sync(() => Option.some(log.oldest)),
      prune: (days) =>
        Effect.zipRight(
          Effect.flatten(Ref.get(pruning)),
          Effect.sync(() => void pruned.push(days))
        )
    })
  )
)

export const instance = Effect.provide(
  Changes.layer.pipe(
    Layer.provideMerge(Layer.merge(notifier, log)),
    Layer.provideMerge(Layer.merge(Memory.layer, Around.layer))
  )
)

export const [maria, bob] = [UserId.make(1), UserId.make(2)]
export const marias: Topic = `user ${maria}`
export const bobs: Topic = `user ${bob}`
let lastId = 0
export const notification = (userId: UserId): Change => storedChange("notification", ++lastId, userId)
export const logout: Change = { kind: "session", id: 7, userId: maria }

/** The ids of the changes of a topic that are delivered from now on. */
export const hear = (topic: Topic) =>
  Effect.gen(function* () {
    const heard: Array<number> = []
    const changes = yield* Changes
    yield* changes.subscribe(topic, ({ id }) => void heard.push(id))
    return heard
  })

export const record = (...changes: ReadonlyArray<Change>) =>
  Effect.flatMap(Changes, (service) => service.append(changes))

/** Appends changes as another instance does whose wake-up is lost. */
export const elsewhere = (...changes: ReadonlyArray<Change>) =>
  Effect.flatMap(ChangesRepo, (repo) => repo.append(changes))

export const atomically = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, (transaction) => transaction.atomically(effect))

export const idsOf = (changes: ReadonlyArray<Change>) => changes.map(({ id }) => id)
