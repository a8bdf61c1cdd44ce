import { parseArgs } from "node:util"
import { violationsOf } from "../test/faults/Checker.ts"
import { startLoad } from "../test/faults/Load.ts"
import { readOutcome } from "../test/faults/Outcome.ts"
import { World } from "../test/faults/World.ts"
import { sleep } from "./driver/Load.ts"
import { say } from "./driver/Report.ts"
import { bounds, preload, slopeOf, type Vitals, vitalsOf } from "./soak/Vitals.ts"

/**
 * Runs three instances under a mixed load of REST, streams and MCP, and shows their memory and open resources by the
 * minute. Fails when something grows, or when the load has lost or doubled anything: `npm run bench -- soak [--minutes
 * 10] [--seed 1]`.
 */
const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, seed: { type: "string", default: "1" } }
})
const minutes = Number(values.minutes)

/** The first minutes fill caches and compile code, and are shown but not counted. */
const warmUpMinutes = Math.min(2, Math.max(1, Math.floor(minutes / 3)))

// A client of a stream that ends may fail where nobody waits for it.
process.on("unhandledRejection", () => undefined)

const row = (cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`
const names = Object.keys(bounds) as ReadonlyArray<keyof Vitals>

const world = await World.start({
  count: 3,
  preload,
  // A small cache is full after the warm-up.
  variables: { RATE_LIMIT_POST: "0", RESPONSE_CACHE_MB: "4", STREAMS_PER_USER: "1000" }
})
const load = await startLoad(world, {
  seed: Number(values.seed),
  entries: world.entries({ hasNginx: false }),
  pauseMillis: [100, 500],
  counterOf: () => ""
})
load.history.limit = { ...load.history.limit, requests: Number.POSITIVE_INFINITY }

say(row(["minute", "instance", ...names, "writes"]))
say(row(["---:", "---", ...names.map(() => "---:"), "---:"]))
const samples = new Map<string, Array<Vitals>>()
for (let minute = 0; minute <= minutes; minute++) {
  if (minute > 0) await sleep(60_000)
  for (const instance of world.instances) {
    const vitals = await vitalsOf(instance, world.postgres)
    const kept = samples.get(instance.name) ?? []
    samples.set(instance.name, kept)
    if (minute >= warmUpMinutes) kept.push(vitals)
    const figures = names.map((name) => vitals[name].toFixed(name.endsWith("MB") ? 1 : 0))
    say(row([String(minute), instance.name, ...figures, String(load.history.writes.length)]))
  }
}

load.close()
await load.settled(30_000)
await readOutcome(world, load)

let grown = 0
for (const [name, kept] of samples) {
  const slopes = names.map((vital) => slopeOf(kept.map((vitals) => vitals[vital])))
  grown += slopes.filter((slope, index) => slope > bounds[names[index] ?? "fibers"]).length
  say(row(["slope", name, ...slopes.map((slope) => slope.toFixed(2)), ""]))
}
say(row(["bound", "", ...names.map((name) => String(bounds[name])), ""]))
const violations = violationsOf(load.history)
for (const { details, object, promise } of violations.slice(0, 20)) say(`violated: ${promise}: ${object}: ${details}`)
const { events, reads, writes } = load.history
say(`${writes.length} writes, ${reads.length} reads of own writes, ${events.length} events of streams`)
say(`${grown} slopes above their bounds, ${violations.length} violations`)
await world.stop()
process.exit(grown === 0 && violations.length === 0 ? 0 : 1)
