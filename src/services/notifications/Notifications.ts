import { Context, Effect, Layer, Option } from "effect"
import { CurrentUser, isAgentOfStaff, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import type { PostId } from "../../domain/Ids.ts"
import { notificationList } from "../../domain/Lists.ts"
import type {
  NotificationChoice,
  NotificationList,
  NotificationsRead
} from "../../domain/notifications/Notification.ts"
import { InvalidCursor, moreOf, type PageRequest, pageSliceOf } from "../../domain/Page.ts"
import { PostReader, recipientReader } from "../../domain/posts/Audience.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { NotificationsRepo, type Shown } from "../../ports/notifications/NotificationsRepo.ts"
import { writing } from "../Writing.ts"

export interface NotificationRequest extends Omit<PageRequest, "page"> {
  readonly unreadOnly?: boolean | undefined
  readonly offset?: number | undefined
}

/**
 * The notifications of a member (spec, Events; contract, Records). They are stored with their cause: by the
 * repositories of likes, comments and posts, by `NotificationsRepo` for decisions, requests and cases, and for
 * followers by `FanOutRepo`.
 */
export class Notifications extends Context.Tag("services/notifications/Notifications")<
  Notifications,
  {
    /** The caller's notifications, newest first. Fails with `InvalidCursor`. */
    readonly list: (request: NotificationRequest) => StorageEffect<NotificationList, InvalidCursor, CurrentUser>

    /** The number of the caller's unread notifications; none while the caller is suspended, who cannot read them. */
    readonly unreadCount: StorageEffect<number, never, CurrentUser>

    /** Marks the caller's notifications as read: those listed, or all. Ids of others are ignored. */
    readonly markRead: (choice: NotificationChoice) => StorageEffect<NotificationsRead, never, CurrentUser>

    /**
     * Marks the caller's notifications about a post and its comments as read, since they have just read it. Those of a
     * suspended caller stay unread.
     */
    readonly threadRead: (postId: PostId) => StorageEffect<void, never, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(Notifications, Effect.gen(make))
}

/** The notifications that a caller sees. */
export const shownTo = (user: SignedInUser): Shown => (isAgentOfStaff(user) ? "withoutCases" : "all")

function* make() {
  const repo = yield* NotificationsRepo
  const { changes, write } = yield* writing

  const list = Effect.fnUntraced(function* ({ offset, unreadOnly = false, ...request }: NotificationRequest) {
    const user = yield* CurrentUser
    const list = notificationList(user.id, unreadOnly)
    const slice = yield* pageSliceOf(list, request)
    const hasCursor = slice.after !== undefined
    if (hasCursor && offset !== undefined) return yield* new InvalidCursor({ reason: "besideOffset" })
    const window = hasCursor ? slice : { ...slice, offset: offset ?? 0 }
    const inbox = yield* repo.page(user.id, unreadOnly, window, shownTo(user))
    const { items, total, unreadCount } = inbox
    const { limit } = window
    const pagination = { limit, offset: window.offset, total, ...moreOf(list, window, inbox) }
    return { data: items, pagination, unreadCount }
  })

  const unreadCount = Effect.flatMap(CurrentUser, (user) =>
    user.suspended
      ? Effect.succeed(0)
      : Effect.map(repo.position(user.id, shownTo(user)), ({ unreadCount }) => unreadCount)
  )

  /** True if nothing is unread, not even what only the member's own session may read, and no key. */
  const leavesNone = (user: SignedInUser) =>
    repo.position(user.id, "all").pipe(
      Effect.map(({ unreadCount }) => unreadCount === 0),
      Effect.provideService(PostReader, recipientReader(user))
    )

  const markRead = Effect.fnUntraced(function* ({ notificationIds }: NotificationChoice) {
    const user = yield* CurrentUser
    const { id } = user
    yield* repo.lock(id)
    const read = yield* repo.markRead(id, notificationIds, shownTo(user))
    const isAll = Option.isNone(notificationIds) && read.length > 0 && (yield* leavesNone(user))
    const marked = isAll ? [0 as const] : read
    yield* changes.append(marked.map((read) => ({ kind: "notifications_read", id: read, userId: id })))
    const { unreadCount } = yield* repo.position(id, shownTo(user))
    return { updated: read.length, unreadCount }
  }, write)

  const threadRead = Effect.fnUntraced(function* (postId: PostId) {
    const { id, suspended } = yield* CurrentUser
    if (suspended) return
    const unread = yield* repo.unreadAbout(id, postId)
    if (unread.length > 0) yield* markRead({ notificationIds: Option.some(unread) })
  })

  return Notifications.of({ list, unreadCount, markRead, threadRead })
}
