import { spawn } from "node:child_process"
import type pg from "pg"
import { ranNanos } from "../driver/Cpu.ts"
import { say, short } from "../driver/Report.ts"

/** Runs a statement, and reports the processor time of its backend and the bytes of log that it wrote. */
const measured = async (client: pg.Client, title: string, statement: string) => {
  const read = async () => {
    const { rows } = await client.query<{ pid: number; wal: string }>(
      "select pg_backend_pid() as pid, pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as wal"
    )
    return { nanos: ranNanos(rows[0]?.pid ?? 0), wal: Number(rows[0]?.wal) }
  }
  const before = await read()
  await client.query(statement)
  const after = await read()
  const [cpu, wal] = [(after.nanos - before.nanos) / 1e9, (after.wal - before.wal) / 2 ** 20]
  say(`${title}: ${short(cpu)} s of CPU, ${short(wal)} MiB of log`)
}

/** The rows that views leave to the vacuum, and the cost of vacuuming these and the largest tables. */
export const vacuum = async (client: pg.Client) => {
  await client.query("set max_parallel_maintenance_workers = 0; set maintenance_work_mem = '1GB'")
  await measured(client, "views of 1 in 100 posts", "update post_views set views = views + 1 where post_id % 100 = 0")
  await measured(client, "vacuum of post_views", "vacuum all_post_views")
  for (const table of ["posts", "comments", "notifications"])
    await measured(client, `vacuum of ${table}, nothing to do`, `vacuum ${table}`)
  await measured(client, "index post_views_views rebuilt", "reindex index post_views_views")
  await measured(client, "index posts_title_search rebuilt", "reindex index posts_title_search")
}

const dumper = "pg_dump"

/** The bytes and the time of a dump of one table, compressed at the lowest level. */
export const dump = (databaseUrl: string, table: string) =>
  new Promise<void>((resolve, reject) => {
    const began = performance.now()
    const child = spawn(dumper, ["--format=custom", "--compress=1", "--table", table, databaseUrl])
    let bytes = 0
    let nanos = 0
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length
      nanos = ranNanos(child.pid ?? 0) || nanos
    })
    child.stderr.pipe(process.stderr)
    child.once("error", reject)
    child.once("exit", (code) => {
      const seconds = (performance.now() - began) / 1_000
      say(
        `pg_dump of ${table}: ${short(bytes / 2 ** 20)} MiB, ${short(seconds)} s, ${short(nanos / 1e9)} s of CPU of pg_dump`
      )
      if (code === 0) resolve()
      else reject(new Error(`pg_dump ended with ${code}`))
    })
  })
