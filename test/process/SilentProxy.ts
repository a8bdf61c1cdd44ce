import { connect, createServer, type Socket } from "node:net"
import { Effect } from "effect"

/** A network that can fall silent: it forwards neither data nor the end of a connection, and reports nothing. */
export interface SilentProxy {
  /** The URL of the database through this network. */
  readonly url: string
  /** Nothing goes through any more; connections are still accepted, as by a middlebox, and stay silent. */
  readonly freeze: Effect.Effect<void>
  /** The connections of now fall silent for ever; new ones work. */
  readonly freezeExisting: Effect.Effect<void>
  /** Everything goes through again, also what was sent meanwhile. */
  readonly thaw: Effect.Effect<void>
}

/** A proxy before the database of a URL, closed with the scope. */
export const silentProxy = (databaseUrl: string) =>
  Effect.gen(function* () {
    const target = new URL(databaseUrl)
    const sockets = new Set<Socket>()
    const waiting = new Set<() => void>()
    let isFrozen = false

    const opened = (socket: Socket) => {
      sockets.add(socket)
      socket.on("error", () => undefined)
      socket.on("close", () => sockets.delete(socket))
      return socket
    }
    const join = (one: Socket) => {
      const other = opened(connect({ host: target.hostname, port: Number(target.port), allowHalfOpen: true }))
      for (const [from, to] of [
        [one, other],
        [other, one]
      ] as const) {
        from.on("data", (data) => void to.write(data))
        from.on("end", () => void to.end())
      }
    }
    const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
      opened(socket)
      const begin = () => {
        join(socket)
        socket.resume()
      }
      if (isFrozen) waiting.add(begin)
      else begin()
    })
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
      () =>
        Effect.sync(() => {
          server.close()
          for (const socket of sockets) socket.destroy()
        })
    )
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const pause = () => {
      for (const socket of sockets) socket.pause()
    }
    const proxy: SilentProxy = {
      url: Object.assign(new URL(databaseUrl), { hostname: "127.0.0.1", port: String(port) }).href,
      freeze: Effect.sync(() => {
        isFrozen = true
        pause()
      }),
      freezeExisting: Effect.sync(pause),
      thaw: Effect.sync(() => {
        isFrozen = false
        for (const socket of sockets) socket.resume()
        for (const begin of waiting) begin()
        waiting.clear()
      })
    }
    return proxy
  })
