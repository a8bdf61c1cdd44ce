import { execFile, execFileSync, spawnSync } from "node:child_process"
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import pg from "pg"
import { freePort } from "../../bench/Server.ts"

const run = promisify(execFile)

const isRoot = process.getuid?.() === 0

/** Where Debian has the programs of PostgreSQL, by version. */
const packaged = "/usr/lib/postgresql"

/** The folder with the newest programs of PostgreSQL. */
const binaries = () => {
  const versions = existsSync(packaged) ? readdirSync(packaged).map(Number) : []
  if (versions.length > 0) return `${packaged}/${Math.max(...versions)}/bin`
  return execFileSync("pg_config", ["--bindir"], { encoding: "utf8" }).trim()
}

/** A command of PostgreSQL, which does not run as root. */
const asPostgres = (program: string, args: ReadonlyArray<string>): [string, ReadonlyArray<string>] => {
  const path = join(binaries(), program)
  const user = ["--reuid=postgres", "--regid=postgres", "--init-groups", "env", "HOME=/tmp", path]
  return isRoot ? ["setpriv", [...user, ...args]] : [path, args]
}

const postgres = async (program: string, ...args: ReadonlyArray<string>) => {
  const [file, all] = asPostgres(program, args)
  return run(file, all, { cwd: "/tmp", timeout: 120_000 })
}

/** The user and group that own the files. */
const owner = () =>
  isRoot
    ? ["-u", "-g"].map((option) => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" })))
    : undefined

/** One server of a cluster, on a small file system of its own where one can be mounted. */
interface Node {
  readonly folder: string
  readonly port: number
  readonly isMounted: boolean
}

const megabyte = 1_048_576

/** Room for all that a run writes. */
const diskMegabytes = 1_500

const settings = [
  "listen_addresses=127.0.0.1",
  "max_connections=70",
  "shared_buffers=64MB",
  "fsync=off",
  "wal_level=replica",
  "wal_keep_size=512MB",
  "max_wal_senders=6",
  "hot_standby=on",
  "wal_receiver_status_interval=1s",
  "wal_retrieve_retry_interval=200ms",
  "autovacuum_naptime=5s"
]

const makeNode = async (folder: string): Promise<Node> => {
  mkdirSync(folder)
  const isMounted =
    isRoot && spawnSync("mount", ["-t", "tmpfs", "-o", `size=${diskMegabytes}m`, "tmpfs", folder]).status === 0
  const [user, group] = owner() ?? []
  if (user !== undefined && group !== undefined) chownSync(folder, user, group)
  mkdirSync(join(folder, "data"), { mode: 0o700 })
  if (user !== undefined && group !== undefined) chownSync(join(folder, "data"), user, group)
  return { folder, port: await freePort(), isMounted }
}

const dataOf = ({ folder }: Node) => join(folder, "data")

const startNode = (node: Node) =>
  postgres(
    "pg_ctl",
    "-D",
    dataOf(node),
    "-l",
    join(node.folder, "log"),
    "-w",
    "-t",
    "60",
    "-o",
    [`-p ${node.port}`, `-k ${node.folder}`, ...settings.map((setting) => `-c ${setting}`)].join(" "),
    "start"
  )

const stopNode = (node: Node, mode: "fast" | "immediate") =>
  postgres("pg_ctl", "-D", dataOf(node), "-m", mode, "-w", "stop")

/** The processes of a server, its first one in front. */
const processesOf = (node: Node): ReadonlyArray<number> => {
  const [first = ""] = readFileSync(join(dataOf(node), "postmaster.pid"), "utf8").split("\n")
  const children = readFileSync(`/proc/${first}/task/${first}/children`, "utf8").trim().split(" ").filter(Boolean)
  return [first, ...children].map(Number)
}

const signalAll = (node: Node, signal: NodeJS.Signals) => {
  for (const id of processesOf(node)) {
    try {
      process.kill(id, signal)
    } catch {} // it has ended meanwhile
  }
}

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

  get replicaUrl() {
    return urlOf(this.#replica, "community", "")
  }

  /** False where no file system could be mounted, so that none can be filled. */
  get hasSmallDisk() {
    return this.#primary.isMounted
  }

  #asAdmin(...statements: ReadonlyArray<string>) {
    return connected(urlOf(this.#primary, "postgres", "postgres"), async (client) => {
      for (const statement of statements) await client.query(statement)
    })
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
  pauseReplica = () => signalAll(this.#replica, "SIGSTOP")
  resumeReplica = () => signalAll(this.#replica, "SIGCONT")

  restartReplica = async () => {
    await stopNode(this.#replica, "immediate")
    await startNode(this.#replica)
  }

  /** Commits wait for the replica from now on, as they must where a failover may lose none. */
  async waitForReplica() {
    await this.#asAdmin("alter system set synchronous_standby_names = '*'", "select pg_reload_conf()")
    await this.#until("select 1 from pg_stat_replication where sync_state = 'sync' and state = 'streaming'")
  }

  async waitForNoReplica() {
    await this.#asAdmin("alter system reset synchronous_standby_names", "select pg_reload_conf()")
  }

  /** The primary is lost, and the replica takes its place. */
  async failOver() {
    await stopNode(this.#primary, "immediate")
    await postgres("pg_ctl", "-D", dataOf(this.#replica), "-w", "-t", "60", "promote")
    const lost = this.#primary
    this.#primary = this.#replica
    this.#replica = lost
  }

  /** The server that was lost becomes the replica of the one that took its place. */
  async rejoin() {
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
