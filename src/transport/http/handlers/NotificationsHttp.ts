import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { CommunityApi } from "../../../api/CommunityApi.ts"
import { NotificationChoice } from "../../../domain/Notification.ts"
import { Notifications } from "../../../services/notifications/Notifications.ts"
import { optionalBody } from "../../wire/Body.ts"
import { tagsOfInbox } from "../../wire/CacheTags.ts"
import { withCacheTags } from "../../wire/RequestContext.ts"
import { toWireError } from "../Errors.ts"
import { registerHandlers } from "../HandlerRegistry.ts"

const choiceOf = optionalBody(NotificationChoice)

export const layer = HttpApiBuilder.group(CommunityApi, "notifications", (handlers) =>
  Effect.flatMap(Notifications, (notifications) =>
    registerHandlers(
      handlers
        .handle("list", ({ urlParams }) => withCacheTags(toWireError(notifications.list(urlParams)), tagsOfInbox))
        // No body at all marks all of them (spec, States and transitions).
        .handleRaw("markRead", () => Effect.flatMap(choiceOf, (choice) => toWireError(notifications.markRead(choice))))
    )
  )
)
