import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Schema } from "effect"
import { changeKinds } from "../domain/Change.ts"
import { UserId } from "../domain/Ids.ts"
import { ChangesRepo } from "../repositories/ChangesRepo.ts"
import { Appended } from "./Batches.ts"
import { stored } from "./Failures.ts"

const Change = Schema.Struct({
  place: Schema.Int,
  kind: Schema.Literal(...changeKinds),
  id: Schema.Int,
  userId: Schema.NullOr(UserId)
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The last place that was given: a sequence that gave none yet says 1.
  const given = sql`(last_value - (not is_called)::int)`

  const append = SqlSchema.single({
    Request: Schema.String,
    Result: Schema.Struct({ appended: Appended }),
    execute: (changes) => sql`
      select append_changes(array_agg(kind), array_agg(id), array_agg("userId")) as appended
      from json_to_recordset(${changes}::json) as given (kind text, id int, "userId" int)`
  })

  // The places given are read before the locks. Our own transaction's are no reason to wait.
  const settled = SqlSchema.single({
    Request: Schema.Void,
    Result: Schema.Struct({ place: Schema.Int }),
    execute: () =>
      sql`with given as materialized (select ${given} as place from changes_place_seq)
          select least(given.place, (
            select min(~ ((classid::bigint << 32) | objid::bigint)) from pg_locks
            where given.place > 0 and locktype = 'advisory' and objsubid = 1 and classid::bigint >= 2147483648
              and database = (select oid from pg_database where datname = current_database())
              and pid <> pg_backend_pid()
          ))::float8 as place
          from given`
  })

  // Index: the primary key. A bigint arrives as text, and a place is far from where a float stops being exact.
  const within = SqlSchema.findAll({
    Request: Schema.Struct({ limit: Schema.Int, ranges: Schema.String }),
    Result: Change,
    execute: ({ limit, ranges }) =>
      sql`select place::float8 as place, kind, id, user_id as "userId"
          from json_to_recordset(${ranges}::json) as range (after bigint, until bigint)
            cross join lateral (
              select * from changes where place > range.after and place <= range.until order by place limit ${limit}
            ) found
          order by found.place limit ${limit}`
  })

  return ChangesRepo.of({
    append: (changes) =>
      changes.length === 0
        ? Effect.succeed([])
        : stored(Effect.map(append(JSON.stringify(changes)), ({ appended }) => appended.map(([place]) => place))),
    within: (ranges, limit) => stored(within({ limit, ranges: JSON.stringify(ranges) })),
    settled: stored(Effect.map(settled(undefined), ({ place }) => place)),
    prune: (days) =>
      Effect.asVoid(stored(sql`delete from changes where created_at < now() - make_interval(days => ${days})`))
  })
})

/** The change log in PostgreSQL. */
export const layer = Layer.effect(ChangesRepo, make)
