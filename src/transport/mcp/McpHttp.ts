import { Effect } from "effect"
import { done } from "../../domain/accounts/Account.ts"
import { CurrentExchange } from "../http/Exchanges.ts"
import { handlers } from "../http/HandlerRegistry.ts"
import { checkBodyText } from "../wire/Body.ts"
import { makeLegacy } from "./LegacyHttp.ts"
import { parseBody } from "./McpMessages.ts"
import { makeStreamable } from "./StreamableHttp.ts"

/**
 * `/api/mcp`, for clients of both generations. A POST with `sessionId` in its query, or a GET without the header
 * `Mcp-Session-Id`, comes from a client of HTTP+SSE.
 */
export const layer = handlers("mcp", Effect.all([makeLegacy, makeStreamable]), ([legacy, streamable]) => ({
  open: ({ urlParams }) =>
    Effect.gen(function* () {
      const exchange = yield* CurrentExchange
      const id = exchange.header("mcp-session-id")
      return yield* id === undefined ? legacy.open(exchange, urlParams.tools) : streamable.listen(exchange, id)
    }),
  send: ({ urlParams }) =>
    Effect.gen(function* () {
      const exchange = yield* CurrentExchange
      const body = Effect.map(Effect.flatMap(exchange.body, checkBodyText), parseBody)
      return yield* urlParams.sessionId === undefined
        ? streamable.send(exchange, body, urlParams.tools)
        : legacy.send(urlParams.sessionId, body)
    }),
  end: () => Effect.as(Effect.flatMap(CurrentExchange, streamable.end), done)
}))
