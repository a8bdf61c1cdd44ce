import { Effect } from "effect"
import { begun, CurrentExchange } from "../http/Exchanges.ts"
import { handlers } from "../http/HandlerRegistry.ts"
import { streamHead } from "../wire/ResponseWriter.ts"
import { NotificationStreams } from "./NotificationStreams.ts"

/** `GET /api/notifications/stream`. A HEAD opens nothing, and fails where a GET would. */
export const layer = handlers("notificationsStream", NotificationStreams, (streams) => ({
  open: ({ urlParams }) =>
    Effect.gen(function* () {
      const exchange = yield* CurrentExchange
      const { isHead } = exchange.state
      const lastEventId = exchange.header("last-event-id") ?? urlParams.lastEventId
      const begin = () => (isHead ? undefined : exchange.beginEndlessStream())
      yield* streams.open(lastEventId, begin)
      if (isHead) return streamHead()
      return exchange.response.headersSent ? begun : yield* Effect.interrupt // the client has gone
    })
}))
