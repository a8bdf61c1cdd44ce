import { type ChildProcess, spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { unlimited } from "../test/support/Unlimited.ts"
import { ranNanos } from "./driver/Cpu.ts"
import { percentile, sleep } from "./driver/Load.ts"
import { say } from "./driver/Report.ts"
import { freePort, ours } from "./Server.ts"
import { chosen, fresh, type Storage } from "./Store.ts"

/**
 * A first start as `npm start` does it, on an empty folder or database, with the whole catalogue and somebody who asks
 * meanwhile: `npm run bench -- first-start [--storage embedded|server|both] [--seconds 60]`. The bundle must have been
 * built. It says when the server answers and is complete, its processor time and memory until then and when it has
 * settled, and how long requests took while it loaded. Ends with a failure when it takes more memory than is promised;
 * times depend on what else the machine does.
 */
const { values } = parseArgs({
  options: { storage: { type: "string", default: "both" }, seconds: { type: "string", default: "60" } }
})

/** The promised memory in MB: the most there ever is, and when it has settled. */
const promised: Readonly<Record<Storage, { readonly most: number; readonly settled: number }>> = {
  embedded: { most: 700, settled: 450 },
  server: { most: 320, settled: 250 }
}

const requests = [
  "/",
  "/api/posts",
  "/api/diseases?search=marfan&limit=5",
  "/api/diseases?symptoms=seizures%20and%20hearing%20loss&limit=5",
  "/api/diseases?limit=1"
] as const

const askEveryMillis = 100
const promisedMillis = 300

/** The last command of `npm start`, which is the server itself. */
const command = (folder: string): string =>
  String(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).scripts.start)
    .split("&&")
    .at(-1) ?? ""

const memoryOf = (pid: number, field: "VmRSS" | "VmHWM"): number => {
  const [, kilobytes = "0"] =
    new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
  return Number(kilobytes) / 1_024
}

const ended = (child: ChildProcess) => new Promise((resolve) => child.once("exit", resolve))

const measure = async (storage: Storage): Promise<boolean> => {
  const store = await fresh(storage)
  const { folder = "" } = ours({})
  const port = await freePort()
  const { HOME = "", PATH = "", TMPDIR = "/tmp" } = process.env
  const env = { HOME, PATH, TMPDIR, PORT: String(port), ...unlimited, ...store.variables }
  const began = performance.now()
  const child = spawn("sh", ["-c", command(folder)], { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] })
  const { pid = 0 } = child
  const moments: Array<string> = []
  const note = (what: string) => {
    if (moments.some((moment) => moment.startsWith(`${what}:`))) return
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    moments.push(`${what}: ${seconds} s, ${(ranNanos(pid) / 1e9).toFixed(1)} s of CPU`)
  }
  child.stdout?.on("data", (chunk: Buffer) => {
    if (chunk.includes("the catalogue is complete")) note("complete")
  })
  let isOver = false
  const latencies = new Map<string, Array<number>>(requests.map((path) => [path, []]))
  const ask = async (path: string) => {
    while (!isOver) {
      const sent = performance.now()
      const status = await fetch(`http://127.0.0.1:${port}${path}`)
        .then(async (response) => {
          await response.arrayBuffer()
          return response.status
        })
        .catch(() => 0)
      if (status === 200) note(`${path} answers`)
      if (status > 0) latencies.get(path)?.push(performance.now() - sent)
      await sleep(askEveryMillis)
    }
  }
  const asking = ["/ready", ...requests].map(ask)
  await sleep(Number(values.seconds) * 1_000)
  isOver = true
  await Promise.all(asking)
  await sleep(10_000)
  const [settled, most] = [memoryOf(pid, "VmRSS"), memoryOf(pid, "VmHWM")]
  say(`\n${storage}: ${settled.toFixed(0)} MB at the end (at most ${promised[storage].settled}), `)
  say(
    `${most.toFixed(0)} MB at the most (at most ${promised[storage].most}), ${(ranNanos(pid) / 1e9).toFixed(1)} s of CPU`
  )
  for (const moment of moments) say(`  ${moment}`)
  for (const [path, taken] of latencies) {
    const over = taken.filter((millis) => millis > promisedMillis).length
    const [middle, last] = [percentile(taken, 0.5).toFixed(0), Math.max(...taken).toFixed(0)]
    say(`  ${path}: ${taken.length} answers, p50 ${middle} ms, most ${last} ms, ${over} above ${promisedMillis} ms`)
  }
  child.kill("SIGTERM")
  await ended(child)
  await store.remove()
  return (
    moments.some((moment) => moment.startsWith("complete")) &&
    settled <= promised[storage].settled &&
    most <= promised[storage].most
  )
}

let isGood = true
for (const storage of chosen(values.storage)) isGood = (await measure(storage)) && isGood
process.exitCode = isGood ? 0 : 1
