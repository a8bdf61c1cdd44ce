import { Clock, Effect, Exit, Scope } from "effect"
import type { Secret } from "../../domain/accounts/Credential.ts"
import type { SignedInUser } from "../../domain/accounts/CurrentUser.ts"

/** A session without an open stream or a call in flight ends after this time. */
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
  #lastUsedAt = 0
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
    this.#lastUsedAt = now
  }

  isIdle(now: number): boolean {
    return this.streams === 0 && this.calls === 0 && now - this.#lastUsedAt >= maxIdleMillis
  }
}
