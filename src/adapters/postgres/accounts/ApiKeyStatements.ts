import { type SqlClient, SqlSchema } from "@effect/sql"
import { Schema } from "effect"
import { ApiKey } from "../../../domain/accounts/ApiKey.ts"
import { AccessScope, DailyWrites } from "../../../domain/accounts/Credential.ts"
import { ApiKeyId, UserId } from "../../../domain/Ids.ts"
import { time } from "../Columns.ts"
import { Identified, isActive, signedIn } from "./SignedInUser.ts"

/** The key in `api_keys`, with the id and the end of the secret that was sent, in `secrets`. */
const keyCredential = (sql: SqlClient.SqlClient) => sql`json_build_object('kind', 'apiKey', 'id', api_keys.id,
  'secretId', secrets.id, 'expiresAt', ${time(sql, "secrets.expires_at")}, 'scopes', api_keys.scopes,
  'agent', api_keys.agent, 'budget', case when daily_writes is not null then
    json_build_object('id', coalesce(budget_id, api_keys.id), 'dailyWrites', daily_writes) end)`

/** The columns of `ApiKey`. */
export const keyColumns = (sql: SqlClient.SqlClient) => sql`api_keys.id, name, prefix,
  ${time(sql, "created_at")} as "createdAt", ${time(sql, "last_used_at")} as "lastUsedAt", to_json(scopes) as scopes,
  ${time(sql, "expires_at")} as "expiresAt", agent, daily_writes as "dailyWrites"`

/** The statements of API keys. */
export const apiKeyStatements = (sql: SqlClient.SqlClient) => {
  const columns = keyColumns(sql)

  return {
    add: SqlSchema.single({
      Request: Schema.Struct({
        userId: UserId,
        name: Schema.String,
        prefix: Schema.String,
        hash: Schema.String,
        createdAt: Schema.DateTimeUtc,
        scopes: Schema.parseJson(Schema.Array(AccessScope)),
        expiresAt: Schema.OptionFromNullOr(Schema.DateTimeUtc),
        agent: Schema.Boolean,
        dailyWrites: Schema.OptionFromNullOr(DailyWrites),
        budgetId: Schema.OptionFromNullOr(Schema.Int)
      }),
      Result: ApiKey,
      execute: ({ agent, budgetId, createdAt, dailyWrites, expiresAt, hash, name, prefix, scopes, userId }) => sql`
        insert into api_keys (user_id, name, prefix, hash, created_at, scopes, expires_at, agent, daily_writes, budget_id)
        values (${userId}, ${name}, ${prefix}, ${hash}, ${createdAt},
          array(select json_array_elements_text(${scopes}::json)), ${expiresAt}, ${agent}, ${dailyWrites}, ${budgetId})
        returning ${columns}`
    }),

    // Index api_keys_user_id.
    of: SqlSchema.findAll({
      Request: UserId,
      Result: ApiKey,
      execute: (userId) => sql`select ${columns} from api_keys where user_id = ${userId} order by id`
    }),

    // The unique indexes on hash and previous_hash find it.
    identify: SqlSchema.findOne({
      Request: Schema.Struct({ hash: Schema.String, now: Schema.DateTimeUtc }),
      Result: Identified,
      execute: ({ hash, now }) => sql`
        select ${signedIn(sql, keyCredential(sql), now)} as "user", ${time(sql, "api_keys.last_used_at")} as "lastUsedAt"
        from api_keys join users on users.id = api_keys.user_id
          cross join lateral (
            select case when hash = ${hash} then secret_id else previous_secret_id end as id,
              case when hash = ${hash} then expires_at else least(previous_expires_at, expires_at) end as expires_at
          ) secrets
        where (api_keys.hash = ${hash} or api_keys.previous_hash = ${hash})
          and coalesce(secrets.expires_at > ${now}, true) and ${isActive(sql, now)}`
    }),

    noteUse: SqlSchema.void({
      Request: Schema.Struct({ id: Schema.Int, at: Schema.DateTimeUtc }),
      execute: ({ at, id }) =>
        sql`update api_keys set last_used_at = greatest(last_used_at, ${at}::timestamptz) where id = ${id}`
    }),

    revoke: SqlSchema.findOne({
      Request: Schema.Struct({
        userId: UserId,
        choice: Schema.Union(Schema.Struct({ hash: Schema.String }), Schema.Struct({ id: ApiKeyId }))
      }),
      Result: Schema.Struct({ id: ApiKeyId }),
      execute: ({ choice, userId }) => sql`
        delete from api_keys
        where user_id = ${userId} and ${"hash" in choice ? sql`(hash = ${choice.hash} or previous_hash = ${choice.hash})` : sql`id = ${choice.id}`}
        returning id`
    })
  }
}

/** The statements that revoke all keys of a member. */
export const revocationStatements = (sql: SqlClient.SqlClient) => ({
  // The foreign key of a new key waits for this lock, and it for the transactions of new keys.
  lockMember: SqlSchema.void({
    Request: UserId,
    execute: (userId) => sql`select from users where id = ${userId} for update`
  }),

  // Index api_keys_user_id.
  revokeAll: SqlSchema.findAll({
    Request: UserId,
    Result: Schema.Struct({ id: ApiKeyId }),
    execute: (userId) => sql`
      with revoked as (delete from api_keys where user_id = ${userId} returning id)
      select id from revoked order by id`
  })
})
