import { Clock, DateTime, Deferred, Effect, Option, PubSub, Schedule, Stream } from "effect"
import type { UserId } from "../../domain/Ids.ts"
import { NotificationsRepo } from "../../ports/NotificationsRepo.ts"
import { Changes } from "../Changes.ts"
import { ShutdownSignal } from "../ShutdownSignal.ts"
import { MemberFeed } from "./MemberFeed.ts"
import type { NotificationSubscriber } from "./NotificationSubscriber.ts"

/** The most notifications that are read at once. */
const pageSize = 100

/** The most members that are delivered to at once. */
const maxDeliveries = 16

/** Sends the subscribers of a member their new notifications. A blocked one is skipped, and goes on once it drains. */
const deliver = Effect.fnUntraced(function* (repo: NotificationsRepo["Type"], feed: MemberFeed) {
  if (feed.hasRestarted) {
    const { newestId } = yield* repo.position(feed.userId)
    feed.restartAt(newestId)
  }
  let ready = feed.ready()
  while (ready.length > 0) {
    const after = ready.reduce((least, { lastId }) => Math.min(least, lastId), Number.MAX_SAFE_INTEGER)
    const page = yield* repo.after(feed.userId, after, pageSize)
    for (const notification of page) {
      const event = { kind: "notification", notification } as const
      for (const subscriber of ready) subscriber.notify(event)
    }
    // A subscriber that blocks during a page waits for the next delivery: a later page must not overtake the rest.
    ready = page.length === pageSize ? ready.filter(({ isBlocked }) => !isBlocked) : []
  }
  // After the notifications that were read before the removal, since some may have been removed.
  if (feed.takeRemoved()) feed.tell({ kind: "resync" })
  const { read } = feed
  if (read.length > 0) {
    const { unreadCount } = yield* repo.position(feed.userId)
    feed.removeRead(read)
    feed.tell({ kind: "read", ids: read.includes(0) ? null : read, unreadCount })
  }
})

/**
 * The feeds of the members that have subscribers. One running stream delivers to all feeds; a stream for each member
 * would hold 33 KiB. A delivery that fails is tried again within a second.
 */
export const makeFeedRegistry = Effect.gen(function* () {
  const repo = yield* NotificationsRepo
  const shutdown = yield* ShutdownSignal
  const feeds = new Map<UserId, MemberFeed>()
  const queued = yield* PubSub.unbounded<MemberFeed>()
  let isShuttingDown = false

  const hooks = {
    queue: (feed: MemberFeed) => void queued.unsafeOffer(feed),
    emptied: ({ userId }: MemberFeed) => void feeds.delete(userId),
    isShuttingDown: () => isShuttingDown
  }

  const delivery = (feed: MemberFeed) =>
    Effect.suspend(() => {
      feed.deliveryBegins()
      return deliver(repo, feed)
    }).pipe(
      Effect.tapDefect((cause) => Effect.logError("notifications could not be delivered", cause)),
      Effect.matchCause({
        onFailure: () => feed.deliveryEnds(true),
        onSuccess: () => feed.deliveryEnds(false)
      })
    )
  const deliveries = yield* Stream.fromPubSub(queued, { scoped: true })
  yield* deliveries.pipe(
    Stream.mapEffect(delivery, { concurrency: maxDeliveries, unordered: true }),
    Stream.runDrain,
    Effect.interruptible,
    Effect.forkScoped
  )

  yield* Effect.flatMap(Changes, ({ subscribeAll }) =>
    subscribeAll((change) => {
      if (change.kind === "restart") for (const feed of feeds.values()) feed.changed(change)
      else if (change.userId !== null) feeds.get(change.userId)?.changed(change)
    })
  )

  const everySubscriber = (visit: (subscriber: NotificationSubscriber) => void) => {
    for (const { subscribers } of feeds.values()) for (const subscriber of subscribers) visit(subscriber)
  }
  const tick = Effect.map(Clock.currentTimeMillis, (now) => {
    for (const feed of feeds.values()) if (feed.hasFailed) feed.schedule()
    everySubscriber((subscriber) => {
      if (Option.exists(subscriber.credential.expiresAt, (at) => DateTime.toEpochMillis(at) <= now)) {
        subscriber.end("expired")
      }
    })
  })
  yield* Effect.forkScoped(Effect.schedule(Effect.interruptible(tick), Schedule.spaced("1 second")))
  const endAll = Effect.sync(() => {
    isShuttingDown = true
    everySubscriber((subscriber) => subscriber.end("restart"))
  })
  yield* Effect.forkScoped(Effect.zipRight(Effect.interruptible(Deferred.await(shutdown)), endAll))

  return {
    open: (userId: UserId) => {
      const feed = feeds.get(userId) ?? new MemberFeed(userId, hooks)
      feeds.set(userId, feed)
      feed.opening()
      return feed
    }
  }
})
