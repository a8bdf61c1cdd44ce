import { Context, Effect, ExecutionStrategy, Exit, Layer, Option, Runtime, Scope } from "effect"
import { Viewer } from "../../domain/accounts/CurrentUser.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { Changes, type Topic } from "../../services/Changes.ts"
import { Posts } from "../../services/posts/Posts.ts"
import { RateLimits, subjectOf } from "../../services/RateLimits.ts"
import { ProtocolError } from "./ProtocolError.ts"
import { limited, type Named, notFound, resourceOf } from "./ResourceNames.ts"
import type { Session } from "./Sessions.ts"

/** How many resources one session may follow. */
const maxSubscriptions = 100

const tooMany = ProtocolError.of("invalidParams", `a session follows at most ${maxSubscriptions} resources`)

const unfollowable =
  "this URI can be none of ours: subscribe to community://notifications, community://posts/{id} or community://diseases/{id}"

/** How long a client is left in peace after it has been told that a resource changed. */
const quiet = "1 second"

const aboutInbox: ReadonlySet<string> = new Set(["notification", "notifications_read", "notifications_removed"])
const aboutPosts: ReadonlySet<string> = new Set(["post", "comment", "like"])

/** What one session follows. */
export interface Followed {
  /** Tells its client of changes of a resource from now on. Counts as a read. */
  readonly subscribe: (uri: string) => Effect.Effect<void, ProtocolError | Unavailable>

  /** No longer. What was never followed is none the worse. */
  readonly unsubscribe: (uri: string) => Effect.Effect<void>

  /** Tells of what changed while the client had no stream open to be told on. */
  readonly catchUp: Effect.Effect<void>
}

const make = Effect.gen(function* () {
  const changes = yield* Changes
  const posts = yield* Posts
  const limits = yield* RateLimits

  /** What to listen for; nothing for a disease, which never changes. A post is looked up, so that nobody waits for what cannot come. */
  const topicOf = Effect.fnUntraced(function* ({ user }: Session, uri: string, resource: Named) {
    if (resource.kind === "notifications") return { topic: `user ${user.id}`, kinds: aboutInbox } as const
    if (resource.kind === "post") {
      yield* Effect.provideService(posts.getWithoutCounting(resource.id), Viewer, Option.some(user)).pipe(
        Effect.catchTag("PostNotFound", ({ message }) => notFound(uri, message))
      )
      return { topic: `post ${resource.id}`, kinds: aboutPosts } as const
    }
    return undefined
  })

  const follow = (session: Session, updated: (uri: string) => Effect.Effect<void>): Followed => {
    const open = new Map<string, Scope.CloseableScope>()
    const missed = new Set<string>()

    const tell = (uri: string) =>
      Effect.suspend(() => {
        if (session.streams > 0) return updated(uri)
        missed.add(uri)
        return Effect.void
      })

    /** Several changes in a short time are told once. */
    const listening = Effect.fnUntraced(function* (uri: string, topic: Topic, kinds: ReadonlySet<string>) {
      const scope = yield* Effect.scope
      const runFork = Runtime.runFork(yield* Effect.runtime())
      let isTelling = false
      let changed = false
      const telling = Effect.gen(function* () {
        while (changed) {
          changed = false
          yield* tell(uri)
          yield* Effect.sleep(quiet)
        }
        isTelling = false
      })
      yield* changes.subscribe(topic, ({ kind }) => {
        if (!kinds.has(kind)) return
        changed = true
        if (isTelling) return
        isTelling = true
        runFork(telling, { scope })
      })
    })

    const subscribe = Effect.fnUntraced(function* (uri: string) {
      if (open.has(uri)) return
      yield* limited(limits.admit(["read"], subjectOf(session.user)))
      const resource = resourceOf(uri)
      if (resource === undefined) return yield* ProtocolError.of("invalidParams", unfollowable)
      if (open.size >= maxSubscriptions) return yield* tooMany
      const about = yield* topicOf(session, uri, resource)
      if (open.has(uri)) return // another request was faster
      if (open.size >= maxSubscriptions) return yield* tooMany
      const scope = yield* Scope.fork(session.scope, ExecutionStrategy.sequential)
      open.set(uri, scope)
      if (about !== undefined) yield* Scope.extend(listening(uri, about.topic, about.kinds), scope)
    })

    const unsubscribe = (uri: string) =>
      Effect.suspend(() => {
        const scope = open.get(uri)
        open.delete(uri)
        missed.delete(uri)
        return scope === undefined ? Effect.void : Scope.close(scope, Exit.void)
      })

    const catchUp = Effect.suspend(() => {
      const uris = Array.from(missed)
      missed.clear()
      return Effect.forEach(uris, updated, { discard: true })
    })

    return { subscribe, unsubscribe, catchUp }
  }

  return { follow }
})

/** Who is told when a resource changes: the client reads it anew, since a change says that and not what. */
export class Subscriptions extends Context.Tag("transport/mcp/Subscriptions")<
  Subscriptions,
  {
    /** What a session follows, which ends with it; `updated` tells its client. */
    readonly follow: (session: Session, updated: (uri: string) => Effect.Effect<void>) => Followed
  }
>() {
  /** Over the channel of changes. */
  static readonly layer = Layer.effect(Subscriptions, make)
}
