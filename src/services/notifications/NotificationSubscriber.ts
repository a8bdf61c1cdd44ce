import type { SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import { type Change, endingOf } from "../../domain/Change.ts"
import { isOfCase, type Notification } from "../../domain/notifications/Notification.ts"
import { type Reader, readerOfAll } from "../../domain/posts/Audience.ts"

/** The maximum number of events that a blocked client may miss; with the next one its feed ends. */
const maxMissedEvents = 256

/**
 * An event of a member's feed. `resync` asks a client to read its list of notifications again. After a loss of commits
 * it carries the id after which the feed goes on, since the client may know a later one.
 */
export type SubscriberEvent =
  | { readonly kind: "notification"; readonly notification: Notification }
  | { readonly kind: "read"; readonly ids: ReadonlyArray<number> | null; readonly unreadCount: number }
  | { readonly kind: "resync"; readonly lastId?: number }

export type SubscriptionEnd = "logout" | "revoked" | "expired" | "slow" | "restart"

export interface SubscriptionStart {
  readonly user: SignedInUser
  /** Notifications with a greater id follow. */
  readonly lastId: number
  readonly unreadCount: number
  /** The list that the client has read is out of date: it needs `resync`. */
  readonly isStale: boolean
}

/** True for a change after which a client may be another reader of posts: it comes again as that one. */
export const changesReader = (
  change: Change,
  reader: Reader,
  { agent, scopes }: SignedInUser["credential"]
): boolean =>
  change.kind === "user" ? reader === readerOfAll : change.kind === "community" && agent && scopes.includes("members")

interface JoinedFeed {
  readonly leave: (subscriber: NotificationSubscriber) => void
  readonly schedule: () => void
}

/** One subscriber of a member's feed. A transport extends it; an idle stream holds no other object. */
export abstract class NotificationSubscriber {
  readonly credential: SignedInUser["credential"]
  #lastId: number
  #missedEvents = 0
  #isStale = false
  #feed: JoinedFeed | undefined
  #release: (() => void) | undefined

  constructor({ lastId, user }: SubscriptionStart) {
    this.credential = user.credential
    this.#lastId = lastId
  }

  /** True while earlier events wait for the client: nothing more is sent until `drained` is called. */
  abstract get isBlocked(): boolean

  protected abstract send(event: SubscriberEvent): void

  /** Called after the last of several events, where nothing that was sent may be held back for more. */
  flush(): void {}

  /** Tells the client the reason, and closes its stream. */
  abstract end(reason: SubscriptionEnd): void

  get lastId(): number {
    return this.#lastId
  }

  /** Called once, by the feed. `release` gives the place of the subscriber back. */
  joined(feed: JoinedFeed, release: () => void) {
    this.#feed = feed
    this.#release = release
  }

  /** To be called when the stream is closed. */
  protected closed() {
    this.#feed?.leave(this)
    this.#release?.()
    this.#feed = undefined
    this.#release = undefined
  }

  /** To be called when no event waits for the client any more. */
  protected drained() {
    if (this.#isStale) this.send({ kind: "resync", lastId: this.#lastId })
    this.#isStale = false
    this.#missedEvents = 0
    this.#feed?.schedule()
  }

  /** Goes on after this notification, or an older one that it has not passed yet, and informs the client. */
  restartAt(newestId: number) {
    this.#lastId = Math.min(this.#lastId, newestId)
    this.tell({ kind: "resync", lastId: this.#lastId })
  }

  /** Sends a notification unless it was sent before. A blocked subscriber is sent it from the database later. */
  notify(event: Extract<SubscriberEvent, { readonly kind: "notification" }>) {
    const { id } = event.notification
    if (this.isBlocked || id <= this.#lastId) return
    this.#lastId = id
    if (!this.credential.agent || !isOfCase(event.notification)) this.send(event)
  }

  /** Sends an event that is not stored. A blocked subscriber is sent `resync` instead later. */
  tell(event: SubscriberEvent) {
    if (!this.isBlocked) return this.send(event)
    this.#isStale = true
    this.#missed()
  }

  /** Ends with the credential, and counts the events that a blocked client misses. */
  changed(change: Change) {
    const ending = endingOf(change, this.credential)
    if (ending !== undefined) this.end(ending)
    else if (change.kind === "notification" && this.isBlocked) this.#missed()
  }

  #missed() {
    if (++this.#missedEvents > maxMissedEvents) this.end("slow")
  }
}
