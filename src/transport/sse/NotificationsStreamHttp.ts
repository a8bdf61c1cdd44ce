import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../api/CommunityApi.ts"
import { toWireError } from "../http/Errors.ts"
import { InFlight } from "../http/InFlight.ts"
import { endlessResponse, makeEndlessBody, streamHead } from "../wire/StreamBody.ts"
import { NotificationStreams } from "./NotificationStreams.ts"

/**
 * `GET /api/notifications/stream` in a form that `StreamListener` leaves to platform, and HEAD: it opens nothing, and fails
 * where a GET would.
 */
export const layer = HttpApiBuilder.group(CommunityApi, "notificationsStream", (handlers) =>
  Effect.gen(function* () {
    const inFlight = yield* InFlight
    const streams = yield* NotificationStreams
    return handlers.handleRaw("open", ({ request, urlParams }) => {
      const lastEventId = request.headers["last-event-id"] ?? urlParams.lastEventId
      const body = request.method === "HEAD" ? undefined : makeEndlessBody(request, inFlight.isNewest)
      const begin = () => (body?.destroyed === true ? undefined : body)
      const response = body === undefined ? streamHead() : endlessResponse(body)
      return Effect.as(toWireError(streams.open(lastEventId, begin)), response)
    })
  })
)
