import { Array, Context, Effect, Layer, Option } from "effect"
import { CurrentUser, isAgentOfStaff, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import { notificationList } from "../../domain/Lists.ts"
import type { NotificationGroup, Opened } from "../../domain/notifications/Inbox.ts"
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

/** A list with the newest notification of each group alone, and the groups that it shows. */
export interface GroupedNotifications extends NotificationList {
  readonly groups: ReadonlyArray<NotificationGroup>
  /** The greatest id when the list was read. */
  readonly newestId: number
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

    /** The same, grouped. */
    readonly grouped: (request: NotificationRequest) => StorageEffect<GroupedNotifications, InvalidCursor, CurrentUser>

    /** The number of the caller's unread notifications; none while the caller is suspended, who cannot read them. */
    readonly unreadCount: StorageEffect<number, never, CurrentUser>

    /**
     * Marks the caller's notifications as read: those listed, or all, with `upTo` none of a greater id. Ids of others
     * are ignored.
     */
    readonly markRead: (
      choice: NotificationChoice,
      upTo?: number
    ) => StorageEffect<NotificationsRead, never, CurrentUser>

    /**
     * Marks the caller's notifications about what they have just opened as read. Those of a suspended caller stay
     * unread.
     */
    readonly open: (opened: Opened) => StorageEffect<void, never, CurrentUser>
  }
>() {
  static readonly layer = Layer.effect(Notifications, Effect.gen(make))
}

/** The notifications that a caller sees. */
export const shownTo = (user: SignedInUser): Shown => (isAgentOfStaff(user) ? "withoutCases" : "all")

function* make() {
  const repo = yield* NotificationsRepo
  const { changes, write } = yield* writing

  const read = Effect.fnUntraced(function* (
    { offset, unreadOnly = false, ...request }: NotificationRequest,
    isGrouped = false
  ) {
    const user = yield* CurrentUser
    const list = notificationList(user.id, unreadOnly)
    const slice = yield* pageSliceOf(list, request)
    const hasCursor = slice.after !== undefined
    if (hasCursor && offset !== undefined) return yield* new InvalidCursor({ reason: "besideOffset" })
    const window = hasCursor ? slice : { ...slice, offset: offset ?? 0 }
    const inbox = yield* repo.page(user.id, unreadOnly, window, shownTo(user), isGrouped)
    const { items, total, unreadCount } = inbox
    const { limit } = window
    const pagination = { limit, offset: window.offset, total, ...moreOf(list, window, inbox) }
    return { data: items, pagination, unreadCount }
  })

  const grouped = Effect.fnUntraced(function* (request: NotificationRequest) {
    const { id } = yield* CurrentUser
    const { newestId } = yield* repo.position(id)
    const list = yield* read(request, true)
    const posts = Array.getSomes(list.data.map(({ post }) => post)).map(({ id }) => id)
    const groups = posts.length === 0 ? [] : yield* repo.groups(id, Array.dedupe(posts))
    return { ...list, groups, newestId }
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

  const markRead = Effect.fnUntraced(function* ({ notificationIds }: NotificationChoice, upTo?: number) {
    const user = yield* CurrentUser
    const { id } = user
    yield* repo.lock(id)
    const read = yield* repo.markRead(id, notificationIds, shownTo(user), upTo)
    const isAll = Option.isNone(notificationIds) && read.length > 0 && (yield* leavesNone(user))
    const marked = isAll ? [0 as const] : read
    yield* changes.append(marked.map((read) => ({ kind: "notifications_read", id: read, userId: id })))
    const { unreadCount } = yield* repo.position(id, shownTo(user))
    return { updated: read.length, unreadCount }
  }, write)

  const open = Effect.fnUntraced(function* (opened: Opened) {
    const { id, suspended } = yield* CurrentUser
    if (suspended) return
    const unread = yield* repo.unreadAbout(id, opened)
    if (unread.length > 0) yield* markRead({ notificationIds: Option.some(unread) })
  })

  return Notifications.of({ list: (request) => read(request), grouped, unreadCount, markRead, open })
}
