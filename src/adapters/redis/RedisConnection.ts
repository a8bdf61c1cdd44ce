import { Effect, Redacted, type Scope } from "effect"
import { Redis, type RedisOptions } from "ioredis"

/** The Redis that the instances of a community share. */
export interface SharedRedis {
  readonly url: Redacted.Redacted
  /** Begins the names of all keys and channels, so that communities on one Redis do not mix. */
  readonly prefix: string
}

/** A connection is made once: who opened it sees its loss, and opens another one. */
const once: RedisOptions = {
  lazyConnect: true,
  retryStrategy: () => null,
  enableOfflineQueue: false,
  enableReadyCheck: false,
  disableClientInfo: true,
  connectTimeout: 1_000,
  keepAlive: 10_000
}

const optionsOf = (url: Redacted.Redacted): RedisOptions => {
  const { hostname, password, pathname, port, protocol, username } = new URL(Redacted.value(url))
  return {
    ...once,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || 6379),
    db: Number(pathname.slice(1)),
    ...(username === "" ? {} : { username: decodeURIComponent(username) }),
    ...(password === "" ? {} : { password: decodeURIComponent(password) }),
    ...(protocol === "rediss:" ? { tls: {} } : {})
  }
}

/** The message alone: Redis's errors carry their command, which may be that with the password. */
const reasonOf = (error: unknown) => new Error(error instanceof Error ? error.message : String(error))

/** Runs a command; fails with the message of Redis alone. */
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
    const client = yield* Effect.acquireRelease(
      Effect.sync(() => new Redis(optionsOf(url))),
      (client) =>
        Effect.sync(() => {
          fail(new Error("the connection is given up"))
          client.disconnect()
          client.stream?.destroy() // a silent peer returns no goodbye
        })
    )
    client.on("error", fail)
    client.on("end", () => fail(new Error("the connection has ended")))
    yield* Effect.mapError(
      command(() => client.connect()),
      (error) => first ?? error // the event tells why
    )
    return client
  })
