import { type LookupAddress, type LookupAllOptions, lookup as resolve } from "node:dns"
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { createGunzip } from "node:zlib"
import { Clock, Duration, Effect, Either, Layer, Option, Redacted } from "effect"
import { maxFeedBytes } from "../../domain/news/Feed.ts"
import {
  type FeedAnswer,
  FeedFetcher,
  FeedGone,
  type FeedRequest,
  FeedUnreachable,
  fetchTimeout
} from "../../ports/FeedFetcher.ts"
import { isPublicAddress } from "./PublicAddresses.ts"

/** The longest wait that a server may ask for. */
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

const maxRedirects = 5
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const permanent: ReadonlySet<number> = new Set([301, 308])

/** The longest wait for a connection, and for the next bytes of a response. */
const idleTimeoutMillis = 10_000

const maxHeaderBytes = 16 * 1024

const userAgent = "rare-disease-community/0.1 (news feed reader)"
const accepted = "application/rss+xml, application/atom+xml, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9"

const unreachable = (why: string) => new FeedUnreachable({ why, retryAfter: Option.none() })

const notPublic = "its address is not public: feeds are not read from private networks"

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
        return done(Object.assign(new Error(notPublic), { code: "ENOTPUBLIC" }), "", 0)
      }
      return options.all === true ? done(null, addresses) : done(null, first.address, first.family)
    })
  }

/** The reason of a failed connection, for an operator. Node's own message may contain the URL. */
const connectionFault = (error: NodeJS.ErrnoException): string => {
  if (error.code === "ENOTPUBLIC") return notPublic
  if (error.code === "ENOTFOUND" || error.code === "EAI_AGAIN") return "its host's name is not known"
  return `the connection failed (${error.code ?? "unknown"})`
}

/** The reason why a URL must not be fetched; undefined for one that may. */
const refusal = (url: URL, isRedirect: boolean, policy: EgressPolicy): string | undefined => {
  if (url.protocol !== "http:" && url.protocol !== "https:") return "its URL is neither http nor https"
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80))
  if (isRedirect && !policy.mayRedirectTo(port)) return "it redirects to a port other than 80 and 443"
  // A host that is an address is never resolved, so it is checked here.
  const host = url.hostname.replace(/^\[|\]$/g, "")
  return isIP(host) !== 0 && !policy.isAllowed(host) ? notPublic : undefined
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
  const fail = (why: string) => {
    response.destroy()
    done(Either.left(unreachable(why)))
  }
  const encoding = response.headers["content-encoding"] ?? "identity"
  if (!["identity", "gzip", "x-gzip"].includes(encoding)) return fail("it is packed in a way that was not asked for")
  const gunzip = encoding === "identity" ? undefined : createGunzip()
  const chunks: Array<Buffer> = []
  let length = 0
  response.on("error", () => fail("its answer was cut off"))
  gunzip?.on("error", () => fail("its gzip is broken"))
  const body = gunzip === undefined ? response : response.pipe(gunzip)
  body.on("data", (chunk: Buffer) => {
    length += chunk.length
    if (length > maxFeedBytes) {
      gunzip?.destroy()
      return fail("it is larger than 5 MiB")
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
    request.on("error", (error) => resume(unreachable(connectionFault(error))))
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
        const after = retryAfter(answer.headers["retry-after"], now)
        return yield* new FeedUnreachable({ why: `it answered ${answer.status}`, retryAfter: after })
      }
      const location = locationOf(answer, url)
      if (location === undefined) return yield* unreachable("it redirects to nowhere")
      hasMoved &&= permanent.has(answer.status)
      url = location
    }
    return yield* unreachable(`it redirects more than ${maxRedirects} times`)
  })

/**
 * Fetches feeds with Node's own client. Each name is resolved once for each connection, all its addresses are checked, and
 * the connection goes to a checked one. So neither DNS rebinding nor a redirect evades the policy, for instance into the
 * network of this server.
 */
export const layer = (policy: EgressPolicy) =>
  Layer.succeed(FeedFetcher, {
    fetch: (request) =>
      fetchFeed(policy, request).pipe(
        Effect.timeoutFail({
          duration: fetchTimeout,
          onTimeout: () => unreachable("it did not answer in full within 30 seconds")
        })
      )
  })
