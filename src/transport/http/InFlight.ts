import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { Context, Layer } from "effect"

/** The requests in flight: received and not answered completely, open streams included. */
export class InFlight extends Context.Tag("transport/http/InFlight")<
  InFlight,
  {
    /** Counts a request until it is answered or its connection is closed. */
    readonly begin: (request: IncomingMessage, response: ServerResponse) => void

    readonly count: () => number

    /** False where another request has come behind this one on its connection (pipelining). */
    readonly isNewest: (request: IncomingMessage) => boolean
  }
>() {
  static readonly layer = Layer.sync(InFlight, () => make())
}

/** The requests of one connection. */
interface Connection {
  unanswered: number
  newest: IncomingMessage
  isWatched: boolean
}

/** The listeners are shared by all connections, since closures for each open stream would cost memory. */
const make = () => {
  const connections = new WeakMap<Socket, Connection>()
  let inFlight = 0

  const finish = (socket: Socket, most: number) => {
    const connection = connections.get(socket)
    if (connection === undefined) return
    const finished = Math.min(connection.unanswered, most)
    connection.unanswered -= finished
    inFlight -= finished
  }

  function responseClosed(this: ServerResponse) {
    finish(this.req.socket, 1)
  }

  function socketClosed(this: Socket) {
    finish(this, Number.POSITIVE_INFINITY)
  }

  const begin = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const connection = connections.get(socket) ?? { unanswered: 0, newest: request, isWatched: false }
    connections.set(socket, connection)
    // Node emits no `close` for a response that waits behind another one.
    if (connection.unanswered > 0 && !connection.isWatched) {
      connection.isWatched = true
      socket.on("close", socketClosed)
    }
    connection.newest = request
    connection.unanswered += 1
    inFlight += 1
    response.on("close", responseClosed)
  }

  return {
    begin,
    count: () => inFlight,
    isNewest: (request: IncomingMessage) => connections.get(request.socket)?.newest === request
  }
}
