import { Array, Context, Effect, Layer, Option, Order } from "effect"
import { rateLimits } from "../Config.ts"
import type { SignedInUser } from "../domain/CurrentUser.ts"
import { type Budget, type LimitScope, TooManyRequests } from "../domain/Limits.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { RateLimitStore } from "./RateLimitStore.ts"

const minuteMillis = 60_000
const hourMillis = 3_600_000

/** How many failed logins of one email an hour may hold, before it is closed to new addresses (contract, Limits). */
const maxFailedLogins = 30

const what: Readonly<Record<LimitScope, string>> = {
  read: "reads",
  write: "writes",
  auth: "attempts to register or log in",
  post: "posts",
  comment: "comments"
}

const seconds = (millis: number) => Math.max(1, Math.ceil(millis / 1000))

const tightest = Order.combine(
  Order.mapInput(Order.number, ({ remaining }: Budget) => remaining),
  Order.mapInput(Order.reverse(Order.number), ({ resetSeconds }: Budget) => resetSeconds)
)

/** Whom a signed-in caller counts as, whichever credential and transport it uses. */
export const subjectOf = ({ id }: Pick<SignedInUser, "id">): string => `user ${id}`

const failedLoginsOf = (emailKey: string) => `login:${emailKey}`

const make = Effect.gen(function* () {
  const limits = yield* rateLimits
  const store = yield* RateLimitStore

  const admit = Effect.fnUntraced(function* (scopes: ReadonlyArray<LimitScope>, subject: string) {
    const counted = scopes.filter((scope) => limits[scope] > 0)
    const { allowed, levels } = yield* store.take(
      minuteMillis,
      counted.map((scope) => ({ key: `${scope}:${subject}`, limit: limits[scope] }))
    )
    const budgets = Array.zipWith(counted, levels, (scope, level) => ({
      scope,
      limit: limits[scope],
      remaining: Math.max(0, limits[scope] - level.used),
      resetSeconds: seconds(level.resetMillis)
    }))
    // Of the equally empty the one that ends last, since it says when the next request can pass.
    const least = Array.head(Array.sort(budgets, tightest))
    if (allowed || Option.isNone(least)) return least
    const last = least.value
    return yield* new TooManyRequests({
      what: what[last.scope],
      retryAfterSeconds: last.resetSeconds,
      budget: least
    })
  })

  return RateLimits.of({
    admit,
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
     * Fails with `TooManyRequests` where one of them is used up, and then counts in none.
     */
    readonly admit: (
      scopes: ReadonlyArray<LimitScope>,
      subject: string
    ) => Effect.Effect<Option.Option<Budget>, TooManyRequests | Unavailable>

    /** Counts a failed login of an email. */
    readonly loginFailed: (emailKey: string) => Effect.Effect<void, Unavailable>

    /** Why an email is closed to addresses it was not used from before, after too many failed logins; none while it is open. */
    readonly loginsClosed: (emailKey: string) => Effect.Effect<Option.Option<TooManyRequests>, Unavailable>
  }
>() {
  /** The limits of the configuration, counted in the store. */
  static readonly layer = Layer.effect(RateLimits, make)
}
