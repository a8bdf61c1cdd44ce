import { Effect, Layer, Redacted } from "effect"
import pg from "pg"
import { ChangeNotifier } from "../../../ports/ChangeNotifier.ts"
import * as ChangeNotifierChannel from "../../ChangeNotifierChannel.ts"

const channel = "community_changes"

const options = {
  keepAlive: true,
  /** The idle time after which the system checks if the server of the wake-ups still answers. */
  keepAliveInitialDelayMillis: 10_000,
  /** A new connection for wake-ups that is not made within this time is tried again. */
  connectionTimeoutMillis: 5_000
}

/**
 * The longest time for closing the connection for wake-ups with a goodbye, after which its socket is destroyed: a
 * silent peer does not return it.
 */
const goodbyeTimeout = "500 millis"

/** Prepared once for each connection. */
const notify = (message: string) => ({ name: "notify", text: "select pg_notify($1, $2)", values: [channel, message] })

const open =
  (url: Redacted.Redacted): ChangeNotifierChannel.OpenChannel =>
  (receive, lose) =>
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
      client.on("notification", ({ payload }) => void (payload !== undefined && receive(payload)))
      client.on("error", lose)
      client.on("end", () => lose(new Error("the connection has ended")))
      yield* Effect.tryPromise(() => client.connect())
      return {
        publish: (message) => Effect.tryPromise(() => client.query(notify(message))),
        subscribe: Effect.tryPromise(() => client.query(`listen ${channel}`))
      }
    })

/** LISTEN and NOTIFY on a connection of its own. */
export const layer = (url: Redacted.Redacted) => Layer.scoped(ChangeNotifier, ChangeNotifierChannel.make(open(url)))
