import { SqlClient } from "@effect/sql"
import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect, Struct } from "effect"
import { AccessScope } from "../src/domain/accounts/Credential.ts"
import { Role } from "../src/domain/accounts/CurrentUser.ts"
import { InvitationRole } from "../src/domain/accounts/Invitation.ts"
import { BegunBy, SessionKind } from "../src/domain/accounts/Session.ts"
import { MailFrequency } from "../src/domain/accounts/Settings.ts"
import { DiseasesVisibleTo } from "../src/domain/accounts/User.ts"
import { RegistrationState } from "../src/domain/CommunitySettings.ts"
import { FollowType } from "../src/domain/follows/Follow.ts"
import { LinkPurpose, MailKind } from "../src/domain/mail/Mail.ts"
import { AppealOutcome } from "../src/domain/moderation/Decision.ts"
import { ReportReason } from "../src/domain/moderation/Report.ts"
import { DecisionAction, TargetType } from "../src/domain/moderation/Target.ts"
import { NewsCategory } from "../src/domain/news/News.ts"
import { NotificationType, settingOf } from "../src/domain/notifications/Notification.ts"
import { Audience } from "../src/domain/posts/Audience.ts"
import { PostCategory } from "../src/domain/posts/Post.ts"
import { bothDatabases } from "./support/Storage.ts"

/** The words that each CHECK of a list of words allows. */
const checkedWords = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly column: string; readonly words: ReadonlyArray<string> }>`
    select conrelid::regclass || '.' || attname as column, array(
        select word[1] from regexp_matches(pg_get_constraintdef(pg_constraint.oid), '''([^'']*)''::text', 'g') word
      ) as words
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'c' and cardinality(conkey) = 1 and pg_get_constraintdef(pg_constraint.oid) like any ('{%= ANY (ARRAY[%,%<@ ARRAY[%}')
    order by 1`
)

/** The columns of the switches of notifications. */
const switchColumns = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'member_settings'::regclass and starts_with(attname, 'on_') order by 1`
)

/** Foreign keys without an index, though updates or removals of the referenced rows search by them. */
const unindexed = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly key: string }>`
    select conrelid::regclass || '.' || attname as key
    from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and not exists (
      select from pg_index
      where indrelid = conrelid and indisvalid and indpred is null and indkey[0] = conkey[1]
    )
    order by 1`
)

/** Foreign keys without an index that holds every row, each with the reason. */
const withoutIndex: ReadonlyArray<{ readonly key: string; readonly because: string }> = [
  {
    key: "notifications.comment_id",
    because: "the unique index notifications_comment_once leaves out nulls only, which a removal never looks for"
  },
  { key: "notifications.decision_id", because: "the index notifications_decision_id leaves out nulls only, too" },
  { key: "notifications.news_id", because: "the unique index notifications_news_once leaves out nulls only, too" },
  { key: "notifications.report_id", because: "the index notifications_report_id leaves out nulls only, too" },
  {
    key: "sign_in_challenges.user_id",
    because: "the index sign_in_challenges_user_id leaves out nulls only, too"
  },
  { key: "users.verified_by", because: "the index users_verified_by leaves out nulls only, too" }
]

for (const { client, name } of bothDatabases) {
  layer(client)(`${name}: the schema`, (it) => {
    it.effect("has an index for every foreign key that a removal follows", () =>
      Effect.map(unindexed, (found) =>
        deepStrictEqual(
          found.map(({ key }) => key),
          withoutIndex.map(({ key }) => key).toSorted()
        )
      )
    )

    it.effect("has a switch for each type of notification that a setting can end, named for the type", () =>
      Effect.map(switchColumns, (found) =>
        deepStrictEqual(
          found.map(({ name }) => name),
          [...Struct.keys(settingOf).map((type) => `on_${type}`), "on_news_mail"].toSorted()
        )
      )
    )

    it.effect("allows the words of the domain in each CHECK", () =>
      Effect.map(checkedWords, (found) =>
        deepStrictEqual(found, [
          { column: "account_links.purpose", words: LinkPurpose.literals },
          { column: "all_posts.audience", words: Audience.literals },
          { column: "all_posts.category", words: PostCategory.literals },
          { column: "api_keys.scopes", words: AccessScope.literals },
          { column: "community_settings.default_audience", words: Audience.literals },
          { column: "community_settings.registration", words: RegistrationState.literals },
          { column: "decisions.action", words: DecisionAction.literals },
          { column: "decisions.appeal_outcome", words: AppealOutcome.literals },
          { column: "decisions.target_type", words: TargetType.literals },
          { column: "disease_names.kind", words: ["name", "synonym", "abbreviation"] }, // no schema decodes these
          { column: "failed_deliveries.channel", words: ["mail", "push", "webhook"] }, // nor these
          { column: "follows.type", words: FollowType.literals },
          { column: "hidden_posts.category", words: PostCategory.literals },
          { column: "invitations.role", words: InvitationRole.literals },
          { column: "member_settings.mail", words: MailFrequency.literals },
          { column: "news.category", words: NewsCategory.literals },
          { column: "notifications.type", words: NotificationType.literals },
          { column: "outgoing_mail.kind", words: MailKind.literals },
          { column: "reports.reason", words: [...ReportReason.literals, "review"] }, // the last of automatic reports
          { column: "reports.target_type", words: TargetType.literals },
          { column: "revisions.target_type", words: ["post", "comment"] }, // nor these
          { column: "sessions.kind", words: SessionKind.literals },
          { column: "sessions.signed_in_with", words: BegunBy.literals },
          { column: "sign_in_challenges.purpose", words: ["register", "passkey", "code"] }, // nor these
          { column: "users.diseases_visible_to", words: DiseasesVisibleTo.literals },
          { column: "users.role", words: Role.literals }
        ])
      )
    )
  })
}
