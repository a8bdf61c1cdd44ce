import { type SqlClient, SqlSchema } from "@effect/sql"
import { Schema } from "effect"
import { ApiKey } from "../../../domain/accounts/ApiKey.ts"
import { ApiKeyId, UserId } from "../../../domain/Ids.ts"
import { Appended } from "../BatchStatement.ts"
import { keyColumns } from "./ApiKeyStatements.ts"

/** The statements that rotate the secrets of API keys, and those of the writes that keys with a budget make. */
export const secretStatements = (sql: SqlClient.SqlClient) => ({
  rotate: SqlSchema.findOne({
    Request: Schema.Struct({
      userId: UserId,
      id: ApiKeyId,
      prefix: Schema.String,
      hash: Schema.String,
      previousExpiresAt: Schema.OptionFromNullOr(Schema.DateTimeUtc)
    }),
    Result: Schema.Struct({ ...ApiKey.fields, endedSecrets: Schema.Array(Schema.Int) }),
    execute: ({ hash, id, prefix, previousExpiresAt, userId }) => sql`
      update api_keys
      set prefix = ${prefix}, hash = ${hash}, secret_id = nextval('api_key_secret_ids'),
        previous_hash = case when ${previousExpiresAt}::timestamptz is not null then before.hash end,
        previous_secret_id = case when ${previousExpiresAt}::timestamptz is not null then before.secret_id end,
        previous_expires_at = ${previousExpiresAt}
      from (
        select id as before_id, hash, secret_id, previous_secret_id from api_keys
        where id = ${id} and user_id = ${userId} for update
      ) before
      where api_keys.id = before_id
      returning ${keyColumns(sql)}, to_json(array_remove(array[before.previous_secret_id,
        case when ${previousExpiresAt}::timestamptz is null then before.secret_id end], null)) as "endedSecrets"`
  }),

  // Index api_keys_previous_expires_at.
  endPrevious: SqlSchema.single({
    Request: Schema.DateTimeUtc,
    Result: Schema.Struct({ appended: Appended }),
    execute: (now) => sql`
      with ended as (
        update api_keys set previous_hash = null, previous_secret_id = null, previous_expires_at = null
        from (
          select id, user_id, previous_secret_id from api_keys where previous_expires_at <= ${now} for update skip locked
        ) before
        where api_keys.id = before.id
        returning before.user_id, before.previous_secret_id
      )
      select case when count(*) = 0 then '[]' else
        append_to_outbox(array_agg(('api_key_secret', previous_secret_id, user_id)::change)) end as appended
      from ended`
  }),

  // Index: the primary key. A later day begins at one.
  takeWrite: SqlSchema.findOne({
    Request: Schema.Struct({ id: Schema.Int, dailyWrites: Schema.Int, day: Schema.String }),
    Result: Schema.Struct({ writes: Schema.Int }),
    execute: ({ dailyWrites, day, id }) => sql`
      insert into api_key_writes as counted (budget_id, day, writes) values (${id}, ${day}::date, 1)
      on conflict (budget_id) do update
      set day = greatest(counted.day, excluded.day),
        writes = case when excluded.day > counted.day then 1 else counted.writes + 1 end
      where excluded.day > counted.day or counted.writes < ${dailyWrites}
      returning writes`
  }),

  forgetWrites: SqlSchema.void({
    Request: Schema.String,
    execute: (day) => sql`delete from api_key_writes where day < ${day}::date`
  })
})
