import type pg from "pg"
import type { Request } from "../driver/Connection.ts"
import type { CpuMeter } from "../driver/Cpu.ts"
import { httpLanes } from "../driver/HttpLanes.ts"
import type { Lane } from "../driver/Load.ts"
import { say, short } from "../driver/Report.ts"
import type { Server } from "../Server.ts"

/** The cost of one request. The load of the machine changes none of these. */
export interface Cost {
  /** Processor time in microseconds. */
  readonly server: number
  readonly database: number
  /** Pages of 8 KiB that the statements looked at, in memory or not. */
  readonly pages: number
  /** Bytes of the write-ahead log, and the pages written there as a whole: each once after a checkpoint. */
  readonly wal: number
  readonly wholePages: number
  readonly failures: number
}

/** A server, the processor time of it and its database, and a connection to count pages and log with. */
export interface Metered {
  readonly server: Server
  readonly meter: CpuMeter
  readonly client: pg.Client
}

/** The cost of all statements of the database so far. */
export const readCounters = async (client: pg.Client) => {
  const { rows } = await client.query<{ readonly pages: string; readonly wal: string; readonly whole: string }>(
    `select coalesce(sum(shared_blks_hit + shared_blks_read), 0) as pages, coalesce(sum(wal_bytes), 0) as wal,
       coalesce(sum(wal_fpi), 0) as whole
     from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
       and query !~ 'pg_stat_statements'`
  )
  return { pages: Number(rows[0]?.pages), wal: Number(rows[0]?.wal), wholePages: Number(rows[0]?.whole) }
}

/** Sends a number of requests over all lanes together, and answers how many failed. */
const sendAll = async (lanes: ReadonlyArray<Lane>, count: number): Promise<number> => {
  let [left, failures] = [count, 0]
  const send = async ({ once }: Lane) => {
    while (left-- > 0) if (!(await once())) failures++
  }
  await Promise.all(lanes.map(send))
  return failures
}

export const costHeading = `${"".padEnd(36)} server µs    db µs    pages      WAL  whole p.  failed`

export const costLine = (title: string, { database, failures, pages, server, wal, wholePages }: Cost) =>
  `${title.padEnd(36)} ${[short(server), short(database), short(pages), short(wal), short(wholePages), String(failures)]
    .map((cell) => cell.padStart(8))
    .join(" ")}`

/** Sends a number of requests over some connections after a warm-up, and answers the cost of one. */
export const costOf = async (
  { client, meter, server }: Metered,
  next: () => Request,
  count: number,
  connections = 4
): Promise<Cost> => {
  const lanes = await httpLanes(server.url, connections, next)
  await sendAll(lanes, Math.ceil(count / 2))
  const before = await readCounters(client)
  const { cpu, done } = await meter.during(() => sendAll(lanes, count))
  const after = await readCounters(client)
  for (const { close } of lanes) close()
  return {
    server: cpu.server / count,
    database: cpu.database / count,
    pages: (after.pages - before.pages) / count,
    wal: (after.wal - before.wal) / count,
    wholePages: (after.wholePages - before.wholePages) / count,
    failures: done
  }
}

/** Measures a request, and reports it. */
export const report = async (
  metered: Metered,
  title: string,
  next: () => Request,
  count: number,
  connections?: number
): Promise<Cost> => {
  const cost = await costOf(metered, next, count, connections)
  say(costLine(title, cost))
  return cost
}
