import { readdirSync, readlinkSync } from "node:fs"
import type { Postgres } from "../../test/faults/Postgres.ts"
import type { Instance } from "../../test/support/instances/Instance.ts"
import { sleep } from "../driver/Load.ts"

/** The memory and open resources of an instance. */
export interface Vitals {
  /** After a garbage collection. */
  readonly residentMB: number
  readonly heapMB: number
  /** Buffers and the like. */
  readonly externalMB: number
  /** The resources that keep Node's event loop alive: sockets, timers, servers. */
  readonly handles: number
  readonly fibers: number
  readonly sockets: number
  /** Open streams of notifications, and open MCP sessions. */
  readonly streams: number
  readonly sessions: number
  /** Connections to PostgreSQL, of all instances. */
  readonly connections: number
}

/** The most that each may grow in a minute, by the line of least squares. */
export const bounds: Vitals = {
  residentMB: 5,
  heapMB: 1.5,
  externalMB: 1,
  handles: 2,
  fibers: 2,
  sockets: 2,
  streams: 1,
  sessions: 1,
  connections: 1
}

/**
 * Answers SIGUSR2 after collecting garbage. Effect notes the running fiber in a global: the first one shows which class to
 * count. Fibers that have ended are counted as long as something holds them.
 */
const teller = `
import { queryObjects } from "node:v8"
const name = "effect/FiberCurrent"
let Fiber
Object.defineProperty(globalThis, name, {
  configurable: true,
  get: () => undefined,
  set: (fiber) => {
    Fiber = fiber.constructor
    Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: fiber })
  }
})
process.on("SIGUSR2", () => {
  gc(); gc()
  const { rss, heapUsed, external } = process.memoryUsage()
  const told = { rss, heapUsed, external, handles: process.getActiveResourcesInfo().length, fibers: queryObjects(Fiber) }
  process.stdout.write("answer " + JSON.stringify(told) + "\\n")
})`

export const preload = [
  "--expose-gc",
  "--disable-warning=ExperimentalWarning",
  "--import",
  `data:text/javascript,${encodeURIComponent(teller)}`
]

const socketsOf = (id: number): number =>
  readdirSync(`/proc/${id}/fd`).filter((name) => {
    try {
      return readlinkSync(`/proc/${id}/fd/${name}`).startsWith("socket:")
    } catch {
      return false // it has been closed
    }
  }).length

const metricsOf = async (url: string) => {
  const text = await (await fetch(`${url}/metrics`)).text()
  const gauge = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1] ?? Number.NaN)
  return { streams: gauge("notification_streams_open"), sessions: gauge("mcp_sessions_open") }
}

/** So many looks are taken, and the least of each counts: the rest belongs to requests that are under way. */
const looks = 5
const betweenLooksMillis = 300

export const vitalsOf = async (instance: Instance, postgres: Postgres): Promise<Vitals> => {
  const seen: Array<Vitals> = []
  for (let look = 0; look < looks; look++) {
    if (look > 0) await sleep(betweenLooksMillis)
    const { external, fibers, handles, heapUsed, rss } = JSON.parse(await instance.answerTo("SIGUSR2"))
    seen.push({
      residentMB: rss / 2 ** 20,
      heapMB: heapUsed / 2 ** 20,
      externalMB: external / 2 ** 20,
      handles,
      fibers,
      sockets: socketsOf(instance.id),
      ...(await metricsOf(instance.url)),
      connections: await postgres.connections()
    })
  }
  const least = (name: keyof Vitals) => Math.min(...seen.map((vitals) => vitals[name]))
  return {
    residentMB: least("residentMB"),
    heapMB: least("heapMB"),
    externalMB: least("externalMB"),
    handles: least("handles"),
    fibers: least("fibers"),
    sockets: least("sockets"),
    streams: least("streams"),
    sessions: least("sessions"),
    connections: least("connections")
  }
}

/** The slope of the line of least squares through values that are a minute apart; 0 for fewer than two. */
export const slopeOf = (values: ReadonlyArray<number>): number => {
  if (values.length < 2) return 0
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const [over, under] = values.reduce(
    ([top, bottom], value, index) => [top + (index - middle) * (value - mean), bottom + (index - middle) ** 2],
    [0, 0]
  )
  return over / under
}
