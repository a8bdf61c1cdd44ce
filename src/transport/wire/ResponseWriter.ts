import { createHash } from "node:crypto"
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { HttpServerResponse } from "@effect/platform"
import { Option } from "effect"
import { newRequestId, type RequestState } from "./RequestContext.ts"

/** What neither the API nor a page asks a browser for. */
export const deniedFeatures = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"

/**
 * Headers of every response against scripts, framing, type sniffing and leaking addresses (security, Input and output).
 */
const securityHeaders = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  // The API answers the pages of other sites, too; `Access-Control-Allow-Origin` says which of them may read it.
  "cross-origin-resource-policy": "cross-origin",
  "permissions-policy": `${deniedFeatures}, publickey-credentials-get=(), publickey-credentials-create=()`
}

/** The hashes by which a policy allows the inline elements of a name. */
const hashesOf = (page: string, element: "script" | "style"): string =>
  Array.from(page.matchAll(new RegExp(`<${element}>([\\s\\S]*?)</${element}>`, "g")), ([, text = ""]) => {
    const hash = createHash("sha256").update(text).digest("base64")
    return `'sha256-${hash}'`
  }).join(" ")

/** The policy of a page that runs its own scripts, shows its own styles and pictures, and calls this server only. */
export const inlinePolicyOf = (page: string): string =>
  `default-src 'none'; script-src ${hashesOf(page, "script")}; style-src ${hashesOf(page, "style")}; img-src data:; ` +
  "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Paths whose responses may carry a secret. */
const secretPaths = /^\/+api\/+(?:auth\/|invitations\b|webhooks\b|users\/+[^/]+\/+password-link\b)/i

/** True for a path whose requests and responses may hold a secret. */
const carriesSecrets = (path: string): boolean => secretPaths.test(path)

const cacheControl = (pathname: string, { route, userId }: RequestState): string => {
  if (carriesSecrets(route ?? pathname)) return "no-store"
  return userId === undefined ? "no-cache" : "private, no-cache"
}

/** Routes at which `Accept` chooses between a page and JSON: the home page, and paths that nothing answers. */
const routesByAccept: ReadonlySet<string | undefined> = new Set(["/", undefined])

const apiPath = /^\/+api\b/i

const varyOf = ({ vary }: Headers, { headers, route }: RequestState, pathname: string): string => {
  const names = headers["vary"] ?? (vary === undefined ? "Authorization" : `Authorization, ${vary}`)
  return routesByAccept.has(route) && !apiPath.test(pathname) ? `${names}, Accept` : names
}

type Headers = Readonly<Record<string, string>>

/** The headers of a response as they are sent: one that sets several cookies has a header for each. */
export type SentHeaders = Readonly<Record<string, string | Array<string>>>

export interface SentHead {
  readonly status: number
  readonly headers: SentHeaders
}

/** All headers of a response: its own, those of every response, and those that the request's state asks for. */
export const responseHeaders = (own: Headers, pathname: string, state: RequestState): SentHeaders => {
  const headers: Record<string, string | Array<string>> = {
    ...securityHeaders,
    ...own,
    ...state.headers,
    "x-request-id": state.id,
    "cache-control": own["cache-control"] ?? state.headers["cache-control"] ?? cacheControl(pathname, state),
    vary: varyOf(own, state, pathname)
  }
  if (Option.isSome(state.budget)) {
    const { limit, remaining, resetSeconds } = state.budget.value
    headers["ratelimit-limit"] = String(limit)
    headers["ratelimit-remaining"] = String(remaining)
    headers["ratelimit-reset"] = String(resetSeconds)
  }
  const cookies = Object.values(state.cookies)
  if (cookies.length > 0) headers["set-cookie"] = cookies
  return headers
}

/** Headers of every event stream: nothing caches it, and no proxy buffers it. */
export const streamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "x-accel-buffering": "no"
}

/** The response to a HEAD of an event stream, which opens none (RFC 9110, 9.3.2). */
export const streamHead = (headers: Headers = {}) =>
  HttpServerResponse.empty({ status: 200, headers: { ...streamHeaders, ...headers } })

/** Writes a whole response, head and body in one packet. Does nothing where the client has gone. */
export const writeResponse = (
  response: ServerResponse,
  status: number,
  headers: SentHeaders,
  body?: string | Uint8Array
) => {
  if (response.writableEnded || response.destroyed) return
  response.writeHead(status, headers).end(body)
}

/** Writes the head of a stream. It leaves with the first bytes of the body, by `uncork`. */
export const writeStreamHead = (response: ServerResponse, headers: SentHeaders) => {
  const { socket } = response.req
  if (response.socket === null) {
    // Node emits no `close` for a response that waits for another one.
    const lost = () => response.destroy().emit("close")
    socket.setMaxListeners(0) // one for each stream of a pipeline
    socket.once("close", lost)
    response.once("close", () => socket.off("close", lost))
  }
  response.cork()
  response.writeHead(200, headers)
  response.flushHeaders() // apart from the event: Node holds a head that is joined to a body as a tree of strings
}

/** The connections that end with an event stream. */
const streaming = new WeakSet<Socket>()

const noHeaders = {}
const noRawHeaders: Array<string> = []

/** Shared by all streams, since a closure for each would cost memory. */
function destroy(this: Socket) {
  this.destroy()
}

/**
 * Makes a response the last one of its connection, since an event stream has no end after which another response could
 * follow. Any byte of the client after the request closes the connection. The request forgets its headers and query,
 * but not the address that a proxy names: a stream is open for hours, and needs no credential.
 */
export const endWithStream = (response: ServerResponse) => {
  const { req: request } = response
  const { socket } = request
  streaming.add(socket)
  response.removeHeader("transfer-encoding") // the stream ends with its connection, so its events need no frames of chunks
  const forwarded = request.headers["x-forwarded-for"]
  request.headers = forwarded === undefined ? noHeaders : { "x-forwarded-for": forwarded }
  request.rawHeaders = noRawHeaders
  request.url = ""
  if (request.complete) socket.prependListener("data", destroy)
  else request.once("end", () => socket.prependListener("data", destroy)).resume()
}

export const endsWithStream = ({ socket }: IncomingMessage): boolean => streaming.has(socket)

/** Answers bytes that are not a request, and closes the connection. */
export const refuseConnection = (socket: Duplex, status: number, message: string) => {
  const body = JSON.stringify({ error: message })
  const headers = {
    ...securityHeaders,
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
    connection: "close",
    "x-request-id": newRequestId()
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`)
}
