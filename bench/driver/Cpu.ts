import { readdirSync, readFileSync } from "node:fs"
import pg from "pg"

/** Processor time in microseconds. */
export interface Cpu {
  readonly server: number
  readonly database: number
}

/** The run time of all threads of a process, or of its first, in nanoseconds; 0 for a process that has ended. */
export const ranNanos = (pid: number, ofFirst = false): number => {
  try {
    const threads = ofFirst ? [pid] : readdirSync(`/proc/${pid}/task`)
    return threads.reduce<number>(
      (sum, thread) => sum + Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
      0
    )
  } catch {
    return 0
  }
}

/**
 * Reads the processor time of a server and of PostgreSQL's backends that serve its database, to the nanosecond
 * (`/proc/PID/task/TID/schedstat`: the same as utime + stime of `/proc/PID/stat`, which go by hundredths of a second).
 * The work of PostgreSQL for all databases together (checkpointer, writers, autovacuum) is in nobody's figure.
 */
export class CpuMeter {
  readonly #client: pg.Client
  readonly #pid: number
  readonly #database: string

  readonly #others: ReadonlyArray<number>

  private constructor(client: pg.Client, pid: number, database: string, others: ReadonlyArray<number>) {
    this.#client = client
    this.#pid = pid
    this.#database = database
    this.#others = others
  }

  /** `others` are processes whose time is counted as the database's. */
  static async open(adminUrl: string, pid: number, database: string, others: ReadonlyArray<number> = []) {
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    return new CpuMeter(client, pid, database, others)
  }

  async #read() {
    const { rows } = await this.#client.query<{ readonly pid: number }>({
      name: "backends",
      text: "select pid from pg_stat_activity where datname = $1 and backend_type = 'client backend'",
      values: [this.#database]
    })
    const pids = [...rows.map(({ pid }) => pid), ...this.#others]
    return { server: ranNanos(this.#pid), backends: new Map(pids.map((pid) => [pid, ranNanos(pid)])) }
  }

  /** Measures `run`. The share of a backend that ends before `run` does is lost; pools keep their backends. */
  async during<A>(run: () => Promise<A>): Promise<{ readonly done: A; readonly cpu: Cpu }> {
    const before = await this.#read()
    const done = await run()
    const after = await this.#read()
    let database = 0
    for (const [pid, nanos] of after.backends) database += nanos - (before.backends.get(pid) ?? 0)
    return { done, cpu: { server: (after.server - before.server) / 1_000, database: database / 1_000 } }
  }

  close() {
    return this.#client.end()
  }
}
