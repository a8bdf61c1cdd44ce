import { randomUUID } from "node:crypto"
import { Deferred, Effect, Option, Queue, Schedule, type Scope } from "effect"
import { ChangeNotifier } from "../ports/ChangeNotifier.ts"

/** A connection to a channel that brings messages of all instances. */
export interface ChannelConnection {
  readonly publish: (message: string) => Effect.Effect<unknown, unknown>
  /** Subscribes to the channel. To do it once more has no effect, but the peer has to answer. */
  readonly subscribe: Effect.Effect<unknown, unknown>
}

/**
 * Opens a connection that ends with the scope. It calls `receive` with each message, and `lose` with the reason once it
 * is lost.
 */
export type OpenChannel = (
  receive: (message: string) => void,
  lose: (reason: Error) => void
) => Effect.Effect<ChannelConnection, unknown, Scope.Scope>

/**
 * The pause after a wake-up that is sent to other instances. It gathers many writes, whose messages would cost as much
 * as the writes.
 */
const messageInterval = "5 millis"

/** The longest wait for a subscription to the channel of wake-ups: a server that does not answer is tried again. */
const subscribeTimeout = "5 seconds"

/**
 * The longest time for sending a wake-up to other instances. A shutdown waits for the last one, so that other instances
 * receive it.
 */
const publishTimeout = "1 second"

/**
 * A connection for wake-ups that died silently is noticed within one and a half seconds. Until then other instances
 * hear of the end of a credential when they read the outbox, each second.
 */
const pingInterval = "500 millis"
/** The longest wait for the answer to a ping, after which a connection for wake-ups counts as lost. */
const pingTimeout = "1 second"

/** The wait before a lost connection for wake-ups is opened again. */
const reconnectEvery = Schedule.spaced("1 second")

/** A notifier over a channel, whose connection is opened again when it is lost. A message is the id of its sender. */
export const make = (open: OpenChannel) =>
  Effect.gen(function* () {
    const instance = randomUUID()
    const toSend = yield* Queue.sliding<void>(1)
    const received = yield* Queue.sliding<void>(1)
    let connections = 0
    let present: { readonly number: number; readonly publish: Effect.Effect<unknown, unknown> } | undefined

    /** One connection that listens and sends, until it is lost. */
    const connect = Effect.gen(function* () {
      const lost = yield* Deferred.make<never, Error>()
      const number = connections + 1
      const receive = (message: string) => void (message !== instance && Queue.unsafeOffer(received, undefined))
      const connection = yield* open(receive, (reason) => {
        if (present?.number === number) present = undefined
        Deferred.unsafeDone(lost, Effect.fail(reason))
      })
      yield* Effect.timeout(connection.subscribe, subscribeTimeout)
      const interruptible = Effect.interruptible(connection.publish(instance)) // else its timeout would wait for it
      const publish = Effect.uninterruptible(Effect.timeout(interruptible, publishTimeout))
      connections = number
      present = { number, publish }
      yield* Queue.offer(received, undefined)
      const send = Effect.zipRight(Queue.take(toSend), Effect.zipLeft(publish, Effect.sleep(messageInterval)))
      const ping = Effect.delay(Effect.timeout(connection.subscribe, pingTimeout), pingInterval)
      yield* Effect.all([Effect.forever(send), Effect.forever(ping), Deferred.await(lost)], {
        concurrency: "unbounded",
        discard: true
      })
    })

    yield* Effect.forkScoped(
      Effect.scoped(connect).pipe(
        Effect.tapError((error) => Effect.logDebug("wake-ups are interrupted", error)),
        Effect.retry(reconnectEvery)
      )
    )
    const flush = Effect.flatMap(Queue.size(toSend), (unsent) =>
      unsent > 0 && present !== undefined ? Effect.ignore(present.publish) : Effect.void
    )
    yield* Effect.addFinalizer(() => flush)
    return ChangeNotifier.of({
      wake: Effect.asVoid(Queue.offer(toSend, undefined)),
      awaitWakeUp: Queue.take(received),
      connection: Option.some(() => present?.number)
    })
  })
