import type { SqlClient, Statement } from "@effect/sql"
import { Array, Effect, Schema } from "effect"
import { ExportLine, type ExportType } from "../../../domain/accounts/Export.ts"
import type { UserId } from "../../../domain/Ids.ts"
import { ExportRepo, exportPageLines } from "../../../ports/accounts/ExportRepo.ts"
import { time } from "../Columns.ts"
import { inDatabaseAsReader } from "../Reading.ts"
import { all } from "../Rows.ts"
import { decidedOnReadable } from "./AuditRepoSql.ts"
import { settingsJson } from "./SettingsRepoSql.ts"

/** The member whose lines are read, and the key after which the lines begin. */
interface LineRange {
  readonly id: number
  readonly after: number
}

/** The source of the lines of one type: the table, with its joins; the key; whose they are; and the line. */
interface Source {
  readonly from: Statement.Fragment
  readonly key: Statement.Fragment
  readonly where: Statement.Fragment
  readonly line: Statement.Fragment
}

const profile = (sql: SqlClient.SqlClient, { id }: LineRange): Source => ({
  from: sql`users left join member_settings on user_id = users.id`,
  key: sql`1`,
  where: sql`users.id = ${id} and users.id <> former_member()`,
  line: sql`'id', users.id, 'username', username, 'email', email, 'role', role, 'bio', bio, 'verifiedAs', verified_as,
    'verifiedAt', ${time(sql, "verified_at")}, 'suspended', case when suspended_at is not null then json_build_object(
      'at', ${time(sql, "suspended_at")}, 'until', ${time(sql, "suspended_until")}, 'reason', suspended_reason) end,
    'diseases', (select coalesce(json_agg(json_build_object('id', diseases.id, 'name', name) order by position), '[]')
      from user_diseases join diseases on diseases.id = disease_id where user_diseases.user_id = users.id),
    'diseasesVisibleTo', diseases_visible_to, 'settings', ${settingsJson(sql)},
    'signInsFromAddresses', (select coalesce(json_agg(${time(sql, "used_at")} order by used_at), '[]')
      from known_addresses where known_addresses.user_id = users.id),
    'activeAt', ${time(sql, "active_at")}, 'createdAt', ${time(sql, "users.created_at")}`
})

/** Shown and hidden texts, by the indexes of authors: also those on posts that a member may read no longer. */
const texts = (sql: SqlClient.SqlClient, range: LineRange, kind: "post" | "comment"): Source => {
  const own = kind === "post" ? sql`title, category, disease_id, audience, locked` : sql`reply_to, helped`
  const of = (table: string, hidden: boolean) => sql`
    (select id, ${own}, ${kind === "post" ? sql`` : sql`${sql(hidden ? "place" : "post_id")} as post_id,`} content, language, by_agent,
      ${sql.literal(String(hidden))} as hidden, created_at, updated_at, edited_at
    from ${
      hidden && kind === "comment"
        ? sql`(select *, coalesce(shown_post_id, hidden_post_id) as place from hidden_comments) hidden_comments`
        : sql`${sql(table)}`
    }
    where author_id = ${range.id} and id > ${range.after} and reads_about(${kind}, id)
    order by id limit ${sql.literal(String(exportPageLines))})`
  return {
    from: sql`(${of(`all_${kind}s`, false)} union all ${of(`hidden_${kind}s`, true)}) texts`,
    key: sql`id`,
    where: sql`true`,
    line: sql`'id', id, ${
      kind === "post"
        ? sql`'title', title, 'category', category, 'diseaseId', disease_id, 'audience', audience, 'locked', locked`
        : sql`'postId', post_id, 'replyTo', reply_to, 'helped', helped`
    }, 'content', content, 'language', language, 'byAgent', by_agent, 'hidden', hidden, 'createdAt', ${time(sql, "created_at")},
      'updatedAt', ${time(sql, "updated_at")}, 'editedAt', ${time(sql, "edited_at")}`
  }
}

const revisions = (sql: SqlClient.SqlClient, { id }: LineRange, kind: "post" | "comment"): Source => ({
  from: sql`revisions`,
  key: sql`id`,
  where: sql`by_id = ${id} and target_type = ${kind}`,
  line: sql`${kind === "post" ? sql`'postId', target_id, 'title', title` : sql`'commentId', target_id`},
    'content', content, 'createdAt', ${time(sql, "created_at")}`
})

/** The member's likes, follows, places, blocks, requests, invitations and notifications. */
const relations = (sql: SqlClient.SqlClient, { id }: LineRange) => ({
  like: {
    // The keys of comments follow those of all posts, which are 32 bits long.
    from: sql`(select user_id, post_id::float8 as place, 'postId' as target, post_id as target_id, created_at
        from (
          select user_id, post_id, created_at from all_likes
          union all select user_id, post_id, created_at from hidden_likes
        ) likes
      union all select user_id, comment_id + 2147483648::float8, 'commentId', comment_id, created_at from comment_likes) likes`,
    key: sql`place`,
    where: sql`user_id = ${id}`,
    line: sql`target, target_id, 'createdAt', ${time(sql, "created_at")}`
  },
  follow: {
    from: sql`follows`,
    key: sql`id`,
    where: sql`user_id = ${id}`,
    line: sql`'target', json_build_object('type', type, 'id', target_id), 'followedAt', ${time(sql, "created_at")}`
  },
  place: {
    from: sql`places`,
    key: sql`post_id`,
    where: sql`user_id = ${id}`,
    line: sql`'postId', post_id, 'commentId', nullif(comment_id, 0), 'visitedAt', ${time(sql, "visited_at")}`
  },
  block: {
    from: sql`blocks join users on users.id = blocked_id`,
    key: sql`blocks.id`,
    where: sql`user_id = ${id}`,
    line: sql`'id', users.id, 'username', username, 'blockedAt', ${time(sql, "blocks.created_at")}`
  },
  verification_request: {
    from: sql`verification_requests`,
    key: sql`id`,
    where: sql`user_id = ${id}`,
    line: sql`'id', id, 'as', verified_as, 'text', text, 'createdAt', ${time(sql, "created_at")}`
  },
  invitation: {
    from: sql`invitations`,
    key: sql`id`,
    where: sql`by_id = ${id}`,
    line: sql`'id', id, 'role', role, 'uses', uses, 'used', used, 'note', note, 'createdAt', ${time(sql, "created_at")},
      'expiresAt', ${time(sql, "expires_at")}`
  },
  notification: {
    from: sql`notifications left join users on users.id = actor_id`,
    key: sql`notifications.id`,
    where: sql`recipient_id = ${id}`,
    line: sql`'id', notifications.id, 'event', notifications.type, 'read', read, 'createdAt',
      ${time(sql, "notifications.created_at")}, 'actor', case when actor_id is not null then
      json_build_object('id', users.id, 'username', username) end, 'postId', post_id, 'commentId', comment_id,
      'newsId', news_id, 'decisionId', decision_id, 'reportId', report_id, 'verification', case when verification_given is not null then
        json_build_object('given', verification_given, 'reason', verification_reason) end`
  }
})

const credentials = (sql: SqlClient.SqlClient, { id }: LineRange) => ({
  api_key: {
    from: sql`api_keys`,
    key: sql`id`,
    where: sql`user_id = ${id}`,
    line: sql`'id', id, 'name', name, 'prefix', prefix, 'scopes', scopes, 'agent', agent, 'dailyWrites', daily_writes,
      'createdAt', ${time(sql, "created_at")}, 'lastUsedAt', ${time(sql, "last_used_at")},
      'expiresAt', ${time(sql, "expires_at")}`
  },
  session: {
    from: sql`sessions`,
    key: sql`id`,
    where: sql`user_id = ${id}`,
    line: sql`'id', id, 'kind', kind, 'by', signed_in_with, 'createdAt', ${time(sql, "created_at")},
      'lastUsedAt', ${time(sql, "last_used_at")}, 'expiresAt', ${time(sql, "expires_at")}`
  },
  passkey: {
    from: sql`passkeys`,
    key: sql`id`,
    where: sql`user_id = ${id}`,
    line: sql`'id', id, 'name', name, 'createdAt', ${time(sql, "created_at")},
      'lastUsedAt', ${time(sql, "last_used_at")}`
  },
  second_factor: {
    from: sql`second_factors`,
    key: sql`1`,
    where: sql`user_id = ${id} and secret is not null`,
    line: sql`'enabledAt', ${time(sql, "enabled_at")}, 'recoveryCodesLeft',
      (select count(*) from recovery_codes where recovery_codes.user_id = second_factors.user_id and not used)`
  },
  device: {
    from: sql`push_subscriptions`,
    key: sql`id`,
    where: sql`user_id = ${id}`,
    line: sql`'id', id, 'device', device, 'pushService', substring(endpoint from '^[a-z]+://([^/?#]*)'),
      'createdAt', ${time(sql, "created_at")}, 'lastSentAt', ${time(sql, "last_sent_at")}`
  }
})

const target = (sql: SqlClient.SqlClient) => sql`json_build_object('type', target_type, 'id', target_id)`

const moderation = (sql: SqlClient.SqlClient, { id }: LineRange) => ({
  report: {
    from: sql`reports`,
    key: sql`id`,
    where: sql`reporter_id = ${id}`,
    line: sql`'id', id, 'target', ${target(sql)}, 'reason', reason, 'text', text,
      'status', case when decision_id is null then 'open' else 'decided' end, 'createdAt', ${time(sql, "created_at")}`
  },
  decision: {
    from: sql`decisions`,
    key: sql`id`,
    where: sql`subject_id = ${id}`,
    line: sql`'id', id, 'target', ${target(sql)}, 'action', action, 'excerpt', excerpt, 'rule', rule, 'reason', reason,
      'automated', automated, 'until', ${time(sql, "until")}, 'createdAt', ${time(sql, "created_at")},
      'appeal', case when appeal_text is not null then json_build_object('text', appeal_text,
        'createdAt', ${time(sql, "appealed_at")}, 'outcome', appeal_outcome, 'reason', appeal_reason,
        'decidedAt', ${time(sql, "appeal_decided_at")}) end`
  },
  audit: {
    from: sql`audit_log`,
    key: sql`id`,
    where: sql`user_id = ${id}`,
    line: sql`'id', id, 'at', ${time(sql, "at")}, 'action', action, 'byYourself', actor_id is not distinct from user_id,
      'targetId', target_id, 'detail', detail, 'reason', reason`
  }
})

const sources = (sql: SqlClient.SqlClient, range: LineRange): Readonly<Record<ExportType, Source>> => ({
  profile: profile(sql, range),
  post: texts(sql, range, "post"),
  post_revision: revisions(sql, range, "post"),
  comment: texts(sql, range, "comment"),
  comment_revision: revisions(sql, range, "comment"),
  ...relations(sql, range),
  ...credentials(sql, range),
  ...moderation(sql, range)
})

/** The conditions that leave out lines about a text which the reader may not read. */
const aboutReadable = (sql: SqlClient.SqlClient): Partial<Readonly<Record<ExportType, Statement.Fragment>>> => {
  const ofTarget = sql`reads_about(target_type, target_id)`
  const ofRow = (table: "decisions" | "reports", id: string) =>
    sql`(${sql(id)} is null or exists (select from ${sql(table)} about where about.id = ${sql(id)} and ${ofTarget}))`
  return {
    post_revision: ofTarget,
    comment_revision: ofTarget,
    report: ofTarget,
    decision: ofTarget,
    like: sql`reads_about(case target when 'postId' then 'post' else 'comment' end, target_id)`,
    follow: sql`(type <> 'post' or reads_about('post', target_id))`,
    place: sql`reads_about('post', post_id)`,
    audit: sql.and([
      decidedOnReadable(sql),
      sql`(action not in ('post_changed', 'post_deleted') or reads_about('post', target_id))`,
      sql`(action not in ('comment_changed', 'comment_deleted') or reads_about('comment', target_id))`
    ]),
    notification: sql.and([
      sql`(post_id is null or reads_about('post', post_id))`,
      ofRow("decisions", "decision_id"),
      ofRow("reports", "report_id")
    ])
  }
}

const KeyedLine = Schema.Struct({ key: Schema.Int, line: ExportLine })

export const layer = inDatabaseAsReader(ExportRepo, (sql, { hasRestricted }) => ({
  page: Effect.fnUntraced(function* (id: UserId, type: ExportType, after: number) {
    const { from, key, line, where } = sources(sql, { id, after })[type]
    const isReadable = (yield* hasRestricted) ? Array.fromNullable(aboutReadable(sql)[type]) : []
    return yield* sql`
        select ${key} as key, json_build_object('type', ${type}::text, ${line}) as line from ${from}
        where ${sql.and([where, sql`${key} > ${after}`, ...isReadable])} order by 1 limit ${sql.literal(String(exportPageLines))}`.pipe(
      all(KeyedLine)
    )
  })
}))
