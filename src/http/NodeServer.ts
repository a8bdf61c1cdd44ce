import { createServer, type Server, STATUS_CODES } from "node:http"

/** Limits against slow senders, and how long an idle connection is kept (longer than proxies keep theirs). */
const timeouts = { headersTimeout: 15_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 }

const answers: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, "the headers are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "the request took too long to arrive"]
}

/** A server of Node whose answers to what is no HTTP have the form of every other failure. */
export const make = (): Server => {
  const server = createServer(timeouts)
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) {
      socket.destroy()
      return
    }
    const [status, message] = answers[error.code ?? ""] ?? [400, "this is no HTTP request"]
    const body = JSON.stringify({ error: message })
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
    )
  })
  return server
}
