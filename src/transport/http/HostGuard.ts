import type { IncomingMessage, Server } from "node:http"
import { memoize } from "@rare-disease-community/text/ClockCache"
import { Context, Effect, Layer } from "effect"
import { BadRequest, Forbidden } from "../../api/WireErrors.ts"
import { allowedHosts, corsOrigins, isLoopback, publicUrl } from "../../Config.ts"
import { unmapIpv4 } from "../wire/ClientAddresses.ts"
import { parseTarget } from "../wire/RequestTarget.ts"

/**
 * Checks the Host and the Origin of every request, before everything else (contract, Conventions).
 *
 * Every web page that a browser shows on the same machine reaches a server on a loopback address: from an origin of its
 * own, or under the name of the page (DNS rebinding). There the Host must be a loopback name or the host of
 * `PUBLIC_URL`, and the Origin one of these or of `CORS_ORIGINS`. A server on any other address has names that it
 * cannot know, and checks neither.
 */
export class HostGuard extends Context.Tag("transport/http/HostGuard")<
  HostGuard,
  {
    /**
     * Refuses a request with no Host or several (400), or with a foreign Host or Origin (403); undefined where it may
     * pass.
     */
    readonly refusal: (request: IncomingMessage) => BadRequest | Forbidden | undefined
  }
>() {
  static readonly layer = (server: Server) => Layer.effect(HostGuard, make(server))
}

const noHost = new BadRequest({ message: "send a Host header" })
const twoHosts = new BadRequest({ message: "send exactly one Host header" })
const unknownHost = new Forbidden({
  message:
    "this server is not known under this Host: call it as localhost, or name the host in PUBLIC_URL or ALLOWED_HOSTS"
})
const opaqueOrigin = new Forbidden({ message: "a page without an origin (Origin: null) may not call this" })
const unknownOrigin = new Forbidden({
  message: "pages of this Origin may not call this server: CORS_ORIGINS lists those that may"
})

const hostnameOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : "")

/** True for a name with an optional port. A URL parser would read other characters as a user, a path or a query. */
const isPlainHost = (value: string) => !/[\s/\\?#@]/.test(value)

const isRepeated = (name: string, rawHeaders: ReadonlyArray<string>) => {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at]
    if (header?.length === name.length && header.toLowerCase() === name) count++
  }
  return count > 1
}

/** The maximum number of remembered decisions whether a Host or an Origin is ours. */
const maxDecisions = 64

/** MCP refuses pages without an origin on every address. */
const mcpTarget = /^\/+api\/+mcp\b/i

/**
 * True if a server listens on a loopback address: HOST may be a name, or an address in another form. A server that has
 * closed has no address any more.
 */
const listensOnLoopback = (server: Server) => {
  let isLocal: boolean | undefined
  return () => {
    if (isLocal !== undefined) return isLocal
    const bound = server.address()
    if (bound === null || typeof bound === "string") return true
    isLocal = isLoopback(unmapIpv4(bound.address))
    return isLocal
  }
}

const make = Effect.fnUntraced(function* (server: Server) {
  const onLoopback = listensOnLoopback(server)
  const ownName = hostnameOf(yield* publicUrl)
  const origins: ReadonlyArray<string> = yield* corsOrigins
  const named: ReadonlyArray<string> = yield* allowedHosts
  const isOurs = (hostname: string) =>
    isLoopback(hostname) || (hostname !== "" && hostname === ownName) || named.includes(hostname)
  // In a container the server listens on every address of its own, and the operator names its hosts.
  const isGuarded = () => named.length > 0 || onLoopback()
  const isOurHost = memoize((value) => isPlainHost(value) && isOurs(hostnameOf(`http://${value}`)), maxDecisions)
  const isOurOrigin = memoize(
    (value) =>
      origins.includes("*") || origins.includes(value) || (/^https?:\/\//.test(value) && isOurs(hostnameOf(value))),
    maxDecisions
  )

  const refusal = ({ headers, httpVersion, rawHeaders, url = "" }: IncomingMessage) => {
    const { host, origin } = headers
    if (host === undefined && httpVersion === "1.1") return noHost
    if (isRepeated("host", rawHeaders)) return twoHosts
    if (origin === "null" && (isGuarded() || mcpTarget.test(url))) return opaqueOrigin
    if (!isGuarded()) return undefined
    // A browser always sends a Host. A program that speaks HTTP/1.0 may send none.
    if (host === undefined ? origin !== undefined : !isOurHost(host)) return unknownHost
    const target = parseTarget(url)
    if (target.host !== undefined && !isOurHost(target.host)) return unknownHost
    return origin === undefined || isOurOrigin(origin) ? undefined : unknownOrigin
  }

  return { refusal }
})
