import type { DateTime, Effect } from "effect"
import { Context } from "effect"
import type { Statistics } from "../domain/Statistics.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** The exact counts, all of one moment. */
export type Counts = Omit<Statistics, "activeUsers30d" | "generatedAt">

/** The counts of the community. */
export class StatisticsRepo extends Context.Tag("ports/StatisticsRepo")<
  StatisticsRepo,
  {
    /** Every count, at a cost that does not grow with the community. */
    readonly counts: Effect.Effect<Counts, Unavailable>

    /** The number of members who signed in or wrote at `since` or later. Counts them row by row. */
    readonly active: (since: DateTime.Utc) => Effect.Effect<number, Unavailable>
  }
>() {}
