import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Layer, Schema } from "effect"
import type { SequenceRange } from "../../domain/Change.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { ChangesRepo, type OutboxPage } from "../../ports/ChangesRepo.ts"
import { Appended } from "./BatchStatement.ts"
import { orUnavailable } from "./connection/Failures.ts"

/** Reads pages of the outbox. */
const pageStatements = (sql: SqlClient.SqlClient) => {
  // Index: the primary key.
  const read = SqlSchema.single({
    Request: Schema.Struct({ limit: Schema.Int, ranges: Schema.String }),
    Result: Schema.Struct({ epoch: Schema.NullOr(Schema.String), appended: Appended }),
    execute: ({ limit, ranges }) =>
      sql`select (select epoch from outbox_epoch) as epoch,
            coalesce(json_agg(json_build_array(sequence, kind, id, user_id) order by sequence), '[]') as appended
          from (
            select found.* from json_to_recordset(${ranges}::json) as range (after bigint, until bigint)
              cross join lateral (
                select * from outbox where sequence > range.after and sequence <= range.until
                order by sequence limit ${limit}
              ) found
            order by found.sequence limit ${limit}
          ) page`
  })

  /** A lost epoch is replaced before anything is read in it. */
  const within = (ranges: ReadonlyArray<SequenceRange>, limit: number): Effect.Effect<OutboxPage, Unavailable> =>
    Effect.flatMap(orUnavailable(read({ limit, ranges: JSON.stringify(ranges) })), ({ appended, epoch }) => {
      if (epoch === null) {
        const renewed = sql`insert into outbox_epoch default values on conflict do nothing`
        return Effect.zipRight(orUnavailable(renewed), within(ranges, limit))
      }
      return Effect.succeed({
        epoch,
        changes: appended.map(([sequence, kind, id, userId]) => ({ sequence, kind, id, userId }))
      })
    })

  // Index: the primary key.
  const oldest = SqlSchema.single({
    Request: Schema.Void,
    Result: Schema.Struct({ sequence: Schema.OptionFromNullOr(Schema.Number) }),
    execute: () => sql`select min(sequence)::float8 as sequence from outbox`
  })

  return { oldest, within }
}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

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

  const { oldest, within } = pageStatements(sql)

  return ChangesRepo.of({
    append: (changes) =>
      changes.length === 0
        ? Effect.succeed([])
        : orUnavailable(
            Effect.map(append(JSON.stringify(changes)), ({ appended }) => appended.map(([sequence]) => sequence))
          ),
    within,
    oldest: orUnavailable(Effect.map(oldest(undefined), ({ sequence }) => sequence)),
    lowWatermark: orUnavailable(Effect.map(lowWatermark(undefined), ({ sequence }) => sequence)),
    prune: (days) =>
      Effect.asVoid(
        orUnavailable(sql`
          delete from outbox where created_at < now() - make_interval(days => ${days})
            and sequence < (select max(sequence) from outbox)
            and sequence < coalesce((
              select min(sequence) from outbox where kind in ('post_published', 'comment_published')
                and sequence > (select sequence from fan_out)
            ), ${Number.MAX_SAFE_INTEGER})`)
      )
  })
})

/** The outbox in PostgreSQL. */
export const layer = Layer.effect(ChangesRepo, make)
