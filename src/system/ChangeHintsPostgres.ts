import { randomUUID } from "node:crypto"
import { Chunk, Deferred, Effect, Layer, PubSub, Queue, Redacted, Schedule, Schema, Stream } from "effect"
import pg from "pg"
import { changeKinds, type PlacedChange } from "../domain/Change.ts"
import { UserId } from "../domain/Ids.ts"
import { ChangeHints } from "../services/ChangeHints.ts"

const channel = "community_changes"

/** How many changes one message carries: PostgreSQL's messages hold 8,000 bytes, and one of ours some sixty. */
const maxChangesInMessage = 100

/** How many changes wait for their message; more are left to the log. */
const maxWaiting = 10_000

/** A server that does not answer is given up, and tried again. */
const options = { keepAlive: true, connectionTimeoutMillis: 5_000 }

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
    const waiting = yield* Queue.dropping<PlacedChange>(maxWaiting)
    const hub = yield* PubSub.sliding<ReadonlyArray<PlacedChange>>(1_024)

    const receive = ({ payload }: pg.Notification) => {
      const message = decode(payload)
      if (message._tag === "None" || message.value[0] === instance) return
      hub.unsafeOffer(message.value[1].map(([place, kind, id, userId]) => ({ place, kind, id, userId })))
    }

    /** One connection that listens and sends, until it is lost. */
    const connected = Effect.gen(function* () {
      const lost = yield* Deferred.make<never, Error>()
      const lose = (error: Error) => Deferred.unsafeDone(lost, Effect.fail(error))
      const client = yield* Effect.acquireRelease(
        Effect.sync(() => new pg.Client({ ...options, connectionString: Redacted.value(url) })),
        (client) => Effect.ignore(Effect.tryPromise(() => client.end()))
      )
      client.on("notification", receive)
      client.on("error", lose)
      client.on("end", () => lose(new Error("the connection has ended")))
      yield* Effect.tryPromise(() => client.connect())
      yield* Effect.tryPromise(() => client.query(`listen ${channel}`))
      const send = Effect.flatMap(Queue.takeBetween(waiting, 1, maxChangesInMessage), (changes) => {
        const message = encode([
          instance,
          Chunk.toReadonlyArray(Chunk.map(changes, ({ id, kind, place, userId }) => [place, kind, id, userId] as const))
        ])
        return Effect.tryPromise(() => client.query("select pg_notify($1, $2)", [channel, message]))
      })
      return yield* Effect.raceFirst(Effect.forever(send), Deferred.await(lost))
    })

    yield* Effect.forkScoped(
      Effect.scoped(connected).pipe(
        Effect.tapError((error) => Effect.logDebug("hints are interrupted", error)),
        Effect.retry(Schedule.spaced("1 second"))
      )
    )
    return ChangeHints.of({
      send: (changes) => Effect.asVoid(Queue.offerAll(waiting, changes)),
      received: Stream.fromPubSub(hub)
    })
  })

/** LISTEN and NOTIFY on a connection of its own, which is made again when it is lost. */
export const layer = (url: Redacted.Redacted) => Layer.scoped(ChangeHints, make(url))
