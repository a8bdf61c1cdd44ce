import { Clock, Context, Deferred, Effect, Exit, Layer, Option, Redacted, Schedule, Scope } from "effect"
import { NotFound, type ServiceUnavailable } from "../../api/WireErrors.ts"
import type { Secret } from "../../domain/accounts/Credential.ts"
import { CurrentUser, NotSignedIn, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import { coversCredential } from "../../domain/accounts/Grant.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { TooManyRequests } from "../../domain/Limits.ts"
import type { StorageEffect, Unavailable } from "../../domain/Unavailable.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { Credentials } from "../../services/accounts/Credentials.ts"
import { ConnectionQuota, retryAfterSeconds } from "../../services/ConnectionQuota.ts"
import { ShutdownSignal } from "../../services/Operation.ts"
import { toWireError } from "../http/Errors.ts"
import { CurrentExchange } from "../http/Exchanges.ts"

/**
 * The MCP sessions of this process. A session ends when its client ends it, when it is idle, with its credential, and
 * when the server stops.
 */
export class Sessions extends Context.Tag("transport/mcp/Sessions")<
  Sessions,
  {
    /**
     * Begins a session of the caller, whose credential is `secret`. At `STREAMS_PER_USER` it takes the place of theirs
     * that is unused for longest, and fails with `TooManyRequests` where none is for 30 seconds.
     */
    readonly begin: (secret: Secret) => Effect.Effect<Session, NotSignedIn | TooManyRequests | Unavailable, CurrentUser>

    /** The member of a session; none where there is no such session. */
    readonly ownerOf: (id: string) => Option.Option<SignedInUser>

    /**
     * Finds a session for a message. A message without a credential acts with the one of the session, and so does one
     * with another credential of the same member, which must be able to do all that the session's own may. Fails with
     * 404 where the session is not the sender's, and where its own credential is not valid any more.
     */
    readonly find: (
      id: string,
      sender: Option.Option<SignedInUser>
    ) => Effect.Effect<Session, NotFound | ServiceUnavailable>

    /**
     * Reads the member of a session again, as they are now. Fails with `NotSignedIn` where its credential is not valid
     * any more, or its member suspended: then the session ends.
     */
    readonly recheck: (session: Session) => StorageEffect<SignedInUser, NotSignedIn>

    readonly count: Effect.Effect<number>
  }
>() {
  static readonly layer = Layer.scoped(Sessions, Effect.gen(make))
}

/** An MCP session without an open stream or a call in flight ends after this time. */
const maxIdleMillis = 30 * 60_000

/** The session of one client. It belongs to the credential that began it, and ends with it. */
export class Session {
  /** A secret. */
  readonly id: string
  /** The credential, which is checked again with each message. */
  readonly secret: Secret
  /** Closes when the session ends. Its connection and its subscriptions live in it. */
  readonly scope: Scope.CloseableScope
  readonly end: Effect.Effect<void>
  /** The owner of the credential, with the role of the last check. */
  user: SignedInUser
  /** The tools that the client wants; undefined for all. */
  tools: ReadonlySet<string> | undefined
  /** The number of streams that are open to the client. */
  streams = 0
  /** The number of requests in flight. */
  calls = 0
  /** The time of the last use, in milliseconds. */
  lastUsedAt = 0
  /** Restarts the idle time. */
  readonly touch = Effect.map(Clock.currentTimeMillis, (now) => this.touchAt(now))

  constructor(id: string, secret: Secret, user: SignedInUser, scope: Scope.CloseableScope) {
    this.id = id
    this.secret = secret
    this.user = user
    this.scope = scope
    this.end = Scope.close(scope, Exit.void)
  }

  touchAt(now: number) {
    this.lastUsedAt = now
  }

  /** True if it has been unused for so long. */
  isIdle(now: number, millis = maxIdleMillis): boolean {
    return this.streams === 0 && this.calls === 0 && now - this.lastUsedAt >= millis
  }
}

/** The credential that the request was admitted with. */
export const callerSecret: Effect.Effect<Secret, NotSignedIn> = Effect.flatMap(CurrentExchange, ({ sender }) =>
  Effect.mapError(sender.secret, () => new NotSignedIn())
)

/** The answer for an unknown session and for one of another member: a caller cannot distinguish them. */
export const noSession = new NotFound({ message: "there is no such session (any more): begin a new one" })

/** The interval at which idle MCP sessions are looked for and ended. */
const reapEvery = Schedule.spaced("1 minute")

/** The time that MCP calls in flight have to finish when the server stops. */
const shutdownGrace = "5 seconds"

/** The interval at which a stopping server ends the MCP sessions whose calls are done. */
const endCheckEvery = Schedule.spaced("20 millis")

/**
 * Ends the session of a member that is unused for longest, whose client may never come again, if that is as long as a
 * refused client is told to wait.
 */
const endUnused = (sessions: ReadonlyMap<string, Session>, member: UserId) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const isUnused = (session: Session) => session.isIdle(now, retryAfterSeconds * 1_000)
    const unused = Array.from(sessions.values()).filter((session) => session.user.id === member && isUnused(session))
    const [oldest] = unused.sort((one, other) => one.lastUsedAt - other.lastUsedAt)
    return oldest === undefined ? Effect.void : oldest.end
  })

const rechecking =
  ({ activeUserOf }: typeof Credentials.Service) =>
  (session: Session) =>
    activeUserOf(session.secret).pipe(
      Effect.tapErrorTag("NotSignedIn", () => session.end),
      Effect.tap((user) => {
        session.user = user
      })
    )

function* make() {
  const credentials = yield* Credentials
  const secrets = yield* Secrets
  const quota = yield* ConnectionQuota
  const shutdown = yield* ShutdownSignal
  const sessions = new Map<string, Session>()

  const recheck = rechecking(credentials)

  const revalidate = (session: Session) => Effect.zipRight(recheck(session), session.touch)

  const find = Effect.fnUntraced(function* (id: string, sender: Option.Option<SignedInUser>) {
    const session = sessions.get(id)
    if (session === undefined) return yield* noSession
    const { credential: own, id: owner } = session.user
    if (Option.isSome(sender)) {
      const { credential, id: user } = sender.value
      if (user !== owner || !coversCredential(credential, own)) return yield* noSession
    }
    yield* Effect.catchTag(toWireError(revalidate(session)), "Unauthorized", () => noSession)
    return session
  })

  const begin = Effect.fnUntraced(function* (secret: Secret) {
    const user = yield* CurrentUser
    const acquire = Effect.suspend(() => quota.acquire("sessions", user))
    const release = yield* Effect.catchAll(acquire, () => Effect.zipRight(endUnused(sessions, user.id), acquire))
    const scope = yield* Scope.make()
    const id = Redacted.value(yield* secrets.newToken)
    const session = new Session(id, secret, user, scope)
    yield* session.touch // before it is among those that may be unused
    sessions.set(id, session)
    yield* Scope.addFinalizer(
      scope,
      Effect.sync(() => {
        sessions.delete(id)
        release()
      })
    )
    yield* Effect.forkIn(Effect.interruptible(Effect.zipRight(credentials.ended, session.end)), scope)
    yield* Effect.yieldNow()
    // The credential may have ended after the request was admitted and before the fiber above began to wait.
    yield* Effect.onError(revalidate(session), () => session.end)
    return session
  }, Effect.uninterruptible)

  const endWhere = (isEnding: (session: Session) => boolean) =>
    Effect.suspend(() =>
      Effect.forEach(Array.from(sessions.values()).filter(isEnding), ({ end }) => end, { discard: true })
    )
  const endAll = endWhere(() => true)
  const endIdle = Effect.flatMap(Clock.currentTimeMillis, (now) => endWhere((session) => session.isIdle(now)))
  const endGracefully = endWhere(({ calls }) => calls === 0).pipe(
    Effect.repeat({ until: () => sessions.size === 0, schedule: endCheckEvery }),
    Effect.timeoutOption(shutdownGrace),
    Effect.zipRight(endAll)
  )

  yield* Effect.addFinalizer(() => endAll)
  yield* Effect.forkScoped(Effect.repeat(endIdle, reapEvery))
  yield* Effect.forkScoped(Effect.zipRight(Deferred.await(shutdown), endGracefully))

  return Sessions.of({
    begin,
    ownerOf: (id) => Option.map(Option.fromNullable(sessions.get(id)), ({ user }) => user),
    find,
    recheck,
    count: Effect.sync(() => sessions.size)
  })
}
