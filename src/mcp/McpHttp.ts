import { HttpApiBuilder, type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect, Layer } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { done } from "../domain/Account.ts"
import { LegacyHttp } from "./LegacyHttp.ts"
import { McpServer } from "./McpServer.ts"
import { posted } from "./Messages.ts"
import { Sessions } from "./Sessions.ts"
import { StreamableHttp } from "./StreamableHttp.ts"

const isHead = ({ method }: HttpServerRequest.HttpServerRequest) => method === "HEAD"

/** What a HEAD of a stream is told. It opens nothing. */
const headOfStream = HttpServerResponse.empty({ status: 200, headers: { "content-type": "text/event-stream" } })

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
        Effect.flatMap(Effect.orDie(request.text), (body) =>
          urlParams.sessionId === undefined
            ? streamable.send(request, urlParams.apiKey, posted(body))
            : legacy.send(urlParams.sessionId, posted(body))
        )
      )
      .handle("end", ({ request }) => Effect.as(streamable.end(request), done))
  })
).pipe(
  Layer.provide(Layer.mergeAll(LegacyHttp.layer, StreamableHttp.layer)),
  Layer.provide(McpServer.layer),
  Layer.provideMerge(Sessions.layer)
)
