import type { IncomingMessage } from "node:http"
import { Context, Effect, Layer } from "effect"
import { BadRequest, Forbidden } from "../api/WireErrors.ts"
import { corsOrigins, host, isLoopback, publicUrl } from "../Config.ts"

const noHost = new BadRequest({ message: "send a Host header" })
const twoHosts = new BadRequest({ message: "send exactly one Host header" })
const unknownHost = new Forbidden({
  message: "this server is not known under this Host: call it as localhost, or name the host in PUBLIC_URL"
})
const opaqueOrigin = new Forbidden({ message: "a page without an origin (Origin: null) may not call this" })
const unknownOrigin = new Forbidden({
  message: "pages of this Origin may not call this server: CORS_ORIGINS lists those that may"
})

const hostnameOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : "")

/** A Host is a name and perhaps a port. Anything else a URL parser would take for a user, a path or a query. */
const isPlainHost = (value: string) => !/[\s/\\?#@]/.test(value)

/** The host that a target in absolute form names (RFC 9112, 3.2.2), without a user; none in any other form. */
const targetHost = (url: string): string | undefined =>
  url.startsWith("/") ? undefined : /^[a-z][a-z\d+.-]*:\/\/(?:[^/?#]*@)?([^/?#@]*)/i.exec(url)?.[1]

const isRepeated = (name: string, rawHeaders: ReadonlyArray<string>) => {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at]
    if (header?.length === name.length && header.toLowerCase() === name) count++
  }
  return count > 1
}

const maxRemembered = 64

/** Remembers some values that were allowed, so that the usual request costs one look into a set. */
const remembered = (isAllowed: (value: string) => boolean) => {
  const allowed = new Set<string>()
  return (value: string): boolean => {
    if (allowed.has(value)) return true
    if (!isAllowed(value)) return false
    if (allowed.size < maxRemembered) allowed.add(value)
    return true
  }
}

/** MCP refuses pages without an origin on every address. */
const mcpTarget = /^\/+api\/+mcp\b/i

const make = Effect.gen(function* () {
  const onLoopback = isLoopback(yield* host)
  const ownName = hostnameOf(yield* publicUrl)
  const origins: ReadonlyArray<string> = yield* corsOrigins
  const isOurs = (hostname: string) => isLoopback(hostname) || (hostname !== "" && hostname === ownName)
  const isOurHost = remembered((value) => isPlainHost(value) && isOurs(hostnameOf(`http://${value}`)))
  const isOurOrigin = remembered(
    (value) =>
      origins.includes("*") || origins.includes(value) || (/^https?:\/\//.test(value) && isOurs(hostnameOf(value)))
  )

  const refusal = ({ headers, httpVersion, rawHeaders, url = "" }: IncomingMessage) => {
    const { host, origin } = headers
    if (host === undefined && httpVersion === "1.1") return noHost
    if (isRepeated("host", rawHeaders)) return twoHosts
    if (origin === "null" && (onLoopback || mcpTarget.test(url))) return opaqueOrigin
    if (!onLoopback) return undefined
    // A browser always sends a Host. A program that speaks HTTP/1.0 may send none.
    if (host === undefined ? origin !== undefined : !isOurHost(host)) return unknownHost
    const target = targetHost(url)
    if (target !== undefined && !isOurHost(target)) return unknownHost
    return origin === undefined || isOurOrigin(origin) ? undefined : unknownOrigin
  }

  return { refusal }
})

/**
 * Checks the Host and the Origin of every request, before everything else (contract, Conventions).
 *
 * A server on a loopback address is reachable for every web page that a browser on the same machine shows: as an origin
 * of its own, or under the name of the page (DNS rebinding). So there the Host must be a loopback name or the host of
 * `PUBLIC_URL`, and the Origin one of these or of `CORS_ORIGINS`. A server on any other address has names that it cannot
 * know, and checks neither.
 */
export class HostGuard extends Context.Tag("http/HostGuard")<
  HostGuard,
  {
    /** Why a request is refused: no Host or several (400), or one of a stranger (403). Undefined when it may pass. */
    readonly refusal: (request: IncomingMessage) => BadRequest | Forbidden | undefined
  }
>() {
  static readonly layer = Layer.effect(HostGuard, make)
}
