import { Effect, Option } from "effect"
import { CurrentUser } from "../../../../domain/accounts/CurrentUser.ts"
import type { Opened } from "../../../../domain/notifications/Inbox.ts"
import { Notifications } from "../../../../services/notifications/Notifications.ts"
import { CurrentExchange } from "../../../http/Exchanges.ts"
import type { WebRequest } from "../../WebRequest.ts"

/**
 * Does in a member's name what follows from their reading of a page. None for visitors, for HEAD, and where it fails:
 * the page is shown nevertheless.
 */
export const asReader = <A, E, R>({ viewer }: Pick<WebRequest, "viewer">, done: Effect.Effect<A, E, R | CurrentUser>) =>
  Effect.gen(function* () {
    if (Option.isNone(viewer) || (yield* CurrentExchange).state.isHead) return Option.none<A>()
    return yield* Effect.option(Effect.provideService(done, CurrentUser, viewer.value))
  })

/** Marks a member's notifications about what a page shows as read. */
export const makeNoteOpened = Effect.map(
  Notifications,
  ({ open }) =>
    (request: WebRequest, opened: Opened) =>
      asReader(request, open(opened))
)
