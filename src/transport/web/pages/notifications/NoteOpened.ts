import { Effect, Option } from "effect"
import { CurrentUser } from "../../../../domain/accounts/CurrentUser.ts"
import type { Opened } from "../../../../domain/notifications/Inbox.ts"
import { Notifications } from "../../../../services/notifications/Notifications.ts"
import { CurrentExchange } from "../../../http/Exchanges.ts"
import type { WebRequest } from "../../WebRequest.ts"

/** Marks a member's notifications about what a page shows as read. The page is shown also where that fails. */
export const makeNoteOpened = Effect.map(
  Notifications,
  ({ open }) =>
    ({ viewer }: WebRequest, opened: Opened) =>
      Effect.gen(function* () {
        if (Option.isNone(viewer) || (yield* CurrentExchange).state.isHead) return
        yield* Effect.ignore(Effect.provideService(open(opened), CurrentUser, viewer.value))
      })
)
