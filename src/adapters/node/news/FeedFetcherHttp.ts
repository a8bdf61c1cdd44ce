import { type LookupAddress, type LookupAllOptions, lookup as resolve } from "node:dns"
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { createGunzip } from "node:zlib"
import { Clock, Duration, Effect, Either, Layer, Option, Redacted } from "effect"
import { maxFeedBytes } from "../../../domain/news/Feed.ts"
import { version } from "../../../domain/Version.ts"
import {
  type FeedAnswer,
  FeedFetcher,
  FeedGone,
  type FeedRequest,
  FeedUnreachable,
  fetchTimeout
} from "../../../ports/news/NewsFeeds.ts"
import { isPublicAddress } from "../PublicAddresses.ts"

/** The longest wait before the next poll that a publisher may ask for. */
const longest = Duration.weeks(1)

/**
 * Reads a `Retry-After` header, in seconds or as a date; `now` is in milliseconds since 1970. None for an absent or
 * malformed one.
 */
export const retryAfter = (header: string | undefined, now: number): Option.Option<Duration.Duration> => {
  const text = (header ?? "").trim()
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000
  return Number.isFinite(seconds)
    ? Option.some(Duration.min(Duration.seconds(Math.max(seconds, 0)), longest))
    : Option.none()
}

/**
 * The maximum number of redirects of a feed: publishers redirect once or twice, and a longer chain is mostly a loop.
 */
const maxRedirects = 5
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const permanent: ReadonlySet<number> = new Set([301, 308])

/** The longest wait for a connection to a publisher, and for the next bytes of its response. */
const idleTimeoutMillis = 10_000

/** The headers of a publisher's response are at most this large, as Node's own limit has it. */
const maxHeaderBytes = 16 * 1024

const userAgent = `rare-disease-community/${version} (news feed reader)`
const accepted = "application/rss+xml, application/atom+xml, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9"

type Fault = FeedUnreachable["fault"]

const unreachable = (fault: Fault) => new FeedUnreachable({ fault })

/** The addresses and ports that a fetch may connect to, and the resolver of names. */
export interface EgressPolicy {
  readonly isAllowed: (address: string) => boolean
  /** The operator may name any port, a redirect only these. */
  readonly mayRedirectTo: (port: number) => boolean
  readonly resolve: (name: string, options: LookupAllOptions, done: Resolved) => void
}

type Resolved = (error: NodeJS.ErrnoException | null, addresses: Array<LookupAddress>) => void

/** Allows the public Internet, and redirects to the ports of the Web. */
export const publicOnly: EgressPolicy = {
  isAllowed: isPublicAddress,
  mayRedirectTo: (port) => port === 80 || port === 443,
  resolve
}

/** Allows this machine and its network too, for the command line, where the operator names the URL. */
export const unrestricted: EgressPolicy = { isAllowed: () => true, mayRedirectTo: () => true, resolve }

/** Resolves a name once for one connection and checks all its addresses, so that only checked ones are connected to. */
const checkedLookup =
  (policy: EgressPolicy): LookupFunction =>
  (name, options, done) => {
    policy.resolve(name, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null) return done(error, "", 0)
      if (first === undefined || !addresses.every(({ address }) => policy.isAllowed(address))) {
        return done(Object.assign(new Error(), { code: "ENOTPUBLIC" }), "", 0)
      }
      return options.all === true ? done(null, addresses) : done(null, first.address, first.family)
    })
  }

/** The reason of a failed connection. Node's own message may contain the URL. */
const connectionFault = (error: NodeJS.ErrnoException) => {
  if (error.code === "ENOTPUBLIC") return unreachable("private")
  if (error.code === "ENOTFOUND" || error.code === "EAI_AGAIN") return unreachable("name")
  return new FeedUnreachable({ fault: "connection", code: error.code ?? "unknown" })
}

/** The reason why a URL must not be fetched; undefined for one that may. */
const refusal = (url: URL, isRedirect: boolean, policy: EgressPolicy): Fault | undefined => {
  if (url.protocol !== "http:" && url.protocol !== "https:") return "protocol"
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80))
  if (isRedirect && !policy.mayRedirectTo(port)) return "port"
  // A host that is an address is never resolved, so it is checked here.
  const host = url.hostname.replace(/^\[|\]$/g, "")
  return isIP(host) !== 0 && !policy.isAllowed(host) ? "private" : undefined
}

/** A percent-decoded part of a URL; the part itself where it is malformed. */
const decoded = (part: string): string =>
  Either.getOrElse(
    Either.try(() => decodeURIComponent(part)),
    () => part
  )

/** The header for the user and password of a URL; to be sent to its own origin only. */
const authorizationOf = (url: URL): Readonly<Record<string, string>> => {
  if (url.username === "" && url.password === "") return {}
  const pair = `${decoded(url.username)}:${decoded(url.password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` }
}

const conditionsOf = ({ etag, lastModified }: FeedRequest): Readonly<Record<string, string>> => ({
  ...(Option.isSome(etag) ? { "if-none-match": etag.value } : {}),
  ...(Option.isSome(lastModified) ? { "if-modified-since": lastModified.value } : {})
})

/** One response; its body is read for status 200 only. */
interface Hop {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Uint8Array
}

/** Reads and unpacks the body, and ends the connection once it exceeds `maxFeedBytes`. */
const readBody = (response: IncomingMessage, done: (result: Either.Either<Uint8Array, FeedUnreachable>) => void) => {
  const fail = (fault: Fault) => {
    response.destroy()
    done(Either.left(unreachable(fault)))
  }
  const encoding = response.headers["content-encoding"] ?? "identity"
  if (!["identity", "gzip", "x-gzip"].includes(encoding)) return fail("encoding")
  const gunzip = encoding === "identity" ? undefined : createGunzip()
  const chunks: Array<Buffer> = []
  let length = 0
  response.on("error", () => fail("cut"))
  gunzip?.on("error", () => fail("gzip"))
  const body = gunzip === undefined ? response : response.pipe(gunzip)
  body.on("data", (chunk: Buffer) => {
    length += chunk.length
    if (length > maxFeedBytes) {
      gunzip?.destroy()
      return fail("large")
    }
    chunks.push(chunk)
    return undefined
  })
  body.on("end", () => done(Either.right(Buffer.concat(chunks))))
  return undefined
}

/** Sends one request. Interruption ends the connection. */
const fetchOnce = (url: URL, headers: Readonly<Record<string, string>>, policy: EgressPolicy) =>
  Effect.async<Hop, FeedUnreachable>((resume) => {
    const send = url.protocol === "https:" ? requestHttps : requestHttp
    const target = Object.assign(new URL(url.href), { username: "", password: "" })
    const request = send(target, {
      agent: false,
      headers: { ...headers, "user-agent": userAgent, accept: accepted, "accept-encoding": "gzip" },
      maxHeaderSize: maxHeaderBytes,
      timeout: idleTimeoutMillis,
      lookup: checkedLookup(policy)
    })
    request.once("response", (response) => {
      const { headers, statusCode: status = 0 } = response
      if (status !== 200) {
        response.destroy()
        return resume(Effect.succeed({ status, headers, bytes: new Uint8Array() }))
      }
      return readBody(response, (read) => resume(Effect.map(read, (bytes) => ({ status, headers, bytes }))))
    })
    request.once("timeout", () => request.destroy(Object.assign(new Error(), { code: "ETIMEDOUT" })))
    request.on("error", (error) => resume(connectionFault(error)))
    request.end()
    return Effect.sync(() => request.destroy())
  })

/** The target of a redirect; undefined for an absent or malformed `Location`. */
const locationOf = ({ headers }: Hop, from: URL): URL | undefined =>
  headers.location !== undefined && URL.canParse(headers.location, from.href)
    ? new URL(headers.location, from)
    : undefined

const answerOf = ({ bytes, headers }: Hop, url: URL, hasMoved: boolean): FeedAnswer => ({
  _tag: "Fetched",
  bytes,
  url: Object.assign(new URL(url.href), { username: "", password: "" }).href,
  contentType: headers["content-type"],
  etag: Option.fromNullable(headers.etag),
  lastModified: Option.fromNullable(headers["last-modified"]),
  hasMoved
})

const fetchFeed = (policy: EgressPolicy, request: FeedRequest) =>
  Effect.gen(function* () {
    const first = new URL(Redacted.value(request.url))
    let url = first
    let hasMoved = true
    for (let followed = 0; followed <= maxRedirects; followed++) {
      const refused = refusal(url, followed > 0, policy)
      if (refused !== undefined) return yield* unreachable(refused)
      const credential = url.origin === first.origin ? authorizationOf(first) : {}
      const answer = yield* fetchOnce(url, { ...conditionsOf(request), ...credential }, policy)
      if (answer.status === 200) return answerOf(answer, url, followed > 0 && hasMoved)
      if (answer.status === 304) return { _tag: "NotModified" } satisfies FeedAnswer
      if (answer.status === 410) return yield* new FeedGone()
      if (!redirects.has(answer.status)) {
        const now = yield* Clock.currentTimeMillis
        const after = Option.getOrUndefined(retryAfter(answer.headers["retry-after"], now))
        const wait = after === undefined ? {} : { retryAfter: after }
        return yield* new FeedUnreachable({ fault: "status", code: answer.status, ...wait })
      }
      const location = locationOf(answer, url)
      if (location === undefined) return yield* unreachable("location")
      hasMoved &&= permanent.has(answer.status)
      url = location
    }
    return yield* unreachable("redirects")
  })

/**
 * Fetches feeds with Node's own client. Each name is resolved once for each connection, all its addresses are checked,
 * and the connection goes to a checked one. So neither DNS rebinding nor a redirect evades the policy, for instance
 * into the network of this server.
 */
export const layer = (policy: EgressPolicy) =>
  Layer.succeed(FeedFetcher, {
    fetch: (request) =>
      fetchFeed(policy, request).pipe(
        Effect.timeoutFail({
          duration: fetchTimeout,
          onTimeout: () => unreachable("time")
        })
      )
  })
