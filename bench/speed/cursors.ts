import { adminUrl, urlOf } from "../Database.ts"
import type { Request } from "../driver/Connection.ts"
import { CpuMeter } from "../driver/Cpu.ts"
import { httpLanes } from "../driver/HttpLanes.ts"
import { heading, line, say, short } from "../driver/Report.ts"
import { type Pace, rounds } from "../driver/Rounds.ts"
import { launch, ours } from "../Server.ts"
import type { World } from "../seed/Community.ts"
import type { Side } from "./Sides.ts"

const connections = 4
const itemsOfPage = 20

/** The lists that are walked, each with its name and its number of posts. */
export const walks = [
  { title: "list by date", query: {}, share: 1 },
  { title: "list filtered, sort=views", query: { category: "question", sort: "views" }, share: 1 / 4 },
  { title: "list filtered, sort=replies", query: { category: "question", sort: "replies" }, share: 1 / 4 }
] as const
type Walk = (typeof walks)[number]

/** Asks for the page after the one of this number; the first without one. */
export const behind = async (url: string, { query }: Walk, page: number): Promise<Request> => {
  const path = (parameters: Readonly<Record<string, string>>) =>
    `/api/posts?${new URLSearchParams({ ...query, ...parameters })}`
  if (page === 0) return { method: "GET", path: path({}) }
  const answer = await fetch(url + path({ page: String(page) }))
  const { pagination }: { readonly pagination: { readonly nextCursor?: string } } = JSON.parse(await answer.text())
  if (pagination.nextCursor === undefined) throw new Error(`nothing follows page ${page}`)
  return { method: "GET", path: path({ cursor: pagination.nextCursor }) }
}

/** The page in the middle of a list. */
export const middleOf = ({ posts }: World, { share }: Walk) => Math.floor((posts * share) / itemsOfPage / 2)

/** The cost of a page by cursor at any depth, over that of the first, without a response cache. */
export const cursors = async ({ database, world }: Side, pace: Pace) => {
  const server = await launch(ours({ RESPONSE_CACHE_MB: "0", DATABASE_URL: urlOf(database) }))
  const meter = await CpuMeter.open(adminUrl(), server.pid, database)
  say(heading)
  for (const walk of walks) {
    const middle = middleOf(world, walk)
    const depths = [0, 1, Math.min(500, middle), middle, Math.max(1, middle * 2 - 3)]
    const contestants = await Promise.all(
      depths.map(async (page) => {
        const request = await behind(server.url, walk, page)
        const name = page === 0 ? "first page" : `cursor after page ${page}`
        return { name, meter, lanes: await httpLanes(server.url, connections, () => request) }
      })
    )
    const measured = await rounds(contestants, pace)
    for (const { lanes } of contestants) for (const { close } of lanes) close()
    const [first] = measured
    for (const one of measured) {
      say(line(`${walk.title}: ${one.name}`, one))
      if (first === undefined || one === first) continue
      say(
        `  over the first page: CPU ${short(one.cpu / first.cpu)}, database ${short(one.database / first.database)}, ` +
          `p50 ${short(one.p50 / first.p50)}   target: <= 1.5`
      )
    }
  }
  await meter.close()
  await server.stop()
}
