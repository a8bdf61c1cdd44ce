import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../api/CommunityApi.ts"
import { toWireError } from "../http/Errors.ts"
import { InFlight } from "../http/InFlight.ts"
import { endlessResponse, makeEndlessBody, streamHead } from "../wire/StreamBody.ts"
import { type BeginResponse, NotificationStreams } from "./NotificationStreams.ts"

/**
 * `GET /api/notifications/stream` in a form that `StreamListener` leaves to platform, and HEAD: it opens nothing, and fails
 * where a GET would.
 */
export const layer = HttpApiBuilder.group(CommunityApi, "notificationsStream", (handlers) =>
  Effect.gen(function* () {
    const inFlight = yield* InFlight
    const streams = yield* NotificationStreams
    return handlers.handleRaw("open", ({ request, urlParams }) => {
      const open = (begin: BeginResponse) =>
        toWireError(streams.open(request.headers["last-event-id"] ?? urlParams.lastEventId, begin))
      if (request.method === "HEAD")
        return Effect.as(
          open(() => undefined),
          streamHead()
        )
      const body = makeEndlessBody(request, inFlight.isNewest)
      return Effect.as(
        open(() => (body.destroyed ? undefined : body)),
        endlessResponse(body)
      )
    })
  })
)
