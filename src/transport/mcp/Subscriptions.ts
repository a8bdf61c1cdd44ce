import { Context, Effect, ExecutionStrategy, Exit, Layer, Option, Runtime, Scope } from "effect"
import { CurrentUser, Viewer } from "../../domain/accounts/CurrentUser.ts"
import type { Change } from "../../domain/Change.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { Changes } from "../../services/Changes.ts"
import { Diseases } from "../../services/diseases/Diseases.ts"
import { NotificationFeed } from "../../services/notifications/NotificationFeed.ts"
import { Posts } from "../../services/posts/Posts.ts"
import { RateLimits } from "../../services/RateLimits.ts"
import { ProtocolError } from "./ProtocolError.ts"
import { countRead, parseResourceUri, type ResourceName, resourceNotFound } from "./Resources.ts"
import type { Session } from "./Sessions.ts"

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

/** Subscribes a listener to the changes of a resource. */
type Source = (listener: () => void) => Effect.Effect<void, never, Scope.Scope>

/**
 * Gives the source of the changes of a resource. A disease may have changed with every import into the catalogue. Fails
 * where there is no such post or disease.
 */
const makeSourceOf = Effect.gen(function* () {
  const changes = yield* Changes
  const diseases = yield* Diseases
  const feed = yield* NotificationFeed
  const posts = yield* Posts

  return Effect.fnUntraced(function* ({ user }: Session, uri: string, resource: ResourceName) {
    const refuse = ({ message }: { readonly message: string }) => resourceNotFound(uri, message)
    if (resource.kind === "disease") {
      yield* Effect.catchTag(diseases.get(resource.ref), "DiseaseNotFound", refuse)
      return ((listener) => changes.subscribeAll(whenOneOf(diseaseChanges, listener))) satisfies Source
    }
    if (resource.kind === "notifications") {
      return ((listener) => Effect.provideService(feed.onChange(listener), CurrentUser, user)) satisfies Source
    }
    yield* Effect.provideService(posts.head(resource.id), Viewer, Option.some(user)).pipe(
      Effect.catchTag("PostNotFound", refuse)
    )
    return ((listener) => changes.subscribe(`post ${resource.id}`, whenOneOf(postChanges, listener))) satisfies Source
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
  const limits = yield* RateLimits

  const of = (session: Session, notify: (uri: string) => Effect.Effect<void>): SessionSubscriptions => {
    const scopes = new Map<string, Scope.CloseableScope>()
    const missed = new Set<string>()

    const notifyOrNote = (uri: string) =>
      Effect.suspend(() => (session.streams > 0 ? notify(uri) : Effect.sync(() => void missed.add(uri))))

    const subscribe = Effect.fnUntraced(function* (uri: string) {
      if (scopes.has(uri)) return
      const resource = parseResourceUri(uri)
      yield* countRead(limits, session.user, resource)
      if (resource === undefined) return yield* invalidUri
      if (scopes.size >= maxSubscriptions) return yield* tooMany
      const source = yield* sourceOf(session, uri, resource)
      if (scopes.has(uri)) return // a concurrent request has subscribed
      if (scopes.size >= maxSubscriptions) return yield* tooMany
      const scope = yield* Scope.fork(session.scope, ExecutionStrategy.sequential)
      scopes.set(uri, scope)
      yield* Scope.extend(Effect.flatMap(throttled(notifyOrNote(uri)), source), scope)
    })

    const unsubscribe = (uri: string) =>
      Effect.suspend(() => {
        const scope = scopes.get(uri)
        scopes.delete(uri)
        missed.delete(uri)
        return scope === undefined ? Effect.void : Scope.close(scope, Exit.void)
      })

    const deliverMissed = Effect.suspend(() => {
      const uris = Array.from(missed)
      missed.clear()
      return Effect.forEach(uris, notify, { discard: true })
    })

    return { subscribe, unsubscribe, deliverMissed }
  }

  return { of }
}
