import {
  type Agent,
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse
} from "node:http"
import { request as httpsRequest } from "node:https"
import { pipeline } from "node:stream"
import { Redacted } from "effect"
import type { InstanceAddress } from "../../../domain/Instance.ts"
import { forwardingHeader } from "../../wire/Forwarding.ts"
import { parseTarget } from "../../wire/RequestTarget.ts"
import { endWithStream } from "../../wire/StreamBody.ts"

/** The times in which an instance must take a connection, and begin its answer: its streams begin or ping within 15 s. */
const connectMillis = 2_000
const answerMillis = 30_000
const usualTimeouts = { connectMillis, answerMillis }

/** Headers of one connection (RFC 9110, 7.6.1), and those that this server writes anew. */
const connectionHeaders = new Set([
  "connection",
  "expect",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
])

/** Headers by name without those of the connection. */
const endToEnd = ({ headers, headersDistinct }: IncomingMessage) => {
  const ofConnection = (headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase())
  return Object.fromEntries(
    Object.entries(headersDistinct).flatMap(([name, values]) =>
      values === undefined || connectionHeaders.has(name) || ofConnection.includes(name)
        ? []
        : [[name, values] as const]
    )
  )
}

/** The headers for the other instance: the client's own, the address of the client, and the secret. */
const forwardedHeaders = (request: IncomingMessage, secret: Redacted.Redacted, hasBody: boolean) => {
  const { "content-length": _, host: __, ...headers } = endToEnd(request)
  const { "content-length": length, host } = request.headers
  const hops = [request.headers["x-forwarded-for"] ?? [], request.socket.remoteAddress ?? "unknown"].flat()
  // A body needs a frame on the other connection, too: without one its bytes would be read as another request.
  const frame: OutgoingHttpHeaders =
    length === undefined ? { "transfer-encoding": "chunked" } : { "content-length": length }
  return {
    ...headers,
    ...(host === undefined ? {} : { host }),
    ...(hasBody ? frame : {}),
    "x-forwarded-for": hops.join(", "),
    [forwardingHeader]: Redacted.value(secret)
  }
}

/** The end of a request that got no answer. */
export interface Unanswered {
  /** True if the other instance may have taken the request. False, with the body unread, if it was not reached. */
  readonly isSent: boolean
}

/** Sends the answer of the other instance to the client. True for a stream that ends with its connection. */
const passOn = (request: IncomingMessage, answer: IncomingMessage, response: ServerResponse): boolean => {
  const { headers, statusCode = 502 } = answer
  const isStream = headers["content-type"]?.startsWith("text/event-stream") === true
  const isEndless = isStream && request.method === "GET"
  if (isEndless) {
    endWithStream(request)
    response.removeHeader("transfer-encoding")
  }
  response.writeHead(statusCode, { ...endToEnd(answer), ...(isEndless ? { connection: "close" } : {}) })
  if (isStream) response.flushHeaders()
  // The end of either side is that of the other.
  pipeline(answer, response, () => undefined)
  return isEndless
}

/** Calls `then` once a request has its connection, and destroys it where either side is silent for too long. */
const whenConnected = (
  sent: ClientRequest,
  isEncrypted: boolean,
  { answerMillis, connectMillis }: typeof usualTimeouts,
  then: () => void
) => {
  sent.on("timeout", () => sent.destroy(new Error("no answer in time")))
  sent.setTimeout(connectMillis)
  const connected = () => {
    sent.setTimeout(answerMillis)
    then()
  }
  sent.once("socket", (socket) => {
    if (socket.connecting) socket.once(isEncrypted ? "secureConnect" : "connect", connected)
    else connected()
  })
  sent.once("response", () => sent.setTimeout(0))
}

/** What is told of a forwarded request. */
interface Outcomes {
  readonly answered: () => void
  readonly unanswered: (how: Unanswered) => void
  /** The answer is a stream without an end. */
  readonly streaming: (sent: ClientRequest) => void
}

/** Sends a request to another instance as it came, and the answer to its client as that comes. */
export const forwardRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  { secret, url }: InstanceAddress,
  agents: { readonly http: Agent; readonly https: Agent },
  on: Outcomes,
  timeouts = usualTimeouts
) => {
  const { method = "GET" } = request
  const hasBody = method === "POST"
  const isEncrypted = url.startsWith("https:")
  const sent = (isEncrypted ? httpsRequest : httpRequest)(new URL(url), {
    agent: isEncrypted ? agents.https : agents.http,
    headers: forwardedHeaders(request, secret, hasBody),
    method,
    servername: new URL(url).hostname,
    path: parseTarget(request.url ?? "").target
  })
  let isSent = false
  let isAnswered = false
  whenConnected(sent, isEncrypted, timeouts, () => {
    isSent = true
    if (hasBody) request.pipe(sent)
    else sent.end()
  })
  sent.once("response", (answer) => {
    isAnswered = true
    on.answered()
    // Answered before its body was read, it would hold up the next request of its connection.
    sent.once("close", () => request.unpipe(sent).resume())
    if (passOn(request, answer, response)) on.streaming(sent)
  })
  sent.on("error", () => {
    request.unpipe(sent)
    if (!isAnswered && !response.destroyed) on.unanswered({ isSent })
    isAnswered = true
  })
  // Node emits no `close` for a response that waits behind another one.
  const gone = () => {
    if (!response.writableFinished) sent.destroy()
  }
  response.once("close", gone)
  request.socket.once("close", gone)
  sent.once("close", () => request.socket.off("close", gone))
}
