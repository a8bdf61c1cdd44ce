import { Clock, Context, Deferred, Effect, Exit, Layer, Redacted, Schedule, Scope } from "effect"
import type { Secret } from "../../domain/accounts/Credential.ts"
import { CurrentUser, type NotSignedIn, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import type { TooManyRequests } from "../../domain/Limits.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { Credentials } from "../../services/accounts/Credentials.ts"
import { ConnectionQuota } from "../../services/ConnectionQuota.ts"
import { ShutdownSignal } from "../../services/ShutdownSignal.ts"

/** How long a session lives that nobody uses and that has no stream open. */
const idleMillis = 30 * 60_000

/** How often idle sessions are looked for. */
const reapedEvery = "1 minute"

/** How long calls in flight may take when the server closes. */
const callsMayTake = "5 seconds"

/** One client's conversation, bound to the credential that began it. */
export class Session {
  readonly id: string
  /** The credential, to be looked up again with each message. */
  readonly secret: Secret
  /** Ends with the session, and takes along what was opened for it. */
  readonly scope: Scope.CloseableScope
  readonly end: Effect.Effect<void>
  /** Who the credential belonged to when it was last looked up: the role is of then. */
  user: SignedInUser
  /** How many streams are open on it: with one it is in use, whatever it says. */
  streams = 0
  /** How many requests of its client are being answered. */
  calls = 0
  lastUsed = 0

  constructor(id: string, secret: Secret, user: SignedInUser, scope: Scope.CloseableScope) {
    this.id = id
    this.secret = secret
    this.user = user
    this.scope = scope
    this.end = Scope.close(scope, Exit.void)
  }

  isIdle(now: number): boolean {
    return this.streams === 0 && this.calls === 0 && now - this.lastUsed >= idleMillis
  }
}

const make = Effect.gen(function* () {
  const credentials = yield* Credentials
  const secrets = yield* Secrets
  const held = yield* ConnectionQuota
  const closing = yield* ShutdownSignal
  const sessions = new Map<string, Session>()

  const used = (session: Session) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      session.lastUsed = now
    })

  const refreshed = (session: Session) =>
    credentials.userOf(session.secret).pipe(
      Effect.tap((user) =>
        Effect.sync(() => {
          session.user = user
        })
      ),
      Effect.zipRight(used(session)),
      Effect.tapErrorTag("NotSignedIn", () => session.end)
    )

  const begin = Effect.fnUntraced(function* (secret: Secret) {
    const user = yield* CurrentUser
    const release = yield* held.acquire("sessions", user)
    const scope = yield* Scope.make()
    const id = Redacted.value(yield* secrets.newToken)
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
    // Once more, now that its end would be heard: it may have ended between the look-up at the door and here.
    yield* Effect.onError(refreshed(session), () => session.end)
    return session
  }, Effect.uninterruptible)

  const endAll = Effect.suspend(() =>
    Effect.forEach(Array.from(sessions.values()), ({ end }) => end, { discard: true })
  )

  const reap = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.forEach(
      Array.from(sessions.values()).filter((session) => session.isIdle(now)),
      ({ end }) => end,
      { discard: true }
    )
  )

  /** Sessions that are being answered end when they have been. */
  const endQuiet = Effect.suspend(() =>
    Effect.forEach(
      Array.from(sessions.values()).filter(({ calls }) => calls === 0),
      ({ end }) => end,
      { discard: true }
    )
  ).pipe(
    Effect.repeat({ until: () => sessions.size === 0, schedule: Schedule.spaced("20 millis") }),
    Effect.timeoutOption(callsMayTake)
  )

  yield* Effect.addFinalizer(() => endAll)
  yield* Effect.forkScoped(Effect.repeat(reap, Schedule.spaced(reapedEvery)))
  yield* Effect.forkScoped(Effect.zipRight(Deferred.await(closing), Effect.zipRight(endQuiet, endAll)))

  return Sessions.of({
    begin,
    refreshed,
    used,
    find: (id) => sessions.get(id),
    count: Effect.sync(() => sessions.size)
  })
})

/** The MCP sessions of this process. Each ends when its client says so, when it is idle, with its credential, and when the server closes. */
export class Sessions extends Context.Tag("transport/mcp/Sessions")<
  Sessions,
  {
    /** A new session of the caller's, who proved it with this credential. Fails with `TooManyRequests` at `STREAMS_PER_USER`. */
    readonly begin: (secret: Secret) => Effect.Effect<Session, NotSignedIn | TooManyRequests | Unavailable, CurrentUser>

    /** The session of this id, while it lives. */
    readonly find: (id: string) => Session | undefined

    /** Looks its credential up again. Fails with `NotSignedIn` when that opens nothing any more, and has then ended the session. */
    readonly refreshed: (session: Session) => Effect.Effect<void, NotSignedIn | Unavailable>

    /** Notes that it is in use. */
    readonly used: (session: Session) => Effect.Effect<void>

    /** How many there are. */
    readonly count: Effect.Effect<number>
  }
>() {
  /** Over the credentials. */
  static readonly layer = Layer.scoped(Sessions, make)
}
