import { SqlClient, SqlError, SqlSchema } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { isReserved } from "../../../domain/accounts/Leaving.ts"
import { Role } from "../../../domain/accounts/Role.ts"
import { Suspension } from "../../../domain/accounts/Suspension.ts"
import {
  DiseasesVisibleTo,
  EmailTaken,
  UserDetail,
  UserNotFound,
  UsernameTaken
} from "../../../domain/accounts/User.ts"
import { DiseaseId, UserId } from "../../../domain/Ids.ts"
import { UsersRepo } from "../../../ports/UsersRepo.ts"
import { idArray } from "../Conditions.ts"
import { orUnavailable, violated } from "../connection/Failures.ts"
import { addressStatements, Existence } from "./AddressStatements.ts"
import { listUsers } from "./ListUsers.ts"
import { isActive } from "./SignedInUser.ts"
import { userColumns } from "./UserColumns.ts"

/** The key of the advisory lock; other repositories use other keys. */
const firstAdminLock = 1

const Bio = Schema.OptionFromNullOr(Schema.Struct({ content: Schema.String, html: Schema.String }))

const Account = Schema.Struct({
  username: Schema.String,
  usernameKey: Schema.String,
  email: Schema.String,
  emailKey: Schema.String,
  passwordHash: Schema.String,
  role: Role,
  bio: Bio,
  createdAt: Schema.DateTimeUtc
})

/** An unchanged field is null. */
const ProfileChange = Schema.Struct({
  id: UserId,
  username: Schema.OptionFromNullOr(Schema.Struct({ name: Schema.String, key: Schema.String })),
  setsBio: Schema.Boolean,
  bio: Bio,
  role: Schema.OptionFromNullOr(Role),
  diseasesVisibleTo: Schema.NullOr(DiseasesVisibleTo)
})

const VerificationRow = Schema.Struct({ by: UserId, at: Schema.DateTimeUtc, as: Schema.String })

const LoginAccount = Schema.Struct({ id: UserId, emailKey: Schema.String, passwordHash: Schema.String })

/** The former member has no profile, and cannot sign in. */
const isMember = (sql: SqlClient.SqlClient) => sql`users.id <> former_member()`

/** Accounts: creation, login, and the count of admins (index users_role_id). */
const accountStatements = (sql: SqlClient.SqlClient) => ({
  // `do nothing` rather than catching a unique violation, which would have aborted the transaction around it.
  insert: SqlSchema.findOne({
    Request: Account,
    Result: Schema.Struct({ id: UserId }),
    execute: (row) => sql`
      insert into users (
        username, username_key, email, email_key, password_hash, role, bio, bio_html, created_at, active_at)
      values (${row.username}, ${row.usernameKey}, ${row.email}, ${row.emailKey}, ${row.passwordHash}, ${row.role},
        ${row.bio?.content ?? null}, ${row.bio?.html ?? null}, ${row.createdAt}, ${row.createdAt})
      on conflict do nothing
      returning id`
  }),

  isEmailTaken: SqlSchema.single({
    Request: Schema.String,
    Result: Existence,
    execute: (key) => sql`select exists (select from users where email_key = ${key})`
  }),

  adminExists: SqlSchema.single({
    Request: Schema.Void,
    Result: Existence,
    execute: () => sql`select exists (select from users where role = 'admin')`
  }),

  otherAdminExists: SqlSchema.single({
    Request: Schema.Struct({ id: UserId, now: Schema.DateTimeUtc }),
    Result: Existence,
    execute: ({ id, now }) =>
      sql`select exists (select from users where role = 'admin' and id <> ${id} and ${isActive(sql, now)})`
  }),

  otherStaffExists: SqlSchema.single({
    Request: Schema.Struct({ ids: Schema.Array(UserId), now: Schema.DateTimeUtc }),
    Result: Existence,
    execute: ({ ids, now }) => sql`
      select exists (select from users
        where role in ('moderator', 'admin') and id <> all(${idArray(sql, ids)}) and ${isActive(sql, now)})`
  }),

  byEmail: SqlSchema.findOne({
    Request: Schema.String,
    Result: LoginAccount,
    execute: (key) => sql`
      select id, email_key as "emailKey", password_hash as "passwordHash" from users where email_key = ${key} and ${isMember(sql)}`
  }),

  // Index users_username_key_taken.
  byUsername: SqlSchema.findOne({
    Request: Schema.String,
    Result: LoginAccount,
    execute: (key) => sql`
      select id, email_key as "emailKey", password_hash as "passwordHash" from users where username_key = ${key} and ${isMember(sql)}`
  }),

  byId: SqlSchema.findOne({
    Request: UserId,
    Result: LoginAccount,
    execute: (id) =>
      sql`select id, email_key as "emailKey", password_hash as "passwordHash" from users where id = ${id}`
  }),

  replacePasswordHash: SqlSchema.findOne({
    Request: Schema.Struct({ id: UserId, from: Schema.String, to: Schema.String }),
    Result: Schema.Struct({ id: UserId }),
    execute: ({ from, id, to }) =>
      sql`update users set password_hash = ${to} where id = ${id} and password_hash = ${from} returning id`
  })
})

/** Reads a profile. Writes maintain the number of posts, read by the primary key of author_counts. */
const profileDetail = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: UserId,
    Result: UserDetail,
    execute: (id) => sql`
      select ${userColumns(sql)}, email, diseases_visible_to as "diseasesVisibleTo",
        coalesce(json_agg(diseases.id order by position) filter (where position is not null), '[]') as "diseaseIds",
        coalesce(json_agg(json_build_object('id', diseases.id, 'name', diseases.name) order by position)
          filter (where position is not null), '[]') as diseases,
        coalesce((select posts from author_counts where author_id = users.id), 0) as "postCount"
      from users left join user_diseases on user_id = users.id left join diseases on diseases.id = disease_id
      where users.id = ${id} and ${isMember(sql)} group by users.id`
  })

const profileWrites = (sql: SqlClient.SqlClient) => ({
  update: SqlSchema.findOne({
    Request: ProfileChange,
    Result: Schema.Struct({ id: UserId }),
    execute: ({ bio, diseasesVisibleTo, id, role, setsBio, username }) => sql`
      update users set
        username = coalesce(${username?.name ?? null}, username),
        username_key = coalesce(${username?.key ?? null}, username_key),
        bio = case when ${setsBio} then ${bio?.content ?? null} else bio end,
        bio_html = case when ${setsBio} then ${bio?.html ?? null} else bio_html end,
        role = coalesce(${role}, role),
        diseases_visible_to = coalesce(${diseasesVisibleTo}, diseases_visible_to)
      where id = ${id}
      returning id`
  }),

  setVerification: SqlSchema.findOne({
    Request: Schema.Struct({ id: UserId, verification: Schema.OptionFromNullOr(VerificationRow) }),
    Result: Schema.Struct({ id: UserId }),
    execute: ({ id, verification }) => sql`
      update users set verified_by = ${verification?.by ?? null}, verified_at = ${verification?.at ?? null},
        verified_as = ${verification?.as ?? null}
      where id = ${id}
      returning id`
  }),

  setSuspension: SqlSchema.findOne({
    Request: Schema.Struct({ id: UserId, suspension: Schema.OptionFromNullOr(Suspension) }),
    Result: Schema.Struct({ id: UserId }),
    execute: ({ id, suspension }) => sql`
      update users set suspended_at = ${suspension?.at ?? null}, suspended_until = ${suspension?.until ?? null},
        suspended_reason = ${suspension?.reason ?? null}
      where id = ${id}
      returning id`
  }),

  lock: SqlSchema.void({
    Request: UserId,
    execute: (id) => sql`select from users where id = ${id} for no key update`
  }),

  setDiseases: SqlSchema.void({
    Request: Schema.Struct({ id: UserId, diseaseIds: Schema.Array(DiseaseId) }),
    execute: ({ diseaseIds, id }) => sql`
      with kept as (
        insert into user_diseases (user_id, disease_id, position)
        select ${id}::int, disease_id, position
        from unnest(${idArray(sql, diseaseIds)}) with ordinality given (disease_id, position)
        on conflict (user_id, disease_id) do update set position = excluded.position
      )
      delete from user_diseases where user_id = ${id} and disease_id <> all (${idArray(sql, diseaseIds)})`
  }),

  // Writes at most once a minute, and never a time before `createdAt`.
  touch: SqlSchema.void({
    Request: Schema.Struct({ id: UserId, at: Schema.DateTimeUtc }),
    execute: ({ at, id }) => sql`
      with stale as (
        select id from users where id = ${id} and active_at < date_trunc('minute', ${at}::timestamptz)
        for no key update skip locked
      )
      update users set active_at = date_trunc('minute', ${at}::timestamptz) from stale where users.id = stale.id`
  })
})

const emailWrite = (sql: SqlClient.SqlClient) =>
  SqlSchema.findOne({
    Request: Schema.Struct({ id: UserId, email: Schema.String, emailKey: Schema.String }),
    Result: Schema.Struct({ id: UserId }),
    execute: ({ email, emailKey, id }) =>
      sql`update users set email = ${email}, email_key = ${emailKey} where id = ${id} returning id`
  })

const orNotFound = (id: UserId) => Effect.orElseFail(() => new UserNotFound({ id }))

/** The error of a unique index that a statement violated. */
const orTaken =
  <E2>(constraint: string, taken: () => E2) =>
  <A, E, R>(statement: Effect.Effect<A, E, R>) =>
    Effect.catchIf(
      statement,
      (error) => error instanceof SqlError.SqlError && violated(error) === constraint,
      () => Effect.fail(taken())
    )

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const accounts = accountStatements(sql)
  const addresses = addressStatements(sql)
  const detail = profileDetail(sql)
  const list = listUsers(sql)
  const setEmail = emailWrite(sql)
  const { lock, setDiseases, setSuspension, setVerification, touch, update } = profileWrites(sql)
  const exists = <E, R>(statement: Effect.Effect<typeof Existence.Type, E, R>) =>
    Effect.map(orUnavailable(statement), ({ exists }) => exists)

  return UsersRepo.of({
    add: (account) =>
      Effect.flatMap(
        isReserved(account.usernameKey) ? Effect.succeedNone : orUnavailable(accounts.insert(account)),
        Option.match({
          onNone: () =>
            Effect.flatMap(exists(accounts.isEmailTaken(account.emailKey)), (isEmailTaken) =>
              Effect.fail(isEmailTaken ? new EmailTaken() : new UsernameTaken())
            ),
          onSome: ({ id }) => Effect.succeed(id)
        })
      ),
    lockFirstAdmin: Effect.asVoid(orUnavailable(sql`select pg_advisory_xact_lock(${firstAdminLock}, 0)`)),
    adminExists: exists(accounts.adminExists()),
    otherAdminExists: (id, now) => exists(accounts.otherAdminExists({ id, now })),
    otherStaffExists: (ids, now) => exists(accounts.otherStaffExists({ ids, now })),
    byEmail: (emailKey) => orUnavailable(accounts.byEmail(emailKey)),
    byUsername: (usernameKey) => orUnavailable(accounts.byUsername(usernameKey)),
    byId: (id) => orUnavailable(accounts.byId(id)),
    replacePasswordHash: (id, from, to) =>
      Effect.map(orUnavailable(accounts.replacePasswordHash({ id, from, to })), Option.isSome),
    detail: (id) => Effect.flatMap(orUnavailable(detail(id)), orNotFound(id)),
    page: (filter, window) => orUnavailable(list(filter, window)),
    update: (id, { bio, diseasesVisibleTo = null, role, username }) =>
      Effect.filterOrFail(
        Effect.succeed(username),
        (username) => !Option.exists(username, ({ key }) => isReserved(key)),
        () => new UsernameTaken()
      ).pipe(
        Effect.zipRight(
          update({ id, username, setsBio: Option.isSome(bio), bio: Option.flatten(bio), role, diseasesVisibleTo })
        ),
        orTaken("users_username_key_taken", () => new UsernameTaken()),
        orUnavailable,
        Effect.flatMap(orNotFound(id)),
        Effect.asVoid
      ),
    setEmail: (id, email) =>
      setEmail({ id, ...email }).pipe(
        orTaken("users_email_key_taken", () => new EmailTaken()),
        orUnavailable,
        Effect.flatMap(orNotFound(id)),
        Effect.asVoid
      ),
    setVerification: (id, verification) =>
      Effect.asVoid(Effect.flatMap(orUnavailable(setVerification({ id, verification })), orNotFound(id))),
    setSuspension: (id, suspension) =>
      Effect.asVoid(Effect.flatMap(orUnavailable(setSuspension({ id, suspension })), orNotFound(id))),
    // The lock is a statement of its own, so that the second one sees the commit that the lock waited for.
    setDiseases: (id, diseaseIds) => orUnavailable(Effect.zipRight(lock(id), setDiseases({ id, diseaseIds }))),
    touch: (id, at) => orUnavailable(touch({ id, at })),
    knowsAddress: (userId, hash) => exists(addresses.isKnown({ userId, hash })),
    rememberAddress: (userId, hash, at) => orUnavailable(addresses.remember({ userId, hash, at }))
  })
})

/** Members in PostgreSQL. */
export const layer = Layer.effect(UsersRepo, make)
