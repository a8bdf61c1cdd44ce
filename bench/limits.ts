import { spawn } from "node:child_process"
import { parseArgs } from "node:util"
import { adminUrl, template } from "./Database.ts"
import { CpuMeter } from "./driver/Cpu.ts"
import { httpLanes } from "./driver/HttpLanes.ts"
import { Random } from "./driver/Random.ts"
import { heading, line, say } from "./driver/Report.ts"
import { rounds } from "./driver/Rounds.ts"
import { freePort, ours } from "./Server.ts"
import { operations } from "./speed/operations.ts"
import { side } from "./speed/Sides.ts"

/**
 * The cost of shared rate limits: the same requests to a server that counts them in its process, and to one that counts
 * them in Redis. `npm run bench -- limits [NAME…] [--rounds 8] [--connections 16]`; the names are those of the operations.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "8" }, connections: { type: "string", default: "16" } }
})
const names = positionals.length === 0 ? ["list", "profile"] : positionals
const pace = { rounds: Number(values.rounds), millis: 1_000, members: 8 }

const redisPort = await freePort()
const redis = spawn("redis-server", ["--port", String(redisPort), "--save", "", "--appendonly", "no"], {
  stdio: "ignore"
})

/** So high that no request is refused, and counted all the same. */
const limits = { RATE_LIMIT_READ: "1000000", RATE_LIMIT_WRITE: "1000000" }

const from = await template({ posts: 1_000, comments: 3, seed: 1 })
const alone = await side("process", from, (variables) => ours({ ...variables, ...limits }))
const shared = await side("redis", from, (variables) =>
  ours({ ...variables, ...limits, REDIS_URL: `redis://127.0.0.1:${redisPort}` })
)
/** Counts the processor time of Redis as that of the database. */
const sharedMeter = await CpuMeter.open(adminUrl(), shared.server.pid, shared.database, [redis.pid ?? 0])
const sides = [alone, { ...shared, meter: sharedMeter }]

try {
  say(heading)
  for (const name of names) {
    const operation = operations[name]
    if (operation === undefined) throw new Error(`there is no operation ${name}: ${Object.keys(operations).join(", ")}`)
    const contestants = await Promise.all(
      sides.map(async ({ meter, name, server, world }) => {
        const random = new Random(41_000)
        const active = { ...world, members: world.members.slice(0, pace.members) }
        const next = () => operation.request(active, random)
        return { name, meter, lanes: await httpLanes(server.url, Number(values.connections), next) }
      })
    )
    for (const measured of await rounds(contestants, pace)) say(line(`${operation.title}: ${measured.name}`, measured))
    for (const { lanes } of contestants) for (const { close } of lanes) close()
  }
} finally {
  await sharedMeter.close()
  await alone.stop()
  await shared.stop()
  redis.kill()
}
process.exit(0)
