import { type SqlClient, SqlError } from "@effect/sql"
import { type Context, Effect, Option, Schema } from "effect"
import { isStaff, Role } from "../../../domain/accounts/CurrentUser.ts"
import { isReserved } from "../../../domain/accounts/Leaving.ts"
import { Suspension } from "../../../domain/accounts/Suspension.ts"
import { EmailTaken, UserDetail, UserNotFound, UsernameTaken } from "../../../domain/accounts/User.ts"
import { UserId } from "../../../domain/Ids.ts"
import { maxAddresses, UsersRepo } from "../../../ports/accounts/UsersRepo.ts"
import { advisoryLocks } from "../AdvisoryLocks.ts"
import { idArray } from "../Columns.ts"
import { all, first, firstOr, inDatabase, iso, isoOrNull, returnsRow, run, Value, violated } from "../Rows.ts"
import { isActive, unguardedSince } from "./CredentialsRepoSql.ts"
import { listUsers, namedUsers, userColumns } from "./ListUsers.ts"

const Id = Value("id", UserId)

const Staff = Schema.Struct({ id: UserId, role: Role, unguardedSince: Schema.OptionFromNullOr(Schema.DateTimeUtc) })

const LoginAccount = Schema.Struct({ id: UserId, emailKey: Schema.String, passwordHash: Schema.String })

type Repo = Context.Tag.Service<UsersRepo>

/** Accounts: creation, login, and the count of admins (index users_role_id). */
const accounts = (sql: SqlClient.SqlClient) => {
  const loginAccount = sql`select id, email_key as "emailKey", password_hash as "passwordHash" from users`
  /** The former member cannot sign in. */
  const isMember = sql`users.id <> former_member()`

  return {
    // `do nothing` rather than catching a unique violation, which would have aborted the transaction around it.
    add: ({ bio, createdAt, email, emailKey, passwordHash, role, username, usernameKey }) => {
      const { content, html } = Option.getOrElse(bio, () => ({ content: null, html: null }))
      const inserted = sql`
        insert into users (
          username, username_key, email, email_key, password_hash, role, bio, bio_html, created_at, active_at, staff_since)
        values (${username}, ${usernameKey}, ${email}, ${emailKey}, ${passwordHash}, ${role}, ${content}, ${html},
          ${iso(createdAt)}, ${iso(createdAt)}, ${isStaff(role) ? iso(createdAt) : null})
        on conflict do nothing
        returning id`.pipe(first(Id))
      const refusal = Effect.flatMap(returnsRow(sql`select from users where email_key = ${emailKey}`), (isEmailTaken) =>
        Effect.fail(isEmailTaken ? new EmailTaken() : new UsernameTaken())
      )
      return Effect.flatMap(
        isReserved(usernameKey) ? Effect.succeedNone : inserted,
        Option.match({ onNone: () => refusal, onSome: Effect.succeed })
      )
    },
    lockRoles: run(sql`select pg_advisory_xact_lock(${advisoryLocks.roles}, 0)`),
    adminExists: returnsRow(sql`select from users where role = 'admin' limit 1`),
    otherAdminExists: (id, now) =>
      returnsRow(sql`select from users where role = 'admin' and id <> ${id} and ${isActive(sql, iso(now))} limit 1`),
    staff: (now) =>
      sql`
        select id, role, ${unguardedSince(sql)} from users
        where role in ('moderator', 'admin') and ${isActive(sql, iso(now))} order by id`.pipe(all(Staff)),
    byEmail: (key) => sql`${loginAccount} where email_key = ${key} and ${isMember}`.pipe(first(LoginAccount)),
    // Index users_username_key_taken.
    byUsername: (key) => sql`${loginAccount} where username_key = ${key} and ${isMember}`.pipe(first(LoginAccount)),
    byId: (id) => sql`${loginAccount} where id = ${id}`.pipe(first(LoginAccount)),
    replacePasswordHash: (id, from, to) =>
      returnsRow(sql`update users set password_hash = ${to} where id = ${id} and password_hash = ${from} returning id`),

    // Reads a profile. Writes maintain the number of posts, read by the primary key of author_counts.
    detail: (id) =>
      sql`
        select ${userColumns(sql)}, email, diseases_visible_to as "diseasesVisibleTo",
          coalesce(json_agg(diseases.id order by position) filter (where position is not null), '[]') as "diseaseIds",
          coalesce(json_agg(json_build_object('id', diseases.id, 'name', diseases.name) order by position)
            filter (where position is not null), '[]') as diseases,
          coalesce((select posts from author_counts where author_id = users.id), 0) as "postCount"
        from users left join user_diseases on user_id = users.id left join diseases on diseases.id = disease_id
        where users.id = ${id} and ${isMember} group by users.id`.pipe(
        firstOr(UserDetail, () => new UserNotFound({ id }))
      ),
    page: listUsers(sql),
    named: namedUsers(sql)
  } satisfies Partial<Repo>
}

/** The error of a unique index that a statement violated. */
const orTaken =
  <E2>(constraint: string, taken: () => E2) =>
  <A, E, R>(statement: Effect.Effect<A, E, R>) =>
    Effect.catchIf(
      statement,
      (error) => error instanceof SqlError.SqlError && violated(error) === constraint,
      () => Effect.fail(taken())
    )

const given = (value: Option.Option<string> | undefined) => (value === undefined ? null : Option.getOrNull(value))

/** Runs a statement that returns a row, unless the member does not exist. */
const updating = <E>(id: UserId, statement: Effect.Effect<ReadonlyArray<unknown>, E>) =>
  Effect.flatMap(returnsRow(statement), (isUpdated) => (isUpdated ? Effect.void : new UserNotFound({ id })))

const profiles = (sql: SqlClient.SqlClient) =>
  ({
    update: (id, { bio = Option.none(), username = Option.none(), ...change }) => {
      const { key, name } = Option.getOrElse(username, () => ({ key: null, name: null }))
      if (key !== null && isReserved(key)) return new UsernameTaken()
      const { content, html } = Option.getOrElse(Option.flatten(bio), () => ({ content: null, html: null }))
      const statement = sql`
        update users set
          username = coalesce(${name}, username),
          username_key = coalesce(${key}, username_key),
          bio = case when ${Option.isSome(bio)} then ${content} else bio end,
          bio_html = case when ${Option.isSome(bio)} then ${html} else bio_html end,
          role = coalesce(${given(change.role)}, role),
          staff_since = coalesce(${isoOrNull(Option.fromNullable(change.staffSince))}, staff_since),
          diseases_visible_to = coalesce(${given(change.diseasesVisibleTo)}, diseases_visible_to)
        where id = ${id}
        returning id`
      return updating(id, orTaken("users_username_key_taken", () => new UsernameTaken())(statement))
    },
    setEmail: (id, { email, emailKey }) => {
      const statement = sql`update users set email = ${email}, email_key = ${emailKey} where id = ${id} returning id`
      return updating(id, orTaken("users_email_key_taken", () => new EmailTaken())(statement))
    },
    lockForVerification: (id) => run(sql`select lock_for_verification(${id})`),
    setVerification: (id, verification) => {
      const { as, at, by } = Option.match(verification, {
        onNone: () => ({ as: null, at: null, by: null }),
        onSome: (one) => ({ ...one, at: iso(one.at) })
      })
      return Effect.zipRight(
        run(sql`select lock_for_verification(${id})`),
        updating(
          id,
          sql`update users set verified_by = ${by}, verified_at = ${at}, verified_as = ${as} where id = ${id} returning id`
        )
      )
    },
    setSuspension: (id, suspension) => {
      const { at, reason, until } = Option.match(suspension, {
        onNone: () => ({ at: null, until: null, reason: null }),
        onSome: Schema.encodeSync(Suspension)
      })
      return updating(
        id,
        sql`
        update users set suspended_at = ${at}, suspended_until = ${until}, suspended_reason = ${reason}
        where id = ${id} returning id`
      )
    },
    // The lock of a foreign key.
    hold: (id) => updating(id, sql`select from users where id = ${id} and id <> former_member() for key share`),
    lock: (id) => updating(id, sql`select from users where id = ${id} and id <> former_member() for update`),
    // The lock is a statement of its own, so that the second one sees the commit that the lock waited for.
    setDiseases: (id, diseaseIds) =>
      Effect.zipRight(
        run(sql`select from users where id = ${id} for no key update`),
        run(sql`
          with kept as (
            insert into user_diseases (user_id, disease_id, position)
            select ${id}::int, disease_id, position
            from unnest(${idArray(sql, diseaseIds)}) with ordinality given (disease_id, position)
            on conflict (user_id, disease_id) do update set position = excluded.position
          )
          delete from user_diseases where user_id = ${id} and disease_id <> all (${idArray(sql, diseaseIds)})`)
      )
  }) satisfies Partial<Repo>

const activity = (sql: SqlClient.SqlClient) =>
  ({
    // Writes at most once a minute, and never a time before `createdAt`.
    touch: (id, at) =>
      run(sql`
        with stale as (
          select id from users where id = ${id} and active_at < date_trunc('minute', ${iso(at)}::timestamptz)
          for no key update skip locked
        )
        update users set active_at = date_trunc('minute', ${iso(at)}::timestamptz) from stale where users.id = stale.id`),

    knowsAddress: (userId, hash) =>
      returnsRow(sql`select from known_addresses where user_id = ${userId} and hash = ${hash}`),

    // Skips rows that a concurrent login has locked: two logins that wait for each other would deadlock.
    rememberAddress: (userId, hash, at) =>
      run(sql`
        with remembered as (
          insert into known_addresses (user_id, hash, used_at) values (${userId}, ${hash}, ${iso(at)})
          on conflict (user_id, hash) do update set used_at = excluded.used_at
          returning hash
        )
        delete from known_addresses where user_id = ${userId} and hash in (
          select hash from known_addresses
          where user_id = ${userId} and hash <> (select hash from remembered)
          order by used_at desc, hash offset ${maxAddresses - 1} for update skip locked)`)
  }) satisfies Partial<Repo>

export const layer = inDatabase(UsersRepo, (sql) => ({ ...accounts(sql), ...profiles(sql), ...activity(sql) }))
