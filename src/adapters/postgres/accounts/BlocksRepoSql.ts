import { Effect, Schema } from "effect"
import { Block } from "../../../domain/accounts/Block.ts"
import { UserNotFound } from "../../../domain/accounts/User.ts"
import { UserId } from "../../../domain/Ids.ts"
import type { BlockKey } from "../../../domain/Lists.ts"
import { BlocksRepo } from "../../../ports/accounts/BlocksRepo.ts"
import { time, whenDefined } from "../Columns.ts"
import { all, inDatabase, iso, List, limitClause, page, returnsRow, run } from "../Rows.ts"

const Blocked = Schema.Struct({ id: UserId })
const Blocks = List(Schema.Struct({ key: Schema.Int, ...Block.fields }))

export const layer = inDatabase(BlocksRepo, (sql) => ({
  add: (userId, blockedId, at) =>
    Effect.flatMap(
      returnsRow(sql`
        with added as (
          insert into blocks (user_id, blocked_id, created_at)
          select me.id, other.id, ${iso(at)}::timestamptz from users me cross join users other
          where me.id = ${userId} and other.id = ${blockedId}
          for key share of me, other -- waits for a member who leaves
          on conflict do nothing
        )
        select id from users where id = ${blockedId}`),
      (isMember) => (isMember ? Effect.void : new UserNotFound({ id: blockedId }))
    ),

  remove: (userId, blockedId) => run(sql`delete from blocks where user_id = ${userId} and blocked_id = ${blockedId}`),

  ids: (userId) =>
    Effect.map(all(Blocked)(sql`select blocked_id as id from blocks where user_id = ${userId}`), (found) =>
      found.map(({ id }) => id)
    ),

  // Index blocks_user_id. Counts rows, since a member blocks few.
  page: (userId, window) => {
    const behind = [sql`blocks.user_id = ${userId}`, ...whenDefined(window.after, ({ id }) => sql`blocks.id < ${id}`)]
    const statement = sql`
      select (select count(*)::int from blocks where user_id = ${userId}) as total,
        (select coalesce(json_agg(page), '[]') from (
          select blocks.id as key, users.id, users.username, ${time(sql, "blocks.created_at")} as "blockedAt"
          from blocks join users on users.id = blocks.blocked_id where ${sql.and(behind)}
          order by blocks.id desc ${limitClause(sql, window)}
        ) page) as items`
    return Effect.map(statement.pipe(page(Blocks, window, ({ key }): BlockKey => ({ id: key }))), (found) => ({
      ...found,
      items: found.items.map(({ key: _, ...block }) => block)
    }))
  }
}))
