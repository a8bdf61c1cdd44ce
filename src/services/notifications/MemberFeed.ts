import { type Change, inboxChanges } from "../../domain/Change.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { NotificationSubscriber, SubscriberEvent } from "./NotificationSubscriber.ts"

/** The newest notification of a member and its number of unread ones, as they were read. */
export interface FeedPosition {
  readonly newestId: number
  readonly unreadCount: number
  /** In milliseconds. */
  readonly readAt: number
}

/** The calls of a feed to its registry. */
export interface FeedHooks {
  /** Queues a delivery. */
  readonly queue: (feed: MemberFeed) => void
  /** Nobody subscribes to the feed any more. */
  readonly emptied: (feed: MemberFeed) => void
  /** The server is shutting down: a subscriber that comes now ends at once. */
  readonly isShuttingDown: () => boolean
}

/** The feed of one member: its subscribers, and its pending deliveries. */
export class MemberFeed {
  readonly userId: UserId
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

  constructor(userId: UserId, hooks: FeedHooks) {
    this.userId = userId
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
    for (const subscriber of this.subscribers) subscriber.changed(change)
    if (!inboxChanges.has(change.kind)) return
    this.position = undefined
    this.changes += 1
    if (change.kind !== "notification") this.outdatings += 1
    if (this.subscribers.size === 0) return
    if (change.kind === "notifications_read") this.#read = [...this.#read, change.id]
    if (change.kind === "notifications_removed") this.#hasRemoved = true
    if (change.kind === "restart") this.#hasRestarted = true
    this.schedule()
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
    return Array.from(this.subscribers).filter(({ isBlocked }) => !isBlocked)
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
