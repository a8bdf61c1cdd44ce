import { HttpApiBuilder, HttpApiError } from "@effect/platform"
import { Effect, Schema } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { NotificationChoice, type NotificationList } from "../../../domain/Notification.ts"
import { Notifications } from "../../../services/notifications/Notifications.ts"
import type { CacheTag } from "../../wire/CacheTags.ts"
import { type RequestState, withCacheTags } from "../../wire/RequestContext.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"

const decode = Schema.decodeUnknown(NotificationChoice)

/** Notifications are about posts of the member's own, and name them by their titles. */
const listTags = ({ data }: NotificationList, { userId }: RequestState): ReadonlyArray<CacheTag> => [
  "users",
  ...(userId === undefined ? [] : ([`inbox ${userId}`, `user ${userId}`] as const)),
  ...data.map(({ post }) => `post ${post.id}` as const)
]

export const layer = HttpApiBuilder.group(CommunityApi, "notifications", (handlers) =>
  Effect.flatMap(Notifications, (notifications) =>
    registerHandlers(
      handlers
        .handle("list", ({ urlParams }) => withCacheTags(toWireError(notifications.list(urlParams)), listTags))
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
