import { HttpApiBuilder, HttpApiError } from "@effect/platform"
import { Effect, Schema } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { NotificationChoice } from "../../../domain/Notification.ts"
import { Notifications } from "../../../services/notifications/Notifications.ts"
import { tagsOfInbox } from "../../wire/CacheTags.ts"
import { withCacheTags } from "../../wire/RequestContext.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"

const decode = Schema.decodeUnknown(NotificationChoice)

export const layer = HttpApiBuilder.group(CommunityApi, "notifications", (handlers) =>
  Effect.flatMap(Notifications, (notifications) =>
    registerHandlers(
      handlers
        .handle("list", ({ urlParams }) => withCacheTags(toWireError(notifications.list(urlParams)), tagsOfInbox))
        // The body is read by hand, since no body at all marks all of them (spec, States and transitions).
        .handleRaw("markRead", ({ request }) =>
          Effect.orDie(Effect.flatMap(request.text, (text) => (text === "" ? Effect.succeed({}) : request.json))).pipe(
            Effect.flatMap(decode),
            Effect.catchTag("ParseError", HttpApiError.HttpApiDecodeError.refailParseError),
            Effect.flatMap((choice) => toWireError(notifications.markRead(choice)))
          )
        )
    )
  )
)
