import { Effect, Option, Schema } from "effect"
import { type CommunitySettings, RegistrationState } from "../../domain/CommunitySettings.ts"
import { CommunitySettingsRepo } from "../../ports/CommunitySettingsRepo.ts"
import { advisoryLocks } from "./AdvisoryLocks.ts"
import { first, inDatabase, one, run } from "./Rows.ts"

const absent = { exact: true, nullable: true } as const
const Row = Schema.Struct({
  registration: Schema.optionalWith(RegistrationState, absent),
  reviewFirstPosts: Schema.optionalWith(Schema.Int, absent)
})

export const layer = inDatabase(CommunitySettingsRepo, (sql) => {
  const columns = sql`registration, review_first_posts as "reviewFirstPosts"`

  const stored = sql`select ${columns} from community_settings`.pipe(
    first(Row),
    Effect.map(Option.getOrElse((): Partial<CommunitySettings> => ({})))
  )
  const lock = run(sql`select pg_advisory_xact_lock(${advisoryLocks.communitySettings}, 0)`)

  return {
    stored,
    update: (change) => {
      const [registration, reviewed] = [
        Option.getOrNull(change.registration),
        Option.getOrNull(change.reviewFirstPosts)
      ]
      const set = sql`
        insert into community_settings as settings (registration, review_first_posts)
        values (${registration}, ${reviewed})
        on conflict (is_only) do update set
          registration = coalesce(excluded.registration, settings.registration),
          review_first_posts = coalesce(excluded.review_first_posts, settings.review_first_posts)
        returning ${columns}`.pipe(one(Row))
      return Effect.zipRight(lock, Effect.all({ before: stored, after: set }))
    }
  }
})
