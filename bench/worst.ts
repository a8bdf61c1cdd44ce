import { parseArgs } from "node:util"
import { adminUrl } from "./Database.ts"
import { Connection } from "./driver/Connection.ts"
import { CpuMeter, ranNanos } from "./driver/Cpu.ts"
import { say } from "./driver/Report.ts"
import { isComplete } from "./quality/symptoms/Complete.ts"
import { launch, ours } from "./Server.ts"
import { chosen, kept, type Store } from "./Store.ts"
import { type Candidate, candidatesFor } from "./worst/Candidates.ts"
import { fill } from "./worst/Community.ts"
import { doors } from "./worst/Doors.ts"

/**
 * Measures what a request may cost: `npm run bench -- worst [KIND…] [--storage embedded|server|both] [--repeats 7]`.
 *
 * A server with the whole catalogue and a community gets, for each kind of request, the worst ones that it accepts, each time
 * with another value, so that no cache answers. The figures are medians of processor time: of all threads of the server, of its
 * main thread, and of PostgreSQL's backends. The database is kept for the next run.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    storage: { type: "string", default: "both" },
    repeats: { type: "string", default: "7" },
    verbose: { type: "boolean", default: false }
  }
})

const repeats = Number(values.repeats)

/** Sent first, uncounted: code that runs often is compiled. */
const warmUps = 3

interface Cost {
  readonly candidate: Candidate
  readonly status: number
  readonly all: number
  readonly main: number
  readonly database: number
}

interface Meter {
  /** The milliseconds of processor time that something takes. */
  readonly during: (run: () => Promise<number>) => Promise<Omit<Cost, "candidate">>
  readonly close: () => Promise<void>
}

const meterOf = async ({ storage, variables }: Store, pid: number): Promise<Meter> => {
  const server =
    storage === "server"
      ? await CpuMeter.open(adminUrl(), pid, new URL(variables["DATABASE_URL"] ?? "").pathname.slice(1))
      : undefined
  const ofServer = async (run: () => Promise<number>) => {
    const before = ranNanos(pid)
    const done = await run()
    return { done, cpu: { server: (ranNanos(pid) - before) / 1_000, database: 0 } }
  }
  return {
    during: async (run) => {
      const before = ranNanos(pid, true)
      const { cpu, done } = await (server === undefined ? ofServer(run) : server.during(run))
      const main = (ranNanos(pid, true) - before) / 1_000_000
      return { status: done, all: (cpu.server + cpu.database) / 1_000, main, database: cpu.database / 1_000 }
    },
    close: async () => server?.close()
  }
}

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

const measureFrom = async (first: number, url: string, meter: Meter, candidate: Candidate): Promise<Cost> => {
  const costs: Array<Omit<Cost, "candidate">> = []
  for (let number = 0; number < warmUps + repeats; number++) {
    const connection = await Connection.open(url)
    const bytes = candidate.bytes(first + number)
    const cost = await meter.during(() => connection.send(bytes))
    connection.close()
    if (number >= warmUps) costs.push(cost)
  }
  return {
    candidate,
    status: costs.at(-1)?.status ?? 0,
    all: median(costs.map(({ all }) => all)),
    main: median(costs.map(({ main }) => main)),
    database: median(costs.map(({ database }) => database))
  }
}

/** Passwords are hashed in a thread, at a cost that is meant to be high and that the limit of `auth` counts. */
const countedOf = ({ all, candidate, main }: Cost) => (candidate.isHashed ? main : all)

/** Measures what is over its bound again, with other values: compilations and collections of garbage fall on some requests. */
const measure = async (url: string, meter: Meter, candidate: Candidate): Promise<Cost> => {
  const cost = await measureFrom(0, url, meter, candidate)
  if (countedOf(cost) <= candidate.bound) return cost
  const again = await measureFrom(warmUps + repeats, url, meter, candidate)
  return countedOf(again) < countedOf(cost) ? again : cost
}

const row = (cells: ReadonlyArray<string | number>) =>
  cells
    .map((cell, at) => (typeof cell === "number" ? cell.toFixed(1).padStart(9) : cell.padEnd(at === 0 ? 26 : 58)))
    .join(" ")

const lineOf = (cost: Cost) => {
  const { all, candidate, database, main, status } = cost
  const verdict = countedOf(cost) > candidate.bound ? `  OVER ${candidate.bound} ms` : ""
  return row([candidate.kind, `${candidate.name} (${status})`, all, main, database]) + verdict
}

const measureOn = async (store: Store) => {
  const server = await launch(ours({ ...store.variables, CATALOGUE: "full" }))
  try {
    await isComplete(server.url)
    const community = await fill(server.url)
    const candidates = [...candidatesFor(community), ...doors(community)].filter(
      ({ kind }) => positionals.length === 0 || positionals.some((name) => kind.startsWith(name))
    )
    const meter = await meterOf(store, server.pid)
    say(`\n${store.storage}: milliseconds of processor time`)
    say(`${"kind".padEnd(26)} ${"the worst of it (status)".padEnd(58)}       all      main  database`)
    const costs: Array<Cost> = []
    for (const candidate of candidates) {
      const cost = await measure(server.url, meter, candidate)
      costs.push(cost)
      if (values.verbose) say(lineOf(cost))
    }
    await meter.close()
    const kinds = Array.from(new Set(costs.map(({ candidate }) => candidate.kind)))
    const worst = kinds.flatMap((kind) =>
      costs
        .filter(({ candidate }) => candidate.kind === kind)
        .toSorted((one, other) => countedOf(other) - countedOf(one))
        .slice(0, 1)
    )
    if (values.verbose) say("")
    for (const cost of worst) say(lineOf(cost))
    const over = costs.filter((cost) => countedOf(cost) > cost.candidate.bound)
    say(`${over.length} of ${costs.length} requests are over their bound`)
  } finally {
    await server.stop()
  }
}

for (const storage of chosen(values.storage)) await measureOn(await kept(storage, "worst"))
