import { DateTime, Schema } from "effect"
import { count } from "./Fields.ts"

/** The number of weeks that are counted, the present one included: a year. */
export const weeksCounted = 52

/** The counts of a week, without hidden texts and members who have left. */
export const WeekCounts = Schema.Struct({
  /** The ISO date of its Monday in UTC. */
  week: Schema.String,
  members: count,
  posts: count,
  comments: count,
  questions: count,
  /** The questions of the week that are answered by now. */
  answered: count
})
export type WeekCounts = typeof WeekCounts.Type

const mondayOf = (at: DateTime.Utc): DateTime.Utc => DateTime.startOf(at, "week", { weekStartsOn: 1 })

/** The week of a moment, as `WeekCounts` names it. */
export const weekOf = (at: DateTime.Utc): string => DateTime.formatIsoDateUtc(mondayOf(at))

/** The beginning of the first of the weeks that are counted. */
export const firstMonday = (now: DateTime.Utc): DateTime.Utc =>
  DateTime.subtract(mondayOf(now), { weeks: weeksCounted - 1 })

/** Each of the weeks that are counted, oldest first; one without anything has zeros. */
export const everyWeek = (counted: ReadonlyArray<WeekCounts>, now: DateTime.Utc): ReadonlyArray<WeekCounts> => {
  const [first, byWeek] = [firstMonday(now), new Map(counted.map((one) => [one.week, one]))]
  return Array.from({ length: weeksCounted }, (_, index) => {
    const week = weekOf(DateTime.add(first, { weeks: index }))
    return byWeek.get(week) ?? { week, members: 0, posts: 0, comments: 0, questions: 0, answered: 0 }
  })
}
