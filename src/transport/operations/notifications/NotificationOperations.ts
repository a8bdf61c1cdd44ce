import { Effect } from "effect"
import { CurrentUser } from "../../../domain/accounts/CurrentUser.ts"
import { Notifications } from "../../../services/notifications/Notifications.ts"
import { operations } from "../../http/HandlerRegistry.ts"
import { tagsOfInbox } from "../../wire/CacheTags.ts"
import { withCacheTags } from "../../wire/Tagged.ts"

export const notificationOperations = operations("notifications", Notifications, (notifications) => ({
  list: ({ urlParams }) =>
    Effect.flatMap(CurrentUser, ({ id }) => withCacheTags(notifications.list(urlParams), tagsOfInbox(id))),
  markRead: ({ payload }) => notifications.markRead(payload)
}))
