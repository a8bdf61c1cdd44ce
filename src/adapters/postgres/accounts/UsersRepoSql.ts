import { SqlClient, SqlError, SqlSchema } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { Role } from "../../../domain/accounts/Role.ts"
import {
  EmailTaken,
  memberSearch,
  User,
  UserDetail,
  type UserFilter,
  UserNotFound,
  UsernameTaken
} from "../../../domain/accounts/User.ts"
import { DiseaseId, UserId } from "../../../domain/Ids.ts"
import { UserKey } from "../../../domain/Lists.ts"
import { type PageSlice, pageFromOverfetch } from "../../../domain/Page.ts"
import { UsersRepo } from "../../../ports/UsersRepo.ts"
import { time } from "../Columns.ts"
import { communityCount } from "../CommunityCounts.ts"
import { orUnavailable, violated } from "../connection/Failures.ts"
import { keysetFields, limitClause } from "../Keyset.ts"

/** The key of the advisory lock; other repositories use other keys. */
const firstAdminLock = 1

/** The number of known addresses stored for a member, beside the one used last. */
const otherAddresses = 19

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
const Changed = Schema.Struct({
  id: UserId,
  username: Schema.OptionFromNullOr(Schema.Struct({ name: Schema.String, key: Schema.String })),
  setsBio: Schema.Boolean,
  bio: Bio,
  role: Schema.OptionFromNullOr(Role)
})

const Listed = Schema.Struct({ role: Schema.UndefinedOr(Role), ...keysetFields(UserKey) })
const ListedUsers = Schema.Struct({ items: Schema.Array(User), total: Schema.Int })

/** `like` patterns for a text with the folded name on its first line and the folded email on its second. */
const patternsOf = (search: string) => {
  const { isAnywhere, text } = memberSearch(search)
  if (text === "") return { inName: "", inEmail: "" } // matches no member
  const literal = text.replace(/[\\%_]/g, "\\$&")
  return isAnywhere
    ? { inName: `%${literal}%`, inEmail: `%${literal}%` }
    : { inName: `${literal}%`, inEmail: `%\n${literal}%` }
}

const Address = { userId: UserId, hash: Schema.String }

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = sql`users.id, username, role, bio, bio_html as "bioHtml", ${time(sql, "users.created_at")} as "createdAt"`

  // `do nothing` rather than catching a unique violation, which would have aborted the transaction around it.
  const insert = SqlSchema.findOne({
    Request: Account,
    Result: Schema.Struct({ id: UserId }),
    execute: (row) => sql`
      insert into users (
        username, username_key, email, email_key, password_hash, role, bio, bio_html, created_at, active_at)
      values (${row.username}, ${row.usernameKey}, ${row.email}, ${row.emailKey}, ${row.passwordHash}, ${row.role},
        ${row.bio?.content ?? null}, ${row.bio?.html ?? null}, ${row.createdAt}, ${row.createdAt})
      on conflict do nothing
      returning id`
  })

  const exists = Schema.Struct({ exists: Schema.Boolean })

  const emailTaken = SqlSchema.single({
    Request: Schema.String,
    Result: exists,
    execute: (key) => sql`select exists (select from users where email_key = ${key})`
  })

  // Index users_role_id.
  const adminExists = SqlSchema.single({
    Request: Schema.Void,
    Result: exists,
    execute: () => sql`select exists (select from users where role = 'admin')`
  })

  // Index users_role_id.
  const otherAdminExists = SqlSchema.single({
    Request: UserId,
    Result: exists,
    execute: (id) => sql`select exists (select from users where role = 'admin' and id <> ${id})`
  })

  const byEmail = SqlSchema.findOne({
    Request: Schema.String,
    Result: Schema.Struct({ id: UserId, passwordHash: Schema.String }),
    execute: (key) => sql`select id, password_hash as "passwordHash" from users where email_key = ${key}`
  })

  // Writes maintain the number of posts, read by the primary key of author_counts.
  const detail = SqlSchema.findOne({
    Request: UserId,
    Result: UserDetail,
    execute: (id) => sql`
      select ${columns}, email,
        coalesce(json_agg(diseases.id order by position) filter (where position is not null), '[]') as "diseaseIds",
        coalesce(json_agg(json_build_object('id', diseases.id, 'name', diseases.name) order by position)
          filter (where position is not null), '[]') as diseases,
        coalesce((select posts from author_counts where author_id = users.id), 0) as "postCount"
      from users left join user_diseases on user_id = users.id left join diseases on diseases.id = disease_id
      where users.id = ${id} group by users.id`
  })

  const ofRole = (role: Role | undefined) => (role === undefined ? [] : [sql`users.role = ${role}`])
  const behind = (after: UserKey | undefined) => (after === undefined ? [] : [sql`users.id < ${after.id}`])

  // Ordered by the primary key, or by users_role_id; writes maintain the total.
  const page = SqlSchema.single({
    Request: Listed,
    Result: ListedUsers,
    execute: ({ role, ...window }) => sql`
      select
        (${communityCount(sql, "users", role)}) as total,
        (select coalesce(json_agg(page), '[]') from (
          select ${columns} from users where ${sql.and([...ofRole(role), ...behind(window.after)])}
          order by users.id desc ${limitClause(sql, window)}
        ) page) as items`
  })

  // The expression of the index users_search.
  const names = sql`(users.username_key || chr(10) || users.email_key)`
  const searched = SqlSchema.single({
    Request: Schema.Struct({ ...Listed.fields, inName: Schema.String, inEmail: Schema.String }),
    Result: ListedUsers,
    execute: ({ inEmail, inName, role, ...window }) => sql`
      with matched as materialized (
        select users.id from users
        where ${sql.and([sql`(${names} like ${inName} or ${names} like ${inEmail})`, ...ofRole(role)])}
      )
      select
        (select count(*)::int from matched) as total,
        (select coalesce(json_agg(page), '[]') from (
          select ${columns} from (
            select users.id from matched users where ${sql.and([sql`true`, ...behind(window.after)])}
            order by users.id desc ${limitClause(sql, window)}
          ) chosen join users on users.id = chosen.id order by users.id desc
        ) page) as items`
  })

  const listed = ({ role, search }: UserFilter, window: PageSlice<UserKey>) =>
    search === undefined ? page({ role, ...window }) : searched({ role, ...window, ...patternsOf(search) })

  const update = SqlSchema.findOne({
    Request: Changed,
    Result: Schema.Struct({ id: UserId }),
    execute: ({ bio, id, role, setsBio, username }) => sql`
      update users set
        username = coalesce(${username?.name ?? null}, username),
        username_key = coalesce(${username?.key ?? null}, username_key),
        bio = case when ${setsBio} then ${bio?.content ?? null} else bio end,
        bio_html = case when ${setsBio} then ${bio?.html ?? null} else bio_html end,
        role = coalesce(${role}, role)
      where id = ${id}
      returning id`
  })

  const lock = SqlSchema.void({
    Request: UserId,
    execute: (id) => sql`select from users where id = ${id} for no key update`
  })

  const setDiseases = SqlSchema.void({
    Request: Schema.Struct({ id: UserId, diseaseIds: Schema.Array(DiseaseId) }),
    execute: ({ diseaseIds, id }) => {
      const ids = `{${diseaseIds.join(",")}}`
      return sql`
        with kept as (
          insert into user_diseases (user_id, disease_id, position)
          select ${id}::int, disease_id, position from unnest(${ids}::int[]) with ordinality given (disease_id, position)
          on conflict (user_id, disease_id) do update set position = excluded.position
        )
        delete from user_diseases where user_id = ${id} and disease_id <> all (${ids}::int[])`
    }
  })

  // Writes at most once a minute, and never a time before `createdAt`.
  const touch = SqlSchema.void({
    Request: Schema.Struct({ id: UserId, at: Schema.DateTimeUtc }),
    execute: ({ at, id }) => sql`
      with stale as (
        select id from users where id = ${id} and active_at < date_trunc('minute', ${at}::timestamptz)
        for no key update skip locked
      )
      update users set active_at = date_trunc('minute', ${at}::timestamptz) from stale where users.id = stale.id`
  })

  const knowsAddress = SqlSchema.single({
    Request: Schema.Struct(Address),
    Result: exists,
    execute: ({ hash, userId }) =>
      sql`select exists (select from known_addresses where user_id = ${userId} and hash = ${hash})`
  })

  // Skips rows that a concurrent login has locked: two logins that wait for each other would deadlock.
  const rememberAddress = SqlSchema.void({
    Request: Schema.Struct({ ...Address, at: Schema.DateTimeUtc }),
    execute: ({ at, hash, userId }) => sql`
      with remembered as (
        insert into known_addresses (user_id, hash, used_at) values (${userId}, ${hash}, ${at})
        on conflict (user_id, hash) do update set used_at = excluded.used_at
        returning hash
      )
      delete from known_addresses where user_id = ${userId} and hash in (
        select hash from known_addresses
        where user_id = ${userId} and hash <> (select hash from remembered)
        order by used_at desc, hash offset ${otherAddresses} for update skip locked)`
  })

  const orNotFound = (id: UserId) => Effect.orElseFail(() => new UserNotFound({ id }))
  const taken = (error: SqlError.SqlError) => violated(error) === "users_username_key_taken"

  return UsersRepo.of({
    add: (account) =>
      Effect.flatMap(
        orUnavailable(insert(account)),
        Option.match({
          onNone: () =>
            Effect.flatMap(orUnavailable(emailTaken(account.emailKey)), ({ exists }) =>
              Effect.fail(exists ? new EmailTaken() : new UsernameTaken())
            ),
          onSome: ({ id }) => Effect.succeed(id)
        })
      ),
    lockFirstAdmin: Effect.asVoid(orUnavailable(sql`select pg_advisory_xact_lock(${firstAdminLock}, 0)`)),
    adminExists: Effect.map(orUnavailable(adminExists()), ({ exists }) => exists),
    otherAdminExists: (id) => Effect.map(orUnavailable(otherAdminExists(id)), ({ exists }) => exists),
    byEmail: (emailKey) => orUnavailable(byEmail(emailKey)),
    setPasswordHash: (id, hash) =>
      Effect.asVoid(orUnavailable(sql`update users set password_hash = ${hash} where id = ${id}`)),
    detail: (id) => Effect.flatMap(orUnavailable(detail(id)), orNotFound(id)),
    page: (filter, window) =>
      Effect.map(orUnavailable(listed(filter, window)), ({ items, total }) =>
        pageFromOverfetch(items, total, window, ({ id }): UserKey => ({ id }))
      ),
    update: (id, { bio, role, username }) =>
      update({ id, username, setsBio: Option.isSome(bio), bio: Option.flatten(bio), role }).pipe(
        Effect.catchIf(
          (error) => error instanceof SqlError.SqlError && taken(error),
          () => Effect.fail(new UsernameTaken())
        ),
        orUnavailable,
        Effect.flatMap(orNotFound(id)),
        Effect.asVoid
      ),
    // The lock is a statement of its own: what waits for it must see what the transaction before it left.
    setDiseases: (id, diseaseIds) => orUnavailable(Effect.zipRight(lock(id), setDiseases({ id, diseaseIds }))),
    touch: (id, at) => orUnavailable(touch({ id, at })),
    knowsAddress: (userId, hash) => Effect.map(orUnavailable(knowsAddress({ userId, hash })), ({ exists }) => exists),
    rememberAddress: (userId, hash, at) => orUnavailable(rememberAddress({ userId, hash, at }))
  })
})

/** Members in PostgreSQL. */
export const layer = Layer.effect(UsersRepo, make)
