import { Context, DateTime, Effect, Layer } from "effect"
import { activeDays, type Statistics as Counted } from "../domain/Statistics.ts"
import type { StorageEffect } from "../domain/Unavailable.ts"
import { everyWeek, firstMonday, type WeekCounts } from "../domain/Weeks.ts"
import { StatisticsRepo } from "../ports/StatisticsRepo.ts"
import { withSpans } from "./Spans.ts"

/** Lifetime of counts that are made row by row. A cached response doubles its age. */
const countTtl = "30 seconds"

/** The community in numbers (contract, Records). */
export class Statistics extends Context.Tag("services/Statistics")<
  Statistics,
  {
    /** Every count, exact now; the count of active members is up to a minute old. */
    readonly now: StorageEffect<Counted>

    /** The weeks of a year with the present one, oldest first; up to 30 seconds old. */
    readonly weeks: StorageEffect<ReadonlyArray<WeekCounts>>
  }
>() {
  static readonly layer = Layer.effect(Statistics, withSpans("Statistics", Effect.gen(make)))
}

/** Counts at most once in `countTtl`, and again after a failure. */
const countedOnce = <A>(count: StorageEffect<A>) =>
  // Uninterruptible, since other callers wait for the same count.
  Effect.map(Effect.cachedInvalidateWithTTL(Effect.uninterruptible(count), countTtl), ([counted, forget]) =>
    Effect.onError(counted, () => forget)
  )

function* make() {
  const repo = yield* StatisticsRepo
  const since = Effect.map(DateTime.now, DateTime.subtract({ days: activeDays }))
  const active = yield* countedOnce(Effect.flatMap(since, repo.active))

  const now = Effect.gen(function* () {
    const generatedAt = yield* DateTime.now
    const activeUsers30d = yield* active
    return { ...(yield* repo.counts), activeUsers30d, generatedAt }
  })

  const weeks = yield* countedOnce(
    Effect.flatMap(DateTime.now, (now) => Effect.map(repo.weeks(firstMonday(now)), (found) => everyWeek(found, now)))
  )

  return { now, weeks }
}
