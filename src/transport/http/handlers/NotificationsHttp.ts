import { Notifications } from "../../../services/notifications/Notifications.ts"
import { tagsOfInbox } from "../../wire/CacheTags.ts"
import { withCacheTags } from "../../wire/RequestContext.ts"
import { handlers } from "../HandlerRegistry.ts"

export const layer = handlers("notifications", Notifications, (notifications) => ({
  list: ({ urlParams }) => withCacheTags(notifications.list(urlParams), tagsOfInbox),
  markRead: ({ payload }) => notifications.markRead(payload)
}))
