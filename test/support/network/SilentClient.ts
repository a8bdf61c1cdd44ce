import { connect } from "node:net"
import { Effect } from "effect"

/** Connects a client that sends requests, and reads nothing until it is resumed. */
export const silentAt = (port: number, bytes: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const socket = connect(port, "127.0.0.1").pause()
      socket.on("error", () => undefined)
      socket.write(bytes)
      return socket
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )
