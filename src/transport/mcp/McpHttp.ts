import { HttpApiBuilder } from "@effect/platform"
import { Effect, Layer } from "effect"
import { CommunityApi } from "../../api/CommunityApi.ts"
import { done } from "../../domain/accounts/Account.ts"
import { Completions } from "./Completions.ts"
import { LegacyHttp } from "./legacy/LegacyHttp.ts"
import { parseBody } from "./McpMessages.ts"
import { McpServer } from "./McpServer.ts"
import { Resources } from "./Resources.ts"
import { Sessions } from "./Sessions.ts"
import { Subscriptions } from "./Subscriptions.ts"
import { StatelessHttp } from "./stateless/StatelessHttp.ts"
import { StreamableHttp } from "./streamable/StreamableHttp.ts"
import { Tools } from "./tools/Tools.ts"

/**
 * `/api/mcp`, for clients of both generations. A POST with `sessionId` in its query, or a GET without the header
 * `Mcp-Session-Id`, comes from a client of HTTP+SSE.
 */
export const layer = HttpApiBuilder.group(CommunityApi, "mcp", (handlers) =>
  Effect.gen(function* () {
    const legacy = yield* LegacyHttp
    const streamable = yield* StreamableHttp
    return handlers
      .handleRaw("open", ({ request, urlParams }) => {
        const id = request.headers["mcp-session-id"]
        return id === undefined ? legacy.open(request, urlParams.tools) : streamable.listen(request, id)
      })
      .handleRaw("send", ({ request, urlParams }) =>
        Effect.flatMap(Effect.orDie(request.text), (body) =>
          urlParams.sessionId === undefined
            ? streamable.send(request, parseBody(body), urlParams.tools)
            : legacy.send(urlParams.sessionId, parseBody(body))
        )
      )
      .handle("end", ({ request }) => Effect.as(streamable.end(request), done))
  })
).pipe(
  Layer.provide(StreamableHttp.layer),
  Layer.provide(StatelessHttp.layer),
  Layer.provideMerge(LegacyHttp.layer),
  Layer.provide(McpServer.layer),
  Layer.provide([Tools.layer, Resources.layer, Completions.layer, Subscriptions.layer]),
  Layer.provideMerge(Sessions.layer)
)
