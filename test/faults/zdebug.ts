import { reportOf, runSchedule } from "./Run.ts"
import { scheduleOf } from "./Schedule.ts"
import { World } from "./World.ts"

process.on("unhandledRejection", () => undefined)
const world = await World.start({ count: 3 })
for (const seed of process.argv.slice(2).map(Number)) {
  const r = await runSchedule(world, scheduleOf(seed))
  console.log(seed, r.seconds, r.history.writes.length)
  for (const x of r.history.writes.filter((w) => w.attempts.length > 1)) {
    console.log(x.member, x.kind, Math.round(x.startedAt), Math.round(x.acknowledged?.at ?? 0))
    for (const a of x.attempts) console.log("     ", Math.round(a.at), a.through, a.outcome.slice(0, 160))
  }
  for (const l of reportOf(r).slice(0, 20)) console.log(l)
  for (const i of world.instances)
    console.log(
      i.name,
      i.lines.filter((l) => !l.includes('"INFO"')).join("\n"),
      i.lines.filter((l) => l.includes('"INFO"') && !l.includes("annot")).join("\n")
    )
}
await world.stop()
process.exit(0)
