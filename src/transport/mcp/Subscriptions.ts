import { Context, Effect, ExecutionStrategy, Exit, Layer, Option, Runtime, Schedule, Scope } from "effect"
import { CurrentUser, type SignedInUser, Viewer } from "../../domain/accounts/CurrentUser.ts"
import type { Change } from "../../domain/Change.ts"
import type { PostId } from "../../domain/Ids.ts"
import { PostReader, type Reader, readerOf, readerOfAll, visitor } from "../../domain/posts/Audience.ts"
import type { StorageEffect, Unavailable } from "../../domain/Unavailable.ts"
import { Changes } from "../../services/Changes.ts"
import { Diseases } from "../../services/diseases/Diseases.ts"
import { NotificationFeed } from "../../services/notifications/NotificationFeed.ts"
import { Notifications } from "../../services/notifications/Notifications.ts"
import { Posts } from "../../services/posts/Posts.ts"
import { RateLimits } from "../../services/RateLimits.ts"
import { ProtocolError } from "./ProtocolError.ts"
import { countRead, parseResourceUri, type ResourceName, resourceNotFound } from "./Resources.ts"
import { type Session, Sessions } from "./Sessions.ts"

/** The subscriptions of one session. They end with it. */
export interface SessionSubscriptions {
  /** Notifies the client of changes of a resource from now on. Counts as a read. */
  readonly subscribe: (uri: string) => Effect.Effect<void, ProtocolError | Unavailable>

  /** Ends a subscription. Does nothing where there is none. */
  readonly unsubscribe: (uri: string) => Effect.Effect<void>

  /** Notifies the client of the resources that changed while it had no stream open. */
  readonly deliverMissed: Effect.Effect<void>
}

/** Subscriptions to resources. A notification says that a resource changed; the client then reads it again. */
export class Subscriptions extends Context.Tag("transport/mcp/Subscriptions")<
  Subscriptions,
  {
    /** Makes the subscriptions of a session. `notify` sends the URI of a changed resource to its client. */
    readonly of: (session: Session, notify: (uri: string) => Effect.Effect<void>) => SessionSubscriptions
  }
>() {
  static readonly layer = Layer.effect(Subscriptions, Effect.gen(make))
}

/** The maximum number of resources that an MCP session follows. */
export const maxSubscriptions = 100

const tooMany = ProtocolError.of("invalidParams", `a session follows at most ${maxSubscriptions} resources`)

const invalidUri = ProtocolError.of(
  "invalidParams",
  "unknown resource URI: subscribe to community://notifications, community://posts/{id} or community://diseases/{id}"
)

/** The shortest time between two notifications of one MCP resource. */
const notifyInterval = "1 second"

const postChanges: ReadonlySet<Change["kind"]> = new Set(["post", "comment", "like", "restart"])
const diseaseChanges: ReadonlySet<Change["kind"]> = new Set(["catalogue", "restart"])

/** Calls a listener for changes of these kinds. */
const whenOneOf = (kinds: ReadonlySet<Change["kind"]>, listener: () => void) => (change: Change) => {
  if (kinds.has(change.kind)) listener()
}

interface Source {
  /** Subscribes a listener to the changes of a resource. */
  readonly listen: (listener: () => void) => Effect.Effect<void, never, Scope.Scope>

  /** True if a member, the one of the session as they are now, is told that the resource has changed. */
  readonly isTold: (user: SignedInUser) => Effect.Effect<boolean>
}

/** The wait before it is looked again if a member may read a post, where the database did not answer. */
const lookAgainEvery = Schedule.spaced("1 second")

/**
 * True for a post that the member of a session may read, and once for one that is gone for everybody. One that is for
 * others from now on changes unnoticed.
 */
const isToldOf = (id: PostId, isShown: (id: PostId) => StorageEffect<boolean>): Source["isTold"] => {
  const isFor = (reader: Reader) =>
    Effect.provideService(Effect.orDie(Effect.retry(isShown(id), lookAgainEvery)), PostReader, reader)
  let wasFor = true
  return Effect.fnUntraced(function* (user) {
    const before = wasFor
    wasFor = yield* isFor(readerOf(Option.some(user)))
    return wasFor || (before && !(yield* isFor(readerOfAll)))
  })
}

const toldOfAll: Source["isTold"] = () => Effect.succeed(true)

/**
 * True if the inbox has changed for a key that is shown nothing about restricted posts: others hear of every change of
 * their inbox.
 */
const isToldOfInbox = Effect.fnUntraced(function* (session: Session, { list }: typeof Notifications.Service) {
  /** What a key sees of the inbox as a visitor does; undefined for others. */
  const seenBy = (user: SignedInUser) => {
    const reader = readerOf(Option.some(user))
    if (reader !== visitor) return Effect.succeed(undefined)
    return Effect.map(Effect.orDie(list({ limit: 1 })), ({ data, pagination, unreadCount }) =>
      [data[0]?.id, pagination.total, unreadCount].join()
    ).pipe(Effect.provideService(CurrentUser, user), Effect.provideService(PostReader, reader))
  }
  let before = yield* seenBy(session.user)
  const isTold: Source["isTold"] = (user) =>
    Effect.map(seenBy(user), (now) => {
      const isChanged = now === undefined || now !== before
      before = now
      return isChanged
    })
  return isTold
})

/** A resource that a session follows. */
interface Followed {
  readonly scope: Scope.CloseableScope
  readonly changed: () => void
}

/**
 * Gives the source of the changes of a resource. A disease may have changed with every import into the catalogue. Fails
 * where there is no such post or disease.
 */
const makeSourceOf = Effect.gen(function* () {
  const changes = yield* Changes
  const diseases = yield* Diseases
  const feed = yield* NotificationFeed
  const notifications = yield* Notifications
  const posts = yield* Posts

  return Effect.fnUntraced(function* (session: Session, uri: string, resource: ResourceName) {
    const { user } = session
    const refuse = ({ message }: { readonly message: string }) => resourceNotFound(uri, message)
    if (resource.kind === "disease") {
      yield* Effect.catchTag(diseases.get(resource.ref), "DiseaseNotFound", refuse)
      const listen: Source["listen"] = (listener) => changes.subscribeAll(whenOneOf(diseaseChanges, listener))
      return { listen, isTold: toldOfAll }
    }
    if (resource.kind === "notifications") {
      const listen: Source["listen"] = (listener) => Effect.provideService(feed.onChange(listener), CurrentUser, user)
      return { listen, isTold: yield* isToldOfInbox(session, notifications) }
    }
    yield* Effect.provideService(posts.head(resource.id), Viewer, Option.some(user)).pipe(
      Effect.catchTag("PostNotFound", refuse)
    )
    const listen: Source["listen"] = (listener) =>
      changes.subscribe(`post ${resource.id}`, whenOneOf(postChanges, listener))
    return { listen, isTold: isToldOf(resource.id, posts.isShown) }
  })
})

/**
 * Gives a function that runs an effect in the scope: at once, and then at most once in an interval, however often it is
 * called. No fiber runs between calls: thousands of subscriptions may be idle.
 */
const throttled = (effect: Effect.Effect<void>): Effect.Effect<() => void, never, Scope.Scope> =>
  Effect.map(Effect.all([Effect.runtime(), Effect.scope]), ([runtime, scope]) => {
    let isRunning = false
    let isRequested = false
    const run = Effect.gen(function* () {
      while (isRequested) {
        isRequested = false
        yield* effect
        yield* Effect.sleep(notifyInterval)
      }
      isRunning = false
    })
    return () => {
      isRequested = true
      if (isRunning) return
      isRunning = true
      Runtime.runFork(runtime)(run, { scope })
    }
  })

function* make() {
  const sourceOf = yield* makeSourceOf
  const { recheck } = yield* Sessions
  const limits = yield* RateLimits

  const of = (session: Session, notify: (uri: string) => Effect.Effect<void>): SessionSubscriptions => {
    const followed = new Map<string, Followed>()
    const missed = new Set<string>()

    const note = (uri: string) => Effect.sync(() => void missed.add(uri))

    /** Judges by the member as they are now: role, scopes and suspension may have changed since the session began. */
    const isToldNow = ({ isTold }: Source) =>
      recheck(session).pipe(
        Effect.retry({ schedule: lookAgainEvery, while: ({ _tag }) => _tag === "Unavailable" }),
        Effect.matchEffect({ onFailure: () => Effect.succeed(false), onSuccess: isTold })
      )

    const notifyOrNote = (uri: string, source: Source) =>
      Effect.suspend(() =>
        session.streams === 0
          ? note(uri)
          : // The stream may close while the right to read is looked up.
            Effect.whenEffect(
              Effect.suspend(() => (session.streams === 0 ? note(uri) : notify(uri))),
              isToldNow(source)
            )
      ).pipe(Effect.asVoid)

    const subscribe = Effect.fnUntraced(function* (uri: string) {
      if (followed.has(uri)) return
      const resource = parseResourceUri(uri)
      yield* countRead(limits, session.user, resource)
      if (resource === undefined) return yield* invalidUri
      if (followed.size >= maxSubscriptions) return yield* tooMany
      const source = yield* sourceOf(session, uri, resource)
      if (followed.has(uri)) return // a concurrent request has subscribed
      if (followed.size >= maxSubscriptions) return yield* tooMany
      const scope = yield* Scope.fork(session.scope, ExecutionStrategy.sequential)
      const changed = yield* Scope.extend(throttled(notifyOrNote(uri, source)), scope)
      followed.set(uri, { scope, changed })
      yield* Scope.extend(source.listen(changed), scope)
    })

    const unsubscribe = (uri: string) =>
      Effect.suspend(() => {
        const ended = followed.get(uri)
        followed.delete(uri)
        missed.delete(uri)
        return ended === undefined ? Effect.void : Scope.close(ended.scope, Exit.void)
      })

    const deliverMissed = Effect.sync(() => {
      const uris = Array.from(missed)
      missed.clear()
      for (const uri of uris) followed.get(uri)?.changed()
    })

    return { subscribe, unsubscribe, deliverMissed }
  }

  return { of }
}
