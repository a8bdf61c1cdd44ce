import { Schema } from "effect"
import { formerMember } from "../../domain/accounts/Leaving.ts"
import { Statistics } from "../../domain/Statistics.ts"
import { WeekCounts } from "../../domain/Weeks.ts"
import { StatisticsRepo } from "../../ports/StatisticsRepo.ts"
import { hasAnswers } from "./Columns.ts"
import { all, inDatabase, iso, one, Value } from "./Rows.ts"

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
      sql`select count(*)::int as count from users where active_at >= ${iso(since)}::timestamptz`.pipe(one(Active)),

    // Indexes users_created_at, posts_created_at and comments_created_at.
    weeks: (since) => {
      const week = sql`date_trunc('week', created_at at time zone 'UTC')`
      const from = sql`created_at >= ${iso(since)}::timestamptz`
      return sql`
        select to_char(week, 'YYYY-MM-DD') as week, sum(members)::int as members, sum(posts)::int as posts,
          sum(comments)::int as comments, sum(questions)::int as questions, sum(answered)::int as answered
        from (
          select ${week} as week, count(*) as members, 0 as posts, 0 as comments, 0 as questions, 0 as answered
          from users where ${from} and id <> ${formerMember.id} group by 1
          union all
          select ${week}, 0, count(*), 0, count(*) filter (where posts.category = 'question'),
            count(*) filter (where posts.category = 'question' and ${hasAnswers(sql, true)})
          from posts join post_counts on post_id = posts.id where ${from} group by 1
          union all
          select ${week}, 0, 0, count(*), 0, 0 from comments where ${from} group by 1
        ) counted group by week`.pipe(all(WeekCounts))
    }
  }
})
