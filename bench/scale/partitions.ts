import type pg from "pg"
import { say } from "../driver/Report.ts"

/** The tables that are partitioned, and the column whose ranges make the partitions. */
const partitioned: Readonly<Record<string, string>> = {
  all_posts: "id",
  all_post_search: "post_id",
  all_post_views: "post_id",
  all_post_counts: "post_id",
  all_comments: "post_id",
  all_comment_search: "post_id",
  notifications: "id"
}

export const schema = "partitioned"

const partitions = 10

interface Definition {
  readonly name: string
  /** Of a key or an index, with commas: an index that need not be unique takes its place if it is refused. */
  readonly columns: string
  readonly definition: string
}

const columnsOf = (index: string) =>
  `(select string_agg(attname, ',' order by attnum) from pg_attribute where attrelid = ${index}) as columns`

/** Keys, then indexes, then references and triggers: each needs those before it. */
const definitions = (table: string) => ({
  keys: `select conname as name, ${columnsOf("conindid")}, format('alter table ${schema}.${table} add constraint %I %s', conname, pg_get_constraintdef(oid))
      as definition from pg_constraint where conrelid = 'public.${table}'::regclass and contype in ('p', 'u') order by contype`,
  indexes: `select indexrelid::regclass::text as name, ${columnsOf("indexrelid")},
      replace(pg_get_indexdef(indexrelid), ' ON public.', ' ON ${schema}.') as definition from pg_index
    where indrelid = 'public.${table}'::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
  references: `select conname as name, null as columns, format('alter table ${schema}.${table} add constraint %I %s', conname, pg_get_constraintdef(oid))
      as definition from pg_constraint where conrelid = 'public.${table}'::regclass and contype = 'f'`,
  triggers: `select tgname as name, null as columns, replace(pg_get_triggerdef(oid), ' ON public.', ' ON ${schema}.') as definition
    from pg_trigger where tgrelid = 'public.${table}'::regclass and not tgisinternal`
})

/**
 * Gives a partitioned table the table's columns, constraints and indexes. Reports everything that a partitioned table
 * refuses.
 */
const define = async (client: pg.Client, table: string, kind: keyof ReturnType<typeof definitions>) => {
  await client.query("set search_path = public")
  const { rows } = await client.query<Definition>(definitions(table)[kind])
  await client.query(`set search_path = ${schema}, public`)
  for (const { columns, definition, name } of rows) {
    await client.query(definition).catch(async (error: Error) => {
      say(`  refused: ${table} ${name}: ${error.message}`)
      if (kind === "keys" || kind === "indexes") await client.query(`create index on ${schema}.${table} (${columns})`)
    })
  }
}

/** A partitioned copy with its rows, without keys and indexes. */
const copy = async (client: pg.Client, table: string, key: string) => {
  const name = `${schema}.${table}`
  const { rows } = await client.query<{ readonly top: number }>(`select max(${key}) as top from public.${table}`)
  const width = Math.ceil((rows[0]?.top ?? 0) / partitions)
  await client.query(
    `create table ${name} (like public.${table} including defaults including constraints including storage)
     partition by range (${key})`
  )
  for (let nth = 0; nth < partitions; nth++) {
    const [from, to] = [
      nth === 0 ? "minvalue" : nth * width + 1,
      nth === partitions - 1 ? "maxvalue" : (nth + 1) * width + 1
    ]
    await client.query(`create table ${name}_${nth} partition of ${name} for values from (${from}) to (${to})`)
  }
  await client.query(`insert into ${name} select * from public.${table}`)
}

/** Makes the views of what everyone may read anew, over the partitions. */
const copyViews = async (client: pg.Client) => {
  const { rows } = await client.query<{ readonly name: string; readonly definition: string }>(
    `select viewname as name, definition from pg_views where schemaname = 'public' order by viewname = 'posts' desc`
  )
  await client.query(`set search_path = ${schema}, public`)
  for (const { definition, name } of rows) await client.query(`create view ${schema}.${name} as ${definition}`)
  await client.query("reset search_path")
}

/**
 * Copies posts, comments and notifications into range partitions in a schema of their own, which comes first in the search
 * path of the database afterwards: the server then works on the partitions without knowing it.
 */
export const partition = async (client: pg.Client, database: string) => {
  await client.query(`create schema ${schema}`)
  // The migrator looks for its table in the first schema.
  await client.query(`create table ${schema}.schema_migrations (like public.schema_migrations including all)`)
  await client.query(`insert into ${schema}.schema_migrations select * from public.schema_migrations`)
  await client.query("set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set synchronous_commit = off")
  for (const [table, key] of Object.entries(partitioned)) await copy(client, table, key)
  await client.query(`alter table ${schema}.notifications alter id set default nextval('public.notifications_id_seq')`)
  for (const kind of ["keys", "indexes", "references", "triggers"] as const) {
    for (const table of Object.keys(partitioned)) await define(client, table, kind)
  }
  await copyViews(client)
  await client.query(`alter database ${database} set search_path = ${schema}, public`)
  for (const table of Object.keys(partitioned)) await client.query(`vacuum analyze ${schema}.${table}`)
}

const pagesOf = async (client: pg.Client, statement: string) => {
  const { rows } = await client.query<{ "QUERY PLAN": ReadonlyArray<{ readonly Plan: Record<string, number> }> }>(
    `explain (analyze, buffers, timing off, format json) ${statement}`
  )
  const plan = rows[0]?.["QUERY PLAN"][0]?.Plan ?? {}
  return {
    pages: Number(plan["Shared Hit Blocks"]) + Number(plan["Shared Read Blocks"]),
    rows: Number(plan["Actual Rows"])
  }
}

/** Counts the pages that a search of the newest 1,001 posts with a word reads: one table, all partitions, the newest one. */
export const searchPages = async (client: pg.Client, words: ReadonlyArray<string>) => {
  const { rows } = await client.query<{ readonly from: number }>(
    `select max(post_id) - max(post_id) / ${partitions} as from from public.all_post_search`
  )
  for (const word of words) {
    const found = (from: string, condition = "") =>
      pagesOf(
        client,
        `select post_id from ${from}.all_post_search where search_with_buckets(search, post_id) @@ '${word}'::tsquery ${condition}
         order by post_id + 0 desc limit 1001`
      )
    const [one, all, newest] = [
      await found("public"),
      await found(schema),
      await found(schema, `and post_id > ${rows[0]?.from}`)
    ]
    const told = Object.entries({ "one table": one, "all partitions": all, "newest partition": newest })
    say(`  '${word}': ${told.map(([name, { pages, rows }]) => `${name} ${pages} pages for ${rows} posts`).join(", ")}`)
  }
}
