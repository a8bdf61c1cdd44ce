import { Context, DateTime, Effect, Layer } from "effect"
import { activeDays, type Statistics as Counted } from "../domain/Statistics.ts"
import type { StorageEffect } from "../domain/Unavailable.ts"
import { StatisticsRepo } from "../ports/StatisticsRepo.ts"
import { withSpans } from "./Spans.ts"

/**
 * Lifetime of the count of active members, the only one that is counted row by row. A cached response doubles its age.
 */
const activeTtl = "30 seconds"

/** The community in numbers (contract, Records). */
export class Statistics extends Context.Tag("services/Statistics")<
  Statistics,
  {
    /** Every count, exact now; the count of active members is up to a minute old. */
    readonly now: StorageEffect<Counted>
  }
>() {
  static readonly layer = Layer.effect(Statistics, withSpans("Statistics", Effect.gen(make)))
}

function* make() {
  const repo = yield* StatisticsRepo
  const since = Effect.map(DateTime.now, DateTime.subtract({ days: activeDays }))
  // Uninterruptible, since other callers wait for the same count.
  const counting = Effect.uninterruptible(Effect.flatMap(since, repo.active))
  const [active, forget] = yield* Effect.cachedInvalidateWithTTL(counting, activeTtl)

  const now = Effect.gen(function* () {
    const generatedAt = yield* DateTime.now
    const activeUsers30d = yield* Effect.onError(active, () => forget)
    return { ...(yield* repo.counts), activeUsers30d, generatedAt }
  })

  return { now }
}
