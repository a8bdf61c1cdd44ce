import { randomUUID } from "node:crypto"
import {
  Chunk,
  Deferred,
  Effect,
  Layer,
  Option,
  Queue,
  Redacted,
  Schedule,
  Schema,
  type Scope,
  Stream,
  SubscriptionRef
} from "effect"
import pg from "pg"
import { changeKinds, type SequencedChange } from "../../../domain/Change.ts"
import { UserId } from "../../../domain/Ids.ts"
import { ChangeNotifier } from "../../../ports/ChangeNotifier.ts"

const channel = "community_changes"

/** The most changes in one message: PostgreSQL's messages hold 8,000 bytes, and a change takes some sixty. */
const maxChangesInMessage = 100

/** The most changes that wait to be sent. Others get no hint: instances find them in the outbox. */
const maxWaiting = 10_000

/** The pause behind a message. It gathers the changes of many writes, whose messages would cost as much as the writes. */
const messageInterval = "5 millis"

/** The timeouts of a new connection: a server that does not answer is tried again. */
const listenTimeout = "5 seconds"
const options = { keepAlive: true, keepAliveInitialDelayMillis: 10_000, connectionTimeoutMillis: 5_000 }

/**
 * The connection is pinged so often, and the answer may take so long: a connection that died silently is noticed within
 * one and a half seconds. Until then other instances hear of the end of a credential when they read the outbox, each second.
 */
const pingInterval = "500 millis"
const pingTimeout = "1 second"

/** The timeout of a goodbye, after which the socket is destroyed: a silent peer does not return it. */
const goodbyeTimeout = "500 millis"

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

const query = (client: pg.Client, statement: string | pg.QueryConfig) =>
  Effect.tryPromise(() => client.query(statement))

/** Prepared once for each connection. */
const notify = (message: string) => ({ name: "notify", text: "select pg_notify($1, $2)", values: [channel, message] })

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

      /** Waits for changes, sends them as one message, and pauses unless it was full. Those whose message fails are not sent again. */
      sendMessage: (client: pg.Client) =>
        Effect.uninterruptibleMask((restore) =>
          Effect.flatMap(restore(Queue.takeBetween(queue, 1, maxChangesInMessage)), (changes) => {
            const tuples = Chunk.map(changes, ({ id, kind, sequence, userId }) => [sequence, kind, id, userId] as const)
            const message = encode([instance, Chunk.toReadonlyArray(tuples)])
            const finish = Effect.sync(() => {
              unsent -= Chunk.size(changes)
            })
            const isFull = Chunk.size(changes) === maxChangesInMessage
            const sent = Effect.ensuring(restore(query(client, notify(message))), finish)
            return isFull ? sent : Effect.zipRight(sent, restore(Effect.sleep(messageInterval)))
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

    receive: ({ payload }: pg.Notification) => {
      if (payload === undefined || payload.includes(instance)) return
      const message = decode(payload)
      if (message._tag === "None") return
      const changes = message.value[1].map(([sequence, kind, id, userId]) => ({ sequence, kind, id, userId }))
      for (const listener of listeners) listener(changes)
    }
  }
}

/** Opens a connection that ends with the scope. `lose` is called once it is lost, with the reason. */
const openClient = (
  url: Redacted.Redacted,
  receive: (notification: pg.Notification) => void,
  lose: (reason: Error) => void
): Effect.Effect<pg.Client, unknown, Scope.Scope> =>
  Effect.gen(function* () {
    const client = yield* Effect.acquireRelease(
      Effect.sync(() => new pg.Client({ ...options, connectionString: Redacted.value(url) })),
      (client) => {
        lose(new Error("the connection is given up"))
        return Effect.tryPromise(() => client.end()).pipe(
          Effect.interruptible, // a finalizer is not interruptible by itself, and a timeout would wait for it
          Effect.timeout(goodbyeTimeout),
          Effect.ignore,
          Effect.zipRight(Effect.sync(() => client.connection.stream.destroy()))
        )
      }
    )
    client.on("notification", receive)
    client.on("error", lose)
    client.on("end", () => lose(new Error("the connection has ended")))
    yield* Effect.tryPromise(() => client.connect())
    return client
  })

const make = (url: Redacted.Redacted) =>
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
      const client = yield* openClient(url, receive, (reason) => {
        if (current === number) current = undefined
        isLost = true
        Deferred.unsafeDone(lost, Effect.fail(reason))
      })
      const listenToChannel = Effect.timeout(query(client, `listen ${channel}`), listenTimeout)
      yield* listenToChannel
      current = number
      isLost = false
      yield* SubscriptionRef.set(established, number)
      // To listen once more has no effect, but the server has to answer.
      const ping = Effect.delay(Effect.timeout(listenToChannel, pingTimeout), pingInterval)
      yield* Effect.all([Effect.forever(queue.sendMessage(client)), Effect.forever(ping), Deferred.await(lost)], {
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

/** LISTEN and NOTIFY on a connection of its own, which is established again when it is lost. */
export const layer = (url: Redacted.Redacted) => Layer.scoped(ChangeNotifier, make(url))
