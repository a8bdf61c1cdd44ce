import { createServer, type Server } from "node:http"
import { refuseConnection } from "../wire/ResponseWriter.ts"

/**
 * Limits against slow senders, and how long an idle connection is kept (longer than proxies keep theirs). A request
 * without a Host is answered by `Edge.ts`, in words that Node has none for.
 */
const options = { headersTimeout: 15_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, requireHostHeader: false }

const answers: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, "the headers are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "the request took too long to arrive"]
}

/** A server of Node whose answers to what is no HTTP have the form of every other failure. */
export const make = (): Server => {
  const server = createServer(options)
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const [status, message] = answers[error.code ?? ""] ?? [400, "this is no HTTP request"]
    if (socket.writable) refuseConnection(socket, status, message)
    else socket.destroy()
  })
  server.on("connect", (_, socket) => refuseConnection(socket, 400, "this is no proxy"))
  // Left to itself, Node answers 417: nobody has to expect anything for this server to answer.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
  return server
}
