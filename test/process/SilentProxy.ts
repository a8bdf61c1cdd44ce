import { connect, createServer, type Socket } from "node:net"
import { Effect } from "effect"

/** A network that can fall silent: it forwards neither data nor the end of a connection, and reports nothing. */
export interface SilentProxy {
  /** The URL of the database through this network. */
  readonly url: string
  /** The number of connections that were accepted, silent ones too. */
  readonly accepted: Effect.Effect<number>
  /** Nothing goes through any more; connections are still accepted, as by a middlebox, and stay silent. */
  readonly freeze: Effect.Effect<void>
  /** The connections of now fall silent for ever; new ones work. */
  readonly freezeExisting: Effect.Effect<void>
  /** Everything goes through again, also what was sent while it was silent. */
  readonly thaw: Effect.Effect<void>
  /** Resets all connections of now. */
  readonly cut: Effect.Effect<void>
  /** New connections go to the host and port of another URL. */
  readonly lead: (url: string) => Effect.Effect<void>
}

/** A proxy before the server of a URL, such as a database, closed with the scope. */
export const silentProxy = (serverUrl: string) =>
  Effect.gen(function* () {
    let target = new URL(serverUrl)
    const sockets = new Set<Socket>()
    const silent = new WeakSet<Socket>()
    const waiting = new Set<() => void>()
    let isFrozen = false
    let accepted = 0

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
        from.on("close", (hasFailed) => {
          if (!hasFailed) return
          if (isFrozen) waiting.add(() => to.destroy())
          else if (!silent.has(to)) to.destroy()
        })
      }
    }
    const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) => {
      accepted += 1
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
    const silence = () => {
      pause()
      for (const socket of sockets) silent.add(socket)
    }
    const proxy: SilentProxy = {
      url: Object.assign(new URL(serverUrl), { hostname: "127.0.0.1", port: String(port) }).href,
      accepted: Effect.sync(() => accepted),
      freeze: Effect.sync(() => {
        isFrozen = true
        pause()
      }),
      freezeExisting: Effect.sync(silence),
      thaw: Effect.sync(() => {
        isFrozen = false
        for (const socket of sockets) socket.resume()
        for (const begin of waiting) begin()
        waiting.clear()
      }),
      cut: Effect.sync(() => {
        for (const socket of sockets) socket.resetAndDestroy()
      }),
      lead: (url) =>
        Effect.sync(() => {
          target = new URL(url)
        })
    }
    return proxy
  })
