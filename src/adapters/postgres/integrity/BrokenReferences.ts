import { SqlClient, SqlSchema } from "@effect/sql"
import { Effect, Schema } from "effect"

const ForeignKey = Schema.Struct({
  name: Schema.String,
  child: Schema.String,
  parent: Schema.String,
  childColumns: Schema.Array(Schema.String),
  parentColumns: Schema.Array(Schema.String)
})
type ForeignKey = typeof ForeignKey.Type

const foreignKeys = (sql: SqlClient.SqlClient) =>
  SqlSchema.findAll({
    Request: Schema.Void,
    Result: ForeignKey,
    execute: () => sql`
      select conname as name, conrelid::regclass::text as child, confrelid::regclass::text as parent,
        (select json_agg(attname order by place) from unnest(conkey) with ordinality as key (number, place)
          join pg_attribute on attrelid = conrelid and attnum = number) as "childColumns",
        (select json_agg(attname order by place) from unnest(confkey) with ordinality as key (number, place)
          join pg_attribute on attrelid = confrelid and attnum = number) as "parentColumns"
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
      order by conrelid::regclass::text, conname`
  })(undefined)

const Rows = Schema.Struct({ rows: Schema.Int })

/** The rows of a foreign key whose parent is missing. */
const orphansOf = (sql: SqlClient.SqlClient, { child, childColumns, parent, parentColumns }: ForeignKey) =>
  SqlSchema.single({
    Request: Schema.Void,
    Result: Rows,
    execute: () => sql`
      select count(*)::int as rows from ${sql(child)} as child
      where ${sql.and(childColumns.map((column) => sql`child.${sql(column)} is not null`))} and not exists (
        select from ${sql(parent)} as parent
        where ${sql.and(
          childColumns.map((column, index) => sql`child.${sql(column)} = parent.${sql(parentColumns[index] ?? "")}`)
        )})`
  })(undefined)

/** The tables that hold one row for each row of another. */
const partners = [
  ["posts", "post_views", "post_id"],
  ["posts", "post_counts", "post_id"],
  ["posts", "post_search", "post_id"],
  ["comments", "comment_search", "comment_id"]
] as const

const withoutPartner = (sql: SqlClient.SqlClient, [table, partner, column]: (typeof partners)[number]) =>
  SqlSchema.single({
    Request: Schema.Void,
    Result: Rows,
    execute: () => sql`
      select count(*)::int as rows from ${sql(table)} as one
      where not exists (select from ${sql(partner)} where ${sql(column)} = one.id)`
  })(undefined)

/** A line for each kind of rows that refer to missing ones, or lack the row that each must have in another table. */
export const brokenReferences = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const orphans = yield* Effect.forEach(yield* foreignKeys(sql), (key) =>
    Effect.map(orphansOf(sql, key), ({ rows }) => ({
      rows,
      what: `rows of ${key.child} that refer to missing rows of ${key.parent} (${key.name}): ${rows}`
    }))
  )
  const alone = yield* Effect.forEach(partners, (partner) =>
    Effect.map(withoutPartner(sql, partner), ({ rows }) => ({
      rows,
      what: `rows of ${partner[0]} without a row in ${partner[1]}: ${rows}`
    }))
  )
  return [...orphans, ...alone].filter(({ rows }) => rows > 0).map(({ what }) => what)
})
