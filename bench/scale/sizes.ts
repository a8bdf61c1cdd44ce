import type pg from "pg"
import { say, short } from "../driver/Report.ts"

/** The noun that a table belongs to, whose rows its bytes are divided by. */
const families: Readonly<Record<string, ReadonlyArray<string>>> = {
  posts: ["posts", "post_search", "post_views", "post_counts"],
  comments: ["comments", "comment_search"],
  likes: ["likes"],
  notifications: ["notifications", "inbox_counts"],
  users: ["users", "author_counts"]
}

/** Reports the bytes of each post, comment, like, notification and member, with what hangs on them and all indexes. */
export const sizes = async (client: pg.Client) => {
  say(`${"bytes a row".padEnd(16)}      rows  table  indexes  together`)
  for (const [noun, tables] of Object.entries(families)) {
    const { rows } = await client.query<{ readonly rows: string; readonly heap: string; readonly indexes: string }>(
      `select (select count(*) from ${noun}) as rows, sum(pg_table_size(oid)) as heap, sum(pg_indexes_size(oid)) as indexes
       from unnest($1::regclass[]) oid`,
      [tables]
    )
    const [count, heap, indexes] = [Number(rows[0]?.rows), Number(rows[0]?.heap), Number(rows[0]?.indexes)]
    const cells = [count, Math.round(heap / count), Math.round(indexes / count), Math.round((heap + indexes) / count)]
    say(`${noun.padEnd(16)} ${cells.map((cell) => String(cell).padStart(9)).join(" ")}`)
  }
  const { rows } = await client.query<{ readonly name: string; readonly bytes: string }>(
    `select indexrelid::regclass::text as name, pg_relation_size(indexrelid) as bytes from pg_index
     where indrelid = any($1::regclass[]) order by 2 desc limit 8`,
    [Object.values(families).flat()]
  )
  say(`largest indexes: ${rows.map(({ bytes, name }) => `${name} ${short(Number(bytes) / 2 ** 20)} MiB`).join(", ")}`)
}
