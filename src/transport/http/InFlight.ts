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
}

const make = () => {
  const connections = new WeakMap<Socket, Connection>()
  let inFlight = 0

  /** Node emits no `close` for a response that waits behind another one, so the connection is tracked too. */
  const track = (socket: Socket, newest: IncomingMessage): Connection => {
    const connection = { unanswered: 0, newest }
    connections.set(socket, connection)
    socket.once("close", () => {
      inFlight -= connection.unanswered
      connection.unanswered = 0
    })
    return connection
  }

  const begin = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const connection = connections.get(socket) ?? track(socket, request)
    connection.newest = request
    connection.unanswered++
    inFlight++
    response.once("close", () => {
      if (connection.unanswered === 0) return
      connection.unanswered--
      inFlight--
    })
  }

  return {
    begin,
    count: () => inFlight,
    isNewest: (request: IncomingMessage) => connections.get(request.socket)?.newest === request
  }
}
