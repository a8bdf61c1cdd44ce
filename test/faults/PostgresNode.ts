import { execFile, execFileSync, spawnSync } from "node:child_process"
import { chownSync, mkdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"
import { asPostgres, binaries, isRoot } from "../support/cluster/Programs.ts"
import { findFreePort } from "../support/network/FreePort.ts"

const run = promisify(execFile)

export const postgres = async (program: string, ...args: ReadonlyArray<string>) => {
  const [file, all] = asPostgres(join(binaries ?? "", program), args)
  return run(file, all, { cwd: "/tmp", timeout: 120_000 })
}

/** The user and group that own the files. */
const owner = () =>
  isRoot
    ? ["-u", "-g"].map((option) => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" })))
    : undefined

/** One server of a cluster, on a small file system of its own where one can be mounted. */
export interface Node {
  readonly folder: string
  readonly port: number
  readonly isMounted: boolean
}

export const megabyte = 1_048_576

/** Room for all that a run writes. */
export const diskMegabytes = 1_500

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

export const makeNode = async (folder: string): Promise<Node> => {
  mkdirSync(folder)
  const isMounted =
    isRoot && spawnSync("mount", ["-t", "tmpfs", "-o", `size=${diskMegabytes}m`, "tmpfs", folder]).status === 0
  const [user, group] = owner() ?? []
  if (user !== undefined && group !== undefined) chownSync(folder, user, group)
  mkdirSync(join(folder, "data"), { mode: 0o700 })
  if (user !== undefined && group !== undefined) chownSync(join(folder, "data"), user, group)
  return { folder, port: await findFreePort(), isMounted }
}

export const dataOf = ({ folder }: Node) => join(folder, "data")

export const startNode = (node: Node) =>
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

export const stopNode = (node: Node, mode: "fast" | "immediate") =>
  postgres("pg_ctl", "-D", dataOf(node), "-m", mode, "-w", "stop")

/** The processes of a server, its first one in front. */
const processesOf = (node: Node): ReadonlyArray<number> => {
  const [first = ""] = readFileSync(join(dataOf(node), "postmaster.pid"), "utf8").split("\n")
  const children = readFileSync(`/proc/${first}/task/${first}/children`, "utf8").trim().split(" ").filter(Boolean)
  return [first, ...children].map(Number)
}

export const signalAll = (node: Node, signal: NodeJS.Signals) => {
  for (const id of processesOf(node)) {
    try {
      process.kill(id, signal)
    } catch {} // it has ended by now
  }
}
