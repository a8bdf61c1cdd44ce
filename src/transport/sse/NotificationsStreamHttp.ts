import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../api/CommunityApi.ts"
import { toWireError } from "../http/Errors.ts"
import { InFlight } from "../http/InFlight.ts"
import { headOfStream } from "../wire/ResponseWriter.ts"
import { makeEndlessBody, streamResponse } from "../wire/StreamBody.ts"
import { NotificationStreams } from "./NotificationStreams.ts"

/** `GET /api/notifications/stream` in a form that `StreamListener` leaves to platform. A HEAD opens nothing. */
export const layer = HttpApiBuilder.group(CommunityApi, "notificationsStream", (handlers) =>
  Effect.gen(function* () {
    const inFlight = yield* InFlight
    const streams = yield* NotificationStreams
    return handlers.handleRaw("open", ({ request, urlParams }) => {
      if (request.method === "HEAD") return Effect.succeed(headOfStream)
      const body = makeEndlessBody(request, inFlight.isNewest)
      const opened = streams.open(request.headers["last-event-id"] ?? urlParams.lastEventId, () =>
        body.destroyed ? undefined : body
      )
      return Effect.as(toWireError(opened), streamResponse(body, { connection: "close" }))
    })
  })
)
