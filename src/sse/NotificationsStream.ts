import { HttpApiBuilder, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { wire } from "../http/Errors.ts"
import { handOverConnection } from "../http/HandOver.ts"
import { streamHeaders } from "./EventStream.ts"
import { NotificationStreams } from "./NotificationStreams.ts"

/** `GET /api/notifications/stream`. A HEAD of it opens nothing. */
export const layer = HttpApiBuilder.group(CommunityApi, "notificationsStream", (handlers) =>
  Effect.map(NotificationStreams, (streams) =>
    handlers.handleRaw("open", ({ request, urlParams }) =>
      request.method === "HEAD"
        ? Effect.succeed(HttpServerResponse.empty({ status: 200, headers: { "content-type": "text/event-stream" } }))
        : Effect.flatMap(wire(streams.open(request.headers["last-event-id"] ?? urlParams.lastEventId)), (take) =>
            handOverConnection(streamHeaders, take)
          )
    )
  )
)
