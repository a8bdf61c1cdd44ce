import { setTimeout as sleep } from "node:timers/promises"
import { reasonOf } from "./Calls.ts"
import { violationsOf } from "./Checker.ts"
import { losing, strike } from "./Faults.ts"
import { type History, historyOf, type Violation } from "./History.ts"
import { type Load, startLoad } from "./Load.ts"
import { readOutcome } from "./Outcome.ts"
import type { Schedule } from "./Schedule.ts"
import type { World } from "./World.ts"

/** Everything is acknowledged this long after the last fault has ended. */
const recoveryMillis = 30_000

/** The result of a schedule. */
export interface Result {
  readonly schedule: Schedule
  readonly history: History
  readonly violations: ReadonlyArray<Violation>
  readonly seconds: number
}

/** The load goes on for this time after a loss of commits, and then rests for half of it. */
const afterLossMillis = 3_000

const losesCommits = ({ faults }: Schedule) => faults.some(({ kind }) => losing.has(kind))

const failsOver = ({ faults }: Schedule) => faults.some(({ kind }) => kind === "PostgreSQL fails over")

/** Strikes each fault at its time. A fault that cannot be ended breaks off the run. */
const strikeAll = (world: World, { faults }: Schedule, load: Load) =>
  Promise.all(
    faults.map(async (fault) => {
      await sleep(fault.atMillis)
      const from = load.now()
      const ended = await strike(world, fault)
      if (typeof ended !== "number") return
      load.forget()
      load.history.losses.push({ from, endedAt: load.now() - (performance.now() - ended), until: load.now() })
      await sleep(afterLossMillis)
    })
  )

const withFaults = async (world: World, schedule: Schedule, load: Load) => {
  const struck = strikeAll(world, schedule, load)
  await sleep(schedule.loadMillis)
  if (losesCommits(schedule)) await struck
  load.close()
  await struck
  await load.settled(recoveryMillis)
  await world.ready().catch((error: unknown) => {
    load.history.defects.push({ promise: "the service recovers by itself", object: "/ready", details: reasonOf(error) })
  })
  if (losesCommits(schedule)) await sleep(afterLossMillis / 2)
  load.history.settledAt = load.now()
}

/**
 * The windows that faults may give away. A wall clock that is set ends the window of a process. While Redis is lost each
 * process counts for itself, and a restarted Redis has counted nothing.
 */
const extraWindows = (world: World, { faults, shape }: Schedule): number => {
  if (shape.hasRedis) {
    // A machine that is too busy loses Redis, too, and says so.
    const isLost = world.instances.some((instance) => instance.hasWarned(/Redis is lost/))
    return isLost || faults.some(({ kind }) => kind.includes("Redis")) ? 1 + world.seats.length : 0
  }
  return faults.some(({ kind }) => kind === "clock stepped") ? 1 : 0
}

/** Runs a schedule against a world, and leaves the world whole. */
export const runSchedule = async (world: World, schedule: Schedule): Promise<Result> => {
  const began = performance.now()
  const { seed, shape } = schedule
  await world.take(shape)
  if (failsOver(schedule)) await world.postgres.waitForReplica()
  const counterOf = (index: number) => (shape.hasRedis ? "Redis" : (world.instances[index]?.process ?? ""))
  const load = await startLoad(world, { seed, entries: world.entries(shape), counterOf })
  const { history } = load
  await withFaults(world, schedule, load)
  history.limit = { ...history.limit, extraWindows: extraWindows(world, schedule) }
  await readOutcome(world, load)
  if (failsOver(schedule) || losesCommits(schedule)) {
    await world.postgres.rejoin()
    await world.followPrimary()
  }
  return { schedule, history, violations: violationsOf(history), seconds: (performance.now() - began) / 1_000 }
}

/** The maximum number of lines of the history of an object that a report prints. */
const maxLines = 80

/** Each broken promise with the history of its object. */
export const reportOf = ({ history, violations }: Result): ReadonlyArray<string> => {
  const shown = new Set<string>()
  return violations.slice(0, 10).flatMap(({ details, object, promise }) => {
    const lines = shown.has(object) ? [] : historyOf(history, object)
    shown.add(object)
    return [`  violated: ${promise}: ${object}: ${details}`, ...lines.slice(0, maxLines).map((line) => `    ${line}`)]
  })
}
