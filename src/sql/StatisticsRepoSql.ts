import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Schema } from "effect"
import { Statistics } from "../domain/Statistics.ts"
import { StatisticsRepo } from "../repositories/StatisticsRepo.ts"
import { stored } from "./Failures.ts"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // One statement, so that all is of one moment. Indexes alone answer where a table is wide: posts_category_id,
  // news_category_published_at, users_role_id, users_active_at.
  const counts = SqlSchema.single({
    Request: Schema.DateTimeUtc,
    Result: Statistics.omit("generatedAt"),
    execute: (activeSince) =>
      sql`select
            (select count(*)::int from users) as users,
            (select count(*)::int from users where role = 'expert') as experts,
            (topic + experience + question)::int as posts,
            (select count(*)::int from comments) as comments,
            (select count(*)::int from likes) as likes,
            (select listed from catalogue) as diseases,
            (research + policy + patient_story + drug_approval)::int as news,
            json_build_object('topic', topic, 'experience', experience, 'question', question) as "postsByCategory",
            json_build_object('research', research, 'policy', policy, 'patient_story', patient_story,
              'drug_approval', drug_approval) as "newsByCategory",
            (select count(*)::int from users where active_at >= ${activeSince}::timestamptz) as "activeUsers30d"
          from (
            select count(*) filter (where category = 'topic') as topic,
                   count(*) filter (where category = 'experience') as experience,
                   count(*) filter (where category = 'question') as question
            from posts
          ) posts, (
            select count(*) filter (where category = 'research') as research,
                   count(*) filter (where category = 'policy') as policy,
                   count(*) filter (where category = 'patient_story') as patient_story,
                   count(*) filter (where category = 'drug_approval') as drug_approval
            from news
          ) news`
  })

  return StatisticsRepo.of({ counts: (activeSince) => stored(counts(activeSince)) })
})

/** The community counted in PostgreSQL. */
export const layer = Layer.effect(StatisticsRepo, make)
