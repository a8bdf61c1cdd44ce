import { HttpApiBuilder } from "@effect/platform"
import { Effect, Layer } from "effect"
import { CommunityApi } from "../../api/CommunityApi.ts"
import { done } from "../../domain/accounts/Account.ts"
import { CurrentExchange } from "../http/Exchanges.ts"
import { registerHandlers } from "../http/HandlerRegistry.ts"
import { checkBodyText } from "../wire/Body.ts"
import { Completions } from "./Completions.ts"
import { LegacyHttp } from "./legacy/LegacyHttp.ts"
import { parseBody } from "./McpMessages.ts"
import { McpServer } from "./McpServer.ts"
import { Methods } from "./Methods.ts"
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
const group = HttpApiBuilder.group(CommunityApi, "mcp", (handlers) =>
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
).pipe(
  Layer.provide(StreamableHttp.layer),
  Layer.provide(StatelessHttp.layer),
  Layer.provideMerge(LegacyHttp.layer),
  Layer.provide(McpServer.layer)
)

const community = Layer.mergeAll(Tools.layer, Resources.layer, Completions.layer)

/** The methods of the community. */
export const methods = Layer.provide(Methods.layer, community)

/** `/api/mcp` over a table of methods. */
export const layerOf = (table: typeof methods) =>
  group.pipe(Layer.provide([table, Tools.layer, Subscriptions.layer]), Layer.provideMerge(Sessions.layer))

export const layer = layerOf(methods)
