import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../api/CommunityApi.ts"
import { done } from "../../domain/accounts/Account.ts"
import { CurrentExchange } from "../http/Exchanges.ts"
import { registerHandlers } from "../http/HandlerRegistry.ts"
import { checkBodyText } from "../wire/Body.ts"
import { LegacyHttp } from "./LegacyHttp.ts"
import { parseBody } from "./McpMessages.ts"
import { StreamableHttp } from "./StreamableHttp.ts"

/**
 * `/api/mcp`, for clients of both generations. A POST with `sessionId` in its query, or a GET without the header
 * `Mcp-Session-Id`, comes from a client of HTTP+SSE.
 */
export const layer = HttpApiBuilder.group(CommunityApi, "mcp", (handlers) =>
  Effect.gen(function* () {
    const legacy = yield* LegacyHttp
    const streamable = yield* StreamableHttp
    return yield* registerHandlers(
      handlers
        .handleRaw("open", ({ urlParams }) =>
          Effect.gen(function* () {
            const exchange = yield* CurrentExchange
            const id = exchange.header("mcp-session-id")
            return yield* id === undefined ? legacy.open(exchange, urlParams.tools) : streamable.listen(exchange, id)
          })
        )
        .handleRaw("send", ({ urlParams }) =>
          Effect.gen(function* () {
            const exchange = yield* CurrentExchange
            const body = Effect.map(Effect.flatMap(exchange.body, checkBodyText), parseBody)
            return yield* urlParams.sessionId === undefined
              ? streamable.send(exchange, body, urlParams.tools)
              : legacy.send(urlParams.sessionId, body)
          })
        )
        .handle("end", () => Effect.as(Effect.flatMap(CurrentExchange, streamable.end), done))
    )
  })
)
