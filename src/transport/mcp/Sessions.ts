import { Clock, Context, Deferred, Effect, Layer, Schedule, Scope } from "effect"
import type { Secret } from "../../domain/accounts/Credential.ts"
import { CurrentUser, type NotSignedIn } from "../../domain/accounts/CurrentUser.ts"
import type { TooManyRequests } from "../../domain/Limits.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { Credentials } from "../../services/accounts/Credentials.ts"
import { ConnectionQuota } from "../../services/ConnectionQuota.ts"
import { Instances } from "../../services/Instances.ts"
import { ShutdownSignal } from "../../services/ShutdownSignal.ts"
import { Session, sessionId } from "./Session.ts"

/**
 * The MCP sessions of this process. A session ends when its client ends it, when it is idle, with its credential, and
 * when the server stops.
 */
export class Sessions extends Context.Tag("transport/mcp/Sessions")<
  Sessions,
  {
    /** Begins a session of the caller, whose credential is `secret`. Fails with `TooManyRequests` at `STREAMS_PER_USER`. */
    readonly begin: (secret: Secret) => Effect.Effect<Session, NotSignedIn | TooManyRequests | Unavailable, CurrentUser>

    readonly find: (id: string) => Session | undefined

    /** Checks the credential of a session again. Ends the session and fails with `NotSignedIn` where it is not valid any more. */
    readonly revalidate: (session: Session) => Effect.Effect<void, NotSignedIn | Unavailable>

    /** `revalidate` without a fiber; false where it has to be called. */
    readonly revalidateNow: (session: Session) => boolean

    readonly count: Effect.Effect<number>
  }
>() {
  static readonly layer = Layer.scoped(Sessions, Effect.gen(make))
}

const reapEvery = Schedule.spaced("1 minute")

/** The time that calls in flight have to finish when the server stops. */
const shutdownGrace = "5 seconds"

function* make() {
  const clock = yield* Effect.clock
  const credentials = yield* Credentials
  const secrets = yield* Secrets
  const quota = yield* ConnectionQuota
  const { id: instance } = yield* Instances
  const shutdown = yield* ShutdownSignal
  const sessions = new Map<string, Session>()

  const revalidate = Effect.fnUntraced(function* (session: Session) {
    session.user = yield* Effect.tapErrorTag(credentials.userOf(session.secret), "NotSignedIn", () => session.end)
    yield* session.touch
  })

  const revalidateNow = (session: Session) => {
    const user = credentials.known(session.secret)
    if (user === undefined) return false
    session.user = user
    session.touchAt(clock.unsafeCurrentTimeMillis())
    return true
  }

  const begin = Effect.fnUntraced(function* (secret: Secret) {
    const user = yield* CurrentUser
    const release = yield* quota.acquire("sessions", user)
    const scope = yield* Scope.make()
    const id = sessionId(yield* secrets.newToken, instance)
    const session = new Session(id, secret, user, scope)
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
    Effect.repeat({ until: () => sessions.size === 0, schedule: Schedule.spaced("20 millis") }),
    Effect.timeoutOption(shutdownGrace),
    Effect.zipRight(endAll)
  )

  yield* Effect.addFinalizer(() => endAll)
  yield* Effect.forkScoped(Effect.repeat(endIdle, reapEvery))
  yield* Effect.forkScoped(Effect.zipRight(Deferred.await(shutdown), endGracefully))

  return Sessions.of({
    begin,
    revalidate,
    revalidateNow,
    find: (id) => sessions.get(id),
    count: Effect.sync(() => sessions.size)
  })
}
