import { DateTime, Effect, Option, Schema } from "effect"
import { RegistrationState } from "../../domain/CommunitySettings.ts"
import { Audience } from "../../domain/posts/Audience.ts"
import { CommunitySettingsRepo, type StoredSettings } from "../../ports/CommunitySettingsRepo.ts"
import { advisoryLocks } from "./AdvisoryLocks.ts"
import { time } from "./Columns.ts"
import { first, inDatabase, run } from "./Rows.ts"

const absent = { exact: true, nullable: true } as const
const Row = Schema.Struct({
  registration: Schema.optionalWith(RegistrationState, absent),
  reviewFirstPosts: Schema.optionalWith(Schema.Int, absent),
  audiences: Schema.optionalWith(Schema.Boolean, absent),
  defaultAudience: Schema.optionalWith(Audience, absent),
  agentsReadMembers: Schema.optionalWith(Schema.Boolean, absent),
  name: Schema.optionalWith(Schema.String, absent),
  contact: Schema.optionalWith(Schema.String, absent),
  colour: Schema.optionalWith(Schema.String, absent),
  notice: Schema.NullOr(Schema.String),
  noticeUntil: Schema.OptionFromNullOr(Schema.DateTimeUtc),
  newsFeeds: Schema.optionalWith(Schema.Array(Schema.String), absent)
})

const settingsOf = ({ notice, noticeUntil, ...row }: typeof Row.Type): StoredSettings => ({
  ...row,
  ...(notice === null ? {} : { notice: { text: notice, until: noticeUntil } })
})

const nothing: StoredSettings = {}

export const layer = inDatabase(CommunitySettingsRepo, (sql) => {
  const stored = sql`
    select registration, review_first_posts as "reviewFirstPosts", audiences,
      default_audience as "defaultAudience", agents_read_members as "agentsReadMembers", name, contact, colour, notice,
      ${time(sql, "notice_until")} as "noticeUntil", to_json(news_feeds) as "newsFeeds"
    from community_settings`.pipe(first(Row), Effect.map(Option.match({ onNone: () => nothing, onSome: settingsOf })))
  const lock = run(sql`select pg_advisory_xact_lock(${advisoryLocks.communitySettings}, 0)`)

  const set = ({ newsFeeds, notice, registration, reviewFirstPosts, ...others }: StoredSettings) => {
    const until = Option.getOrNull(Option.map(notice?.until ?? Option.none(), DateTime.formatIso))
    const feeds = newsFeeds === undefined ? null : JSON.stringify(newsFeeds)
    return run(sql`
      insert into community_settings (registration, review_first_posts, audiences, default_audience, agents_read_members,
        name, contact, colour, notice, notice_until, news_feeds)
      values (${registration ?? null}, ${reviewFirstPosts ?? null}, ${others.audiences ?? null},
        ${others.defaultAudience ?? null}, ${others.agentsReadMembers ?? null}, ${others.name ?? null},
        ${others.contact ?? null}, ${others.colour ?? null}, ${notice?.text ?? null}, ${until}::timestamptz,
        case when ${feeds}::json is not null then array(select json_array_elements_text(${feeds}::json)) end)
      on conflict (is_only) do update set
        registration = excluded.registration, review_first_posts = excluded.review_first_posts,
        audiences = excluded.audiences, default_audience = excluded.default_audience,
        agents_read_members = excluded.agents_read_members, name = excluded.name, contact = excluded.contact,
        colour = excluded.colour, notice = excluded.notice, notice_until = excluded.notice_until, news_feeds = excluded.news_feeds`)
  }

  return {
    stored,
    held: Effect.zipRight(run(sql`select pg_advisory_xact_lock_shared(${advisoryLocks.communitySettings}, 0)`), stored),
    update: (change) =>
      Effect.gen(function* () {
        yield* lock
        const before = yield* stored
        const after = change(before)
        yield* set(after)
        return { before, after }
      })
  }
})
