import { execFileSync, spawnSync } from "node:child_process"
import { chmodSync, renameSync, rmSync, statfsSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"
import {
  dataOf,
  diskMegabytes,
  makeNode,
  megabyte,
  type Node,
  postgres,
  signalAll,
  startNode,
  stopNode
} from "./PostgresNode.ts"

const urlOf = ({ port }: Node, user: string, database: string) => `postgres://${user}@127.0.0.1:${port}/${database}`

const connected = async <A>(url: string, use: (client: pg.Client) => Promise<A>): Promise<A> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 20_000 })
  client.on("error", () => undefined) // the query fails as well
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Runs statements as a superuser, and gives the rows of the first one. */
const administer = (node: Node, ...[first, ...others]: readonly [string, ...ReadonlyArray<string>]) =>
  connected(urlOf(node, "postgres", "postgres"), async (client) => {
    const result = await client.query(first)
    for (const statement of others) await client.query(statement)
    return result
  })

/** PostgreSQL with a streaming replica, in a folder of its own; the instances connect as `community`. */
export class Postgres {
  #primary: Node
  #replica: Node

  private constructor(primary: Node, replica: Node) {
    this.#primary = primary
    this.#replica = replica
  }

  static async start(folder: string): Promise<Postgres> {
    chmodSync(folder, 0o755)
    const [primary, replica] = [await makeNode(join(folder, "one")), await makeNode(join(folder, "two"))]
    await postgres(
      "initdb",
      "-D",
      dataOf(primary),
      "-U",
      "postgres",
      "-A",
      "trust",
      "-E",
      "UTF8",
      "--locale=C.UTF-8",
      "-N"
    )
    await startNode(primary)
    const made = new Postgres(primary, replica)
    await made.#asAdmin("create role community login createdb")
    await made.#clone()
    return made
  }

  /** The server that is written to, as a URL without a database. */
  get primaryUrl() {
    return urlOf(this.#primary, "community", "")
  }

  /** False where no file system could be mounted, so that none can be filled. */
  get hasSmallDisk() {
    return this.#primary.isMounted
  }

  #asAdmin(...statements: readonly [string, ...ReadonlyArray<string>]) {
    return administer(this.#primary, ...statements)
  }

  createDatabase(name: string) {
    return this.#asAdmin(`create database ${name} owner community`)
  }

  dropDatabase(name: string) {
    return this.#asAdmin(`drop database if exists ${name} with (force)`)
  }

  /** One row for each connection of the instances. */
  connections(): Promise<number> {
    return connected(urlOf(this.#primary, "postgres", "postgres"), async (client) => {
      const { rows } = await client.query(
        "select count(*)::int as count from pg_stat_activity where usename = 'community'"
      )
      return rows[0].count
    })
  }

  restart = async (mode: "fast" | "immediate") => {
    await stopNode(this.#primary, mode)
    await startNode(this.#primary)
  }

  pause = () => signalAll(this.#primary, "SIGSTOP")
  resume = () => signalAll(this.#primary, "SIGCONT")

  /** Commits wait for the replica from now on, as they must where a failover may lose none. */
  async waitForReplica() {
    await this.#asAdmin("alter system set synchronous_standby_names = '*'", "select pg_reload_conf()")
    await this.#until("select 1 from pg_stat_replication where sync_state = 'sync' and state = 'streaming'")
  }

  /** The replica takes the place of the primary, which has ended. */
  async promote() {
    await postgres("pg_ctl", "-D", dataOf(this.#replica), "-w", "-t", "60", "promote")
    const lost = this.#primary
    this.#primary = this.#replica
    this.#replica = lost
  }

  /** Ends the replication once the replica has all of now. A failover then loses the later commits. */
  async cutReplica() {
    const { rows } = await this.#asAdmin("select pg_current_wal_lsn() as now")
    await this.#until(`select 1 from pg_stat_replication where replay_lsn >= '${rows[0].now}'`)
    await administer(this.#replica, "alter system set primary_conninfo = ''", "select pg_reload_conf()")
    await this.#until("select 1 where not exists (select from pg_stat_replication)")
  }

  /** Commits no longer wait for the disk: a crash loses the last ones. */
  async commitLazily() {
    await this.#asAdmin(
      "alter system set synchronous_commit = off",
      "alter system set wal_writer_delay = '10s'",
      "select pg_reload_conf()"
    )
  }

  async commitDurably() {
    await this.#asAdmin(
      "alter system reset synchronous_commit",
      "alter system reset wal_writer_delay",
      "select pg_reload_conf()"
    )
  }

  /** Copies the files of the primary, for `restore`. */
  async backUp() {
    const from = ["-h", "127.0.0.1", "-p", String(this.#primary.port), "-U", "postgres"]
    await postgres("pg_basebackup", "-D", this.#backup, "-X", "stream", "-c", "fast", ...from)
  }

  get #backup() {
    return join(this.#primary.folder, "backup")
  }

  crash = () => stopNode(this.#primary, "immediate")

  recover = () => startNode(this.#primary)

  /** Puts the copied files in the place of those of the primary, which has ended. */
  restore() {
    rmSync(dataOf(this.#primary), { recursive: true, force: true })
    renameSync(this.#backup, dataOf(this.#primary))
  }

  /** The server that was lost becomes the replica of the one that took its place. */
  async rejoin() {
    await stopNode(this.#replica, "immediate").catch(() => undefined) // it may have ended
    rmSync(dataOf(this.#replica), { recursive: true, force: true })
    await this.#clone()
  }

  async #clone() {
    const from = ["-h", "127.0.0.1", "-p", String(this.#primary.port), "-U", "postgres"]
    await postgres("pg_basebackup", "-D", dataOf(this.#replica), "-R", "-X", "stream", "-c", "fast", ...from)
    await startNode(this.#replica)
    await this.#until("select 1 from pg_stat_replication where state = 'streaming'")
  }

  async #until(query: string) {
    await connected(urlOf(this.#primary, "postgres", "postgres"), async (client) => {
      for (let tries = 0; (await client.query(query)).rowCount === 0; tries++) {
        if (tries === 600) throw new Error(`this never held: ${query}`)
        await client.query("select pg_sleep(0.05)")
      }
    })
  }

  /** Ends the connections of the instances and takes all that they could open, until the returned function is called. */
  async takeConnections(): Promise<() => Promise<void>> {
    const taken: Array<pg.Client> = []
    await this.#asAdmin("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'community'")
    for (let isFree = true; isFree; ) {
      const client = new pg.Client({ connectionString: urlOf(this.#primary, "community", "postgres") })
      client.on("error", () => undefined)
      isFree = await client.connect().then(
        () => true,
        () => false
      )
      if (isFree) taken.push(client)
    }
    return async () => void (await Promise.all(taken.map((client) => client.end().catch(() => undefined))))
  }

  #resize(megabytes: number) {
    execFileSync("mount", ["-o", `remount,size=${megabytes}m`, this.#primary.folder])
  }

  /** Leaves no room on the disk of the primary. */
  fillDisk = () => {
    const { bfree, blocks, bsize } = statfsSync(this.#primary.folder)
    this.#resize(Math.ceil(((blocks - bfree) * bsize) / megabyte))
  }

  emptyDisk = () => this.#resize(diskMegabytes)

  /** Stops at once and removes everything; callable while the process exits. */
  remove = () => {
    for (const node of [this.#primary, this.#replica]) {
      try {
        signalAll(node, "SIGKILL")
      } catch {} // it does not run
      if (node.isMounted) spawnSync("umount", ["-l", node.folder])
    }
  }
}
