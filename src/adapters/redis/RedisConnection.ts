import { Effect, Redacted, type Scope } from "effect"
import { Redis, type RedisOptions } from "ioredis"

/** The Redis that the instances of a community share. */
export interface SharedRedis {
  readonly url: Redacted.Redacted
  /** Begins the names of all keys and channels, so that communities on one Redis do not mix. */
  readonly prefix: string
}

/** The longest wait for a new connection to Redis. */
const connectTimeout = "1 second"

/** A connection is made once: who opened it sees its loss, and opens another one. */
const once: RedisOptions = {
  lazyConnect: true,
  retryStrategy: () => null,
  enableOfflineQueue: false,
  enableReadyCheck: false,
  disableClientInfo: true,
  enableAutoPipelining: true,
  keepAlive: 10_000
}

/** The client of a URL, and the commands that begin its connection. */
const clientOf = (url: Redacted.Redacted) => {
  const { hostname, password, pathname, port, protocol, username } = new URL(Redacted.value(url))
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)]
  const database = Number(pathname.slice(1))
  const client = new Redis({
    ...once,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || 6379),
    ...(protocol === "rediss:" ? { tls: {} } : {})
  })
  const begin = async () => {
    await client.connect()
    if (secret !== "") await (user === "" ? client.auth(secret) : client.auth(user, secret))
    if (database > 0) await client.select(database)
  }
  return { client, begin }
}

/** Only the message: Redis's errors carry their command, which may contain the password. */
const reasonOf = (error: unknown) => new Error(error instanceof Error ? error.message : String(error))

/** Runs a command; fails with only the message of Redis. */
export const command = <A>(run: () => Promise<A>): Effect.Effect<A, Error> =>
  Effect.tryPromise({ try: run, catch: reasonOf })

/** Opens a connection that ends with the scope. `lose` is called once it is lost, with the reason. */
export const open = (url: Redacted.Redacted, lose: (reason: Error) => void): Effect.Effect<Redis, Error, Scope.Scope> =>
  Effect.gen(function* () {
    let first: Error | undefined
    const fail = (error: unknown) => {
      first ??= reasonOf(error)
      lose(first)
    }
    const { begin, client } = yield* Effect.acquireRelease(
      Effect.sync(() => clientOf(url)),
      ({ client }) =>
        Effect.sync(() => {
          fail(new Error("the connection is given up"))
          client.disconnect()
          client.stream?.destroy() // a silent peer returns no goodbye
        })
    )
    client.on("error", fail)
    client.on("end", () => fail(new Error("the connection has ended")))
    yield* command(begin).pipe(
      Effect.timeoutFail({
        duration: connectTimeout,
        onTimeout: () => new Error(`no connection within ${connectTimeout}`)
      }),
      Effect.mapError((error) => first ?? error) // the event has the reason
    )
    return client
  })
