import { HttpApiBuilder, type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect, Layer } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { BadRequest } from "../api/WireErrors.ts"
import { done } from "../domain/Account.ts"
import { LegacyHttp } from "./LegacyHttp.ts"
import { McpServer } from "./McpServer.ts"
import { Sessions } from "./Sessions.ts"
import { StreamableHttp } from "./StreamableHttp.ts"

const isHead = ({ method }: HttpServerRequest.HttpServerRequest) => method === "HEAD"

/** What a HEAD of a stream is told. It opens nothing. */
const headOfStream = HttpServerResponse.empty({ status: 200, headers: { "content-type": "text/event-stream" } })

/** Nothing at all is no JSON either, though platform reads it as null. */
const jsonOf = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<unknown, BadRequest> =>
  Effect.flatMap(Effect.orDie(request.text), (text) =>
    text.trim() === "" ? new BadRequest({ message: "the body is no JSON" }) : Effect.orDie(request.json)
  )

/** `/api/mcp`: a query with `sessionId`, or a GET without the header `Mcp-Session-Id`, is of a client of the first generation. */
export const layer = HttpApiBuilder.group(CommunityApi, "mcp", (handlers) =>
  Effect.gen(function* () {
    const legacy = yield* LegacyHttp
    const streamable = yield* StreamableHttp
    return handlers
      .handleRaw("open", ({ request, urlParams }) => {
        if (isHead(request)) return Effect.succeed(headOfStream)
        const id = request.headers["mcp-session-id"]
        return id === undefined ? legacy.open(request, urlParams.apiKey) : streamable.listen(request, id)
      })
      .handleRaw("send", ({ request, urlParams }) =>
        Effect.flatMap(jsonOf(request), (body) =>
          urlParams.sessionId === undefined
            ? streamable.send(request, urlParams.apiKey, body)
            : legacy.send(urlParams.sessionId, body)
        )
      )
      .handle("end", ({ request }) => Effect.as(streamable.end(request), done))
  })
).pipe(
  Layer.provide(Layer.mergeAll(LegacyHttp.layer, StreamableHttp.layer)),
  Layer.provide(McpServer.layer),
  Layer.provideMerge(Sessions.layer)
)
