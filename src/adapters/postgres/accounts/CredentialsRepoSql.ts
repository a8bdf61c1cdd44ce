import { SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { Effect, Layer, Schema } from "effect"
import { ApiKey, ApiKeyNotFound } from "../../../domain/accounts/ApiKey.ts"
import { AccessScope, allScopes, DailyWrites } from "../../../domain/accounts/Credential.ts"
import { SignedInUser } from "../../../domain/accounts/CurrentUser.ts"
import { ApiKeyId, UserId } from "../../../domain/Ids.ts"
import { CredentialsRepo } from "../../../ports/CredentialsRepo.ts"
import { time } from "../Columns.ts"
import { orUnavailable } from "../connection/Failures.ts"

const Identified = Schema.Struct({ user: SignedInUser, lastUsedAt: Schema.OptionFromNullOr(Schema.DateTimeUtc) })

/** The member in `users`, with the credential. */
const signedIn = (sql: SqlClient.SqlClient, credential: Statement.Fragment) => sql`json_build_object(
  'id', users.id, 'username', users.username, 'role', users.role, 'credential', ${credential})`

/** The session in `sessions`, which may do all that its member may. */
const sessionCredential = (sql: SqlClient.SqlClient) => sql`json_build_object('kind', 'session', 'id', sessions.id,
  'secretId', null, 'expiresAt', ${time(sql, "sessions.expires_at")}, 'scopes', ${JSON.stringify(allScopes)}::json,
  'agent', false, 'budget', null)`

/** The key in `api_keys`, with the id and the end of the secret that was sent, in `secrets`. */
const keyCredential = (sql: SqlClient.SqlClient) => sql`json_build_object('kind', 'apiKey', 'id', api_keys.id,
  'secretId', secrets.id, 'expiresAt', ${time(sql, "secrets.expires_at")}, 'scopes', api_keys.scopes,
  'agent', api_keys.agent, 'budget', case when daily_writes is not null then
    json_build_object('id', coalesce(budget_id, api_keys.id), 'dailyWrites', daily_writes) end)`

const sessionStatements = (sql: SqlClient.SqlClient) => ({
  // Index sessions_user_id.
  add: SqlSchema.void({
    Request: Schema.Struct({
      userId: UserId,
      hash: Schema.String,
      createdAt: Schema.DateTimeUtc,
      expiresAt: Schema.DateTimeUtc
    }),
    execute: ({ createdAt, expiresAt, hash, userId }) => sql`
      with expired as (delete from sessions where user_id = ${userId} and expires_at < ${createdAt})
      insert into sessions (user_id, hash, created_at, expires_at) values (${userId}, ${hash}, ${createdAt}, ${expiresAt})`
  }),

  // The unique index on the hash finds it.
  identify: SqlSchema.findOne({
    Request: Schema.Struct({ hash: Schema.String, now: Schema.DateTimeUtc }),
    Result: Identified,
    execute: ({ hash, now }) => sql`
      select ${signedIn(sql, sessionCredential(sql))} as "user", null as "lastUsedAt"
      from sessions join users on users.id = sessions.user_id
      where sessions.hash = ${hash} and sessions.expires_at > ${now}`
  })
})

const apiKeyStatements = (sql: SqlClient.SqlClient) => {
  const columns = sql`id, name, prefix, ${time(sql, "created_at")} as "createdAt",
    ${time(sql, "last_used_at")} as "lastUsedAt", to_json(scopes) as scopes, ${time(sql, "expires_at")} as "expiresAt",
    agent, daily_writes as "dailyWrites"`

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
        select ${signedIn(sql, keyCredential(sql))} as "user", ${time(sql, "api_keys.last_used_at")} as "lastUsedAt"
        from api_keys join users on users.id = api_keys.user_id
          cross join lateral (
            select case when hash = ${hash} then secret_id else previous_secret_id end as id,
              case when hash = ${hash} then expires_at else least(previous_expires_at, expires_at) end as expires_at
          ) secrets
        where (api_keys.hash = ${hash} or api_keys.previous_hash = ${hash})
          and coalesce(secrets.expires_at > ${now}, true)`
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
        where user_id = ${userId} and ${"hash" in choice ? sql`hash = ${choice.hash}` : sql`id = ${choice.id}`}
        returning id`
    })
  }
}

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const sessions = sessionStatements(sql)
  const apiKeys = apiKeyStatements(sql)

  return CredentialsRepo.of({
    addSession: (session) => orUnavailable(sessions.add(session)),
    addKey: (key) => orUnavailable(apiKeys.add(key)),
    keysOf: (userId) => orUnavailable(apiKeys.of(userId)),
    identify: (kind, hash, now) => orUnavailable((kind === "session" ? sessions : apiKeys).identify({ hash, now })),
    keyUsed: (id, at) => orUnavailable(apiKeys.noteUse({ id, at })),
    endSession: (id) => Effect.asVoid(orUnavailable(sql`delete from sessions where id = ${id}`)),
    revokeKey: (userId, choice) =>
      orUnavailable(apiKeys.revoke({ userId, choice })).pipe(
        Effect.flatMap(Effect.orElseFail(() => new ApiKeyNotFound())),
        Effect.map(({ id }) => id)
      )
  })
})

/** Sessions and API keys in PostgreSQL. */
export const layer = Layer.effect(CredentialsRepo, make)
