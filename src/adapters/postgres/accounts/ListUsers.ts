import { type SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"
import { formerMember } from "../../../domain/accounts/Leaving.ts"
import { Role } from "../../../domain/accounts/Role.ts"
import { memberSearch, User, type UserFilter } from "../../../domain/accounts/User.ts"
import { UserKey } from "../../../domain/Lists.ts"
import { type PageSlice, pageFromOverfetch } from "../../../domain/Page.ts"
import { communityCount } from "../CommunityCounts.ts"
import { whenDefined } from "../Conditions.ts"
import { keysetFields, limitClause } from "../Keyset.ts"
import { userColumns } from "./UserColumns.ts"

const ListRequest = Schema.Struct({
  role: Schema.UndefinedOr(Role),
  verified: Schema.UndefinedOr(Schema.Boolean),
  ...keysetFields(UserKey)
})
type ListRequest = typeof ListRequest.Encoded

const UserList = Schema.Struct({ items: Schema.Array(User), total: Schema.Int })

const isVerified = (sql: SqlClient.SqlClient, verified: boolean) =>
  verified ? sql`users.verified_as is not null` : sql`users.verified_as is null`

/** Writes maintain the total but that of verified members, who are counted (index users_verified). */
const selectTotal = (sql: SqlClient.SqlClient, { role, verified }: ListRequest) => {
  const all = communityCount(sql, "users", role)
  if (verified === undefined) return all
  const isListed = sql.and([isVerified(sql, true), ...whenDefined(role, (role) => sql`users.role = ${role}`)])
  const some = sql`select count(*)::int from users where ${isListed}`
  return verified ? some : sql`select (${all}) - (${some})`
}

/** The filters of a list by role and verification. */
const filters = (sql: SqlClient.SqlClient, { role, verified }: ListRequest) => [
  ...whenDefined(role, (role) => sql`users.role = ${role}`),
  ...whenDefined(verified, (verified) => isVerified(sql, verified))
]

/**
 * Ends before the former member, whose id is the greatest. The order is that of the primary key, or of the index
 * users_role_id or users_verified.
 */
const listByRole = (sql: SqlClient.SqlClient) =>
  SqlSchema.single({
    Request: ListRequest,
    Result: UserList,
    execute: (request) => sql`
      select
        (${selectTotal(sql, request)}) as total,
        (select coalesce(json_agg(page), '[]') from (
          select ${userColumns(sql)} from users where ${sql.and([
            sql`true`,
            ...filters(sql, request),
            sql`users.id < ${request.after?.id ?? formerMember.id}`
          ])}
          order by users.id desc ${limitClause(sql, request)}
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
    execute: ({ inEmail, inName, ...request }) => sql`
      with matched as materialized (
        select users.id from users where ${sql.and([
          sql`(${names} like ${inName} or ${names} like ${inEmail})`,
          ...filters(sql, request)
        ])}
      )
      select
        (select count(*)::int from matched) as total,
        (select coalesce(json_agg(page), '[]') from (
          select ${userColumns(sql)} from (
            select users.id from matched users where ${sql.and([
              sql`true`,
              ...whenDefined(request.after, ({ id }) => sql`users.id < ${id}`)
            ])}
            order by users.id desc ${limitClause(sql, request)}
          ) chosen join users on users.id = chosen.id order by users.id desc
        ) page) as items`
  })
}

/** Lists members: see `UsersRepo.page`. */
export const listUsers = (sql: SqlClient.SqlClient) => {
  const list = listByRole(sql)
  const searchFor = searchUsers(sql)
  return ({ role, search, verified }: UserFilter, window: PageSlice<UserKey>) =>
    Effect.map(
      search === undefined
        ? list({ role, verified, ...window })
        : searchFor({ role, verified, ...window, ...patternsOf(search) }),
      ({ items, total }) => pageFromOverfetch(items, total, window, ({ id }): UserKey => ({ id }))
    )
}
