import type { IncomingMessage } from "node:http"
import { HttpServerResponse } from "@effect/platform"
import { Context, Effect, Layer, Option } from "effect"
import { corsOrigins } from "../../Config.ts"
import { withEntityTag } from "../wire/EntityTag.ts"
import type { RequestState } from "../wire/RequestContext.ts"
import { responseHeaders, type SentHead, type SentHeaders } from "../wire/ResponseWriter.ts"
import type { RecordedRequest } from "./RequestRecords.ts"

/** The parts of a request that its response's headers and its records depend on. */
export interface RequestInfo extends RecordedRequest {
  readonly origin: string | undefined
  readonly ifNoneMatch: string | undefined
}

/** Gives every response its headers and its entity tag, and answers preflights. */
export class ResponseFinalizer extends Context.Tag("transport/http/ResponseFinalizer")<
  ResponseFinalizer,
  {
    /** Adds the headers of every response to a response's own. */
    readonly headers: (request: RequestInfo, state: RequestState, own: Readonly<Record<string, string>>) => SentHeaders

    /** The status and all headers of a response; 304, which has no body, where the client has it already. */
    readonly head: (
      request: RequestInfo,
      state: RequestState,
      response: HttpServerResponse.HttpServerResponse
    ) => SentHead

    /**
     * The response to a preflight of a path; undefined for any other request, and unless the operator lists origins.
     */
    readonly preflight: (
      request: IncomingMessage,
      methods: ReadonlyArray<string>
    ) => HttpServerResponse.HttpServerResponse | undefined
  }
>() {
  static readonly layer = Layer.effect(
    ResponseFinalizer,
    Effect.map(corsOrigins, (origins) => make(origins))
  )
}

/** The headers that a script of another origin may read. */
const exposedHeaders =
  "Allow, ETag, Idempotency-Replayed, Location, Mcp-Session-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, " +
  "WWW-Authenticate, X-Request-Id, X-Unknown-Parameters"

const allowedOrigin = (origins: ReadonlyArray<string>, origin: string | undefined): Option.Option<string> => {
  if (origin === undefined) return Option.none()
  if (origins.includes("*")) return Option.some("*")
  return origins.includes(origin) ? Option.some(origin) : Option.none()
}

/** The headers that let a script of another origin read a response; none unless the operator lists the origin. */
const corsHeaders = (origins: ReadonlyArray<string>, origin: string | undefined): Readonly<Record<string, string>> => {
  if (origins.length === 0) return {}
  return Option.match(allowedOrigin(origins, origin), {
    onNone: () => ({ vary: "Origin" }),
    onSome: (origin) => ({
      vary: "Origin",
      "access-control-allow-origin": origin,
      "access-control-expose-headers": exposedHeaders
    })
  })
}

const preflightResponse = (methods: ReadonlyArray<string>) =>
  HttpServerResponse.empty({
    status: 204,
    headers: {
      "access-control-allow-methods": methods.join(", "),
      "access-control-allow-headers":
        "Authorization, Content-Type, If-None-Match, Idempotency-Key, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id",
      "access-control-max-age": "600"
    }
  })

const make = (origins: ReadonlyArray<string>) => {
  const headers = ({ origin, pathname }: RequestInfo, state: RequestState, own: Readonly<Record<string, string>>) => {
    const cors = corsHeaders(origins, origin)
    const vary = [own["vary"], cors["vary"]].filter((names) => names !== undefined).join(", ")
    return responseHeaders({ ...own, ...cors, ...(vary === "" ? {} : { vary }) }, pathname, state)
  }

  const head = (request: RequestInfo, state: RequestState, response: HttpServerResponse.HttpServerResponse) => {
    const tagged = withEntityTag(request, response)
    return { status: tagged.status, headers: headers(request, state, tagged.headers) }
  }

  const preflight = ({ headers, method }: IncomingMessage, methods: ReadonlyArray<string>) => {
    const isPreflight = method === "OPTIONS" && headers["access-control-request-method"] !== undefined
    return isPreflight && origins.length > 0 && methods.length > 0 ? preflightResponse(methods) : undefined
  }

  return { headers, head, preflight }
}
