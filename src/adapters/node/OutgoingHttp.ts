import { type LookupAddress, type LookupAllOptions, lookup as resolve } from "node:dns"
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { createGunzip } from "node:zlib"
import { Data, type Duration, Effect, Either } from "effect"
import { version } from "../../domain/Version.ts"
import { isPublicAddress } from "./PublicAddresses.ts"

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const permanent: ReadonlySet<number> = new Set([301, 308])

/** The longest wait for a connection to another server, and for the next bytes of its response. */
const idleTimeoutMillis = 10_000

/** The headers of another server's response are at most this large, as Node's own limit has it. */
const maxHeaderBytes = 16 * 1024

/** Why a request to another server has no response. */
export class OutgoingFault extends Data.TaggedError("OutgoingFault")<{
  readonly fault:
    | "connection"
    | "cut"
    | "encoding"
    | "gzip"
    | "large"
    | "location"
    | "name"
    | "port"
    | "private"
    | "protocol"
    | "redirects"
    | "time"
  /** The code of a failed connection. */
  readonly code?: string
}> {}

type Fault = OutgoingFault["fault"]

/** The addresses and ports that a request may connect to, and the resolver of names. */
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

/** Allows this machine and its network too, where the operator names the URL for one use. */
export const unrestricted: EgressPolicy = { isAllowed: () => true, mayRedirectTo: () => true, resolve }

export interface OutgoingRequest {
  readonly method: "GET" | "POST"
  /** May hold a user and a password, which are sent to its own origin only. */
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** The maximum number of bytes of the response, unpacked. */
  readonly maxBytes: number
  readonly maxRedirects: number
  /** The timeout, from the look-up of the host name to the last byte. */
  readonly timeout: Duration.DurationInput
}

/** A response that is no redirect. Its body is read for status 200 only. */
export interface OutgoingResponse {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Uint8Array
  /** The URL after all redirects. */
  readonly url: URL
  /** True after redirects that are all permanent. */
  readonly hasMoved: boolean
}

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
  if (error.code === "ENOTPUBLIC") return new OutgoingFault({ fault: "private" })
  if (error.code === "ENOTFOUND" || error.code === "EAI_AGAIN") return new OutgoingFault({ fault: "name" })
  return new OutgoingFault({ fault: "connection", code: error.code ?? "unknown" })
}

/** The reason why a URL must not be asked; undefined for one that may. */
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

type Read = Either.Either<Uint8Array, OutgoingFault>

/** Reads and unpacks the body, and ends the connection once it exceeds the limit. */
const readBody = (response: IncomingMessage, maxBytes: number, done: (result: Read) => void) => {
  const fail = (fault: Fault) => {
    response.destroy()
    done(Either.left(new OutgoingFault({ fault })))
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
    if (length > maxBytes) {
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
const sendOnce = (
  { body, maxBytes, method }: OutgoingRequest,
  url: URL,
  headers: Readonly<Record<string, string>>,
  policy: EgressPolicy
) =>
  Effect.async<Pick<OutgoingResponse, "status" | "headers" | "bytes">, OutgoingFault>((resume) => {
    const send = url.protocol === "https:" ? requestHttps : requestHttp
    const target = Object.assign(new URL(url.href), { username: "", password: "" })
    const request = send(target, {
      agent: false,
      method,
      headers: { "user-agent": `rare-disease-community/${version}`, "accept-encoding": "gzip", ...headers },
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
      return readBody(response, maxBytes, (read) => resume(Effect.map(read, (bytes) => ({ status, headers, bytes }))))
    })
    request.once("timeout", () => request.destroy(Object.assign(new Error(), { code: "ETIMEDOUT" })))
    request.on("error", (error) => resume(connectionFault(error)))
    request.end(body)
    return Effect.sync(() => request.destroy())
  })

/** The target of a redirect; undefined for an absent or malformed `Location`. */
const locationOf = ({ location }: IncomingHttpHeaders, from: URL): URL | undefined =>
  location !== undefined && URL.canParse(location, from.href) ? new URL(location, from) : undefined

/**
 * Sends a request to another server with Node's own client, within the time and the sizes that it names. Each name is
 * resolved once for each connection, all its addresses are checked, and the connection goes to a checked one. So
 * neither DNS rebinding nor a redirect evades the policy, for instance into the network of this server.
 */
export const sendOutgoing = (
  request: OutgoingRequest,
  policy: EgressPolicy
): Effect.Effect<OutgoingResponse, OutgoingFault> =>
  Effect.gen(function* () {
    let url = request.url
    let hasMoved = true
    for (let followed = 0; followed <= request.maxRedirects; followed++) {
      const refused = refusal(url, followed > 0, policy)
      if (refused !== undefined) return yield* new OutgoingFault({ fault: refused })
      const credential = url.origin === request.url.origin ? authorizationOf(request.url) : {}
      const response = yield* sendOnce(request, url, { ...request.headers, ...credential }, policy)
      if (!redirects.has(response.status)) return { ...response, url, hasMoved: followed > 0 && hasMoved }
      const location = locationOf(response.headers, url)
      if (location === undefined) return yield* new OutgoingFault({ fault: "location" })
      hasMoved &&= permanent.has(response.status)
      url = location
    }
    return yield* new OutgoingFault({ fault: "redirects" })
  }).pipe(Effect.timeoutFail({ duration: request.timeout, onTimeout: () => new OutgoingFault({ fault: "time" }) }))
