import { Context, Effect, Exit, Layer, Mailbox, Option, type Scope, Stream } from "effect"
import { CurrentUser, NotSignedIn, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import { inboxChanges } from "../../domain/Change.ts"
import type { TooManyRequests } from "../../domain/Limits.ts"
import type { Notification } from "../../domain/notifications/Notification.ts"
import { PostReader } from "../../domain/posts/Audience.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { NotificationsRepo } from "../../ports/notifications/NotificationsRepo.ts"
import { Changes } from "../Changes.ts"
import { ConnectionQuota } from "../ConnectionQuota.ts"
import { type FeedPosition, type MemberFeed, makeFeedRegistry } from "./MemberFeedRegistry.ts"
import {
  NotificationSubscriber,
  type SubscriberEvent,
  type SubscriptionEnd,
  type SubscriptionStart
} from "./NotificationSubscriber.ts"
import { shownTo } from "./Notifications.ts"

/**
 * The notifications of members as they are stored. A feed replays the notifications after an id, then brings each new
 * notification, each mark as read, and `resync` after a deletion: each once and in order, from every instance.
 */
export class NotificationFeed extends Context.Tag("services/notifications/NotificationFeed")<
  NotificationFeed,
  {
    /**
     * Subscribes the caller to its notifications after the id `after`, or from now on. An id that no notification has
     * yet is ignored: the subscriber starts now and is told to resync. `make` makes the subscriber once its start is
     * known, or returns undefined if the client has gone by then. Fails with `TooManyRequests` at `STREAMS_PER_USER`.
     * Where the member's position is in memory and not before `after` it does not suspend.
     */
    readonly subscribe: <S extends NotificationSubscriber | undefined>(
      after: number | undefined,
      make: (start: SubscriptionStart) => S
    ) => StorageEffect<S, TooManyRequests, CurrentUser>

    /**
     * The caller's notifications after an id, or from now on, until the scope ends; after an id that no notification
     * has yet, from now on, too. They count as one open stream. A page is read when the one before has been taken.
     * Fails with `NotSignedIn` when the caller's credential ends.
     */
    readonly follow: (
      after: Option.Option<number>
    ) => StorageEffect<Stream.Stream<Notification, NotSignedIn>, TooManyRequests, CurrentUser | Scope.Scope>

    /**
     * Calls `listener` after each change of the caller's notifications until the scope ends. It must not throw, and not
     * wait.
     */
    readonly onChange: (listener: () => void) => Effect.Effect<void, never, CurrentUser | Scope.Scope>
  }
>() {
  static readonly layer = Layer.scoped(NotificationFeed, Effect.gen(make))
}

/**
 * The place of a member in their notifications is read again after this, since a row that is changed by hand causes no
 * change (contract, Conventions).
 */
const positionMillis = 60_000

/** An id that no notification has yet is ignored. */
const startAt = (
  user: SignedInUser,
  after: number | undefined,
  { newestId, unreadCount }: FeedPosition,
  isOutdated = false
): SubscriptionStart => {
  const isKnown = after === undefined || after <= newestId
  return { user, lastId: (isKnown ? after : undefined) ?? newestId, unreadCount, isStale: isOutdated || !isKnown }
}

/** The position of a feed that is in memory; undefined where it has to be read. */
const knownPosition = ({ position }: MemberFeed, after: number | undefined, now: number) => {
  if (position === undefined || now - position.readAt > positionMillis) return undefined
  // Another instance may have sent a notification that this one does not know.
  return after !== undefined && after > position.newestId ? undefined : position
}

function* make() {
  const repo = yield* NotificationsRepo
  const changes = yield* Changes
  const quota = yield* ConnectionQuota
  const clock = yield* Effect.clock
  const feeds = yield* makeFeedRegistry

  const readPosition = Effect.fnUntraced(function* (feed: MemberFeed) {
    const before = { changes: feed.changes, outdatings: feed.outdatings }
    const readAt = clock.unsafeCurrentTimeMillis()
    const position = { ...(yield* repo.position(feed.userId, feed.shown)), readAt }
    if (feed.changes === before.changes) feed.position = position
    return { ...position, isOutdated: feed.outdatings > before.outdatings }
  })

  const subscribe = Effect.fnUntraced(function* <S extends NotificationSubscriber | undefined>(
    after: number | undefined,
    make: (start: SubscriptionStart) => S
  ) {
    const user = yield* CurrentUser
    const release = yield* quota.acquire("streams", user)
    const feed = feeds.open(user.id, yield* PostReader, shownTo(user)) // before the position is read, so that no later change is missed
    const join = (position: FeedPosition, isOutdated?: boolean) => {
      const subscriber = make(startAt(user, after, position, isOutdated))
      if (subscriber === undefined) release()
      else feed.join(subscriber, release)
      return subscriber
    }
    const known = changes.isInSync() ? knownPosition(feed, after, clock.unsafeCurrentTimeMillis()) : undefined
    const joined =
      known === undefined
        ? Effect.map(readPosition(feed), ({ isOutdated, ...position }) => join(position, isOutdated))
        : Effect.sync(() => join(known))
    const subscriber = yield* joined.pipe(
      Effect.onError(() => Effect.sync(release)),
      Effect.ensuring(Effect.sync(() => feed.opened()))
    )
    // The credential may have ended after it was looked up.
    for (const change of changes.recentlyRevoked(`user ${user.id}`)) subscriber?.changed(change)
    return subscriber
  })

  const follow = Effect.fnUntraced(function* (after: Option.Option<number>) {
    const events = yield* Mailbox.make<Notification, NotSignedIn>()
    const subscriber = yield* Effect.acquireRelease(
      subscribe(Option.getOrUndefined(after), (start) => new StreamSubscriber(events, start)),
      (subscriber) => Effect.sync(() => subscriber.close())
    )
    return subscriber.stream
  })

  const onChange = (listener: () => void) =>
    Effect.flatMap(CurrentUser, ({ id }) =>
      changes.subscribe(`user ${id}`, ({ kind }) => {
        if (inboxChanges.has(kind)) listener()
      })
    )

  return NotificationFeed.of({ subscribe, follow, onChange })
}

/** The reasons for which a credential opens nothing any more. */
const ofCredential: ReadonlySet<SubscriptionEnd> = new Set(["logout", "revoked", "expired"])

/** The maximum number of notifications that are held for a reader. */
const maxHeld = 100

/** A subscriber whose notifications are read as a stream. It takes more when all that it holds has been read. */
class StreamSubscriber extends NotificationSubscriber {
  readonly #held: Mailbox.Mailbox<Notification, NotSignedIn>
  #isFull = false

  constructor(held: Mailbox.Mailbox<Notification, NotSignedIn>, start: SubscriptionStart) {
    super(start)
    this.#held = held
  }

  override get isBlocked() {
    return this.#isFull
  }

  protected override send(event: SubscriberEvent) {
    if (event.kind !== "notification") return
    this.#held.unsafeOffer(event.notification)
    this.#isFull = this.#size >= maxHeld
  }

  override end(reason: SubscriptionEnd) {
    this.#held.unsafeDone(ofCredential.has(reason) ? Exit.fail(new NotSignedIn()) : Exit.void)
    this.closed()
  }

  /** To be called when nobody reads the stream any more. */
  close() {
    this.closed()
  }

  get stream(): Stream.Stream<Notification, NotSignedIn> {
    const next = Effect.suspend(() => {
      if (this.#isFull && this.#size === 0) {
        this.#isFull = false
        this.drained()
      }
      return this.#held.takeAll
    })
    return Stream.paginateChunkEffect(undefined, () =>
      Effect.map(next, ([notifications, isDone]) => [notifications, isDone ? Option.none() : Option.some(undefined)])
    )
  }

  get #size() {
    return Option.getOrElse(this.#held.unsafeSize(), () => 0)
  }
}
