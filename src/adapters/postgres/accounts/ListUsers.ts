import { type SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { Role } from "../../../domain/accounts/Role.ts"
import { memberSearch, User, type UserFilter } from "../../../domain/accounts/User.ts"
import { UserKey } from "../../../domain/Lists.ts"
import { type PageSlice, pageFromOverfetch } from "../../../domain/Page.ts"
import { time } from "../Columns.ts"
import { communityCount } from "../CommunityCounts.ts"
import { whenDefined } from "../Conditions.ts"
import { keysetFields, limitClause } from "../Keyset.ts"

const ListRequest = Schema.Struct({ role: Schema.UndefinedOr(Role), ...keysetFields(UserKey) })
const UserList = Schema.Struct({ items: Schema.Array(User), total: Schema.Int })

/** The columns of a member in `users`. */
export const userColumns = (sql: SqlClient.SqlClient) =>
  sql`users.id, username, role, bio, bio_html as "bioHtml", ${time(sql, "users.created_at")} as "createdAt"`

/** The order is that of the primary key, or of the index users_role_id; writes maintain the total. */
const listByRole = (sql: SqlClient.SqlClient) =>
  SqlSchema.single({
    Request: ListRequest,
    Result: UserList,
    execute: ({ role, ...window }) => sql`
      select
        (${communityCount(sql, "users", role)}) as total,
        (select coalesce(json_agg(page), '[]') from (
          select ${userColumns(sql)} from users where ${sql.and([
            ...whenDefined(role, (role) => sql`users.role = ${role}`),
            ...whenDefined(window.after, ({ id }) => sql`users.id < ${id}`)
          ])}
          order by users.id desc ${limitClause(sql, window)}
        ) page) as items`
  })

/** `like` patterns for a text with the folded name on its first line and the folded email on its second. */
const patternsOf = (search: string) => {
  const { isAnywhere, text } = memberSearch(search)
  if (text === "") return { inName: "", inEmail: "" } // matches no member
  const literal = text.replace(/[\\%_]/g, "\\$&")
  return isAnywhere
    ? { inName: `%${literal}%`, inEmail: `%${literal}%` }
    : { inName: `${literal}%`, inEmail: `%\n${literal}%` }
}

/** Uses the index users_search, whose expression is `names`. */
const searchUsers = (sql: SqlClient.SqlClient) => {
  const names = sql`(users.username_key || chr(10) || users.email_key)`
  return SqlSchema.single({
    Request: Schema.Struct({ ...ListRequest.fields, inName: Schema.String, inEmail: Schema.String }),
    Result: UserList,
    execute: ({ inEmail, inName, role, ...window }) => sql`
      with matched as materialized (
        select users.id from users where ${sql.and([
          sql`(${names} like ${inName} or ${names} like ${inEmail})`,
          ...whenDefined(role, (role) => sql`users.role = ${role}`)
        ])}
      )
      select
        (select count(*)::int from matched) as total,
        (select coalesce(json_agg(page), '[]') from (
          select ${userColumns(sql)} from (
            select users.id from matched users where ${sql.and([
              sql`true`,
              ...whenDefined(window.after, ({ id }) => sql`users.id < ${id}`)
            ])}
            order by users.id desc ${limitClause(sql, window)}
          ) chosen join users on users.id = chosen.id order by users.id desc
        ) page) as items`
  })
}

/** Lists members: see `UsersRepo.page`. */
export const listUsers = (sql: SqlClient.SqlClient) => {
  const list = listByRole(sql)
  const searchFor = searchUsers(sql)
  return ({ role, search }: UserFilter, window: PageSlice<UserKey>) =>
    Effect.map(
      search === undefined ? list({ role, ...window }) : searchFor({ role, ...window, ...patternsOf(search) }),
      ({ items, total }) => pageFromOverfetch(items, total, window, ({ id }): UserKey => ({ id }))
    )
}
