import { Chunk, Context, Effect, Layer, Option, Ref, Schema, type Scope, Stream } from "effect"
import { CurrentUser } from "../domain/CurrentUser.ts"
import { CursorRefused } from "../domain/Cursor.ts"
import { notificationList } from "../domain/Lists.ts"
import {
  Notification,
  type NotificationChoice,
  type NotificationList,
  type NotificationsRead
} from "../domain/Notification.ts"
import { moreOf, windowOf } from "../domain/Page.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { NotificationsRepo, type NotificationText } from "../repositories/NotificationsRepo.ts"
import { Transaction } from "../repositories/Transaction.ts"
import { Changes } from "./Changes.ts"
import { makePatiently } from "./Patience.ts"

/** Which notifications to list. */
export interface NotificationRequest {
  readonly unreadOnly?: boolean | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
  /** The `nextCursor` of what was listed before, instead of an offset; an empty one counts as absent. */
  readonly cursor?: string | undefined
}

/** How many notifications are read at once. */
const readAtOnce = 100

const decode = Schema.decode(Schema.parseJson(Notification))

const make = Effect.gen(function* () {
  const repo = yield* NotificationsRepo
  const changes = yield* Changes
  const transaction = yield* Transaction
  const patiently = yield* makePatiently

  const list = Effect.fnUntraced(function* ({ offset, unreadOnly = false, ...request }: NotificationRequest) {
    const { id } = yield* CurrentUser
    const list = notificationList(id, unreadOnly)
    const walked = yield* windowOf(list, request)
    const isWalked = walked.after !== undefined
    if (isWalked && offset !== undefined) return yield* new CursorRefused({ why: "send offset or cursor, not both" })
    const window = isWalked ? walked : { ...walked, offset: offset ?? 0 }
    const inbox = yield* repo.page(id, unreadOnly, window)
    const { items, total, unreadCount } = inbox
    const { limit } = window
    const pagination = { limit, offset: window.offset, total, ...moreOf(list, window, inbox) }
    return { data: items, pagination, unreadCount }
  })

  const markRead = Effect.fnUntraced(
    function* ({ notificationIds }: NotificationChoice) {
      const { id } = yield* CurrentUser
      yield* repo.lock(id)
      const read = yield* repo.markRead(id, notificationIds)
      const marked = Option.isNone(notificationIds) && read.length > 0 ? [0] : read
      yield* changes.record(marked.map((read) => ({ kind: "notifications_read", id: read, userId: id })))
      return { updated: read.length, unreadCount: yield* repo.unreadCount(id) }
    },
    transaction.atomically,
    patiently
  )

  const since = (id: number, limit: number) => Effect.flatMap(CurrentUser, (user) => repo.after(user.id, id, limit))

  const position = Effect.gen(function* () {
    const { id } = yield* CurrentUser
    return { newestId: yield* repo.newestId(id), unreadCount: yield* repo.unreadCount(id) }
  })

  const follow = Effect.fnUntraced(function* (after: Option.Option<number>) {
    const { id } = yield* CurrentUser
    const hints = yield* changes.follow(`user ${id}`) // before the first read, or a notification slips between
    const start = Option.isSome(after) ? after.value : yield* repo.newestId(id)
    const last = yield* Ref.make(start)
    const page = Effect.gen(function* () {
      const found = yield* repo.after(id, yield* Ref.get(last), readAtOnce)
      yield* Ref.update(last, (before) => found.at(-1)?.id ?? before)
      const items = yield* Effect.orDie(Effect.forEach(found, ({ json }) => decode(json)))
      return [Chunk.unsafeFromArray(items), found.length < readAtOnce ? Option.none() : Option.some(undefined)] as const
    })
    const backlog = Stream.paginateChunkEffect(undefined, () => page) // a page is read when the one before was taken
    return Stream.flatMap(Stream.concat(Stream.void, hints), () => backlog)
  })

  return { list, markRead, since, position, follow }
})

/** What happened to one's posts (spec, Events; contract, Records): stored with its cause, see `LikesRepo` and `CommentsRepo`. */
export class Notifications extends Context.Tag("services/Notifications")<
  Notifications,
  {
    /** The caller's notifications, newest first. Fails with `CursorRefused`. */
    readonly list: (
      request: NotificationRequest
    ) => Effect.Effect<NotificationList, CursorRefused | Unavailable, CurrentUser>

    /** The caller's notifications whose id is greater, oldest first, at most `limit`: what a stream reads on, and as it tells it. */
    readonly since: (
      id: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<NotificationText>, Unavailable, CurrentUser>

    /**
     * The caller's notifications after that of the given id, or from now on after none; then each as it is stored. None
     * is lost and none comes twice. "Now" is when the effect returns. Never ends by itself.
     */
    readonly follow: (
      after: Option.Option<number>
    ) => Effect.Effect<Stream.Stream<Notification, Unavailable>, Unavailable, CurrentUser | Scope.Scope>

    /** The caller's newest notification (0 for none), and how many are unread. */
    readonly position: Effect.Effect<
      { readonly newestId: number; readonly unreadCount: number },
      Unavailable,
      CurrentUser
    >

    /** Marks the caller's notifications read: those listed, or all. Ids of others have no effect and no tell. */
    readonly markRead: (choice: NotificationChoice) => Effect.Effect<NotificationsRead, Unavailable, CurrentUser>
  }
>() {
  /** The rules above, over the ports. */
  static readonly layer = Layer.effect(Notifications, make)
}
