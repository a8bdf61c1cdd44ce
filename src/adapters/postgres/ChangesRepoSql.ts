import { Effect, Schema } from "effect"
import { publishedKinds, type SequenceRange } from "../../domain/Change.ts"
import type { Unavailable } from "../../domain/Unavailable.ts"
import { ChangesRepo, type OutboxPage } from "../../ports/ChangesRepo.ts"
import { Appended, changesOf } from "./BatchStatement.ts"
import { inDatabase, one, run, Value } from "./Rows.ts"

const Added = Value("appended", Appended)
const Page = Schema.Struct({ epoch: Schema.NullOr(Schema.String), appended: Appended })
const Oldest = Value("sequence", Schema.OptionFromNullOr(Schema.Number))
const Sequence = Value("sequence", Schema.Int)

/** The kinds that the fan-out reads, as the index outbox_published has them. */
const published = Array.from(publishedKinds, (kind) => `'${kind}'`).join(", ")

export const layer = inDatabase(ChangesRepo, (sql) => {
  /** Reads a page of the outbox by the primary key. A lost epoch is replaced before anything is read in it. */
  const within = (ranges: ReadonlyArray<SequenceRange>, limit: number): Effect.Effect<OutboxPage, Unavailable> => {
    const statement = sql`
      select (select epoch from outbox_epoch) as epoch,
        coalesce(json_agg(json_build_array(sequence, kind, id, user_id) order by sequence), '[]') as appended
      from (
        select found.* from json_to_recordset(${JSON.stringify(ranges)}::json) as range (after bigint, until bigint)
          cross join lateral (
            select * from outbox where sequence > range.after and sequence <= range.until
            order by sequence limit ${limit}
          ) found
        order by found.sequence limit ${limit}
      ) page`
    return Effect.flatMap(statement.pipe(one(Page)), ({ appended, epoch }) => {
      if (epoch !== null) return Effect.succeed({ epoch, changes: changesOf(appended) })
      return Effect.zipRight(
        run(sql`insert into outbox_epoch default values on conflict do nothing`),
        within(ranges, limit)
      )
    })
  }

  // Reads the last number before the locks. Ignores the locks of its own transaction. An unused sequence has a
  // `last_value` of 1.
  const lowWatermark = sql`
    with given as materialized (select (last_value - (not is_called)::int) as sequence from outbox_sequence_seq)
    select least(given.sequence, (
      select min(~ ((classid::bigint << 32) | objid::bigint)) from pg_locks
      where given.sequence > 0 and locktype = 'advisory' and objsubid = 1 and classid::bigint >= 2147483648
        and database = (select oid from pg_database where datname = current_database())
        and pid <> pg_backend_pid()
    ))::float8 as sequence
    from given`

  return {
    append: (changes) => {
      const statement = sql`
        select append_to_outbox(array_agg((kind, id, "userId")::change)) as appended
        from json_to_recordset(${JSON.stringify(changes)}::json) as given (kind text, id int, "userId" int)`
      return changes.length === 0
        ? Effect.succeed([])
        : Effect.map(statement.pipe(one(Added)), (appended) => appended.map(([sequence]) => sequence))
    },
    withdraw: (sequences) => run(sql`delete from outbox where sequence = any(${`{${sequences.join(",")}}`}::bigint[])`),
    within,
    // Index: the primary key.
    oldest: sql`select min(sequence)::float8 as sequence from outbox`.pipe(one(Oldest)),
    lowWatermark: lowWatermark.pipe(one(Sequence)),
    prune: (days) =>
      run(sql`
        delete from outbox where created_at < now() - make_interval(days => ${days})
          and sequence < (select max(sequence) from outbox)
          and sequence < coalesce((
            select min(sequence) from outbox
            where kind in (${sql.literal(published)})
              and sequence > (select sequence from fan_out)
          ), ${Number.MAX_SAFE_INTEGER})`)
  }
})
