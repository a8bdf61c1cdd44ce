import { DateTime, Effect, Option, Redacted } from "effect"
import type { Secret } from "../../domain/accounts/Credential.ts"
import { NotSignedIn, type SessionCredential, type SignedInUser } from "../../domain/accounts/CurrentUser.ts"
import { tokenDays } from "../../domain/accounts/Session.ts"
import { CredentialsRepo, type KeptToken } from "../../ports/accounts/CredentialsRepo.ts"
import { Secrets } from "../../ports/Secrets.ts"
import { Transaction } from "../../ports/Transaction.ts"
import { EndSessions } from "./EndSessions.ts"

/** A token that a browser has sent, and its session. */
interface SentToken {
  readonly secret: Secret
  readonly hash: string
  readonly user: SignedInUser
  readonly session: SessionCredential
  readonly kept: KeptToken
}

/** From then on the newest token is replaced. */
export const replacedAt = ({ madeAt }: KeptToken): DateTime.Utc => DateTime.add(madeAt, { days: tokenDays })

/**
 * The tokens of sessions that browsers keep (decision 0033):
 *
 * 1. Each day the server makes token B of token A and a salt. Every response to A carries B, on all instances, so that
 *    a lost response loses nothing.
 * 2. The first request with B deletes the salt. A works for one more minute.
 * 3. A request with A after that minute ends the session: somebody has stolen a token, or the browser has lost B.
 *
 * Tokens before A are unknown and end nothing, so a stolen token is not noticed while the member stays away.
 */
export const keptTokens = Effect.gen(function* () {
  const sessions = yield* EndSessions
  const repo = yield* CredentialsRepo
  const secrets = yield* Secrets
  const { atomically } = yield* Transaction

  const withNext = ({ kept, session, user }: SentToken, token: Secret): SignedInUser => ({
    ...user,
    credential: { ...session, nextToken: { token, keptUntil: kept.keptUntil } }
  })

  const end = Effect.fnUntraced(function* ({ session, user }: SentToken, now: DateTime.Utc) {
    yield* sessions.end(user.id, { id: session.id }, now)
    yield* Effect.annotateLogs(Effect.logWarning("a replaced token was sent: its session has ended"), { user: user.id })
  }, atomically)

  /** Replaces the newest token; none where another request has done it. */
  const replace = Effect.fnUntraced(function* (sent: SentToken, now: DateTime.Utc) {
    const { hash, secret, session } = sent
    const salt = Redacted.value(yield* secrets.newCode)
    const token = secrets.tokenAfter(secret, salt)
    const nextHash = secrets.digest(Redacted.value(token))
    const isReplaced = yield* repo.replaceToken({ id: session.id, hash, nextHash, salt, madeAt: now })
    return isReplaced ? Option.some(withNext(sent, token)) : Option.none()
  })

  /**
   * The member of a token, with the token that replaces it; none where another request has just replaced it. Fails with
   * `NotSignedIn` for one that was replaced before.
   */
  return Effect.fnUntraced(function* (sent: SentToken, now: DateTime.Utc) {
    const { kept, secret, user } = sent
    if (kept.isPrevious) {
      if (Option.isSome(kept.salt)) {
        return Option.some(withNext(sent, secrets.tokenAfter(secret, kept.salt.value)))
      }
      if (Option.exists(kept.previousUntil, DateTime.greaterThan(now))) return Option.some(user)
      yield* end(sent, now)
      return yield* new NotSignedIn()
    }
    return DateTime.lessThanOrEqualTo(replacedAt(kept), now) ? yield* replace(sent, now) : Option.some(user)
  })
})
