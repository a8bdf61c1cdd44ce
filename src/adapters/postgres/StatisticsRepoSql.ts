import { Schema } from "effect"
import { Statistics } from "../../domain/Statistics.ts"
import { StatisticsRepo } from "../../ports/StatisticsRepo.ts"
import { inDatabase, iso, one, Value } from "./Rows.ts"

const Counts = Statistics.omit("activeUsers30d", "generatedAt")
const Active = Value("count", Schema.Int)

export const layer = inDatabase(StatisticsRepo, (sql) => {
  const of = (name: string, category?: string) =>
    sql`coalesce(sum(count) filter (where name = ${name}
      ${category === undefined ? sql`` : sql`and category = ${category}`}), 0)::int`

  return {
    // One statement, so that all counts are of one snapshot. It reads the few hundred rows of community_counts, which
    // triggers maintain.
    counts: sql`select ${of("users")} as users, ${of("users", "expert")} as experts, ${of("posts")} as posts,
            ${of("comments")} as comments, ${of("likes")} as likes, (select listed from catalogue) as diseases,
            ${of("news")} as news,
            json_build_object('topic', ${of("posts", "topic")}, 'experience', ${of("posts", "experience")},
              'question', ${of("posts", "question")}) as "postsByCategory",
            json_build_object('research', ${of("news", "research")}, 'policy', ${of("news", "policy")},
              'patient_story', ${of("news", "patient_story")},
              'drug_approval', ${of("news", "drug_approval")}) as "newsByCategory"
          from (select name, category, sum(count) as count from community_counts group by name, category) counted`.pipe(
      one(Counts)
    ),

    // Index users_active_at.
    active: (since) =>
      sql`select count(*)::int as count from users where active_at >= ${iso(since)}::timestamptz`.pipe(one(Active))
  }
})
