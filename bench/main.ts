import { existsSync } from "node:fs"
import { parseArgs } from "node:util"
import { clean } from "./Database.ts"
import { say } from "./driver/Report.ts"
import { benches } from "./speed/benches.ts"
import { growth } from "./speed/growth.ts"
import { withBothSides } from "./speed/Sides.ts"
import { startUp } from "./speed/startUp.ts"

/**
 * `npm run bench` runs everything side by side with the peer, `npm run bench -- NAME…` some of it: the names are those of
 * `speed/benches.ts`, `start-up`, `growth`, `clean`, and the programs beside this file, which take arguments of their own.
 */
const [first = ""] = process.argv.slice(2)

const compared = async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: "string", default: "12" },
      millis: { type: "string", default: "1000" },
      members: { type: "string", default: "8" },
      seed: { type: "string", default: "1" },
      posts: { type: "string", default: "100000" },
      comments: { type: "string", default: "3" }
    }
  })
  const pace = { rounds: Number(values.rounds), millis: Number(values.millis), members: Number(values.members) }
  const size = { posts: Number(values.posts), comments: Number(values.comments), seed: Number(values.seed) }
  const names = positionals.length === 0 ? [...Object.keys(benches), "start-up"] : positionals
  const [sided, alone] = [names.filter((name) => name in benches), names.filter((name) => !(name in benches))]
  const unknown = alone.find((name) => !["start-up", "growth", "clean"].includes(name))
  if (unknown !== undefined) throw new Error(`there is no bench ${unknown}: ${Object.keys(benches).join(", ")}`)
  if (sided.length > 0) {
    say(
      `${size.posts} posts, ${size.comments} comments each, seed ${size.seed}; ${pace.rounds} rounds of ${pace.millis} ms, ${pace.members} members`
    )
    await withBothSides(size, async (sides) => {
      for (const name of sided) await benches[name]?.(sides, pace)
    })
  }
  if (alone.includes("start-up")) await startUp(size)
  if (alone.includes("growth")) await growth(pace, size.seed)
  if (alone.includes("clean")) await clean()
}

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1)) // takes the servers along

if (/^[a-z-]+$/.test(first) && !(first in benches) && existsSync(new URL(`.//${first}.ts`, import.meta.url))) {
  process.argv.splice(2, 1)
  await import(`./${first}.ts`)
} else await compared()
