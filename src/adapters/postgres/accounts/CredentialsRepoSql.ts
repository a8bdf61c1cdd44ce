import type { SqlClient, Statement } from "@effect/sql"
import { type Context, Effect, Option, Schema } from "effect"
import { ApiKey, ApiKeyNotFound } from "../../../domain/accounts/ApiKey.ts"
import { allScopes, CredentialKind, type Secret } from "../../../domain/accounts/Credential.ts"
import { SignedInUser } from "../../../domain/accounts/CurrentUser.ts"
import { Session, unusedEnd } from "../../../domain/accounts/Session.ts"
import { endingChange } from "../../../domain/Change.ts"
import { ApiKeyId, SessionId, UserId } from "../../../domain/Ids.ts"
import { CredentialsRepo } from "../../../ports/accounts/CredentialsRepo.ts"
import { Appended, changesOf } from "../BatchStatement.ts"
import { time } from "../Columns.ts"
import { all, first, firstOr, inDatabase, iso, isoOrNull, one, run, TimeOrNone, Value } from "../Rows.ts"

const Moment = Schema.OptionFromNullOr(Schema.DateTimeUtc)
const KeptSession = Schema.Struct({
  keptUntil: Schema.DateTimeUtc,
  madeAt: Schema.DateTimeUtc,
  salt: Schema.OptionFromNullOr(Schema.String),
  isPrevious: Schema.Boolean,
  previousUntil: Moment
})
const Identified = Schema.Struct({
  user: SignedInUser,
  lastUsedAt: Moment,
  kept: Schema.OptionFromNullOr(KeptSession),
  unguardedSince: Moment
})
const OfSession = Value("id", SessionId)
const OfKey = Value("id", ApiKeyId)
const StoredSession = Session.omit("current")
const Rotated = Schema.Struct({ ...ApiKey.fields, endedSecrets: Schema.Array(Schema.Int) })
const Ended = Value("appended", Appended)
const Writes = Value("writes", Schema.Int)
const Holder = Schema.Struct({
  kind: CredentialKind,
  id: Schema.Int,
  secretId: Schema.NullOr(Schema.Int),
  userId: UserId
})
const Installation = Value("secret", Schema.Redacted(Schema.String))

/** The member in `users` is not suspended at a time. */
export const isActive = (sql: SqlClient.SqlClient, now: string) =>
  sql`coalesce(users.suspended_until <= ${now}, users.suspended_at is null)`

/** The member in `users` at a time, with the credential. */
const signedIn = (
  sql: SqlClient.SqlClient,
  credential: Statement.Fragment,
  now: string,
  others = sql``
) => sql`json_build_object(
  'id', users.id, 'username', users.username, 'role', users.role, 'suspended', not ${isActive(sql, now)},
  'credential', ${credential}${others})`

/** By the index on the members of passkeys, and the primary key of second factors. */
export const isUnguarded = (sql: SqlClient.SqlClient) => sql`role in ('moderator', 'admin')
    and not exists (select from passkeys where passkeys.user_id = users.id)
    and not exists (select from second_factors where second_factors.user_id = users.id and secret is not null)`

export const unguardedSince = (sql: SqlClient.SqlClient) =>
  sql`case when ${isUnguarded(sql)} then ${time(sql, "users.staff_since")} end as "unguardedSince"`

const keyColumns = (sql: SqlClient.SqlClient) => sql`api_keys.id, name, prefix,
  ${time(sql, "created_at")} as "createdAt", ${time(sql, "last_used_at")} as "lastUsedAt", to_json(scopes) as scopes,
  ${time(sql, "expires_at")} as "expiresAt", agent, daily_writes as "dailyWrites"`

/** The last use of a session. One that was not used since the sign-in has none stored. */
const lastUse = (sql: SqlClient.SqlClient) =>
  sql`coalesce(${time(sql, "sessions.last_used_at")}, ${time(sql, "sessions.created_at")})`

/** Finds a session, which may do all that its member may, by the unique indexes on hash and previous_hash. */
const identifySession = (sql: SqlClient.SqlClient, hash: string, now: string) => {
  const credential = sql`json_build_object('kind', 'session', 'id', sessions.id, 'secretId', null,
    'expiresAt', ${time(sql, "sessions.expires_at")}, 'scopes', ${JSON.stringify(allScopes)}::json,
    'agent', false, 'budget', null)`
  const language = sql`, 'language', (select language from member_settings where user_id = users.id)`
  return sql`
    select ${signedIn(sql, credential, now, language)} as "user", ${lastUse(sql)} as "lastUsedAt", ${unguardedSince(sql)},
      case when kept_until is not null then json_build_object('keptUntil', ${time(sql, "sessions.kept_until")},
        'madeAt', coalesce(${time(sql, "sessions.token_made_at")}, ${time(sql, "sessions.created_at")}),
        'salt', token_salt, 'isPrevious', hash <> ${hash},
        'previousUntil', ${time(sql, "sessions.previous_expires_at")}) end as kept
    from sessions join users on users.id = sessions.user_id
    where (sessions.hash = ${hash} or sessions.previous_hash = ${hash}) and sessions.expires_at > ${now}`
}

/**
 * Finds a key, by the unique indexes on hash and previous_hash. `secrets` has the secret that was sent, and its end.
 */
const identifyKey = (sql: SqlClient.SqlClient, hash: string, now: string) => {
  const credential = sql`json_build_object('kind', 'apiKey', 'id', api_keys.id,
    'secretId', secrets.id, 'expiresAt', ${time(sql, "secrets.expires_at")}, 'scopes', api_keys.scopes,
    'agent', api_keys.agent, 'budget', case when daily_writes is not null then
      json_build_object('id', coalesce(budget_id, api_keys.id), 'dailyWrites', daily_writes) end)`
  return sql`
    select ${signedIn(sql, credential, now)} as "user", ${time(sql, "api_keys.last_used_at")} as "lastUsedAt", null as kept,
      ${unguardedSince(sql)}
    from api_keys join users on users.id = api_keys.user_id
      cross join lateral (
        select case when hash = ${hash} then secret_id else previous_secret_id end as id,
          case when hash = ${hash} then expires_at else least(previous_expires_at, expires_at) end as expires_at
      ) secrets
    where (api_keys.hash = ${hash} or api_keys.previous_hash = ${hash})
      and coalesce(secrets.expires_at > ${now}, true) and ${isActive(sql, now)}`
}

type Repo = Context.Tag.Service<CredentialsRepo>

/** Uses the index sessions_user_id. */
const sessions = (sql: SqlClient.SqlClient) =>
  ({
    addSession: ({ by = "password", createdAt, expiresAt, hash, keptUntil, kind = "program", userId }) =>
      run(sql`
        with expired as (delete from sessions where user_id = ${userId} and expires_at < ${iso(createdAt)})
        insert into sessions (user_id, hash, created_at, expires_at, kind, signed_in_with, kept_until)
        values (${userId}, ${hash}, ${iso(createdAt)}, ${iso(expiresAt)}, ${kind}, ${by},
          ${isoOrNull(Option.fromNullable(keptUntil))})`),

    // Index: the primary key.
    sessionUsed: ({ at, hash, id, previousUntil }) =>
      run(sql`
        update sessions
        set last_used_at = greatest(last_used_at, ${iso(at)}::timestamptz),
          expires_at = case when kept_until is null then expires_at
            else greatest(expires_at, least(kept_until, ${iso(unusedEnd(at))}::timestamptz)) end,
          previous_expires_at = case when hash = ${hash} and token_salt is not null then ${iso(previousUntil)}::timestamptz
            else previous_expires_at end,
          token_salt = case when hash <> ${hash} then token_salt end
        where id = ${id}`),

    // Index: the primary key. A concurrent call waits, and then finds another hash.
    replaceToken: ({ hash, id, madeAt, nextHash, salt }) =>
      sql`
        update sessions
        set previous_hash = hash, previous_expires_at = null, hash = ${nextHash}, token_made_at = ${iso(madeAt)},
          token_salt = ${salt}
        where id = ${id} and hash = ${hash}
        returning id`.pipe(first(OfSession), Effect.map(Option.isSome)),

    sessionsOf: (userId, now) =>
      sql`
        select id, kind, signed_in_with as by, ${time(sql, "created_at")} as "createdAt", ${lastUse(sql)} as "lastUsedAt",
          ${time(sql, "expires_at")} as "expiresAt"
        from sessions where user_id = ${userId} and expires_at > ${iso(now)} order by id desc`.pipe(all(StoredSession)),

    endSessions: (userId, choice, now) => {
      const { except, id } = { id: null, except: null, ...choice }
      return sql`
        with ended as (
          delete from sessions
          where user_id = ${userId} and expires_at > ${iso(now)} and id = coalesce(${id}::int, id)
            and id is distinct from ${except}::int
          returning id
        )
        select id from ended order by id`.pipe(all(OfSession))
    }
  }) satisfies Partial<Repo>

/** Uses the index api_keys_user_id. */
const keys = (sql: SqlClient.SqlClient) =>
  ({
    addKey: ({ agent, budgetId, createdAt, dailyWrites, expiresAt, hash, name, prefix, scopes, userId }) =>
      sql`
        insert into api_keys (user_id, name, prefix, hash, created_at, scopes, expires_at, agent, daily_writes, budget_id)
        values (${userId}, ${name}, ${prefix}, ${hash}, ${iso(createdAt)},
          array(select json_array_elements_text(${JSON.stringify(scopes)}::json)), ${isoOrNull(expiresAt)}, ${agent},
          ${Option.getOrNull(dailyWrites)}, ${Option.getOrNull(budgetId)})
        returning ${keyColumns(sql)}`.pipe(one(ApiKey)),

    keysOf: (userId) =>
      sql`select ${keyColumns(sql)} from api_keys where user_id = ${userId} order by id`.pipe(all(ApiKey)),

    keyUsed: (id, at) =>
      run(sql`update api_keys set last_used_at = greatest(last_used_at, ${iso(at)}::timestamptz) where id = ${id}`),

    revokeKey: (userId, choice) => {
      const isChosen =
        "hash" in choice ? sql`(hash = ${choice.hash} or previous_hash = ${choice.hash})` : sql`id = ${choice.id}`
      return sql`delete from api_keys where user_id = ${userId} and ${isChosen} returning id`.pipe(
        firstOr(OfKey, () => new ApiKeyNotFound())
      )
    },

    revokeAll: (userId, now) =>
      Effect.all({
        sessions: sessions(sql).endSessions(userId, { except: null }, now),
        keys: sql`
          with revoked as (delete from api_keys where user_id = ${userId} returning id)
          select id from revoked order by id`.pipe(all(OfKey))
      })
  }) satisfies Partial<Repo>

/** The secrets of API keys before and after a rotation, and the writes of keys with a budget. */
const secrets = (sql: SqlClient.SqlClient) =>
  ({
    rotateKey: (userId, id, { hash, prefix, ...rotation }) => {
      const previousExpiresAt = isoOrNull(rotation.previousExpiresAt)
      const statement = sql`
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
      return Effect.map(statement.pipe(firstOr(Rotated, () => new ApiKeyNotFound())), ({ endedSecrets, ...key }) => ({
        key,
        endedSecrets
      }))
    },

    // Index api_keys_previous_expires_at.
    endPreviousSecrets: (now) =>
      sql`
        with ended as (
          update api_keys set previous_hash = null, previous_secret_id = null, previous_expires_at = null
          from (
            select id, user_id, previous_secret_id from api_keys where previous_expires_at <= ${iso(now)}
            for update skip locked
          ) before
          where api_keys.id = before.id
          returning before.user_id, before.previous_secret_id
        )
        select case when count(*) = 0 then '[]' else
          append_to_outbox(array_agg(('api_key_secret', previous_secret_id, user_id)::change)) end as appended
        from ended`.pipe(one(Ended), Effect.map(changesOf)),

    // Index api_keys_previous_expires_at.
    nextSecretEnd: sql`select ${time(sql, "ends")} as at
      from (select min(previous_expires_at) as ends from api_keys where previous_expires_at is not null) as next`.pipe(
      one(TimeOrNone)
    ),

    // Index: the primary key. A later day begins at one.
    takeWrite: ({ dailyWrites, id }, day) =>
      sql`
        insert into api_key_writes as counted (budget_id, day, writes) values (${id}, ${day}::date, 1)
        on conflict (budget_id) do update
        set day = greatest(counted.day, excluded.day),
          writes = case when excluded.day > counted.day then 1 else counted.writes + 1 end
        where excluded.day > counted.day or counted.writes < ${dailyWrites}
        returning writes`.pipe(first(Writes)),

    forgetWrites: (day) => run(sql`delete from api_key_writes where day < ${day}::date`)
  }) satisfies Partial<Repo>

/** The credentials that are not valid at a time. Indexes: the primary keys. */
const notValid = (sql: SqlClient.SqlClient, holders: ReadonlyArray<typeof Holder.Type>, now: string) => sql`
  select distinct kind, id, "secretId", "userId"
  from json_to_recordset(${JSON.stringify(holders)}::json) as held (kind text, id int, "secretId" int, "userId" int)
  where not exists (
    select from users where users.id = held."userId" and ${isActive(sql, now)} and case held.kind
      when 'session' then exists (
        select from sessions where sessions.id = held.id and user_id = users.id and expires_at > ${now}
      )
      else exists (
        select from api_keys where api_keys.id = held.id and user_id = users.id
          and coalesce(expires_at > ${now}, true)
          and (secret_id = held."secretId" or previous_secret_id = held."secretId" and previous_expires_at > ${now})
      )
    end
  )`

/** Reads the secret once. */
const installationSecret = (sql: SqlClient.SqlClient) => {
  let known: Secret | undefined
  return Effect.suspend(() => {
    if (known !== undefined) return Effect.succeed(known)
    return Effect.map(sql`select secret from installation_secret`.pipe(one(Installation)), (secret) => {
      known = secret
      return secret
    })
  })
}

export const layer = inDatabase(CredentialsRepo, (sql) => ({
  ...sessions(sql),
  ...keys(sql),
  ...secrets(sql),
  identify: (kind, hash, now) =>
    (kind === "session" ? identifySession : identifyKey)(sql, hash, iso(now)).pipe(first(Identified)),
  endingsOf: (users, now) => {
    const holders = users.map(({ credential: { id, kind, secretId }, id: userId }) => ({
      kind,
      id,
      secretId,
      userId
    }))
    return Effect.map(notValid(sql, holders, iso(now)).pipe(all(Holder)), (found) => found.map(endingChange))
  },
  installationSecret: installationSecret(sql)
}))
