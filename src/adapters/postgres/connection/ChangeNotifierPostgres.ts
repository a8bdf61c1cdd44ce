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
  Stream,
  SubscriptionRef
} from "effect"
import pg from "pg"
import { changeKinds, type SequencedChange } from "../../../domain/Change.ts"
import { UserId } from "../../../domain/Ids.ts"
import { ChangeNotifier } from "../../../ports/ChangeNotifier.ts"

const channel = "community_changes"

/** How many changes one message carries: PostgreSQL's messages hold 8,000 bytes, and one of ours some sixty. */
const maxChangesInMessage = 100

/** How many changes wait for their message; more are left to the log. */
const maxWaiting = 10_000

/** A server that does not answer is given up, and tried again. */
const connectedWithin = "5 seconds"
const options = { keepAlive: true, keepAliveInitialDelayMillis: 10_000, connectionTimeoutMillis: 5_000 }

/**
 * How often the connection is pinged, and how long the answer may take: one that has died silently is noticed within
 * one and a half seconds. Until then the end of a credential is heard when the log is read, each second.
 */
const pingedEvery = "500 millis"
const answersWithin = "1 second"

/** How long a goodbye may take before the socket is destroyed: a silent peer does not return it. */
const goodbyeWithin = "500 millis"

/** How long the end of the process waits for what was not sent yet. */
const sentWithin = "1 second"

/** A message: which instance sent it, and its changes. */
const Message = Schema.parseJson(
  Schema.Tuple(
    Schema.String,
    Schema.Array(Schema.Tuple(Schema.Number, Schema.Literal(...changeKinds), Schema.Number, Schema.NullOr(UserId)))
  )
)
const encode = Schema.encodeSync(Message)
const decode = Schema.decodeUnknownOption(Message)

const make = (url: Redacted.Redacted) =>
  Effect.gen(function* () {
    const instance = randomUUID()
    const waiting = yield* Queue.unbounded<SequencedChange>()
    /** How many wait, or are being sent. */
    let unsent = 0
    const listeners = new Set<(changes: ReadonlyArray<SequencedChange>) => void>()
    /** The number of the connection that stands, and of the last that was established. */
    let current: number | undefined
    /** Whether the last connection was lost, and none has been established since. */
    let isLost = false
    const established = yield* SubscriptionRef.make(0)

    const receive = ({ payload }: pg.Notification) => {
      const message = decode(payload)
      if (message._tag === "None" || message.value[0] === instance) return
      const changes = message.value[1].map(([sequence, kind, id, userId]) => ({ sequence, kind, id, userId }))
      for (const listener of listeners) listener(changes)
    }

    const queried = (client: pg.Client, text: string, values: Array<string> = []) =>
      Effect.tryPromise(() => client.query(text, values))

    const sendTo = (client: pg.Client) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(restore(Queue.takeBetween(waiting, 1, maxChangesInMessage)), (changes) => {
          const sent = Chunk.map(changes, ({ id, kind, sequence, userId }) => [sequence, kind, id, userId] as const)
          const message = encode([instance, Chunk.toReadonlyArray(sent)])
          const finished = Effect.sync(() => {
            unsent -= Chunk.size(changes)
          })
          return Effect.ensuring(restore(queried(client, "select pg_notify($1, $2)", [channel, message])), finished)
        })
      )

    /** One connection that listens and sends, until it is lost. */
    const connected = Effect.gen(function* () {
      const lost = yield* Deferred.make<never, Error>()
      const number = (yield* SubscriptionRef.get(established)) + 1
      const lose = (error: Error) => {
        if (current === number) current = undefined
        isLost = true
        Deferred.unsafeDone(lost, Effect.fail(error))
      }
      const client = yield* Effect.acquireRelease(
        Effect.sync(() => new pg.Client({ ...options, connectionString: Redacted.value(url) })),
        (client) => {
          lose(new Error("the connection is given up"))
          return Effect.tryPromise(() => client.end()).pipe(
            Effect.interruptible, // what ends a scope is not by itself, and a timeout would wait for it
            Effect.timeout(goodbyeWithin),
            Effect.ignore,
            Effect.zipRight(Effect.sync(() => client.connection.stream.destroy()))
          )
        }
      )
      client.on("notification", receive)
      client.on("error", lose)
      client.on("end", () => lose(new Error("the connection has ended")))
      yield* Effect.tryPromise(() => client.connect())
      const listen = Effect.timeout(queried(client, `listen ${channel}`), connectedWithin)
      yield* listen
      current = number
      isLost = false
      yield* SubscriptionRef.set(established, number)
      // A connection may be gone without a word. To listen once more costs nothing, and has to be answered.
      const ping = Effect.delay(Effect.timeout(listen, answersWithin), pingedEvery)
      yield* Effect.all([Effect.forever(sendTo(client)), Effect.forever(ping), Deferred.await(lost)], {
        concurrency: "unbounded",
        discard: true
      })
    })

    yield* Effect.forkScoped(
      Effect.scoped(connected).pipe(
        Effect.tapError((error) => Effect.logDebug("hints are interrupted", error)),
        Effect.retry(Schedule.spaced("1 second"))
      )
    )
    // A command may end right after its last write, which others are to hear of all the same.
    yield* Effect.addFinalizer(() =>
      Effect.suspend(() => (unsent === 0 ? Effect.void : Effect.sleep("5 millis"))).pipe(
        Effect.repeat({ while: () => unsent > 0 && !isLost }),
        Effect.interruptible,
        Effect.timeout(sentWithin),
        Effect.ignore
      )
    )
    return ChangeNotifier.of({
      send: (changes) =>
        Effect.suspend(() => {
          const sendable = changes.slice(0, maxWaiting - unsent)
          unsent += sendable.length
          return Effect.asVoid(Queue.offerAll(waiting, sendable))
        }),
      listen: (listener) =>
        Effect.asVoid(
          Effect.acquireRelease(
            Effect.sync(() => listeners.add(listener)),
            () => Effect.sync(() => listeners.delete(listener))
          )
        ),
      connection: Option.some({
        current: () => current,
        established: Stream.filter(established.changes, (number) => number > 0)
      })
    })
  })

/** LISTEN and NOTIFY on a connection of its own, which is established again when it is lost. */
export const layer = (url: Redacted.Redacted) => Layer.scoped(ChangeNotifier, make(url))
