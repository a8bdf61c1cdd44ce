import { HttpServerResponse } from "@effect/platform"
import { Context, Effect, FiberRef, Layer, LogLevel, Record } from "effect"
import { corsOrigins, logAddresses } from "../../Config.ts"
import { type AddressSource, ClientAddresses } from "../wire/ClientAddresses.ts"
import { type ResponseHead, withEntityTag } from "../wire/EntityTag.ts"
import { responseHeaders } from "../wire/Headers.ts"
import type { RequestState } from "../wire/RequestContext.ts"
import { corsHeaders } from "./Cors.ts"
import { endpointAt } from "./Endpoints.ts"
import { countRequest } from "./RequestMetrics.ts"
import { endSpan } from "./RequestSpans.ts"

/** The parts of a request that its response's headers and its line in the log depend on. */
export interface RequestInfo {
  readonly method: string
  readonly pathname: string
  readonly origin: string | undefined
  readonly ifNoneMatch: string | undefined
  /** The time of its arrival, in milliseconds. */
  readonly startedAt: number
  /** The peer, and the headers that tell of the client. */
  readonly source: AddressSource
}

/** The parts of a request that its line in the log is made of. */
export type LoggedRequest = Pick<RequestInfo, "method" | "pathname" | "startedAt" | "source">

/** Gives every response its headers, its entity tag, its place in the metrics and its line in the log. */
export class ResponseFinalizer extends Context.Tag("transport/http/ResponseFinalizer")<
  ResponseFinalizer,
  {
    /** Adds the headers of every response to a response's own. */
    readonly headers: (
      request: RequestInfo,
      state: RequestState,
      own: Readonly<Record<string, string>>
    ) => Readonly<Record<string, string>>

    /** The status and all headers of a response; 304, which has no body, where the client has it already. */
    readonly head: (
      request: RequestInfo,
      state: RequestState,
      response: HttpServerResponse.HttpServerResponse
    ) => ResponseHead

    /** The response with that head. */
    readonly finish: (
      request: RequestInfo,
      state: RequestState,
      response: HttpServerResponse.HttpServerResponse
    ) => HttpServerResponse.HttpServerResponse

    /** Counts a request in the metrics when its response begins, and ends its span. */
    readonly count: (
      request: Pick<RequestInfo, "method" | "pathname" | "startedAt">,
      state: Pick<RequestState, "route" | "span">,
      status: number
    ) => void

    /**
     * Writes the line of a request, which names neither query nor credential. `bytes` is the size of the body;
     * undefined where it is not known yet.
     */
    readonly log: (
      request: LoggedRequest,
      state: Pick<RequestState, "id" | "span" | "userId">,
      status: number,
      bytes: number | undefined
    ) => Effect.Effect<void>

    /** False where the log's level leaves such lines out. */
    readonly isLogged: boolean
  }
>() {
  static readonly layer = Layer.effect(
    ResponseFinalizer,
    Effect.suspend(() => Effect.gen(make))
  ).pipe(Layer.provide(ClientAddresses.layer))
}

/** The bytes of a response's body; undefined for a stream, whose end is not known. */
export const bodyBytesOf = ({ isHead }: Pick<RequestState, "isHead">, { headers, status }: ResponseHead) => {
  if (isHead || status === 304 || status === 204) return 0
  const length = headers["content-length"]
  return length === undefined ? undefined : Number(length)
}

const maxAgentCharacters = 200

/** What a client says that it is, as one line. */
const agentOf = (header: string | undefined) =>
  header
    ?.replace(/[\p{Cc}\p{Cf}]/gu, "")
    .trim()
    .slice(0, maxAgentCharacters)

/** Ids of requests as proxies make them: UUIDs, ULIDs, traces, base64. */
const plainRequestId = /^[\w.:=@+/-]{1,128}$/

/** The members that have a value. */
const present = (facts: Readonly<Record<string, string | number | undefined>>) =>
  Record.filter(facts, (value) => value !== undefined && value !== "")

/** Supervisors and load balancers send these every few seconds. */
const probes = /^\/+(?:health|ready)\/*$/i

function* make() {
  const origins = yield* corsOrigins
  const addresses = yield* ClientAddresses
  const withAddress = yield* logAddresses
  const clock = yield* Effect.clock
  const isLogged = LogLevel.lessThanEqual(yield* FiberRef.get(FiberRef.currentMinimumLogLevel), LogLevel.Info)

  const headers = ({ origin, pathname }: RequestInfo, state: RequestState, own: Readonly<Record<string, string>>) => {
    const cors = corsHeaders(origins, origin)
    const vary = [own["vary"], cors["vary"]].filter((names) => names !== undefined).join(", ")
    return responseHeaders({ ...own, ...cors, ...(vary === "" ? {} : { vary }) }, pathname, state)
  }

  const head = (request: RequestInfo, state: RequestState, response: HttpServerResponse.HttpServerResponse) => {
    const tagged = withEntityTag(request, response, state.volatile)
    return { status: tagged.status, headers: headers(request, state, tagged.headers) }
  }

  const finish = (request: RequestInfo, state: RequestState, response: HttpServerResponse.HttpServerResponse) => {
    const { headers, status } = head(request, state, response)
    return status === 304
      ? HttpServerResponse.empty({ status, headers })
      : HttpServerResponse.setHeaders(response, headers)
  }

  const count: ResponseFinalizer["Type"]["count"] = ({ method, pathname, startedAt }, { route, span }, status) => {
    const millis = clock.unsafeCurrentTimeMillis() - startedAt
    countRequest(route ?? endpointAt(method, pathname)?.endpoint.path, method, status, millis)
    if (span !== undefined) endSpan(span, status, clock.unsafeCurrentTimeNanos())
  }

  /** The id that a trusted proxy gave the request. */
  const proxyIdOf = (source: AddressSource) => {
    const id = source.headers["x-request-id"]
    return id !== undefined && plainRequestId.test(id) && addresses.isProxied(source) ? id : undefined
  }

  const log: ResponseFinalizer["Type"]["log"] = (request, { id, span, userId }, status, bytes) => {
    if (!isLogged) return Effect.void
    const { method, pathname, source, startedAt } = request
    const facts = {
      id,
      method,
      path: pathname,
      status,
      ms: clock.unsafeCurrentTimeMillis() - startedAt,
      bytes,
      user: userId,
      address: withAddress ? addresses.of(source) : undefined,
      proxyId: proxyIdOf(source),
      trace: span?.sampled === true ? span.traceId : undefined,
      agent: agentOf(source.headers["user-agent"])
    }
    const write = probes.test(pathname) ? Effect.logDebug : Effect.logInfo
    return Effect.annotateLogs(write("request"), present(facts))
  }

  return { count, finish, head, headers, log, isLogged }
}
