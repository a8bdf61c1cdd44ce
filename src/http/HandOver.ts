import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Effect } from "effect"
import { RequestRecord } from "./RequestRecord.ts"

/** Writes an answer by itself, for as long as it takes: its headers are set, nothing of it has been sent. */
export type Take = (response: ServerResponse) => void

/** What is logged where nobody waits for an answer, as platform does. */
const clientHasGone = 499

/**
 * Answers by handing Node's response over, once the request has passed the edge. The fiber of the request ends then, so
 * that a stream that is open for hours holds no fiber, scope or context of it.
 */
export const handOver = (take: Take): Effect.Effect<HttpServerResponse.HttpServerResponse> =>
  Effect.map(RequestRecord, (record) => {
    record.take = take
    return HttpServerResponse.empty({ status: 200 })
  })

/** A connection that fails closes by itself. */
const passOver = () => undefined

/** A shared function, not a closure: one for each open stream would cost memory. */
function destroy(this: Socket) {
  this.destroy()
}

/** The head of an answer without a length, whose end is that of the connection (RFC 9112, 6.3). */
const headOf = (response: ServerResponse, headers: Readonly<Record<string, string>>) => {
  const all = Object.entries({
    ...response.getHeaders(),
    ...headers,
    Date: new Date().toUTCString(),
    Connection: "close"
  })
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 200 ${STATUS_CODES[200]}\r\n${lines.join("")}\r\n`
}

/**
 * The connection of a response, which Node's HTTP lets go of: its parser is given back as when a connection closes, and
 * who waits for the close of the response waits for that of the connection. The response and its request can be
 * forgotten then, which are most of what an open stream would hold.
 */
const connectionOf = (response: ServerResponse): Socket => {
  const { socket } = response.req
  const waiting = response.listeners("close")
  response.removeAllListeners("close")
  response.detachSocket(socket)
  for (const closed of socket.listeners("close")) closed.call(socket)
  socket.removeAllListeners()
  socket.on("close", () => {
    for (const closed of waiting) closed()
  })
  socket.on("error", passOver)
  socket.on("end", destroy)
  return socket
}

/**
 * Answers 200 with the given headers, and hands over the bare connection under what is written then: a socket of Node's
 * which closes when the client hangs up.
 */
export const handOverConnection = (headers: Readonly<Record<string, string>>, take: (connection: Socket) => void) =>
  handOver((response) => {
    const head = headOf(response, headers)
    const connection = connectionOf(response)
    connection.cork() // the head leaves with what is written first
    connection.write(head)
    take(connection)
    connection.uncork()
  })

/**
 * Platform listens for a client that hangs up, to interrupt the fiber of the request, which has done its part and would
 * be held with all of its context for as long as the stream is open. Its listener is the one that is not called once.
 */
const letGoOfFiber = (response: ServerResponse) => {
  const others = response
    .rawListeners("close")
    .flatMap((raw) => ("listener" in raw && typeof raw.listener === "function" ? [raw.listener] : []))
  response.removeAllListeners("close")
  for (const listener of others) response.once("close", () => listener())
}

/** Made apart from the answer, or it would be held as long as the stream. */
const toldWhenClosed = (response: ServerResponse, ended: (status: number) => void) => {
  response.once("close", () => ended(200))
}

/**
 * Waits until the request has been read and it is its turn on the connection (others may have been sent before it), or
 * the client has gone.
 */
const itsTurn = (response: ServerResponse) =>
  Effect.async<void>((resume) => {
    const { req } = response
    const { socket } = req
    const look = () => {
      if (!(socket.destroyed || (req.readableEnded && response.socket !== null))) return
      socket.off("close", look)
      resume(Effect.void)
    }
    socket.on("close", look)
    req.once("end", look)
    response.once("socket", look)
    req.resume()
    look()
  })

/**
 * Hands over, with the headers of the answer; `ended` is called when it has been written or cut off. The stream that a
 * GET opens has no end behind which another request could be answered: whatever the client sends behind it, before the
 * stream begins (`isNewest`) or after, closes the connection.
 */
export const handedOver = (
  request: HttpServerRequest.HttpServerRequest,
  answer: HttpServerResponse.HttpServerResponse,
  take: Take,
  isNewest: (request: IncomingMessage) => boolean,
  ended: (status: number) => void
) =>
  Effect.suspend(() => {
    const response = NodeHttpServerRequest.toServerResponse(request)
    return Effect.map(itsTurn(response), () => {
      const { method, socket } = response.req
      const isEndless = method === "GET"
      if (isEndless && !isNewest(response.req)) socket.destroy()
      // A client that has gone meanwhile closes nothing any more: nothing is begun for it.
      if (socket.destroyed) return ended(clientHasGone)
      for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value)
      if (isEndless) response.shouldKeepAlive = false
      toldWhenClosed(response, ended)
      letGoOfFiber(response)
      take(response)
      if (isEndless) socket.on("data", destroy)
      // Platform writes nothing to a response that has ended: that is what this request shows it from now on.
      Object.defineProperty(request, "resolvedResponse", { value: { writableEnded: true } })
    })
  })
