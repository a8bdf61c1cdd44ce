import { HttpApiBuilder, HttpApiError } from "@effect/platform"
import { Effect, Schema } from "effect"
import { CommunityApi } from "../api/CommunityApi.ts"
import { NotificationChoice } from "../domain/Notification.ts"
import { Notifications } from "../services/Notifications.ts"
import { wire } from "./Errors.ts"
import { known } from "./Handlers.ts"

const decode = Schema.decodeUnknown(NotificationChoice)

/** REST's notifications. */
export const layer = HttpApiBuilder.group(CommunityApi, "notifications", (handlers) =>
  Effect.flatMap(Notifications, (notifications) =>
    known(
      handlers
        .handle("list", ({ urlParams }) => wire(notifications.list(urlParams)))
        // Read by hand, since no body at all means all of them (spec, States and transitions).
        .handleRaw("markRead", ({ request }) =>
          Effect.orDie(Effect.flatMap(request.text, (text) => (text === "" ? Effect.succeed({}) : request.json))).pipe(
            Effect.flatMap(decode),
            Effect.catchTag("ParseError", HttpApiError.HttpApiDecodeError.refailParseError),
            Effect.flatMap((choice) => wire(notifications.markRead(choice)))
          )
        )
    )
  )
)
