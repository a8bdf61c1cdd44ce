import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Schema } from "effect"
import { NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import { Follow, FollowType, maxFollows, TooManyFollows } from "../../../domain/follows/Follow.ts"
import { UserId } from "../../../domain/Ids.ts"
import { FollowKey } from "../../../domain/Lists.ts"
import { pageFromOverfetch } from "../../../domain/Page.ts"
import { FollowsRepo } from "../../../ports/FollowsRepo.ts"
import { time } from "../Columns.ts"
import { whenDefined } from "../Conditions.ts"
import { orUnavailable } from "../connection/Failures.ts"
import { keysetFields, limitClause } from "../Keyset.ts"

const OneFollow = { userId: UserId, type: FollowType, id: Schema.Int }

const statements = (sql: SqlClient.SqlClient) => ({
  // A statement of its own: the next one sees the follows of the call for which it waited.
  lock: SqlSchema.void({
    Request: UserId,
    execute: (id) => sql`select from users where id = ${id} for no key update`
  }),

  add: SqlSchema.single({
    Request: Schema.Struct({ ...OneFollow, at: Schema.DateTimeUtc }),
    Result: Schema.Struct({ isMember: Schema.Boolean, isFollowed: Schema.Boolean }),
    execute: ({ at, id, type, userId }) => sql`
      with me as (
        select id from users where id = ${userId}
      ), known as (
        select from follows where user_id = ${userId} and type = ${type} and target_id = ${id}
      ), added as (
        insert into follows (user_id, type, target_id, created_at)
        select me.id, ${type}, ${id}, ${at}::timestamptz from me
        where not exists (select from known) and ${sql.literal(String(maxFollows))} > (
          select count(*) from follows where user_id = me.id
        )
        returning id
      )
      select exists (select from me) as "isMember",
        exists (select from known) or exists (select from added) as "isFollowed"`
  }),

  remove: SqlSchema.void({
    Request: Schema.Struct(OneFollow),
    execute: ({ id, type, userId }) =>
      sql`delete from follows where user_id = ${userId} and type = ${type} and target_id = ${id}`
  }),

  // Index follows_user_id. Names are looked up for all, since a hidden post counts in no total.
  page: SqlSchema.single({
    Request: Schema.Struct({ userId: UserId, type: Schema.UndefinedOr(FollowType), ...keysetFields(FollowKey) }),
    Result: Schema.Struct({
      items: Schema.Array(Schema.Struct({ key: Schema.Int, ...Follow.fields })),
      total: Schema.Int
    }),
    execute: ({ type, userId, ...window }) => sql`
      with named as materialized (
        select follows.id as key, follows.type, target_id as id, coalesce(title, diseases.name, username) as name,
          ${time(sql, "follows.created_at")} as "followedAt"
        from follows
        left join posts on follows.type = 'post' and posts.id = target_id
        left join diseases on follows.type = 'disease' and diseases.id = target_id
        left join users on follows.type = 'user' and users.id = target_id
        where ${sql.and([
          sql`follows.user_id = ${userId}`,
          ...whenDefined(type, (type) => sql`follows.type = ${type}`),
          sql`coalesce(title, diseases.name, username) is not null`
        ])}
      )
      select (select count(*)::int from named) as total, (select coalesce(json_agg(page), '[]') from (
        select * from named ${window.after === undefined ? sql`` : sql`where key < ${window.after.id}`}
        order by key desc ${limitClause(sql, window)}
      ) page) as items`
  })
})

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const { add, lock, page, remove } = statements(sql)

  return FollowsRepo.of({
    add: (userId, target, at) =>
      Effect.flatMap(
        orUnavailable(Effect.zipRight(lock(userId), add({ userId, ...target, at }))),
        ({ isFollowed, isMember }): Effect.Effect<void, TooManyFollows | NotSignedIn> => {
          if (isFollowed) return Effect.void
          return isMember ? new TooManyFollows() : new NotSignedIn()
        }
      ),
    remove: (userId, target) => orUnavailable(remove({ userId, ...target })),
    page: (userId, { type }, window) =>
      Effect.map(orUnavailable(page({ userId, type, ...window })), ({ items, total }) => {
        const found = pageFromOverfetch(items, total, window, ({ key }): FollowKey => ({ id: key }))
        return { ...found, items: found.items.map(({ key: _, ...follow }) => follow) }
      })
  })
})

/** Follows in PostgreSQL. */
export const layer = Layer.effect(FollowsRepo, make)
