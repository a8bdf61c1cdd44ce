import type { DateTime, Effect } from "effect"
import { Context } from "effect"
import type { Statistics } from "../domain/Statistics.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** What is counted exactly, all of one moment. */
export type Counts = Omit<Statistics, "activeUsers30d" | "generatedAt">

/** Where the community is counted. */
export class StatisticsRepo extends Context.Tag("repositories/StatisticsRepo")<
  StatisticsRepo,
  {
    /** Every count of now, at the same cost however large the community is. */
    readonly counts: Effect.Effect<Counts, Unavailable>

    /** How many members signed in or wrote at this moment or later; they are counted one by one. */
    readonly active: (since: DateTime.Utc) => Effect.Effect<number, Unavailable>
  }
>() {}
