import { Random } from "../driver/Random.ts"
import { say, short } from "../driver/Report.ts"
import type { World } from "../seed/Community.ts"
import { operations } from "../speed/operations.ts"
import { type Cost, costHeading, costOf, type Metered, report } from "./Meter.ts"

/** Of the mixture of `operations.mixed`, as shares of a hundred requests. */
const shares: Readonly<Record<string, number>> = {
  list: 35,
  detail: 35,
  filtered: 5,
  words: 5,
  diseases: 5,
  notifications: 5,
  authenticated: 3,
  stats: 2,
  "create-comment": 2,
  like: 2,
  "create-post": 1
}

const writes = ["create-comment", "like", "create-post"]

/** The share of reads in the processor time of the database, without the response cache. */
const readShare = (costs: ReadonlyMap<string, Cost>) => {
  const sumOf = (isCounted: (name: string) => boolean) =>
    Array.from(costs).reduce(
      (sum, [name, { database }]) => sum + (isCounted(name) ? database * (shares[name] ?? 0) : 0),
      0
    )
  const [all, written] = [sumOf(() => true), sumOf((name) => writes.includes(name))]
  say(
    `database, 95/5 without the cache: ${short(all / 100)} µs a request, of which reads ${short((1 - written / all) * 100)} %`
  )
}

/** Code that has not run yet is slow. */
const warmUpRequests = 2_000

const mixedOf = (world: World) => {
  const random = new Random(71_000 + world.seed)
  return () => operations["mixed"]?.request(world, random) ?? { method: "GET" as const, path: "/" }
}

/** Measures the cost of each operation on a server without a response cache, reads first. */
export const requests = async (metered: Metered, world: World, count: number, without: ReadonlyArray<string>) => {
  if (without.join() === "") await costOf(metered, mixedOf(world), warmUpRequests)
  say(costHeading)
  const costs = new Map<string, Cost>()
  for (const name of Object.keys(shares)) {
    const operation = operations[name]
    if (operation === undefined || without.includes(name)) continue
    const random = new Random(61_000 + world.seed)
    const next = () => operation.request(world, random)
    costs.set(name, await report(metered, operation.title, next, count))
  }
  readShare(costs)
  const like = operations["like"]
  const random = new Random(67_000 + world.seed)
  if (like !== undefined) await report(metered, "like, 16 at once", () => like.request(world, random), count, 16)
}

/** Counts the hits of the response cache under the mixture of reads and writes. */
export const cached = async (metered: Metered, world: World, count: number) => {
  const lookups = async () => {
    const text = await (await fetch(`${metered.server.url}/metrics`)).text()
    const of = (result: string) =>
      Number(
        new RegExp(`^response_cache_lookups_total\\{[^}]*result="${result}"[^}]*\\} (\\S+)`, "m").exec(text)?.[1] ?? 0
      )
    return { hits: of("hit"), misses: of("miss") }
  }
  const next = mixedOf(world)
  await costOf(metered, next, warmUpRequests)
  say(costHeading)
  const before = await lookups()
  await report(metered, "mixed 95/5 with the cache", next, count)
  const after = await lookups()
  const [hits, misses] = [after.hits - before.hits, after.misses - before.misses]
  say(`response cache: ${hits} hits, ${misses} misses (${short((100 * hits) / (hits + misses))} %)`)
  const { heapUsed, rss } = await metered.server.memory()
  say(`memory of the instance then: ${short(rss / 2 ** 20)} MiB resident, ${short(heapUsed / 2 ** 20)} MiB of heap`)
}
