import type { Effect, Option } from "effect"
import { Context } from "effect"
import type { Blocked } from "../domain/BatchResult.ts"
import type { NotificationId, UserId } from "../domain/Ids.ts"
import type { NotificationKey } from "../domain/Lists.ts"
import type { Notification } from "../domain/Notification.ts"
import type { PageResult, PageSlice } from "../domain/Page.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** What a recipient's list shows: the items of the window, the total of the list, and all that is unread. */
export interface Inbox extends PageResult<Notification, NotificationKey> {
  readonly unreadCount: number
}

/** Where notifications are found. They are stored with what they tell of (`LikesRepo.toggleAll`, `CommentsRepo.addAll`). */
export class NotificationsRepo extends Context.Tag("ports/NotificationsRepo")<
  NotificationsRepo,
  {
    /**
     * Nobody else locks this recipient's notifications until the end of the transaction. It does not wait: fails with
     * `Blocked` while others hold the lock. Under it ids are
     * committed in the order they were given: a stream that reads "all after id n" would otherwise step over one that
     * is committed late. Whoever stores a notification holds it. To be taken after the lock of a post, never before it.
     */
    readonly lock: (recipientId: UserId) => Effect.Effect<void, Blocked | Unavailable>

    /** The recipient's notifications, newest first (greatest id); only those unread, if asked for. */
    readonly page: (
      recipientId: UserId,
      unreadOnly: boolean,
      window: PageSlice<NotificationKey>
    ) => Effect.Effect<Inbox, Unavailable>

    /** Marks the recipient's notifications read, those listed or all, and gives the ids of those that were unread. Ids of others have no effect. */
    readonly markRead: (
      recipientId: UserId,
      ids: Option.Option<ReadonlyArray<NotificationId>>
    ) => Effect.Effect<ReadonlyArray<NotificationId>, Unavailable>

    /** The recipient's notifications whose id is greater, oldest first, at most `limit`. */
    readonly after: (
      recipientId: UserId,
      id: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Notification>, Unavailable>

    /** The greatest id among the recipient's notifications, 0 while there is none, and the number of unread ones. */
    readonly position: (
      recipientId: UserId
    ) => Effect.Effect<{ readonly newestId: number; readonly unreadCount: number }, Unavailable>
  }
>() {}
