import { SqlClient } from "@effect/sql"
import { Effect, Schema } from "effect"
import { rows } from "../Rows.ts"

/**
 * The tables without a place in a backup: the counts, which triggers make again from the rows; the outbox with its
 * epoch and the place of the fan-out in it, which concern running servers; the sessions, so that none that has ended
 * since comes back (members log in again), and what half-finished sign-ins go on from, with the devices that end with
 * them and their key; the secret of the installation, and the addresses and requests that are hashed with it; outgoing
 * mail with its links and turns, and messages to webhooks, so that none is sent twice; and what tells about the server
 * itself: its last backup, and the deliveries that it gave up.
 */
const leftOut: ReadonlySet<string> = new Set([
  "schema_migrations",
  "community_counts",
  "inbox_counts",
  "author_counts",
  "disease_counts",
  "outbox",
  "outbox_epoch",
  "fan_out",
  "installation_secret",
  "idempotency_records",
  "known_addresses",
  "sessions",
  "push_key",
  "push_subscriptions",
  "outgoing_mail",
  "outgoing_webhooks",
  "mail_turns",
  "account_links",
  "sign_in_challenges",
  "backups",
  "failed_deliveries"
])

const TableRow = Schema.Struct({
  name: Schema.String,
  columns: Schema.Array(Schema.String),
  parents: Schema.Array(Schema.String)
})

const SequenceRow = Schema.Struct({ name: Schema.String, owner: Schema.NullOr(Schema.String) })

/** A table of the schema: its columns in their order, and the other tables that it refers to. */
export type SchemaTable = typeof TableRow.Type

const tablesByName = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`
    select relname as name,
      (select json_agg(attname order by attnum) from pg_attribute
        where attrelid = tables.oid and attnum > 0 and not attisdropped) as columns,
      (select coalesce(json_agg(distinct parents.relname), '[]')
        from pg_constraint join pg_class parents on parents.oid = confrelid
        where contype = 'f' and conrelid = tables.oid and confrelid <> conrelid) as parents
    from pg_class tables
    where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname collate "C"`.pipe(
    rows(TableRow)
  )
)

/** The tables, each after the tables that it refers to. */
const parentsFirst = (tables: ReadonlyArray<SchemaTable>): ReadonlyArray<SchemaTable> => {
  const ordered: Array<SchemaTable> = []
  for (let left = tables; left.length > 0; ) {
    const isOrdered = ({ parents }: SchemaTable) => !left.some(({ name }) => parents.includes(name))
    const next = left.filter(isOrdered)
    if (next.length === 0) return [...ordered, ...left]
    ordered.push(...next)
    left = left.filter((table) => !next.includes(table))
  }
  return ordered
}

/**
 * The tables of a backup, in an order in which their rows can be stored. It has all tables of the schema except those
 * that are left out, so a new table belongs to it as soon as its migration has run.
 */
export const backupTables = Effect.map(tablesByName, (tables) =>
  parentsFirst(tables).filter(({ name }) => !leftOut.has(name))
)

/** The sequences of a backup: all but those of the tables that are left out. */
export const backupSequences = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const owned = yield* sql`
      select sequences.relname as name, owners.relname as owner
      from pg_class sequences
      left join pg_depend on classid = 'pg_class'::regclass and objid = sequences.oid
        and refclassid = 'pg_class'::regclass and deptype in ('a', 'i')
      left join pg_class owners on owners.oid = refobjid
      where sequences.relnamespace = current_schema()::regnamespace and sequences.relkind = 'S'
      order by sequences.relname collate "C"`.pipe(rows(SequenceRow))
  return owned.filter(({ owner }) => owner === null || !leftOut.has(owner)).map(({ name }) => name)
})
