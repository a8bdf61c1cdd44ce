import { HttpServerResponse } from "@effect/platform"
import { Clock, Context, Effect, FiberRef, Layer, LogLevel } from "effect"
import { corsOrigins } from "../../Config.ts"
import { type ResponseHead, withEntityTag } from "../wire/EntityTag.ts"
import { responseHeaders } from "../wire/Headers.ts"
import type { RequestState } from "../wire/RequestContext.ts"
import { corsHeaders } from "./Cors.ts"

/** The parts of a request that its response's headers and its line in the log depend on. */
export interface RequestInfo {
  readonly method: string
  readonly pathname: string
  readonly origin: string | undefined
  readonly ifNoneMatch: string | undefined
  /** The time of its arrival, in milliseconds. */
  readonly startedAt: number
}

/** Gives every response of both pipelines its headers, its entity tag and its line in the log. */
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

    /** Writes the line of a request, which names neither query nor credential. */
    readonly log: (
      request: Pick<RequestInfo, "method" | "pathname" | "startedAt">,
      state: Pick<RequestState, "id" | "userId">,
      status: number
    ) => Effect.Effect<void>

    /** False where the log's level leaves such lines out. */
    readonly isLogged: boolean
  }
>() {
  static readonly layer = Layer.effect(ResponseFinalizer, Effect.gen(make))
}

function* make() {
  const origins = yield* corsOrigins
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

  const log: ResponseFinalizer["Type"]["log"] = ({ method, pathname, startedAt }, { id, userId }, status) =>
    isLogged
      ? Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.annotateLogs(Effect.logInfo("request"), {
            id,
            method,
            path: pathname,
            status,
            ms: now - startedAt,
            ...(userId === undefined ? {} : { user: userId })
          })
        )
      : Effect.void

  return { finish, head, headers, log, isLogged }
}
