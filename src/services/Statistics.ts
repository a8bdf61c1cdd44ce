import { Context, DateTime, Effect, Layer } from "effect"
import type { Statistics as Counted } from "../domain/Statistics.ts"
import type { Unavailable } from "../domain/Unavailable.ts"
import { StatisticsRepo } from "../repositories/StatisticsRepo.ts"

/** How long somebody counts as active. */
const activeDays = 30

/** The community in numbers (contract, Records). */
export class Statistics extends Context.Tag("services/Statistics")<
  Statistics,
  {
    /** Every count, exact now. */
    readonly now: Effect.Effect<Counted, Unavailable>
  }
>() {
  /** Counted in the repository. */
  static readonly layer = Layer.effect(
    Statistics,
    Effect.map(StatisticsRepo, (repo) => ({
      now: Effect.gen(function* () {
        const generatedAt = yield* DateTime.now
        return { ...(yield* repo.counts(DateTime.subtract(generatedAt, { days: activeDays }))), generatedAt }
      })
    }))
  )
}
