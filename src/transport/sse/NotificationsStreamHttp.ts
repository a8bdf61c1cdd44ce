import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../api/CommunityApi.ts"
import { toWireError } from "../http/Errors.ts"
import { begun, CurrentExchange } from "../http/Exchanges.ts"
import { registerHandlers } from "../http/HandlerRegistry.ts"
import { streamHead } from "../wire/ResponseWriter.ts"
import { NotificationStreams } from "./NotificationStreams.ts"

/** `GET /api/notifications/stream`. A HEAD opens nothing, and fails where a GET would. */
export const layer = HttpApiBuilder.group(CommunityApi, "notificationsStream", (handlers) =>
  Effect.flatMap(NotificationStreams, (streams) =>
    registerHandlers(
      handlers.handleRaw("open", ({ urlParams }) =>
        Effect.gen(function* () {
          const exchange = yield* CurrentExchange
          const { isHead } = exchange.state
          const lastEventId = exchange.header("last-event-id") ?? urlParams.lastEventId
          const begin = () => (isHead ? undefined : exchange.beginEndlessStream())
          yield* toWireError(streams.open(lastEventId, begin))
          if (isHead) return streamHead()
          return exchange.response.headersSent ? begun : yield* Effect.interrupt // the client has gone
        })
      )
    )
  )
)
