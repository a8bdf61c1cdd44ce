import { Schema } from "effect"
import { count, named } from "../Fields.ts"
import { DataVersions } from "../phenotypes/Phenotype.ts"
import { type WeekCounts, weeksCounted } from "../Weeks.ts"
import { ModerationQueue } from "./Case.ts"

/** A number of fewer people than this is not broken down: who they are could be guessed. */
export const fewestPeople = 5

/** The last backup that the `backup` command made. */
export const Backup = Schema.Struct({ at: Schema.DateTimeUtc, bytes: count })
export type Backup = typeof Backup.Type

const HealthOfWeek = Schema.Struct({
  week: Schema.String.annotations({ description: "The ISO date of its Monday in UTC." }),
  members: Schema.NullOr(count).annotations({
    description: `Members who joined and have not left; null where they are 1 to ${fewestPeople - 1}.`
  }),
  posts: count,
  comments: count,
  answeredShare: Schema.NullOr(Schema.Number.pipe(Schema.between(0, 1))).annotations({
    description:
      "The share of the questions of this week that are answered by now, as `GET /api/posts?answered=true` has it; null " +
      "where there are none."
  })
}).annotations({ identifier: "HealthOfWeek", description: "What happened in a week; hidden texts count nowhere." })
export type HealthOfWeek = typeof HealthOfWeek.Type

/** The numbers of deliveries that were given up, by channel. */
export const Unsent = Schema.Struct({ mail: count, push: count, webhooks: count })
export type Unsent = typeof Unsent.Type

export const ModerationHealth = Schema.Struct({
  queue: ModerationQueue,
  waitingQuestions: count.annotations({
    description: "Questions without an answer: those of `GET /api/posts?category=question&answered=false`."
  }),
  weeks: Schema.Array(HealthOfWeek).annotations({
    description: `The last ${weeksCounted} weeks with the present one, oldest first. Up to 30 seconds old.`
  }),
  backup: Schema.NullOr(Backup).annotations({
    description: "The last backup of the command `backup`: its moment and its size. Null where this database has none."
  }),
  versions: Schema.Struct({
    server: Schema.String,
    catalogue: Schema.NullOr(Schema.String).annotations({
      description:
        "The catalogue that came with the server; null while it is loaded, and of one that the operator imported."
    }),
    phenotypes: Schema.NullOr(DataVersions).annotations({ description: "Null while they are read." })
  }),
  unsent: Unsent.annotations({ description: "What the server gave up to send in the last 24 hours." })
}).annotations(named("ModerationHealth", "How the community and its server are."))
export type ModerationHealth = typeof ModerationHealth.Type

/** A week as moderators see it, without small numbers of people. */
export const healthOfWeek = ({ answered, comments, members, posts, questions, week }: WeekCounts): HealthOfWeek => ({
  week,
  members: members > 0 && members < fewestPeople ? null : members,
  posts,
  comments,
  answeredShare: questions === 0 ? null : Math.round((answered / questions) * 100) / 100
})
