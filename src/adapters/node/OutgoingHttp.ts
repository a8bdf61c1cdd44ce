import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { BlockList, isIP, isIPv6, type LookupFunction } from "node:net"
import { networkInterfaces } from "node:os"
import { createGunzip } from "node:zlib"
import { Effect, Either, Layer, Record } from "effect"
import { outgoingPrivate } from "../../Config.ts"
import { version } from "../../domain/Version.ts"
import {
  EndpointRefused,
  Outgoing,
  OutgoingFault,
  type OutgoingRequest,
  type OutgoingResponse
} from "../../ports/Outgoing.ts"
import { nameServers, ofSystem, type Resolve } from "./NameResolvers.ts"
import { isPublicAddress } from "./PublicAddresses.ts"

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const permanent: ReadonlySet<number> = new Set([301, 308])

/** The longest wait for a connection to another server, and for the next bytes of its response. */
const idleTimeoutMillis = 10_000

/** The headers of another server's response are at most this large, as Node's own limit has it. */
const maxHeaderBytes = 16 * 1024

type Fault = OutgoingFault["fault"]

const loopback = new BlockList()
loopback.addSubnet("127.0.0.0", 8, "ipv4")
loopback.addAddress("::1", "ipv6")

/** The addresses and ports that a request may connect to, and the resolver of names. */
export interface EgressPolicy {
  readonly isAllowed: (address: string) => boolean
  /** The operator may name any port, a redirect only these. */
  readonly mayRedirectTo: (port: number) => boolean
  readonly resolve: Resolve
  /** True where an endpoint at this address may be plain http. */
  readonly mayBePlain: (address: string) => boolean
}

/** Allows the public Internet, and redirects to the ports of the Web. */
export const publicOnly: EgressPolicy = {
  isAllowed: isPublicAddress,
  mayRedirectTo: (port) => port === 80 || port === 443,
  resolve: nameServers(),
  mayBePlain: () => false
}

/** Allows this machine and its network too, where the operator names the URL for one use. */
export const unrestricted: EgressPolicy = {
  isAllowed: () => true,
  mayRedirectTo: () => true,
  resolve: ofSystem,
  mayBePlain: () => true
}

/** True for an address of this machine. */
const isHere = (address: string): boolean =>
  loopback.check(address, isIPv6(address) ? "ipv6" : "ipv4") ||
  Object.values(networkInterfaces()).some((found) => found?.some((one) => one.address === address))

/** Allows the public Internet and this machine, for trying out and tests. */
const thisMachineToo: EgressPolicy = {
  ...publicOnly,
  isAllowed: (address) => isPublicAddress(address) || isHere(address),
  mayBePlain: isHere
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

/** The name or the address of a URL, without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "")

/** The reason why a URL must not be asked; undefined for one that may. */
const refusal = (url: URL, isRedirect: boolean, policy: EgressPolicy): Fault | undefined => {
  if (url.protocol !== "http:" && url.protocol !== "https:") return "protocol"
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80))
  if (isRedirect && !policy.mayRedirectTo(port)) return "port"
  // A host that is an address is never resolved, so it is checked here.
  const host = hostOf(url)
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

/** Headers of which each is one text. */
const joined = (headers: IncomingHttpHeaders): OutgoingResponse["headers"] =>
  Record.map(headers, (value) => (Array.isArray(value) ? value.join(", ") : value))

/** Sends one request. Interruption ends the connection. */
const sendOnce = (
  { body, maxBytes, method }: OutgoingRequest,
  url: URL,
  headers: Readonly<Record<string, string>>,
  policy: EgressPolicy
) =>
  Effect.async<Pick<OutgoingResponse, "status" | "headers" | "bytes">, OutgoingFault>((resume) => {
    const start = url.protocol === "https:" ? requestHttps : requestHttp
    const target = Object.assign(new URL(url.href), { username: "", password: "" })
    const request = start(target, {
      agent: false,
      method,
      headers: { "user-agent": `rare-disease-community/${version}`, "accept-encoding": "gzip", ...headers },
      maxHeaderSize: maxHeaderBytes,
      timeout: idleTimeoutMillis,
      lookup: checkedLookup(policy)
    })
    request.once("response", (response) => {
      const { statusCode: status = 0 } = response
      const headers = joined(response.headers)
      if (status !== 200 || maxBytes === 0) {
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
const locationOf = ({ location }: OutgoingResponse["headers"], from: URL): URL | undefined =>
  location !== undefined && URL.canParse(location, from.href) ? new URL(location, from) : undefined

const send = (request: OutgoingRequest, policy: EgressPolicy): Effect.Effect<OutgoingResponse, OutgoingFault> =>
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

/** The longest wait for the addresses of an endpoint that a member or an admin gives, and for its turn. */
const resolveTimeout = "3 seconds"

/** The maximum number of these look-ups at a time. */
const maxLookUps = 2

/** The addresses of a host; none where it cannot be resolved now. */
const addressesOf = (url: URL, policy: EgressPolicy, turns: Effect.Semaphore) => {
  const host = hostOf(url)
  if (isIP(host) !== 0) return Effect.succeed([host])
  return Effect.async<ReadonlyArray<string>>((resume) =>
    policy.resolve(host, { all: true }, (error, found) =>
      resume(Effect.succeed(error === null ? found.map(({ address }) => address) : []))
    )
  ).pipe(
    turns.withPermits(1),
    Effect.timeoutTo({ duration: resolveTimeout, onTimeout: () => [], onSuccess: (found) => found })
  )
}

const endpoint = (url: URL, policy: EgressPolicy, turns: Effect.Semaphore) =>
  Effect.gen(function* () {
    const isPlain = url.protocol === "http:"
    if (!(isPlain || url.protocol === "https:") || url.username + url.password !== "") {
      return yield* new EndpointRefused({ reason: "https" })
    }
    const addresses = yield* addressesOf(url, policy, turns)
    if (!addresses.every(policy.isAllowed)) return yield* new EndpointRefused({ reason: "private" })
    const isPlainAllowed = addresses.length > 0 && addresses.every(policy.mayBePlain)
    return isPlain && !isPlainAllowed ? yield* new EndpointRefused({ reason: "https" }) : undefined
  })

/**
 * Sends requests with Node's own client. Each name is resolved once for each connection, all its addresses are checked,
 * and the connection goes to a checked one. So neither DNS rebinding nor a redirect evades the policy, for instance
 * into the network of this server.
 */
export const layer = (policy: EgressPolicy) =>
  Layer.effect(
    Outgoing,
    Effect.map(Effect.makeSemaphore(maxLookUps), (turns) => ({
      send: (request) => send(request, policy),
      endpoint: (url) => endpoint(url, policy, turns)
    }))
  )

/** Reaches public addresses, and those of this machine where OUTGOING_PRIVATE allows it. */
export const configured = Layer.unwrapEffect(
  Effect.map(outgoingPrivate, (isAllowed) => layer(isAllowed ? thisMachineToo : publicOnly))
)
