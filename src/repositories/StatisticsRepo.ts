import type { DateTime, Effect } from "effect"
import { Context } from "effect"
import type { Statistics } from "../domain/Statistics.ts"
import type { Unavailable } from "../domain/Unavailable.ts"

/** What is counted, all of one moment. */
export type Counts = Omit<Statistics, "generatedAt">

/** Where the community is counted. */
export class StatisticsRepo extends Context.Tag("repositories/StatisticsRepo")<
  StatisticsRepo,
  {
    /** Every count of now; active are the members who signed in or wrote at `activeSince` or later. */
    readonly counts: (activeSince: DateTime.Utc) => Effect.Effect<Counts, Unavailable>
  }
>() {}
