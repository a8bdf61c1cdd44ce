import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Option, Redacted, Schema } from "effect"
import { changeKinds } from "../../domain/Change.ts"
import { UserId } from "../../domain/Ids.ts"
import type { Instance } from "../../domain/Instance.ts"
import { ChangesRepo, goneSeconds } from "../../ports/ChangesRepo.ts"
import { Appended } from "./BatchStatement.ts"
import { orUnavailable } from "./connection/Failures.ts"

/** More instances than any community runs. */
const maxInstances = 1_000

const Change = Schema.Struct({
  sequence: Schema.Int,
  kind: Schema.Literal(...changeKinds),
  id: Schema.Int,
  userId: Schema.NullOr(UserId)
})

const InstanceRow = Schema.Struct({
  id: Schema.String,
  url: Schema.NullOr(Schema.String),
  secret: Schema.NullOr(Schema.String)
})

const toRow = ({ address, id }: Instance): typeof InstanceRow.Type => ({
  id,
  url: Option.getOrNull(Option.map(address, ({ url }) => url)),
  secret: Option.getOrNull(Option.map(address, ({ secret }) => Redacted.value(secret)))
})

const fromRow = ({ id, secret, url }: typeof InstanceRow.Type): Instance => ({
  id,
  address: url === null || secret === null ? Option.none() : Option.some({ url, secret: Redacted.make(secret) })
})

/** Notes an instance, and looks for others, in statements of their own (`ChangesRepo.present`). */
const instanceStatements = (sql: SqlClient.SqlClient) => ({
  note: SqlSchema.void({
    Request: InstanceRow,
    execute: ({ id, secret, url }) =>
      sql`with gone as (
            delete from instances where seen_at < now() - make_interval(secs => ${goneSeconds}) and id <> ${id}
          )
          insert into instances (id, seen_at, url, secret) values (${id}, clock_timestamp(), ${url}, ${secret})
          on conflict (id) do update set seen_at = excluded.seen_at, url = excluded.url, secret = excluded.secret`
  }),

  others: SqlSchema.findAll({
    Request: Schema.String,
    Result: InstanceRow,
    execute: (id) => sql`select id, url, secret from instances where id <> ${id} order by id limit ${maxInstances}`
  })
})

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { note, others } = instanceStatements(sql)

  // The last used sequence number. An unused sequence has a `last_value` of 1.
  const lastSequence = sql`(last_value - (not is_called)::int)`

  const append = SqlSchema.single({
    Request: Schema.String,
    Result: Schema.Struct({ appended: Appended }),
    execute: (changes) => sql`
      select append_to_outbox(array_agg((kind, id, "userId")::change)) as appended
      from json_to_recordset(${changes}::json) as given (kind text, id int, "userId" int)`
  })

  // Reads the last number before the locks. Ignores the locks of its own transaction.
  const lowWatermark = SqlSchema.single({
    Request: Schema.Void,
    Result: Schema.Struct({ sequence: Schema.Int }),
    execute: () =>
      sql`with given as materialized (select ${lastSequence} as sequence from outbox_sequence_seq)
          select least(given.sequence, (
            select min(~ ((classid::bigint << 32) | objid::bigint)) from pg_locks
            where given.sequence > 0 and locktype = 'advisory' and objsubid = 1 and classid::bigint >= 2147483648
              and database = (select oid from pg_database where datname = current_database())
              and pid <> pg_backend_pid()
          ))::float8 as sequence
          from given`
  })

  // Index: the primary key. `pg` gives a bigint as text; sequence numbers are exact as floats.
  const within = SqlSchema.findAll({
    Request: Schema.Struct({ limit: Schema.Int, ranges: Schema.String }),
    Result: Change,
    execute: ({ limit, ranges }) =>
      sql`select sequence::float8 as sequence, kind, id, user_id as "userId"
          from json_to_recordset(${ranges}::json) as range (after bigint, until bigint)
            cross join lateral (
              select * from outbox where sequence > range.after and sequence <= range.until
              order by sequence limit ${limit}
            ) found
          order by found.sequence limit ${limit}`
  })

  return ChangesRepo.of({
    append: (changes) =>
      changes.length === 0
        ? Effect.succeed([])
        : orUnavailable(
            Effect.map(append(JSON.stringify(changes)), ({ appended }) => appended.map(([sequence]) => sequence))
          ),
    within: (ranges, limit) => orUnavailable(within({ limit, ranges: JSON.stringify(ranges) })),
    lowWatermark: orUnavailable(Effect.map(lowWatermark(undefined), ({ sequence }) => sequence)),
    present: (instance) =>
      orUnavailable(
        Effect.map(Effect.zipRight(note(toRow(instance)), others(instance.id)), (rows) => rows.map(fromRow))
      ),
    leave: (instance) => Effect.asVoid(orUnavailable(sql`delete from instances where id = ${instance}`)),
    prune: (days) =>
      Effect.asVoid(orUnavailable(sql`delete from outbox where created_at < now() - make_interval(days => ${days})`))
  })
})

/** The outbox in PostgreSQL. */
export const layer = Layer.effect(ChangesRepo, make)
