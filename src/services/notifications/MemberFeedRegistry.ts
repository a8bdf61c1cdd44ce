import { Array, Clock, DateTime, Deferred, Effect, Equal, Exit, FiberSet, Option, Schedule } from "effect"
import { logDefect } from "../../concurrency/BackgroundTasks.ts"
import { type Change, inboxChanges } from "../../domain/Change.ts"
import type { UserId } from "../../domain/Ids.ts"
import { PostReader, type Reader, visitor } from "../../domain/posts/Audience.ts"
import { NotificationsRepo, type Shown } from "../../ports/notifications/NotificationsRepo.ts"
import { Changes } from "../Changes.ts"
import { ShutdownSignal } from "../Operation.ts"
import { changesReader, type NotificationSubscriber, type SubscriberEvent } from "./NotificationSubscriber.ts"

/** The maximum number of notifications that are read at once. */
const maxNotificationsRead = 100

/** The maximum number of members that are delivered notifications at once. */
const maxDeliveries = 16

/** The interval at which open feeds of notifications end with their credentials, and failed ones are read again. */
const checkEvery = Schedule.spaced("1 second")

/** Sends the subscribers of a member their new notifications. A blocked one is skipped, and goes on once it drains. */
const deliver = Effect.fnUntraced(function* (repo: NotificationsRepo["Type"], feed: MemberFeed) {
  if (feed.hasRestarted) {
    const { newestId } = yield* repo.position(feed.userId)
    feed.restartAt(newestId)
  }
  let ready = feed.ready()
  while (ready.length > 0) {
    const { outdatings } = feed
    const after = ready.reduce((least, { lastId }) => Math.min(least, lastId), Number.MAX_SAFE_INTEGER)
    const page = yield* repo.after(feed.userId, after, maxNotificationsRead)
    if (feed.outdatings !== outdatings) continue // some may be removed by now, or no longer for the reader
    for (const notification of page) {
      const event = { kind: "notification", notification } as const
      for (const subscriber of ready) subscriber.notify(event)
    }
    // A subscriber that blocks during a page waits for the next delivery: a later page must not overtake the rest.
    ready = page.length === maxNotificationsRead ? ready.filter(({ isBlocked }) => !isBlocked) : []
  }
  // After the notifications that were read before the removal, since some may have been removed.
  if (feed.takeRemoved()) feed.tell({ kind: "resync" })
  const { read } = feed
  if (read.length > 0) {
    const { unreadCount } = yield* repo.position(feed.userId, feed.shown)
    const ids = read.includes(0) ? null : yield* repo.seen(feed.userId, read, feed.shown)
    feed.removeRead(read)
    // Some of those that were added since may have been sent: they must not be taken for read.
    if (ids === null && unreadCount > 0) feed.tell({ kind: "resync" })
    else if (ids === null || ids.length > 0) feed.tell({ kind: "read", ids, unreadCount })
  }
})

/** Delivers to a feed: at once, while not too many others are being delivered to. No fiber waits for an idle feed. */
const makeDeliveries = Effect.gen(function* () {
  const repo = yield* NotificationsRepo
  const run = yield* FiberSet.makeRuntime<never>()
  const places = yield* Effect.makeSemaphore(maxDeliveries)

  return (feed: MemberFeed) => {
    const delivery = Effect.suspend(() => {
      feed.deliveryBegins()
      return Effect.provideService(deliver(repo, feed), PostReader, feed.reader)
    }).pipe(Effect.tapDefect((cause) => logDefect("delivering notifications", cause)))
    // After the other changes of its transaction, which it delivers, too.
    run(places.withPermits(1)(Effect.zipRight(Effect.yieldNow(), delivery))).addObserver((exit) =>
      feed.deliveryEnds(Exit.isFailure(exit))
    )
  }
})

/** The changes that concern the feeds of all members. */
const ofAll: ReadonlySet<Change["kind"]> = new Set(["restart", "community"])

/** The feeds of the members that have subscribers. A delivery that fails is tried again within a second. */
export const makeFeedRegistry = Effect.gen(function* () {
  const shutdown = yield* ShutdownSignal
  const feeds = new Map<UserId, Set<MemberFeed>>()
  const allFeeds = () => Array.fromIterable(feeds.values()).flatMap((ofMember) => [...ofMember])
  let isShuttingDown = false

  const hooks = {
    queue: yield* makeDeliveries,
    emptied: (feed: MemberFeed) => {
      feeds.get(feed.userId)?.delete(feed)
      if (feeds.get(feed.userId)?.size === 0) feeds.delete(feed.userId)
    },
    isShuttingDown: () => isShuttingDown
  }

  yield* Effect.flatMap(Changes, ({ subscribeAll }) =>
    subscribeAll((change) => {
      const ofMember = change.userId === null ? undefined : feeds.get(change.userId)
      for (const feed of ofAll.has(change.kind) ? allFeeds() : (ofMember ?? [])) feed.changed(change)
    })
  )

  const everySubscriber = (visit: (subscriber: NotificationSubscriber) => void) => {
    for (const { subscribers } of allFeeds()) for (const subscriber of subscribers) visit(subscriber)
  }
  const tick = Effect.map(Clock.currentTimeMillis, (now) => {
    for (const feed of allFeeds()) if (feed.hasFailed) feed.schedule()
    everySubscriber((subscriber) => {
      if (Option.exists(subscriber.credential.expiresAt, (at) => DateTime.toEpochMillis(at) <= now)) {
        subscriber.end("expired")
      }
    })
  })
  yield* Effect.forkScoped(Effect.schedule(Effect.interruptible(tick), checkEvery))
  const endAll = Effect.sync(() => {
    isShuttingDown = true
    everySubscriber((subscriber) => subscriber.end("restart"))
  })
  yield* Effect.forkScoped(Effect.zipRight(Effect.interruptible(Deferred.await(shutdown)), endAll))

  return {
    open: (userId: UserId, reader: Reader, shown: Shown) => {
      const ofMember = feeds.get(userId) ?? new Set<MemberFeed>()
      const same = [...ofMember].find((feed) => Equal.equals(feed.reader, reader) && feed.shown === shown)
      const feed = same ?? new MemberFeed(userId, reader, shown, hooks)
      feeds.set(userId, ofMember.add(feed))
      feed.opening()
      return feed
    }
  }
})

/** The newest notification of a member and its number of unread ones, as they were read at a time, in milliseconds. */
export interface FeedPosition {
  readonly newestId: number
  readonly unreadCount: number
  readonly readAt: number
}

/** The calls of a feed to its registry. */
export interface FeedHooks {
  readonly queue: (feed: MemberFeed) => void
  /** Nobody subscribes to the feed any more. */
  readonly emptied: (feed: MemberFeed) => void
  /** The server is shutting down: a subscriber that comes now ends at once. */
  readonly isShuttingDown: () => boolean
}

/** The feed of one member for one reader, such as an API key, and what it is shown: subscribers, pending deliveries. */
export class MemberFeed {
  readonly userId: UserId
  readonly reader: Reader
  readonly shown: Shown
  readonly subscribers = new Set<NotificationSubscriber>()
  /** The position, while no change of the inbox has followed it. */
  position: FeedPosition | undefined
  /** Counts the changes of the inbox, and the changes after which a client's list is out of date. */
  changes = 0
  outdatings = 0
  /** Subscriptions that still wait for the position. */
  #opening = 0
  #delivery: "none" | "queued" | "running" | "again" | "failed" = "none"
  /** The notifications that were marked read and have not been sent; 0 means all. */
  #read: ReadonlyArray<number> = []
  #hasRemoved = false
  #hasRestarted = false
  readonly #hooks: FeedHooks

  constructor(userId: UserId, reader: Reader, shown: Shown, hooks: FeedHooks) {
    this.userId = userId
    this.reader = reader
    this.shown = shown
    this.#hooks = hooks
  }

  get hasFailed(): boolean {
    return this.#delivery === "failed"
  }

  opening() {
    this.#opening += 1
  }

  opened() {
    this.#opening -= 1
    this.#dropIfEmpty()
  }

  /** Adds a subscriber. `release` gives its place back when it leaves. */
  join(subscriber: NotificationSubscriber, release: () => void) {
    subscriber.joined(this, release)
    this.subscribers.add(subscriber)
    if (this.position === undefined || subscriber.lastId < this.position.newestId) this.schedule()
    if (this.#hooks.isShuttingDown()) subscriber.end("restart")
  }

  leave(subscriber: NotificationSubscriber) {
    this.subscribers.delete(subscriber)
    this.#dropIfEmpty()
  }

  changed(change: Change) {
    for (const subscriber of this.subscribers) {
      if (changesReader(change, this.reader, subscriber.credential)) subscriber.end("restart")
      else subscriber.changed(change)
    }
    if (!inboxChanges.has(change.kind)) return
    this.position = undefined
    this.changes += 1
    if (change.kind !== "notification") this.outdatings += 1
    if (this.subscribers.size === 0 || this.#sendAtOnce(change)) return
    if (change.kind === "notifications_read") this.#read = [...this.#read, change.id]
    if (change.kind === "notifications_removed") this.#hasRemoved = true
    if (change.kind === "restart") this.#hasRestarted = true
    this.schedule()
  }

  /**
   * Sends a notification that this process has added to the subscribers that have been sent all before it. False if
   * some have not, or may not read its post, or are yet to be sent that earlier ones were read: a delivery reads what
   * they need.
   */
  #sendAtOnce({ added }: Change): boolean {
    if (added === undefined || this.#read.length > 0 || (this.reader === visitor && !added.isForEveryone)) return false
    const [upToDate, behind] = Array.partition(this.ready(), ({ lastId }) => lastId < added.previousId)
    const event = { kind: "notification", notification: added.notification } as const
    for (const subscriber of upToDate) {
      subscriber.notify(event)
      subscriber.flush() // before the member is answered whose comment or like it is: the answer takes a while
    }
    return behind.length === 0
  }

  /** Asks for a delivery. Requests while one is queued share it. */
  schedule() {
    if (this.#delivery === "running") this.#delivery = "again"
    else if (this.#delivery === "none" || this.#delivery === "failed") {
      this.#delivery = "queued"
      this.#hooks.queue(this)
    }
  }

  deliveryBegins() {
    this.#delivery = "running"
  }

  deliveryEnds(hasFailed: boolean) {
    const isRequested = this.#delivery === "again"
    this.#delivery = hasFailed ? "failed" : "none"
    if (isRequested && !hasFailed) this.schedule()
  }

  /** The subscribers that can be sent something now. */
  ready(): ReadonlyArray<NotificationSubscriber> {
    return [...this.subscribers].filter(({ isBlocked }) => !isBlocked)
  }

  tell(event: SubscriberEvent) {
    for (const subscriber of this.subscribers) subscriber.tell(event)
  }

  /** True if notifications that were sent may be lost, and their ids be given again. */
  get hasRestarted(): boolean {
    return this.#hasRestarted
  }

  /** Lets all subscribers go on after the newest notification that there is, and asks them to read again. */
  restartAt(newestId: number) {
    this.#hasRestarted = false
    for (const subscriber of this.subscribers) subscriber.restartAt(newestId)
  }

  /** True if notifications were removed since the last call. */
  takeRemoved(): boolean {
    const hasRemoved = this.#hasRemoved
    this.#hasRemoved = false
    return hasRemoved
  }

  /** The notifications that are to be sent as read; `removeRead` removes them. */
  get read(): ReadonlyArray<number> {
    return this.#read
  }

  removeRead(ids: ReadonlyArray<number>) {
    this.#read = this.#read.slice(ids.length)
  }

  #dropIfEmpty() {
    if (this.subscribers.size === 0 && this.#opening === 0) this.#hooks.emptied(this)
  }
}
