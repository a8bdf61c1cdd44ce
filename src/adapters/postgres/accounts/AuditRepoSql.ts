import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Schema } from "effect"
import { AuditAction, AuditEntry } from "../../../domain/accounts/Audit.ts"
import { ApiKeyId, UserId } from "../../../domain/Ids.ts"
import { AuditKey } from "../../../domain/Lists.ts"
import { pageFromOverfetch } from "../../../domain/Page.ts"
import { AuditRepo } from "../../../ports/AuditRepo.ts"
import { time } from "../Columns.ts"
import { whenDefined } from "../Conditions.ts"
import { orUnavailable } from "../connection/Failures.ts"
import { keysetFields, limitClause } from "../Keyset.ts"

const appendEntry = (sql: SqlClient.SqlClient) =>
  SqlSchema.void({
    Request: Schema.Struct({
      at: Schema.DateTimeUtc,
      action: AuditAction,
      actorId: Schema.NullOr(UserId),
      key: Schema.NullOr(Schema.Struct({ id: ApiKeyId, agent: Schema.Boolean })),
      userId: UserId,
      targetId: Schema.NullOr(Schema.Int),
      detail: Schema.NullOr(Schema.String),
      reason: Schema.NullOr(Schema.String)
    }),
    execute: ({ action, actorId, at, detail, key, reason, targetId, userId }) => sql`
      insert into audit_log (at, action, actor_id, key_id, by_agent, user_id, target_id, detail, reason)
      values (${at}, ${action}, ${actorId}, ${key?.id ?? null}, ${key?.agent ?? null}, ${userId}, ${targetId}, ${detail},
        ${reason})`
  })

const member = (sql: SqlClient.SqlClient, column: "actor_id" | "user_id") =>
  sql`json_build_object('id', page.${sql(column)}, 'username', (select username from users where users.id = page.${sql(column)}))`

/** Uses the primary key, or the indexes audit_log_user_id and audit_log_action. Counts rows, since only admins read it. */
const listEntries = (sql: SqlClient.SqlClient) =>
  SqlSchema.single({
    Request: Schema.Struct({
      userId: Schema.UndefinedOr(UserId),
      action: Schema.UndefinedOr(AuditAction),
      ...keysetFields(AuditKey)
    }),
    Result: Schema.Struct({ items: Schema.Array(AuditEntry), total: Schema.Int }),
    execute: ({ action, userId, ...window }) => {
      const listed = [
        sql`true`,
        ...whenDefined(userId, (id) => sql`user_id = ${id}`),
        ...whenDefined(action, (action) => sql`action = ${action}`)
      ]
      const behind = [...listed, ...whenDefined(window.after, ({ id }) => sql`id < ${id}`)]
      return sql`
        select (select count(*)::int from audit_log where ${sql.and(listed)}) as total,
          (select coalesce(json_agg(entries), '[]') from (
            select page.id, ${time(sql, "page.at")} as at, page.action,
              case when page.actor_id is not null then ${member(sql, "actor_id")} end as by,
              case when page.key_id is not null then json_build_object('id', page.key_id, 'agent', page.by_agent,
                'name', (select name from api_keys where api_keys.id = page.key_id)) end as key,
              ${member(sql, "user_id")} as "user", page.target_id as "targetId", page.detail, page.reason
            from (select * from audit_log where ${sql.and(behind)} order by id desc ${limitClause(sql, window)}) page
            order by page.id desc
          ) entries) as items`
    }
  })

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const append = appendEntry(sql)
  const list = listEntries(sql)

  return AuditRepo.of({
    append: (entry) => orUnavailable(append(entry)),
    page: ({ action, userId }, window) =>
      Effect.map(orUnavailable(list({ action, userId, ...window })), ({ items, total }) =>
        pageFromOverfetch(items, total, window, ({ id }): AuditKey => ({ id }))
      )
  })
})

/** The audit log in PostgreSQL. */
export const layer = Layer.effect(AuditRepo, make)
