import { Record, Schema } from "effect"
import { count } from "./Fields.ts"

/** A member who signed in or wrote within these days is active. */
export const activeDays = 30

/** Exact, except `activeUsers30d`, which may be a minute old. */
export const Statistics = Schema.Struct({
  users: count,
  experts: count,
  posts: count,
  comments: count,
  likes: count,
  diseases: count,
  news: count,
  postsByCategory: Schema.Struct({ topic: count, experience: count, question: count }),
  newsByCategory: Schema.Struct({ research: count, policy: count, patient_story: count, drug_approval: count }),
  activeUsers30d: count.annotations({ description: `Members who signed in or wrote in ${activeDays} days.` }),
  generatedAt: Schema.DateTimeUtc
}).annotations({ identifier: "Statistics", description: "The community in numbers." })
export type Statistics = typeof Statistics.Type

type NamedCounts<Name extends string> = { readonly [Each in Name]: number }

export const addCounts = <Name extends string>(one: NamedCounts<Name>, other: NamedCounts<Name>): NamedCounts<Name> =>
  Record.map(one, (count, name) => count + other[name])
