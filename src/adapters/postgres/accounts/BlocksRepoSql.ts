import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { Block } from "../../../domain/accounts/Block.ts"
import { UserNotFound } from "../../../domain/accounts/User.ts"
import { UserId } from "../../../domain/Ids.ts"
import { BlockKey } from "../../../domain/Lists.ts"
import { pageFromOverfetch } from "../../../domain/Page.ts"
import { BlocksRepo } from "../../../ports/BlocksRepo.ts"
import { time } from "../Columns.ts"
import { whenDefined } from "../Conditions.ts"
import { orUnavailable } from "../connection/Failures.ts"
import { keysetFields, limitClause } from "../Keyset.ts"

const Pair = { userId: UserId, blockedId: UserId }

const statements = (sql: SqlClient.SqlClient) => ({
  add: SqlSchema.findOne({
    Request: Schema.Struct({ ...Pair, at: Schema.DateTimeUtc }),
    Result: Schema.Struct({ id: UserId }),
    execute: ({ at, blockedId, userId }) => sql`
      with added as (
        insert into blocks (user_id, blocked_id, created_at)
        select me.id, other.id, ${at}::timestamptz from users me cross join users other
        where me.id = ${userId} and other.id = ${blockedId}
        for key share of me, other -- waits for a member who leaves
        on conflict do nothing
      )
      select id from users where id = ${blockedId}`
  }),

  remove: SqlSchema.void({
    Request: Schema.Struct(Pair),
    execute: ({ blockedId, userId }) => sql`delete from blocks where user_id = ${userId} and blocked_id = ${blockedId}`
  }),

  // Index blocks_user_id. Counts rows, since a member blocks few.
  page: SqlSchema.single({
    Request: Schema.Struct({ userId: UserId, ...keysetFields(BlockKey) }),
    Result: Schema.Struct({
      items: Schema.Array(Schema.Struct({ key: Schema.Int, ...Block.fields })),
      total: Schema.Int
    }),
    execute: ({ userId, ...window }) => sql`
      select (select count(*)::int from blocks where user_id = ${userId}) as total,
        (select coalesce(json_agg(page), '[]') from (
          select blocks.id as key, users.id, users.username, ${time(sql, "blocks.created_at")} as "blockedAt"
          from blocks join users on users.id = blocks.blocked_id where ${sql.and([
            sql`blocks.user_id = ${userId}`,
            ...whenDefined(window.after, ({ id }) => sql`blocks.id < ${id}`)
          ])}
          order by blocks.id desc ${limitClause(sql, window)}
        ) page) as items`
  })
})

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const { add, page, remove } = statements(sql)

  return BlocksRepo.of({
    add: (userId, blockedId, at) =>
      Effect.flatMap(
        orUnavailable(add({ userId, blockedId, at })),
        Option.match({ onNone: () => new UserNotFound({ id: blockedId }), onSome: () => Effect.void })
      ),
    remove: (userId, blockedId) => orUnavailable(remove({ userId, blockedId })),
    page: (userId, window) =>
      Effect.map(orUnavailable(page({ userId, ...window })), ({ items, total }) => {
        const found = pageFromOverfetch(items, total, window, ({ key }): BlockKey => ({ id: key }))
        return { ...found, items: found.items.map(({ key: _, ...block }) => block) }
      })
  })
})

/** Blocks in PostgreSQL. */
export const layer = Layer.effect(BlocksRepo, make)
