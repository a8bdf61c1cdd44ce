import { SqlClient } from "@effect/sql"
import { layer } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Effect } from "effect"
import type { ExportType } from "../../../src/domain/accounts/Export.ts"
import { mainDatabase } from "../../support/Storage.ts"

/** The tables and columns that refer to members: the types of the export that have them, or the reason why none has. */
const references: Readonly<Record<string, ReadonlyArray<ExportType> | string>> = {
  "account_links.user_id": "a secret, and the new address in a mail that the member has",
  "api_key_writes.budget_id": "the number of writes of a key on one day",
  "api_keys.user_id": ["api_key"],
  "audit_log.actor_id": "what an admin did to others is about these",
  "audit_log.user_id": ["audit"],
  "author_counts.author_id": "counts of the rows that are exported",
  "blocks.blocked_id": "the block of another member, who decides about it",
  "blocks.user_id": ["block"],
  "comment_likes.user_id": ["like"],
  "all_comments.author_id": ["comment"],
  "decisions.appeal_by_id": "moderators are not named, and a decision is about others",
  "decisions.by_id": "moderators are not named, and a decision is about others",
  "decisions.subject_id": ["decision"],
  "follows.user_id": ["follow"],
  "hidden_comments.author_id": ["comment"],
  "hidden_likes.user_id": ["like"],
  "hidden_posts.author_id": ["post"],
  "idempotency_records.user_id": "copies of answers, for a day",
  "invitations.by_id": ["invitation"],
  "inbox_counts.recipient_id": "counts of the rows that are exported",
  "known_addresses.user_id": ["profile"],
  "all_likes.user_id": ["like"],
  "member_settings.user_id": ["profile"],
  "notifications.actor_id": "the notification of another member",
  "notifications.recipient_id": ["notification"],
  "outbox.user_id": "numbers of changed rows, for a day",
  "outgoing_mail.user_id": "a mail that is on its way",
  "all_post_counts.author_id": "repeats the author of a post",
  "all_post_views.author_id": "repeats the author of a post",
  "places.user_id": ["place"],
  "passkeys.user_id": ["passkey"],
  "all_posts.author_id": ["post"],
  "push_subscriptions.user_id": ["device"],
  "recovery_codes.user_id": ["second_factor"],
  "reports.reporter_id": ["report"],
  "reports.subject_id": "the words of another member; the decision is exported",
  "revisions.by_id": ["post_revision", "comment_revision"],
  "revisions.replaced_by_id": "who replaced the words of another member",
  "second_factors.user_id": ["second_factor"],
  "sessions.user_id": ["session"],
  "sign_in_challenges.user_id": "what a half-finished sign-in goes on from, for five minutes",
  "user_diseases.user_id": ["profile"],
  "api_keys.budget_id": "another key of the member, which the export has",
  "fan_out.recipient_id": "a place in a list of recipients, and nothing about one of them",
  "verification_requests.user_id": ["verification_request"],
  "users.id": ["profile"],
  "users.verified_by": "what an admin did to others is about these"
}

/** Columns that are named as references to members are, or that have a foreign key to users. */
const referring = (sql: SqlClient.SqlClient) => sql<{ readonly reference: string }>`
  select relname || '.' || attname as reference
  from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
  where relkind = 'r' and relnamespace = current_schema()::regnamespace and (
    attname ~ '^(.*_)?(user|author|actor|recipient|reporter|subject|member|moderator|blocked|by|owner|sender|budget)(_id|_by)?$'
      and atttypid = 'int4'::regtype
    or attname ~ '_by$'
    or exists (select from pg_constraint where contype = 'f' and confrelid = 'users'::regclass and conrelid = pg_class.oid
      and attnum = any(conkey))
    or relname = 'users' and attname = 'id'
  )
  order by 1`

/** The members of tables by foreign keys to the columns above, such as the comments of a post, are theirs. */
layer(mainDatabase.client)("Own data", (it) => {
  it.effect("Each column that refers to members is exported, or is an exception with its reason", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const found = (yield* referring(sql)).map(({ reference }) => reference)
      deepStrictEqual(found.toSorted(), Object.keys(references).toSorted())
    })
  )

  it.effect("A table that refers to members by a new column is found", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const planted = sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`create table badges (id integer, holder integer references users, given_by integer)`
          const found = (yield* referring(sql)).map(({ reference }) => reference)
          deepStrictEqual(
            found.filter((reference) => references[reference] === undefined),
            ["badges.given_by", "badges.holder"]
          )
          return yield* Effect.fail("rolled back" as const)
        })
      )
      deepStrictEqual(yield* Effect.flip(planted), "rolled back")
    })
  )
})
