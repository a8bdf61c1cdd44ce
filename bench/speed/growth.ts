import { template } from "../Database.ts"
import type { Request } from "../driver/Connection.ts"
import { httpLanes } from "../driver/HttpLanes.ts"
import { Random } from "../driver/Random.ts"
import { heading, line, say, short } from "../driver/Report.ts"
import { type Pace, rounds } from "../driver/Rounds.ts"
import { ours } from "../Server.ts"
import { behind, middleOf, walks } from "./cursors.ts"
import { operations } from "./operations.ts"
import { type Side, side } from "./Sides.ts"

const sizes = [
  { posts: 1_000, comments: 3 },
  { posts: 100_000, comments: 3 },
  { posts: 1_000_000, comments: 1 }
]

const connections = 4

const targets: Readonly<Record<string, string>> = {
  list: "<= 1.5",
  filtered: "from 100 thousand to 1 million <= 3",
  deep: "from 100 thousand to 1 million <= 3",
  search: "<= 3",
  words: "<= 3",
  diseases: "<= 1.5",
  stats: "<= 1.5",
  notifications: "<= 1.5",
  authenticated: "<= 1.5",
  detail: "<= 1.5"
}

/** One operation on all sides by turns. */
const compared = async (
  sides: ReadonlyArray<Side>,
  title: string,
  target: string,
  nextOf: (side: Side) => Promise<() => Request>,
  pace: Pace
) => {
  const contestants = await Promise.all(
    sides.map(async (side) => {
      const { meter, name, server } = side
      return { name, meter, lanes: await httpLanes(server.url, connections, await nextOf(side)) }
    })
  )
  const [small, middle, large] = await rounds(contestants, pace)
  for (const { lanes } of contestants) for (const { close } of lanes) close()
  if (small === undefined || middle === undefined || large === undefined) return
  for (const one of [small, middle, large]) say(line(`${title}: ${one.name}`, one))
  say(
    `  1 thousand to 1 million: CPU ${short(large.cpu / small.cpu)}, p50 ${short(large.p50 / small.p50)}; ` +
      `100 thousand to 1 million: CPU ${short(large.cpu / middle.cpu)}, p50 ${short(large.p50 / middle.p50)}   target: ${target}`
  )
}

/** Ours without a response cache, so that every response is computed. */
const uncached = (variables: Readonly<Record<string, string>>) => ours({ ...variables, RESPONSE_CACHE_MB: "0" })

/** Ours at three sizes side by side, by turns: the cost of an operation when the community has grown. */
export const growth = async (pace: Pace, seed: number) => {
  const sides: Array<Side> = []
  for (const size of sizes) sides.push(await side(`ours ${size.posts}`, await template({ ...size, seed }), uncached))
  try {
    say(heading)
    for (const [name, target] of Object.entries(targets)) {
      const operation = operations[name]
      if (operation === undefined) continue
      const nextOf = async ({ world }: Side) => {
        const random = new Random(53_000 + seed)
        return () => operation.request(world, random)
      }
      await compared(sides, operation.title, target, nextOf, pace)
    }
    for (const walk of walks) {
      const nextOf = async ({ server, world }: Side) => {
        const request = await behind(server.url, walk, middleOf(world, walk))
        return () => request
      }
      await compared(sides, `cursor in the middle, ${walk.title}`, "<= 1.5", nextOf, pace)
    }
  } finally {
    for (const { stop } of sides) await stop()
  }
}
