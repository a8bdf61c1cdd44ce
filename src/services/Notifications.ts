import { Chunk, Context, Effect, Layer, Option, Ref, Schema, type Scope, Stream } from "effect"
import { CurrentUser } from "../domain/CurrentUser.ts"
import {
  Notification,
  type NotificationChoice,
  type NotificationList,
  type NotificationsRead
} from "../domain/Notification.ts"
import { windowOf } from "../domain/Page.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { NotificationsRepo, type NotificationText } from "../repositories/NotificationsRepo.ts"
import { Transaction } from "../repositories/Transaction.ts"
import { Changes } from "./Changes.ts"

/** Which notifications to list. */
export interface NotificationRequest {
  readonly unreadOnly?: boolean | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

/** How many notifications are read at once. */
const readAtOnce = 100

const decode = Schema.decode(Schema.parseJson(Notification))

const make = Effect.gen(function* () {
  const repo = yield* NotificationsRepo
  const changes = yield* Changes
  const transaction = yield* Transaction

  const list = Effect.fnUntraced(function* ({ offset = 0, unreadOnly = false, ...request }: NotificationRequest) {
    const { id } = yield* CurrentUser
    const { limit } = windowOf(request)
    const { items, total, unreadCount } = yield* repo.page(id, unreadOnly, { offset, limit })
    return { data: items, pagination: { limit, offset, total, hasMore: offset + limit < total }, unreadCount }
  })

  const markRead = Effect.fnUntraced(function* ({ notificationIds }: NotificationChoice) {
    const { id } = yield* CurrentUser
    yield* repo.lock(id)
    const read = yield* repo.markRead(id, notificationIds)
    const marked = Option.isNone(notificationIds) && read.length > 0 ? [0] : read
    yield* changes.record(marked.map((read) => ({ kind: "notifications_read", id: read, userId: id })))
    return { updated: read.length, unreadCount: yield* repo.unreadCount(id) }
  }, transaction.atomically)

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
    /** The caller's notifications, newest first. */
    readonly list: (request: NotificationRequest) => Effect.Effect<NotificationList, Unavailable, CurrentUser>

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
