import type { SqlClient } from "@effect/sql"
import { Option, Schema } from "effect"
import { formerMember } from "../../../domain/accounts/Leaving.ts"
import { memberSearch, minNameCharacters, User, type UserFilter } from "../../../domain/accounts/User.ts"
import { type PostId, UserId } from "../../../domain/Ids.ts"
import type { UserKey } from "../../../domain/Lists.ts"
import type { PageSlice } from "../../../domain/Page.ts"
import { lengthOf } from "../../../domain/Text.ts"
import { communityCount, html, time, whenDefined } from "../Columns.ts"
import { all, List, limitClause, page } from "../Rows.ts"

/** The columns of a member in `users`. */
export const userColumns = (sql: SqlClient.SqlClient) =>
  sql`users.id, users.username, users.role, users.bio, ${html(sql, "users.bio")} as "bioHtml",
    case when users.verified_as is not null then json_build_object(
      'by', (select json_build_object('id', admin.id, 'username', admin.username) from users admin where admin.id = users.verified_by),
      'at', ${time(sql, "users.verified_at")}, 'as', users.verified_as
    ) end as verified,
    case when users.suspended_at is not null then json_build_object('at', ${time(sql, "users.suspended_at")},
      'until', ${time(sql, "users.suspended_until")}, 'reason', users.suspended_reason) end as suspended,
    ${time(sql, "users.created_at")} as "createdAt"`

interface ListRequest extends UserFilter, PageSlice<UserKey> {}

const Users = List(User)

const isVerified = (sql: SqlClient.SqlClient, verified: boolean) =>
  verified ? sql`users.verified_as is not null` : sql`users.verified_as is null`

/** Writes maintain the total of members. Verified members are counted at each read (index users_verified). */
const selectTotal = (sql: SqlClient.SqlClient, { role, verified }: ListRequest) => {
  const all = communityCount(sql, "users", role)
  if (verified === undefined) return all
  const isListed = sql.and([isVerified(sql, true), ...whenDefined(role, (role) => sql`users.role = ${role}`)])
  const some = sql`select count(*)::int from users where ${isListed}`
  return verified ? some : sql`select (${all}) - (${some})`
}

const filters = (sql: SqlClient.SqlClient, { role, verified }: ListRequest) => [
  ...whenDefined(role, (role) => sql`users.role = ${role}`),
  ...whenDefined(verified, (verified) => isVerified(sql, verified))
]

/**
 * Ends before the former member, whose id is the greatest. The order is that of the primary key, or of the index
 * users_role_id or users_verified.
 */
const listByRole = (sql: SqlClient.SqlClient, request: ListRequest) => sql`
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

/** `like` patterns for a text with the folded name on its first line and the folded email on its second. */
const patternsOf = (search: string) => {
  const { isAnywhere, text } = memberSearch(search)
  if (text === "") return { inName: "", inEmail: "" } // matches no member
  const literal = text.replace(/[\\%_]/g, "\\$&")
  return isAnywhere
    ? { inName: `%${literal}%`, inEmail: `%${literal}%` }
    : { inName: `${literal}%`, inEmail: `%\n${literal}%` }
}

/** The expression of the index users_search. */
const names = (sql: SqlClient.SqlClient) => sql`(users.username_key || chr(10) || users.email_key)`

/** Uses the index users_search. */
const searchUsers = (sql: SqlClient.SqlClient, search: string, request: ListRequest) => {
  const { inEmail, inName } = patternsOf(search)
  return sql`
      with matched as materialized (
        select users.id from users where ${sql.and([
          sql`(${names(sql)} like ${inName} or ${names(sql)} like ${inEmail})`,
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
}

const Named = Schema.Struct({ id: UserId, username: Schema.String })

/** Finds members by name: see `UsersRepo.named` (indexes comments_post_id and users_search). */
export const namedUsers =
  (sql: SqlClient.SqlClient) => (typed: string, postId: Option.Option<PostId>, limit: number) => {
    const post = Option.getOrNull(postId)
    const isBlank = typed.trim() === ""
    const inName = isBlank ? "%" : patternsOf(typed).inName
    const others = lengthOf(typed.trim()) < minNameCharacters ? sql`false` : sql`${names(sql)} like ${inName}`
    const isNamed = sql`users.username_key like ${inName} and users.id <> ${formerMember.id}`
    return sql`
    with writers as materialized (
      select author_id from posts where id = ${post}::int union select author_id from comments where post_id = ${post}::int
    )
    select id, username from (
      select id, username, username_key, true as is_here from users join writers on author_id = users.id where ${isNamed}
      union all (
        select id, username, username_key, false from users
        where ${others} and ${isNamed} and id not in (select author_id from writers) order by username_key limit ${limit}
      )
    ) found
    order by is_here desc, username_key limit ${limit}`.pipe(all(Named))
  }

/** Lists members: see `UsersRepo.page`. */
export const listUsers = (sql: SqlClient.SqlClient) => (filter: UserFilter, window: PageSlice<UserKey>) => {
  const request = { ...filter, ...window }
  const { search } = filter
  const statement = search === undefined ? listByRole(sql, request) : searchUsers(sql, search, request)
  return statement.pipe(page(Users, window, ({ id }): UserKey => ({ id })))
}
