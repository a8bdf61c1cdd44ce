import { Context, DateTime, Effect, Layer, Option, Schedule } from "effect"
import { inBackground } from "../concurrency/BackgroundTasks.ts"
import type { SignedInUser } from "../domain/accounts/CurrentUser.ts"
import { type Budget, TooManyRequests } from "../domain/Limits.ts"
import type { StorageEffect } from "../domain/Unavailable.ts"
import { CredentialsRepo } from "../ports/accounts/CredentialsRepo.ts"
import { seconds } from "./RateLimits.ts"

/** The daily budgets of API keys (contract, Limits). */
export class WriteBudgets extends Context.Tag("services/WriteBudgets")<
  WriteBudgets,
  {
    /**
     * Counts a write of the caller in the budget of its key, and gives what is left of it; none for a credential
     * without one. Fails with `TooManyRequests` until midnight UTC where the budget is spent.
     */
    readonly spend: (user: SignedInUser) => StorageEffect<Option.Option<Budget>, TooManyRequests>
  }
>() {
  static readonly layer = Layer.scoped(WriteBudgets, Effect.gen(make))
}

/** The interval at which the counts of writes of earlier days are deleted. */
const forgetEvery = Schedule.spaced("1 hour")

function* make() {
  const repo = yield* CredentialsRepo

  const spend = Effect.fnUntraced(function* ({ credential: { budget } }: SignedInUser) {
    if (Option.isNone(budget)) return Option.none()
    const now = yield* DateTime.now
    const midnight = DateTime.add(DateTime.startOf(now, "day"), { days: 1 })
    const resetSeconds = seconds(DateTime.distance(now, midnight))
    const writes = yield* repo.takeWrite(budget.value, DateTime.formatIsoDateUtc(now))
    const limit = budget.value.dailyWrites
    const left = (remaining: number): Budget => ({ limit, remaining, resetSeconds })
    if (Option.isSome(writes)) return Option.some(left(limit - writes.value))
    return yield* new TooManyRequests({
      limit: "dailyWrites",
      retryAfterSeconds: resetSeconds,
      budget: Option.some(left(0))
    })
  })

  // A clock of another instance may still be in the day before.
  yield* inBackground(
    "forgetting the writes of past days",
    forgetEvery
  )(
    Effect.flatMap(DateTime.now, (now) =>
      repo.forgetWrites(DateTime.formatIsoDateUtc(DateTime.subtract(now, { days: 1 })))
    )
  )

  return WriteBudgets.of({ spend })
}
