import { Effect, Schema } from "effect"
import { NotSignedIn } from "../../../domain/accounts/CurrentUser.ts"
import { Follow, type FollowTarget, maxFollows, TooManyFollows } from "../../../domain/follows/Follow.ts"
import type { UserId } from "../../../domain/Ids.ts"
import type { FollowKey } from "../../../domain/Lists.ts"
import { FollowsRepo } from "../../../ports/follows/FollowsRepo.ts"
import { time, whenDefined } from "../Columns.ts"
import { inDatabaseAsReader } from "../Reading.ts"
import { iso, List, limitClause, one, page, returnsRow, run } from "../Rows.ts"

const Added = Schema.Struct({ isMember: Schema.Boolean, isFollowed: Schema.Boolean })
const Follows = List(Schema.Struct({ key: Schema.Int, ...Follow.fields }))

export const layer = inDatabaseAsReader(FollowsRepo, (sql) => {
  const isThis = (userId: UserId, { id, type }: FollowTarget) =>
    sql`user_id = ${userId} and type = ${type} and target_id = ${id}`

  return {
    add: (userId, target, at) => {
      const added = sql`
        with me as (
          select id from users where id = ${userId}
        ), known as (
          select from follows where ${isThis(userId, target)}
        ), added as (
          insert into follows (user_id, type, target_id, created_at)
          select me.id, ${target.type}, ${target.id}, ${iso(at)}::timestamptz from me
          where not exists (select from known) and ${sql.literal(String(maxFollows))} > (
            select count(*) from follows where user_id = me.id
          )
          returning id
        )
        select exists (select from me) as "isMember",
          exists (select from known) or exists (select from added) as "isFollowed"`
      // The lock is a statement of its own: the next one sees the follows of the call for which it waited.
      return Effect.flatMap(
        Effect.zipRight(run(sql`select from users where id = ${userId} for no key update`), added.pipe(one(Added))),
        ({ isFollowed, isMember }): Effect.Effect<void, TooManyFollows | NotSignedIn> => {
          if (isFollowed) return Effect.void
          return isMember ? new TooManyFollows() : new NotSignedIn()
        }
      )
    },

    remove: (userId, target) => run(sql`delete from follows where ${isThis(userId, target)}`),

    has: (userId, target) => returnsRow(sql`select from follows where ${isThis(userId, target)}`),

    // Index follows_user_id. Names are looked up for all, since a hidden post counts in no total.
    page: (userId, { type }, window) => {
      const statement = sql`
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
      return Effect.map(statement.pipe(page(Follows, window, ({ key }): FollowKey => ({ id: key }))), (found) => ({
        ...found,
        items: found.items.map(({ key: _, ...follow }) => follow)
      }))
    }
  }
})
