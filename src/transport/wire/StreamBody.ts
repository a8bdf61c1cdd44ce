import type { IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import { PassThrough } from "node:stream"
import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { endlessStreamHeaders, streamHeaders } from "./ResponseWriter.ts"

type Headers = Readonly<Record<string, string>>

/** The connections that end with an event stream. */
const streaming = new WeakSet<Socket>()

const noHeaders = {}
const noRawHeaders: Array<string> = []

/** Shared by all streams, since a closure for each would cost memory. */
function destroy(this: Socket) {
  this.destroy()
}

/**
 * Makes the response to a request the last one of its connection, since an event stream has no end behind which another
 * response could follow. Whatever the client sends behind the request closes the connection. The request forgets its
 * headers and query: a stream is open for hours, and needs neither them nor the credential in them.
 */
export const endWithStream = (request: IncomingMessage) => {
  const { socket } = request
  streaming.add(socket)
  request.headers = noHeaders
  request.rawHeaders = noRawHeaders
  request.url = ""
  if (request.complete) socket.prependListener("data", destroy)
  else request.once("end", () => socket.prependListener("data", destroy)).resume()
}

/** True if the connection of a request ends with an event stream. */
export const endsWithStream = ({ socket }: IncomingMessage): boolean => streaming.has(socket)

/** Closes the connection of a request that was sent behind an event stream; false for any other request. */
export const closedBehindStream = (request: IncomingMessage): boolean => {
  if (!endsWithStream(request)) return false
  request.socket.destroy()
  return true
}

/** A body that platform sends as it is written. It closes when its client disconnects. */
export const makeStreamBody = (request: HttpServerRequest.HttpServerRequest): PassThrough => {
  const { socket } = NodeHttpServerRequest.toIncomingMessage(request)
  const body = new PassThrough()
  if (socket.destroyed) return body.destroy()
  // Node emits no `close` for a response that waits behind another one.
  const disconnected = () => void body.destroy()
  socket.once("close", disconnected)
  return body.once("close", () => socket.off("close", disconnected))
}

/** Makes the body of a stream without an end (`endWithStream`). `isNewest` is false if a request came behind it. */
export const makeEndlessBody = (
  request: HttpServerRequest.HttpServerRequest,
  isNewest: (request: IncomingMessage) => boolean
): PassThrough => {
  const source = NodeHttpServerRequest.toIncomingMessage(request)
  if (!isNewest(source)) source.socket.destroy()
  endWithStream(source)
  // It ends with its connection, so its events need no frames of chunks.
  NodeHttpServerRequest.toServerResponse(request).removeHeader("transfer-encoding")
  return makeStreamBody(request)
}

/** The response of a body that ends before its connection does. */
export const streamResponse = (body: PassThrough, headers: Headers) =>
  HttpServerResponse.raw(body, { headers: { ...streamHeaders, ...headers } })

/** The response of a body without an end. */
export const endlessResponse = (body: PassThrough, headers: Headers = {}) =>
  HttpServerResponse.raw(body, { headers: { ...endlessStreamHeaders, ...headers } })

/** The response to a HEAD of an event stream, which opens none (RFC 9110, 9.3.2). */
export const streamHead = (headers: Headers = {}) =>
  HttpServerResponse.empty({ status: 200, headers: { ...streamHeaders, ...headers } })
