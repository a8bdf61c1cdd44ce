import { Context, Effect, Either, Layer, Option } from "effect"
import { rateLimits } from "../Config.ts"
import type { SignedInUser } from "../domain/accounts/CurrentUser.ts"
import { type Budget, type LimitScope, TooManyRequests } from "../domain/Limits.ts"
import { maxTranslationsPerMinute } from "../domain/posts/Translation.ts"
import type { StorageEffect } from "../domain/Unavailable.ts"
import { type Bucket, type Consumption, RateLimitStore } from "../ports/RateLimitStore.ts"

/** The length of the windows in which requests are counted. */
const minuteMillis = 60_000

/** The length of the windows in which failed logins are counted. */
const hourMillis = 3_600_000

/** After this many failed logins of one email within an hour it is closed to new addresses (contract, Limits). */
const maxFailedLogins = 30

/** The budget with the least left; none when all of the limits are off. */
type Admitted = Either.Either<Option.Option<Budget>, TooManyRequests>

/** The rate limits (spec and contract, Limits). */
export class RateLimits extends Context.Tag("services/RateLimits")<
  RateLimits,
  {
    /**
     * Counts `count` requests (1 by default) of `subject`, a user or an address, in each of the scopes, for the minute
     * that its first request began. Returns the budget with the least left; none where all these limits are off. Fails
     * with `TooManyRequests` where one of the limits is used up, and then counts in none.
     */
    readonly admit: (
      scopes: ReadonlyArray<LimitScope>,
      subject: string,
      count?: number
    ) => StorageEffect<Option.Option<Budget>, TooManyRequests>

    /** Counts a text that is translated for a member. Fails with `TooManyRequests` beyond 30 in a minute. */
    readonly translating: (subject: string) => StorageEffect<void, TooManyRequests>

    readonly loginFailed: (emailHash: string) => StorageEffect<void>

    /**
     * The error for a login from a new address, while the email is closed to new addresses after too many failed
     * logins.
     */
    readonly loginsClosed: (emailHash: string) => StorageEffect<Option.Option<TooManyRequests>>
  }
>() {
  static readonly layer = Layer.effect(RateLimits, Effect.gen(make))
}

interface ScopedBucket extends Bucket {
  readonly scope: LimitScope
}

/** The subject of a signed-in caller, the same for every credential and transport. */
export const subjectOf = ({ id }: Pick<SignedInUser, "id">): string => `user ${id}`

const failedLoginsOf = (emailHash: string) => `login:${emailHash}`

function* make() {
  const limits = yield* rateLimits
  const store = yield* RateLimitStore

  const bucketsOf = (scopes: ReadonlyArray<LimitScope>, subject: string): ReadonlyArray<ScopedBucket> =>
    scopes
      .filter((scope) => limits[scope] > 0)
      .map((scope) => ({ scope, key: `${scope}:${subject}`, limit: limits[scope] }))

  const admit = (scopes: ReadonlyArray<LimitScope>, subject: string, count = 1) => {
    const buckets = bucketsOf(scopes, subject)
    return Effect.flatMap(store.take(minuteMillis, buckets, count), (taken) => admittedBy(buckets, taken))
  }

  const translating = Effect.fnUntraced(function* (subject: string) {
    const { allowed, levels } = yield* store.take(minuteMillis, [
      { key: `translate:${subject}`, limit: maxTranslationsPerMinute }
    ])
    const retryAfterSeconds = seconds(levels[0]?.resetMillis ?? minuteMillis)
    if (!allowed) yield* new TooManyRequests({ limit: "translations", retryAfterSeconds, budget: Option.none() })
  })

  const loginFailed = (emailHash: string) =>
    Effect.asVoid(store.take(hourMillis, [{ key: failedLoginsOf(emailHash), limit: Number.MAX_SAFE_INTEGER }]))

  const loginsClosed = (emailHash: string) =>
    Effect.map(store.level(hourMillis, failedLoginsOf(emailHash)), ({ resetMillis, used }) =>
      Option.liftPredicate(
        new TooManyRequests({ limit: "login", retryAfterSeconds: seconds(resetMillis), budget: Option.none() }),
        () => used >= maxFailedLogins
      )
    )

  return RateLimits.of({ admit, translating, loginFailed, loginsClosed })
}

const admittedBy = (buckets: ReadonlyArray<ScopedBucket>, { allowed, levels }: Consumption): Admitted => {
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
  return Either.left(new TooManyRequests({ limit: scope, retryAfterSeconds, budget: Option.some(budget) }))
}

/** Of equally empty budgets the one that ends last is tighter: it says when the next request can pass. */
export const isTighter = (one: Budget, other: Budget) =>
  one.remaining < other.remaining || (one.remaining === other.remaining && one.resetSeconds > other.resetSeconds)

/** Whole seconds to wait, as `Retry-After` has them. */
export const seconds = (millis: number) => Math.max(1, Math.ceil(millis / 1000))
