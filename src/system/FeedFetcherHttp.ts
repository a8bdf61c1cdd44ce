import { type LookupAddress, type LookupAllOptions, lookup as resolve } from "node:dns"
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { createGunzip } from "node:zlib"
import { Clock, Effect, Either, Layer, Option, Redacted } from "effect"
import { maxFeedBytes } from "../domain/Feed.ts"
import {
  type FeedAnswer,
  FeedFetcher,
  FeedGone,
  type FeedRequest,
  FeedUnreachable,
  fetchPatience
} from "../services/FeedFetcher.ts"
import { isPublicAddress } from "./PublicAddresses.ts"
import { retryAfter } from "./RetryAfter.ts"

const maxRedirects = 5
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const permanent: ReadonlySet<number> = new Set([301, 308])

/** A connection that has not been made by then, or has told nothing for so long, will not. */
const silenceMillis = 10_000

/** How much of its answer's head a server may fill. */
const maxHeaderBytes = 16 * 1024

const userAgent = "rare-disease-community/0.1 (news feed reader)"
const accepted = "application/rss+xml, application/atom+xml, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9"

const unreachable = (why: string) => new FeedUnreachable({ why, retryAfter: Option.none() })

const notPublic = "its address is not public: feeds are not read from private networks"

/** How far feeds are fetched, and how names are resolved. */
export interface Reach {
  readonly isReachable: (address: string) => boolean
  /** The operator may name any port; a redirect only these. */
  readonly mayRedirectTo: (port: number) => boolean
  readonly resolve: (name: string, options: LookupAllOptions, done: Resolved) => void
}

type Resolved = (error: NodeJS.ErrnoException | null, addresses: Array<LookupAddress>) => void

/** The Internet alone, and of redirects the Web's own ports. */
export const onlyPublic: Reach = {
  isReachable: isPublicAddress,
  mayRedirectTo: (port) => port === 80 || port === 443,
  resolve
}

/** This machine and its network too: for the command line, where the operator names the URL. */
export const anywhere: Reach = { isReachable: () => true, mayRedirectTo: () => true, resolve }

/** Resolves a name once, for one connection: what is checked is what is connected to, all of it. */
const checkedLookup =
  (reach: Reach): LookupFunction =>
  (name, options, done) => {
    reach.resolve(name, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null) return done(error, "", 0)
      if (first === undefined || !addresses.every(({ address }) => reach.isReachable(address))) {
        return done(Object.assign(new Error(notPublic), { code: "ENOTPUBLIC" }), "", 0)
      }
      return options.all === true ? done(null, addresses) : done(null, first.address, first.family)
    })
  }

/** What a failed connection is, in an operator's words; the message of Node may name the URL, so it is not told. */
const connectionFault = (error: NodeJS.ErrnoException): string => {
  if (error.code === "ENOTPUBLIC") return notPublic
  if (error.code === "ENOTFOUND" || error.code === "EAI_AGAIN") return "its host's name is not known"
  return `the connection failed (${error.code ?? "unknown"})`
}

/** Why a URL must not be fetched; nothing when it may. */
const refusal = (url: URL, isRedirect: boolean, reach: Reach): string | undefined => {
  if (url.protocol !== "http:" && url.protocol !== "https:") return "it leads to what is neither http nor https"
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80))
  if (isRedirect && !reach.mayRedirectTo(port)) return "it redirects to a port other than 80 and 443"
  // A host that is an address is never looked up, so it is checked here.
  const host = url.hostname.replace(/^\[|\]$/g, "")
  return isIP(host) !== 0 && !reach.isReachable(host) ? notPublic : undefined
}

/** A part of a URL as it was meant; as it is written where that cannot be told. */
const decoded = (part: string): string =>
  Either.getOrElse(
    Either.try(() => decodeURIComponent(part)),
    () => part
  )

/** The user and password of a URL, for its own origin alone. */
const authorizationOf = (url: URL): Readonly<Record<string, string>> => {
  if (url.username === "" && url.password === "") return {}
  const pair = `${decoded(url.username)}:${decoded(url.password)}`
  return { authorization: `Basic ${Buffer.from(pair).toString("base64")}` }
}

const conditionsOf = ({ etag, lastModified }: FeedRequest): Readonly<Record<string, string>> => ({
  ...(Option.isSome(etag) ? { "if-none-match": etag.value } : {}),
  ...(Option.isSome(lastModified) ? { "if-modified-since": lastModified.value } : {})
})

/** One answer: of its body only what a 200 has. */
interface Hop {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Uint8Array
}

/** The body, unpacked, up to the cap: what is larger ends the connection, and is never held as a whole. */
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

/** Asks one server once. Interruption ends the connection. */
const hop = (url: URL, headers: Readonly<Record<string, string>>, reach: Reach) =>
  Effect.async<Hop, FeedUnreachable>((resume) => {
    const send = url.protocol === "https:" ? requestHttps : requestHttp
    const target = Object.assign(new URL(url.href), { username: "", password: "" })
    const request = send(target, {
      agent: false,
      headers: { ...headers, "user-agent": userAgent, accept: accepted, "accept-encoding": "gzip" },
      maxHeaderSize: maxHeaderBytes,
      timeout: silenceMillis,
      lookup: checkedLookup(reach)
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

/** Where a redirect leads; nothing where it does not say, or not so that it can be read. */
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

const fetching = (reach: Reach, request: FeedRequest) =>
  Effect.gen(function* () {
    const first = new URL(Redacted.value(request.url))
    let url = first
    let hasMoved = true
    for (let followed = 0; followed <= maxRedirects; followed++) {
      const refused = refusal(url, followed > 0, reach)
      if (refused !== undefined) return yield* unreachable(refused)
      const credential = url.origin === first.origin ? authorizationOf(first) : {}
      const answer = yield* hop(url, { ...conditionsOf(request), ...credential }, reach)
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
 * Feeds over Node's own client: each name is looked up once for each connection, all its addresses are checked, and the
 * connection is made to what was checked. So neither a name that changes its address meanwhile nor a redirect leads
 * beyond the reach, such as into the network of this server.
 */
export const layer = (reach: Reach) =>
  Layer.succeed(FeedFetcher, {
    fetch: (request) =>
      fetching(reach, request).pipe(
        Effect.timeoutFail({
          duration: fetchPatience,
          onTimeout: () => unreachable("it did not answer in full within 30 seconds")
        })
      )
  })
