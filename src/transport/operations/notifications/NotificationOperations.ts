import { Effect } from "effect"
import { CurrentUser } from "../../../../domain/accounts/CurrentUser.ts"
import { Notifications } from "../../../../services/notifications/Notifications.ts"
import { tagsOfInbox } from "../../../wire/CacheTags.ts"
import { withCacheTags } from "../../../wire/Tagged.ts"
import { handlers } from "../../HandlerRegistry.ts"

export const layer = handlers("notifications", Notifications, (notifications) => ({
  list: ({ urlParams }) =>
    Effect.flatMap(CurrentUser, ({ id }) => withCacheTags(notifications.list(urlParams), tagsOfInbox(id))),
  markRead: ({ payload }) => notifications.markRead(payload)
}))
