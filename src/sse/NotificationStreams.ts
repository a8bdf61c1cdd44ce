import type { Socket } from "node:net"
import { Clock, Context, DateTime, Deferred, Effect, Exit, FiberSet, Layer, Option, Scope } from "effect"
import type { Change } from "../domain/Change.ts"
import { CurrentUser, type SignedInUser } from "../domain/CurrentUser.ts"
import type { UserId } from "../domain/Ids.ts"
import type { TooManyRequests } from "../domain/Limits.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { Changes } from "../services/Changes.ts"
import { Closing } from "../services/Closing.ts"
import { Notifications } from "../services/Notifications.ts"
import { OpenStreams } from "../services/OpenStreams.ts"
import { eventText } from "./EventStream.ts"
import { Follower, Inbox, resync } from "./Inbox.ts"

/** What a client waits before it connects again, in milliseconds (contract, Notification stream). */
const retryMillis = 3_000

/**
 * How many seconds lie between two pings of a stream. Each second it is the turn of some of them: to ping thousands at
 * once would hold up what is to be told then. Expiry is looked at every second.
 */
const pingSeconds = 15

/** The changes after which what a client has read of its notifications is no longer right. */
const outdating: ReadonlySet<Change["kind"]> = new Set(["notifications_read", "notifications_removed"])

/** How many notifications are read at once. */
const readAtOnce = 100

const make = Effect.gen(function* () {
  const notifications = yield* Notifications
  const changes = yield* Changes
  const closing = yield* Closing
  const slots = yield* OpenStreams
  const runFork = yield* FiberSet.makeRuntime<never>()
  const inboxes = new Map<UserId, Inbox>()
  let isClosed = false
  let opened = 0

  /** Brings everybody who follows the inbox up to date; who does not take what was sent is passed over. */
  const deliver = (inbox: Inbox) =>
    Effect.gen(function* () {
      yield* Effect.yieldNow() // changes that are told together are delivered together
      while (inbox.begin()) {
        let ready = inbox.ready()
        while (ready.length > 0) {
          const found = yield* notifications.since(Math.min(...ready.map(({ lastId }) => lastId)), readAtOnce)
          for (const { id, json } of found) {
            const event = Buffer.from(eventText("notification", json, id)) // once, however many are told
            for (const follower of ready) follower.notify(id, event)
          }
          // Who could not take one of these waits for the next delivery: a later one must not overtake it.
          ready = found.length === readAtOnce ? ready.filter(({ isBlocked }) => !isBlocked) : []
        }
        // After what was read before the removal, which may tell of removed ones.
        if (inbox.takeRemoved()) for (const follower of inbox.followers) follower.tell(resync)
        const { read } = inbox
        if (read.length > 0) {
          const { unreadCount } = yield* notifications.position
          const told = JSON.stringify({ ids: read.includes(0) ? null : read, unreadCount })
          const event = Buffer.from(eventText("notifications_read", told))
          inbox.toldRead(read)
          for (const follower of inbox.followers) follower.tell(event)
        }
      }
    }).pipe(
      Effect.provideService(CurrentUser, inbox.user),
      Effect.tapDefect((cause) => Effect.logError("notifications could not be delivered", cause)),
      // What could not be read now is read at the next heartbeat.
      Effect.catchAllCause(() => Effect.sync(() => inbox.interrupted()))
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
        Effect.runSync(Scope.close(scope, Exit.void))
      }
    )
    inboxes.set(user.id, inbox)
    Effect.runSync(
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
    // Before anything is read, or what changes until the stream stands is told to nobody.
    const meanwhile: Array<Change> = []
    yield* changes.listen(`user ${user.id}`, (change) => void meanwhile.push(change))
    const { newestId, unreadCount } = yield* notifications.position
    const asked = lastEventId === undefined || !/^(0|[1-9]\d{0,9})$/.test(lastEventId) ? undefined : Number(lastEventId)
    const known = asked !== undefined && asked <= newestId
    const from = known ? asked : newestId

    return (connection: Socket) => {
      taken = true
      const inbox = inboxOf(user)
      opened = (opened + 1) % pingSeconds
      const follower = new Follower(connection, inbox, user, from, opened, release)
      const isStale = (lastEventId !== undefined && !known) || meanwhile.some(({ kind }) => outdating.has(kind))
      follower.greet(retryMillis, unreadCount, isStale)
      inbox.join(follower)
      for (const change of meanwhile) follower.changed(change)
      if (isClosed) follower.close("restart")
    }
  })

  const everyFollower = (visit: (follower: Follower) => void) => {
    for (const inbox of inboxes.values()) for (const follower of inbox.followers) visit(follower)
  }

  let second = 0
  const tick = Effect.map(Clock.currentTimeMillis, (now) => {
    second = (second + 1) % pingSeconds
    everyFollower((follower) => {
      if (Option.exists(follower.credential.expiresAt, (at) => DateTime.toEpochMillis(at) <= now)) {
        follower.close("expired")
      } else if (follower.pingedAt === second) follower.ping()
    })
    for (const inbox of inboxes.values()) inbox.retry()
  })
  yield* Effect.forkScoped(Effect.forever(Effect.delay(tick, "1 second")))
  const closeAll = Effect.sync(() => {
    isClosed = true
    everyFollower((follower) => follower.close("restart"))
  })
  yield* Effect.forkScoped(Effect.zipRight(Deferred.await(closing), closeAll))
  yield* Effect.addFinalizer(() => Effect.sync(() => everyFollower((follower) => follower.cut())))

  return { open }
})

/**
 * The open notification streams of this process. One heartbeat and one listener for each member serve all of them: an
 * idle stream is a socket of Node and a few numbers: no fiber, no request, no response.
 */
export class NotificationStreams extends Context.Tag("sse/NotificationStreams")<
  NotificationStreams,
  {
    /**
     * Makes ready a stream of the caller's notifications: those after `lastEventId`, then each as it is stored. From the
     * moment the connection is given, none is lost and none comes twice. Fails with `TooManyRequests` at
     * `STREAMS_PER_USER`.
     */
    readonly open: (
      lastEventId: string | undefined
    ) => Effect.Effect<(connection: Socket) => void, TooManyRequests | Unavailable, CurrentUser | Scope.Scope>
  }
>() {
  /** Over the services. */
  static readonly layer = Layer.scoped(NotificationStreams, make)
}
