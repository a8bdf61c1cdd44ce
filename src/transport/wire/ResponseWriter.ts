import { type ServerResponse, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { securityHeaders } from "./Headers.ts"
import { newRequestState } from "./RequestContext.ts"

type Headers = Readonly<Record<string, string>>

/** Headers of every event stream: nothing caches it, and no proxy buffers it. */
export const streamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "x-accel-buffering": "no"
}

/** Headers of an event stream that ends with its connection. */
export const endlessStreamHeaders = { ...streamHeaders, connection: "close" }

/** Writes a whole response, head and body in one packet. Does nothing where the client has gone. */
export const writeResponse = (
  response: ServerResponse,
  status: number,
  headers: Headers,
  body?: string | Uint8Array
) => {
  if (response.writableEnded || response.destroyed) return
  response.writeHead(status, headers).end(body)
}

/** Writes the head of an event stream that ends with its connection. It leaves with the first event, by `uncork`. */
export const writeStreamHead = (response: ServerResponse, headers: Headers) => {
  response.removeHeader("transfer-encoding")
  response.cork()
  response.writeHead(200, headers)
  response.flushHeaders() // apart from the event: Node holds a head that is joined to a body as a tree of strings
}

/** Answers bytes that are no request, and closes the connection. */
export const refuseConnection = (socket: Duplex, status: number, message: string) => {
  const body = JSON.stringify({ error: message })
  const headers = {
    ...securityHeaders,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
    connection: "close",
    "x-request-id": newRequestState().id
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`)
}
