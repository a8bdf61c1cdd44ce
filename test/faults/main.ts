import { parseArgs } from "node:util"
import { say } from "../../bench/driver/Report.ts"
import { runAudiences } from "./Audiences.ts"
import { lostIn } from "./Checker.ts"
import { type Result, reportOf, runSchedule } from "./Run.ts"
import { described, scheduleOf } from "./Schedule.ts"
import { World } from "./World.ts"

/**
 * Runs the service under faults and checks the results that its members saw: `npm run test:faults` runs the schedule of
 * one seed, `-- --seed N --schedules K` those of the seeds from N on. Each night (`NIGHTLY=1`) it runs those of all fixed
 * seeds and of a random one, and at last shows posts to fewer and more readers while instances are killed;
 * `-- --audiences` does only that. Ends with "N passed, N failed".
 */
const { values } = parseArgs({
  options: {
    audiences: { type: "boolean", default: false },
    seed: { type: "string" },
    schedules: { type: "string" }
  }
})

const isNightly = process.env["NIGHTLY"] === "1"

/** The schedules of the nightly run. Those of 1, 38 and 42 lose commits. */
const fixedSeeds = [1, 2, 3, 4, 5, 6, 38, 42]

/** The schedule that every change has to pass. */
const everyChange = 3

const seeds = (): ReadonlyArray<number> => {
  if (values.audiences) return []
  if (values.seed === undefined && values.schedules === undefined) {
    const random = 1_000 + Math.floor(Math.random() * 1_000_000)
    return isNightly ? [...fixedSeeds, random] : [everyChange]
  }
  const first = Number(values.seed ?? 1)
  return Array.from({ length: Number(values.schedules ?? 1) }, (_, index) => first + index)
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1))
// A client of an instance that was killed may fail where nobody waits for it.
process.on("unhandledRejection", () => undefined)

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, number) => total + number, 0)

const lineOf = ({ history, schedule, seconds, violations }: Result): string => {
  const acknowledged = history.writes.filter((write) => write.acknowledged !== undefined).length
  const retries = sum(history.writes.map(({ attempts }) => attempts.length - 1))
  const notifications = history.events.filter(({ event }) => event === "notification").length
  return [
    `| ${schedule.seed}`,
    described(schedule),
    acknowledged,
    lostIn(history).length,
    retries,
    history.reads.length,
    notifications,
    `${seconds.toFixed(1)} s`,
    `${violations.length} |`
  ].join(" | ")
}

const world = await World.start({ count: 3 })
say("| seed | faults | writes acknowledged | lost | retries | reads checked | notifications | time | violations |")
say("|---:|---|---:|---:|---:|---:|---:|---:|---:|")
const failed: Array<number> = []
let passed = 0
let audiencesFailed = 0
// Those of one shape follow each other, since another one restarts the instances.
const schedules = seeds()
  .map(scheduleOf)
  .toSorted((one, other) => Number(other.shape.hasRedis) - Number(one.shape.hasRedis))
for (const schedule of schedules) {
  const result = await runSchedule(world, schedule)
  say(lineOf(result))
  for (const line of reportOf(result)) say(line)
  if (result.violations.length === 0) passed++
  else failed.push(schedule.seed)
}
if (values.audiences || (isNightly && values.seed === undefined && values.schedules === undefined)) {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
  const { changes, comments, reads, wrong } = await runAudiences(world, seed)
  say(
    `audiences, seed ${seed}: ${changes} changes, ${reads} reads, ${comments} live comments, ${wrong.length} violations`
  )
  for (const line of wrong.slice(0, 20)) say(`  violated: ${line}`)
  if (wrong.length === 0) passed++
  else say(`to repeat: npm run test:faults -- --audiences --seed ${seed}`)
  if (wrong.length > 0) audiencesFailed++
}
await world.stop()
for (const seed of failed) say(`to repeat: npm run test:faults -- --seed ${seed}`)
const failures = failed.length + audiencesFailed
say(`${passed} passed, ${failures} failed`)
process.exit(failures === 0 ? 0 : 1)
