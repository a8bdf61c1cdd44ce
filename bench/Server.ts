import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import pg from "pg"
import { unlimited } from "../test/support/Unlimited.ts"

/** A community that runs in a process of its own. */
export interface Server {
  readonly url: string
  readonly pid: number
  /** The memory of the process after a garbage collection, in bytes. */
  readonly memory: () => Promise<NodeJS.MemoryUsage>
  readonly stop: () => Promise<void>
}

const root = fileURLToPath(new URL("../", import.meta.url))

/** Collects garbage on command, and reports the remaining memory. */
const teller = `data:text/javascript,${encodeURIComponent(
  'process.on("SIGUSR2",()=>{gc();gc();process.stdout.write("memory "+JSON.stringify(process.memoryUsage())+"\\n")})'
)}`

/** The variables of our server: no limit holds a bench back, and no log slows it down. */
const benchVariables = {
  ...unlimited,
  STREAMS_PER_USER: "0",
  CATALOGUE: "starter",
  LOG_LEVEL: "error"
}

/** A port that nobody listens on. */
export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

const ended = (child: ChildProcess) =>
  child.exitCode === null ? new Promise((resolve) => child.once("exit", resolve)) : Promise.resolve()

const memoryOf = (child: ChildProcess) =>
  new Promise<NodeJS.MemoryUsage>((resolve) => {
    let text = ""
    const read = (chunk: Buffer) => {
      text += chunk.toString()
      const [, found] = /memory (\{.*\})\n/.exec(text) ?? []
      if (found === undefined) return
      child.stdout?.off("data", read)
      resolve(JSON.parse(found))
    }
    child.stdout?.on("data", read)
    child.kill("SIGUSR2")
  })

/** A program of Node's: its arguments, its variables, and the folder that it runs in. */
export interface Program {
  readonly args: ReadonlyArray<string>
  readonly variables: Readonly<Record<string, string>>
  readonly folder?: string
}

/** Ours, of the folder that `BENCH_OURS` names or of this one; `BENCH_VARIABLES` ("A=1 B=2") adds to its variables. */
export const ours = (variables: Readonly<Record<string, string>>): Program => {
  const added = (process.env["BENCH_VARIABLES"] ?? "").split(" ").filter((text) => text.includes("="))
  return {
    args: ["dist/server/main.mjs"],
    variables: {
      ...benchVariables,
      ...variables,
      ...Object.fromEntries(added.map((text) => [text.slice(0, text.indexOf("=")), text.slice(text.indexOf("=") + 1)]))
    },
    folder: process.env["BENCH_OURS"] ?? root
  }
}

/** Runs a program on a free port until it is stopped; it answers `/ready` when this is done. */
export const launch = async ({ args, folder = root, variables }: Program): Promise<Server> => {
  const { HOME = "", PATH = "" } = process.env
  const port = await freePort()
  const env = { PATH, HOME, PORT: String(port), ...variables }
  const child = spawn(process.execPath, ["--expose-gc", "--import", teller, ...args], { cwd: folder, env })
  const endWithUs = () => void child.kill()
  process.once("exit", endWithUs)
  let isStopping = false
  child.once("exit", (code, signal) => {
    process.off("exit", endWithUs)
    if (!isStopping) process.stderr.write(`${args.at(-1)} ended by itself: ${signal ?? code}\n`)
  })
  child.stderr.pipe(process.stderr)
  child.stdout.resume()
  const url = `http://127.0.0.1:${port}`
  for (let isReady = false; !isReady; ) {
    if (child.exitCode !== null) throw new Error("the server ended before it was ready")
    await new Promise((resolve) => setTimeout(resolve, 50))
    isReady = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false
    )
  }
  const stop = async () => {
    isStopping = true
    child.kill("SIGTERM")
    await ended(child)
  }
  return { url, pid: child.pid ?? 0, memory: () => memoryOf(child), stop }
}

/** Starts this many instances: one on the embedded database, or all together on a new database of the server. */
export const start = async (instances: number): Promise<ReadonlyArray<Server>> => {
  const database = instances === 1 ? embedded() : await onServer()
  const started: Array<Server> = []
  for (let count = 0; count < instances; count++) {
    const isLast = count === 0
    const server = await launch(ours(database.variables))
    started.push({ ...server, stop: () => server.stop().then(() => (isLast ? database.remove() : undefined)) })
  }
  return started.reverse()
}

/** A bare Node server that keeps as many streams open: their least possible cost. */
export const startBare = async (): Promise<Server> => {
  const program =
    'import{createServer}from"node:http";createServer((q,r)=>{if(q.url==="/ready")return r.end();' +
    'r.writeHead(200,{"content-type":"text/event-stream",connection:"close"});r.write("event: connected\\ndata: 1\\n\\n")})' +
    ".listen(process.env.PORT)"
  return launch({ args: ["--input-type=module", "--eval", program], variables: {} })
}

const embedded = () => {
  const folder = mkdtempSync(join(tmpdir(), "community-bench-"))
  return {
    variables: { DATA_DIR: folder },
    remove: async () => rmSync(folder, { recursive: true, force: true })
  }
}

const onServer = async () => {
  const url = process.env["TEST_DATABASE_URL"]
  if (url === undefined) throw new Error("two instances need a PostgreSQL server: set TEST_DATABASE_URL")
  const name = `community_bench_${process.pid}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`create database ${name}`)
  return {
    variables: { DATABASE_URL: Object.assign(new URL(url), { pathname: `/${name}` }).href },
    remove: () => run(`drop database ${name} with (force)`)
  }
}
