import { randomUUID } from "node:crypto"
import { Chunk, Deferred, Effect, Option, Queue, Schedule, Schema, type Scope, Stream, SubscriptionRef } from "effect"
import { changeKinds, type SequencedChange } from "../domain/Change.ts"
import { UserId } from "../domain/Ids.ts"
import { ChangeNotifier } from "../ports/ChangeNotifier.ts"

/** A connection to a channel that brings messages of all instances. */
export interface ChannelConnection {
  readonly publish: (message: string) => Effect.Effect<unknown, unknown>
  /** Subscribes to the channel. To do it once more has no effect, but the peer has to answer. */
  readonly subscribe: Effect.Effect<unknown, unknown>
}

/**
 * Opens a connection that ends with the scope. It calls `receive` with each message, and `lose` with the reason once it is
 * lost.
 */
export type OpenChannel = (
  receive: (message: string) => void,
  lose: (reason: Error) => void
) => Effect.Effect<ChannelConnection, unknown, Scope.Scope>

/** The most changes in one message: PostgreSQL's messages hold 8,000 bytes, and a change takes some sixty. */
const maxChangesInMessage = 100

/** The most changes that wait to be sent. Others get no hint: instances find them in the outbox. */
const maxWaiting = 10_000

/** The pause behind a message. It gathers the changes of many writes, whose messages would cost as much as the writes. */
const messageInterval = "5 millis"

/** The timeout of the first subscription: a server that does not answer is tried again. */
const subscribeTimeout = "5 seconds"

/**
 * The connection is pinged so often, and the answer may take so long: a connection that died silently is noticed within
 * one and a half seconds. Until then other instances hear of the end of a credential when they read the outbox, each second.
 */
const pingInterval = "500 millis"
const pingTimeout = "1 second"

/** The longest wait of a shutdown for unsent changes. */
const flushTimeout = "1 second"

/** A message: the instance that sent it, and its changes. */
const Message = Schema.parseJson(
  Schema.Tuple(
    Schema.String,
    Schema.Array(Schema.Tuple(Schema.Number, Schema.Literal(...changeKinds), Schema.Number, Schema.NullOr(UserId)))
  )
)
const encode = Schema.encodeSync(Message)
const decode = Schema.decodeUnknownOption(Message)

/** The changes of this instance that wait to be sent. */
const makeSendQueue = (instance: string) =>
  Effect.map(Queue.unbounded<SequencedChange>(), (queue) => {
    /** The number of changes that wait or are being sent. */
    let unsent = 0
    return {
      unsent: () => unsent,

      /** Adds changes, as many as there is room for. */
      offer: (changes: ReadonlyArray<SequencedChange>) =>
        Effect.suspend(() => {
          const sendable = changes.slice(0, maxWaiting - unsent)
          unsent += sendable.length
          return Effect.asVoid(Queue.offerAll(queue, sendable))
        }),

      /**
       * Waits for changes, sends them as one message, and pauses unless it was full. Those whose message fails are not sent
       * again. It takes the first change alone, then the others: `takeBetween` would not wait for those of the same write.
       */
      sendMessage: ({ publish }: ChannelConnection) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.gen(function* () {
            const first = yield* restore(Queue.take(queue))
            const changes = Chunk.prepend(yield* Queue.takeUpTo(queue, maxChangesInMessage - 1), first)
            const tuples = Chunk.map(changes, ({ id, kind, sequence, userId }) => [sequence, kind, id, userId] as const)
            const message = encode([instance, Chunk.toReadonlyArray(tuples)])
            const finish = Effect.sync(() => {
              unsent -= Chunk.size(changes)
            })
            yield* Effect.ensuring(restore(publish(message)), finish)
            if (Chunk.size(changes) < maxChangesInMessage) yield* restore(Effect.sleep(messageInterval))
          })
        )
    }
  })

/** The listeners of this instance, which hear the messages of others. */
const makeListeners = (instance: string) => {
  const listeners = new Set<(changes: ReadonlyArray<SequencedChange>) => void>()
  return {
    listen: (listener: (changes: ReadonlyArray<SequencedChange>) => void) =>
      Effect.asVoid(
        Effect.acquireRelease(
          Effect.sync(() => listeners.add(listener)),
          () => Effect.sync(() => listeners.delete(listener))
        )
      ),

    receive: (text: string) => {
      if (text.includes(instance)) return
      const message = decode(text)
      if (message._tag === "None") return
      const changes = message.value[1].map(([sequence, kind, id, userId]) => ({ sequence, kind, id, userId }))
      for (const listener of listeners) listener(changes)
    }
  }
}

/** A notifier over a channel, whose connection is opened again when it is lost. */
export const make = (open: OpenChannel) =>
  Effect.gen(function* () {
    const instance = randomUUID()
    const queue = yield* makeSendQueue(instance)
    const { listen, receive } = makeListeners(instance)
    /** The number of the last connection that was established, and of the present one. */
    const established = yield* SubscriptionRef.make(0)
    let current: number | undefined
    /** True from the loss of a connection until the next one is established. */
    let isLost = false

    /** One connection that listens and sends, until it is lost. */
    const connect = Effect.gen(function* () {
      const lost = yield* Deferred.make<never, Error>()
      const number = (yield* SubscriptionRef.get(established)) + 1
      const connection = yield* open(receive, (reason) => {
        if (current === number) current = undefined
        isLost = true
        Deferred.unsafeDone(lost, Effect.fail(reason))
      })
      yield* Effect.timeout(connection.subscribe, subscribeTimeout)
      current = number
      isLost = false
      yield* SubscriptionRef.set(established, number)
      const ping = Effect.delay(Effect.timeout(connection.subscribe, pingTimeout), pingInterval)
      yield* Effect.all([Effect.forever(queue.sendMessage(connection)), Effect.forever(ping), Deferred.await(lost)], {
        concurrency: "unbounded",
        discard: true
      })
    })

    yield* Effect.forkScoped(
      Effect.scoped(connect).pipe(
        Effect.tapError((error) => Effect.logDebug("hints are interrupted", error)),
        Effect.retry(Schedule.spaced("1 second"))
      )
    )
    // A command may end right after its last write, of which other instances must hear all the same.
    yield* Effect.addFinalizer(() =>
      Effect.suspend(() => (queue.unsent() === 0 ? Effect.void : Effect.sleep("5 millis"))).pipe(
        Effect.repeat({ while: () => queue.unsent() > 0 && !isLost }),
        Effect.interruptible,
        Effect.timeout(flushTimeout),
        Effect.ignore
      )
    )
    return ChangeNotifier.of({
      send: queue.offer,
      listen,
      connection: Option.some({
        current: () => current,
        established: Stream.filter(established.changes, (number) => number > 0)
      })
    })
  })
