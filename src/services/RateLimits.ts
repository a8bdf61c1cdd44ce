import { Context, Effect, Either, Layer, Option } from "effect"
import { rateLimits } from "../Config.ts"
import type { SignedInUser } from "../domain/CurrentUser.ts"
import { type Budget, type LimitScope, TooManyRequests } from "../domain/Limits.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { RateLimitStore, type Taken } from "./RateLimitStore.ts"

const minuteMillis = 60_000
const hourMillis = 3_600_000

/** How many failed logins of one email an hour may hold, before it is closed to new addresses (contract, Limits). */
const maxFailedLogins = 30

const what: Readonly<Record<LimitScope, string>> = {
  read: "reads",
  write: "writes",
  auth: "attempts to register or log in",
  post: "posts",
  comment: "comments",
  mcp: "MCP messages (each message of a batch counts)"
}

/** Of the equally empty the one that ends last, since it says when the next request can pass. */
const isTighter = (one: Budget, other: Budget) =>
  one.remaining < other.remaining || (one.remaining === other.remaining && one.resetSeconds > other.resetSeconds)

const seconds = (millis: number) => Math.max(1, Math.ceil(millis / 1000))

/** Whom a signed-in caller counts as, whichever credential and transport it uses. */
export const subjectOf = ({ id }: Pick<SignedInUser, "id">): string => `user ${id}`

const failedLoginsOf = (emailKey: string) => `login:${emailKey}`

const make = Effect.gen(function* () {
  const limits = yield* rateLimits
  const store = yield* RateLimitStore

  const bucketsOf = (scopes: ReadonlyArray<LimitScope>, subject: string) =>
    scopes
      .filter((scope) => limits[scope] > 0)
      .map((scope) => ({ scope, key: `${scope}:${subject}`, limit: limits[scope] }))

  const judged = (
    buckets: ReturnType<typeof bucketsOf>,
    { allowed, levels }: Taken
  ): Either.Either<Option.Option<Budget>, TooManyRequests> => {
    let least: (Budget & { readonly scope: LimitScope }) | undefined
    for (const [index, { limit, scope }] of buckets.entries()) {
      const { resetMillis = 0, used = 0 } = levels[index] ?? {}
      const budget = { scope, limit, remaining: Math.max(0, limit - used), resetSeconds: seconds(resetMillis) }
      if (least === undefined || isTighter(budget, least)) least = budget
    }
    if (least === undefined) return Either.right(Option.none())
    const { scope, ...budget } = least
    if (allowed) return Either.right(Option.some(budget))
    const retryAfterSeconds = budget.resetSeconds
    return Either.left(new TooManyRequests({ what: what[scope], retryAfterSeconds, budget: Option.some(budget) }))
  }

  const admitNow = Option.map(store.takeNow, (take) => (scopes: ReadonlyArray<LimitScope>, subject: string) => {
    const buckets = bucketsOf(scopes, subject)
    return judged(buckets, take(minuteMillis, buckets))
  })

  const admit = (scopes: ReadonlyArray<LimitScope>, subject: string, count = 1) => {
    const buckets = bucketsOf(scopes, subject)
    return Effect.flatMap(store.take(minuteMillis, buckets, count), (taken) => judged(buckets, taken))
  }

  return RateLimits.of({
    admit,
    admitNow,
    loginFailed: (emailKey) =>
      Effect.asVoid(store.take(hourMillis, [{ key: failedLoginsOf(emailKey), limit: Number.MAX_SAFE_INTEGER }])),
    loginsClosed: (emailKey) =>
      Effect.map(store.level(hourMillis, failedLoginsOf(emailKey)), ({ resetMillis, used }) =>
        used < maxFailedLogins
          ? Option.none()
          : Option.some(
              new TooManyRequests({
                what: "failed logins of this email from addresses it was not used from before",
                retryAfterSeconds: seconds(resetMillis),
                budget: Option.none()
              })
            )
      )
  })
})

/** How much a caller may ask of the community (spec and contract, Limits). */
export class RateLimits extends Context.Tag("services/RateLimits")<
  RateLimits,
  {
    /**
     * Counts one request of `subject` (a user, or an address) in each of the scopes, for the minute that its first
     * request began. Answers the budget with the least left; none where all of these limits are off.
     * Fails with `TooManyRequests` where one of them is used up, and then counts in none. A `count` above one admits so
     * many at once: all of them, or none where they do not all fit.
     */
    readonly admit: (
      scopes: ReadonlyArray<LimitScope>,
      subject: string,
      count?: number
    ) => Effect.Effect<Option.Option<Budget>, TooManyRequests | Unavailable>

    /** The same at once; none where the counts are not in this process. */
    readonly admitNow: Option.Option<
      (scopes: ReadonlyArray<LimitScope>, subject: string) => Either.Either<Option.Option<Budget>, TooManyRequests>
    >

    /** Counts a failed login of an email. */
    readonly loginFailed: (emailKey: string) => Effect.Effect<void, Unavailable>

    /** Why an email is closed to addresses it was not used from before, after too many failed logins; none while it is open. */
    readonly loginsClosed: (emailKey: string) => Effect.Effect<Option.Option<TooManyRequests>, Unavailable>
  }
>() {
  /** The limits of the configuration, counted in the store. */
  static readonly layer = Layer.effect(RateLimits, make)
}
