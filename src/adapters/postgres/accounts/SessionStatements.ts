import { type SqlClient, SqlSchema } from "@effect/sql"
import { Schema } from "effect"
import { allScopes } from "../../../domain/accounts/Credential.ts"
import { Session } from "../../../domain/accounts/Session.ts"
import { SessionId, UserId } from "../../../domain/Ids.ts"
import { time } from "../Columns.ts"
import { Identified, signedIn } from "./SignedInUser.ts"

/** The session in `sessions`, which may do all that its member may. */
const sessionCredential = (sql: SqlClient.SqlClient) => sql`json_build_object('kind', 'session', 'id', sessions.id,
  'secretId', null, 'expiresAt', ${time(sql, "sessions.expires_at")}, 'scopes', ${JSON.stringify(allScopes)}::json,
  'agent', false, 'budget', null)`

/** The statements of sessions. */
export const sessionStatements = (sql: SqlClient.SqlClient) => ({
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
      select ${signedIn(sql, sessionCredential(sql), now)} as "user", null as "lastUsedAt"
      from sessions join users on users.id = sessions.user_id
      where sessions.hash = ${hash} and sessions.expires_at > ${now}`
  }),

  // Index sessions_user_id.
  of: SqlSchema.findAll({
    Request: Schema.Struct({ userId: UserId, now: Schema.DateTimeUtc }),
    Result: Session.omit("current"),
    execute: ({ now, userId }) => sql`
      select id, ${time(sql, "created_at")} as "createdAt", ${time(sql, "expires_at")} as "expiresAt"
      from sessions where user_id = ${userId} and expires_at > ${now} order by id desc`
  }),

  // Index sessions_user_id.
  end: SqlSchema.findAll({
    Request: Schema.Struct({
      userId: UserId,
      id: Schema.NullOr(Schema.Int),
      except: Schema.NullOr(Schema.Int),
      now: Schema.DateTimeUtc
    }),
    Result: Schema.Struct({ id: SessionId }),
    execute: ({ except, id, now, userId }) => sql`
      with ended as (
        delete from sessions
        where user_id = ${userId} and expires_at > ${now} and id = coalesce(${id}::int, id)
          and id is distinct from ${except}::int
        returning id
      )
      select id from ended order by id`
  })
})
