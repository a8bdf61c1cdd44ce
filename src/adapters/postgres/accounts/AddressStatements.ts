import { type SqlClient, SqlSchema } from "@effect/sql"
import { Schema } from "effect"
import { UserId } from "../../../domain/Ids.ts"
import { maxAddresses } from "../../../ports/UsersRepo.ts"

export const Existence = Schema.Struct({ exists: Schema.Boolean })

const Address = { userId: UserId, hash: Schema.String }

/** The addresses that members have logged in from, as keyed hashes. */
export const addressStatements = (sql: SqlClient.SqlClient) => ({
  isKnown: SqlSchema.single({
    Request: Schema.Struct(Address),
    Result: Existence,
    execute: ({ hash, userId }) =>
      sql`select exists (select from known_addresses where user_id = ${userId} and hash = ${hash})`
  }),

  // Skips rows that a concurrent login has locked: two logins that wait for each other would deadlock.
  remember: SqlSchema.void({
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
        order by used_at desc, hash offset ${maxAddresses - 1} for update skip locked)`
  })
})
