import { type SqlClient, SqlSchema } from "@effect/sql"
import { Schema } from "effect"

/** A place in the write-ahead log, in bytes from its beginning; these are exact as floats up to 9 PB. */
const Position = Schema.Struct({ position: Schema.Number })

/** The place up to which a primary has written its log, and the timeline that it writes, of which a failover begins another. */
const PrimaryPosition = Schema.Struct({ ...Position.fields, timeline: Schema.String })

/** The place up to which a server replays the log of another one; null for one that replays none. */
const ReplayPosition = Schema.Struct({ position: Schema.NullOr(Schema.Number) })

/** The database of a connection, whichever server serves a copy of it. */
const Identity = Schema.Struct({ system: Schema.String, database: Schema.String })

const Replica = Schema.Struct({
  ...ReplayPosition.fields,
  ...Identity.fields,
  timeline: Schema.String,
  /** The age of the last transaction that was replayed. */
  ageSeconds: Schema.Number
})

const identity = (sql: SqlClient.SqlClient) =>
  sql`(select system_identifier::text from pg_control_system()) as system,
      (select oid::text from pg_database where datname = current_database()) as database`

const replayed = (sql: SqlClient.SqlClient) =>
  sql`case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::float8 end as position`

/** The end of the log that a replica can have; of what no commit waited for, the end of what was written at all. */
const written = (sql: SqlClient.SqlClient) =>
  sql`case current_setting('synchronous_commit')
        when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end`

/** The statements of a primary. */
export const primaryStatements = (sql: SqlClient.SqlClient) => ({
  position: SqlSchema.single({
    Request: Schema.Void,
    Result: PrimaryPosition,
    execute: () =>
      sql`select (log_end - '0/0'::pg_lsn)::float8 as position, left(pg_walfile_name(log_end), 8) as timeline
          from (select ${written(sql)} as log_end) written`
  }),

  identity: SqlSchema.single({
    Request: Schema.Void,
    Result: Identity,
    execute: () => sql`select ${identity(sql)}`
  })
})

/** The statements of a replica. Without the right to read the receiver's state, its control file tells the timeline. */
export const replicaStatements = (sql: SqlClient.SqlClient) => ({
  position: SqlSchema.single({
    Request: Schema.Void,
    Result: ReplayPosition,
    execute: () => sql`select ${replayed(sql)}`
  }),

  state: SqlSchema.single({
    Request: Schema.Void,
    Result: Replica,
    execute: () =>
      sql`select ${replayed(sql)}, ${identity(sql)},
            lpad(upper(to_hex(greatest(
              (select received_tli from pg_stat_wal_receiver),
              (select min_recovery_end_timeline from pg_control_recovery()),
              (select timeline_id from pg_control_checkpoint())
            ))), 8, '0') as timeline,
            coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0)::float8 as "ageSeconds"`
  })
})
