import { Context, type DateTime } from "effect"
import type { Statistics } from "../domain/Statistics.ts"
import type { StorageEffect } from "../domain/Unavailable.ts"
import type { WeekCounts } from "../domain/Weeks.ts"

/** The exact counts, all of one moment. */
export type Counts = Omit<Statistics, "activeUsers30d" | "generatedAt">

export class StatisticsRepo extends Context.Tag("ports/StatisticsRepo")<
  StatisticsRepo,
  {
    /** Every count, at a cost that does not grow with the community. */
    readonly counts: StorageEffect<Counts>

    /** The number of members who signed in or wrote at `since` or later. Counts them row by row. */
    readonly active: (since: DateTime.Utc) => StorageEffect<number>

    /**
     * The counts of each week from `since` on, in no order, without weeks in which nothing happened. Counts the rows of
     * that time.
     */
    readonly weeks: (since: DateTime.Utc) => StorageEffect<ReadonlyArray<WeekCounts>>
  }
>() {}
