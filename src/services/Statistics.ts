import { Context, DateTime, Effect, Layer, Ref } from "effect"
import type { Statistics as Counted } from "../domain/Statistics.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { StatisticsRepo } from "../repositories/StatisticsRepo.ts"

/** How long somebody counts as active. */
const activeDays = 30

/** How long the count of active members stands, the only one that must be counted (contract, Records): an answer may be kept
 * as long again. */
const activeSeconds = 30

/** The community in numbers (contract, Records). */
export class Statistics extends Context.Tag("services/Statistics")<
  Statistics,
  {
    /** Every count, exact now; that of active members is up to a minute old. */
    readonly now: Effect.Effect<Counted, Unavailable>
  }
>() {
  /** Counted in the repository. */
  static readonly layer = Layer.effect(
    Statistics,
    Effect.gen(function* () {
      const repo = yield* StatisticsRepo
      const counted = yield* Ref.make({ count: 0, until: DateTime.unsafeMake(0) })

      const activeAt = Effect.fnUntraced(function* (at: DateTime.Utc) {
        const last = yield* Ref.get(counted)
        if (DateTime.lessThan(at, last.until)) return last.count
        const count = yield* repo.active(DateTime.subtract(at, { days: activeDays }))
        yield* Ref.set(counted, { count, until: DateTime.add(at, { seconds: activeSeconds }) })
        return count
      })

      return {
        now: Effect.gen(function* () {
          const generatedAt = yield* DateTime.now
          const activeUsers30d = yield* activeAt(generatedAt)
          return { ...(yield* repo.counts), activeUsers30d, generatedAt }
        })
      }
    })
  )
}
