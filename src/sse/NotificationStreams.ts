import type { ServerResponse } from "node:http"
import {
  Clock,
  Context,
  DateTime,
  Deferred,
  Effect,
  Exit,
  Layer,
  Option,
  Runtime,
  Schedule,
  Schema,
  Scope
} from "effect"
import { CurrentUser, type SignedInUser } from "../domain/CurrentUser.ts"
import type { UserId } from "../domain/Ids.ts"
import type { TooManyRequests } from "../domain/Limits.ts"
import { Notification } from "../domain/Notification.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { Changes } from "../services/Changes.ts"
import { Closing } from "../services/Closing.ts"
import { Notifications } from "../services/Notifications.ts"
import { OpenStreams } from "../services/OpenStreams.ts"
import { type CloseReason, EventStream, eventText } from "./EventStream.ts"
import { Follower, Inbox } from "./Inbox.ts"

/** What a client waits before it connects again, in milliseconds (contract, Notification stream). */
const retryMillis = 3_000

/** How many seconds lie between two pings. Expiry is looked at every second. */
const pingSeconds = 15

/** How many notifications are read at once. */
const readAtOnce = 100

const encode = Schema.encodeSync(Notification)

const make = Effect.gen(function* () {
  const notifications = yield* Notifications
  const changes = yield* Changes
  const closing = yield* Closing
  const slots = yield* OpenStreams
  const runtime = yield* Effect.runtime()
  const runFork = Runtime.runFork(runtime)
  const inboxes = new Map<UserId, Inbox>()

  /** Brings everybody who follows the inbox up to date; who does not take what was sent is passed over. */
  const deliver = (inbox: Inbox) =>
    Effect.gen(function* () {
      while (inbox.begin()) {
        const ready = inbox.ready()
        let from = Math.min(...ready.map(({ lastId }) => lastId))
        let more = ready.length > 0
        while (more) {
          const found = yield* notifications.since(from, readAtOnce)
          for (const notification of found) {
            const text = eventText("notification", encode(notification), notification.id)
            for (const follower of ready) follower.notify(notification.id, text)
            from = notification.id
          }
          more = found.length === readAtOnce && ready.some(({ blocked }) => !blocked)
        }
        const read = inbox.takeRead()
        if (read !== undefined && ready.length > 0) {
          const { unreadCount } = yield* notifications.position
          const text = eventText("notifications_read", { ids: read, unreadCount })
          for (const follower of ready) follower.tell(text)
        }
      }
    }).pipe(
      Effect.provideService(CurrentUser, inbox.user),
      // What could not be read now is read at the next change, or when the client connects again.
      Effect.catchAll(() => Effect.sync(() => inbox.interrupted()))
    )

  const inboxOf = (user: SignedInUser) => {
    const open = inboxes.get(user.id)
    if (open !== undefined) return open
    const scope = Effect.runSync(Scope.make())
    const inbox: Inbox = new Inbox(
      user,
      () => runFork(deliver(inbox)),
      () => {
        inboxes.delete(user.id)
        runFork(Scope.close(scope, Exit.void))
      }
    )
    inboxes.set(user.id, inbox)
    Runtime.runSync(runtime)(
      Scope.extend(
        changes.listen(`user ${user.id}`, (change) => inbox.changed(change)),
        scope
      )
    )
    return inbox
  }

  const open = Effect.fnUntraced(function* (lastEventId: string | undefined) {
    const user = yield* CurrentUser
    const release = yield* slots.take("streams", user)
    let taken = false
    yield* Effect.addFinalizer(() => Effect.sync(() => void (taken || release())))
    const { newestId, unreadCount } = yield* notifications.position
    const asked = lastEventId === undefined || !/^(0|[1-9]\d{0,9})$/.test(lastEventId) ? undefined : Number(lastEventId)
    const known = asked !== undefined && asked <= newestId

    return (response: ServerResponse) => {
      taken = true
      const stream = new EventStream(response)
      const inbox = inboxOf(user)
      const follower = new Follower(stream, user, known ? asked : newestId)
      response.once("close", () => {
        inbox.leave(follower)
        release()
      })
      stream.begin(retryMillis)
      stream.write(eventText("connected", { userId: user.id, unreadCount }))
      if (lastEventId !== undefined && !known) stream.write(eventText("resync", {}))
      inbox.join(follower)
    }
  })

  const everyFollower = (visit: (follower: Follower) => void) => {
    for (const inbox of inboxes.values()) for (const follower of inbox.followers) visit(follower)
  }

  let seconds = 0
  const tick = Effect.map(Clock.currentTimeMillis, (now) => {
    const ping = ++seconds % pingSeconds === 0
    everyFollower((follower) => {
      if (Option.exists(follower.user.credential.expiresAt, (at) => DateTime.toEpochMillis(at) <= now)) {
        follower.close("expired")
      } else if (ping) follower.ping()
    })
  })
  yield* Effect.forkScoped(Effect.repeat(tick, Schedule.spaced("1 second")))
  const closeAll = (reason: CloseReason) => Effect.sync(() => everyFollower((follower) => follower.close(reason)))
  yield* Effect.forkScoped(Effect.zipRight(Deferred.await(closing), closeAll("restart")))

  return { open }
})

/**
 * The open notification streams of this process. One heartbeat and one listener for each member serve all of them: an
 * idle stream is a response of Node and a few numbers, and no fiber.
 */
export class NotificationStreams extends Context.Tag("sse/NotificationStreams")<
  NotificationStreams,
  {
    /**
     * Makes ready a stream of the caller's notifications: those after `lastEventId`, then each as it is stored. From the
     * moment the response is given, none is lost and none comes twice. Fails with `TooManyRequests` at
     * `STREAMS_PER_USER`.
     */
    readonly open: (
      lastEventId: string | undefined
    ) => Effect.Effect<(response: ServerResponse) => void, TooManyRequests | Unavailable, CurrentUser | Scope.Scope>
  }
>() {
  /** Over the services. */
  static readonly layer = Layer.scoped(NotificationStreams, make)
}
