import { parseArgs } from "node:util"
import { template } from "./Database.ts"
import { httpLanes } from "./driver/HttpLanes.ts"
import { heading, line, say } from "./driver/Report.ts"
import { rounds } from "./driver/Rounds.ts"
import { ours } from "./Server.ts"
import { side } from "./speed/Sides.ts"

/**
 * The cost of cached pages beside that of a cached list, all compressed as browsers ask for it. `npm run bench -- pages
 * [--rounds 8] [--connections 16]`.
 */
const { values } = parseArgs({
  options: { rounds: { type: "string", default: "8" }, connections: { type: "string", default: "16" } }
})
const pace = { rounds: Number(values.rounds), millis: 1_000, members: 8 }

const headers = {
  "accept-encoding": "gzip, br",
  accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "accept-language": "en"
}

const requests = {
  "list page 1": "/api/posts",
  "home page": "/",
  "page of posts": "/posts",
  "page of a post": "/posts/1",
  "page of diseases": "/diseases"
}

const { meter, server, stop } = await side("pages", await template({ posts: 1_000, comments: 3, seed: 1 }), ours)
try {
  say(heading)
  const contestants = await Promise.all(
    Object.entries(requests).map(async ([name, path]) => {
      const next = () => ({ method: "GET" as const, path, headers })
      return { name, meter, lanes: await httpLanes(server.url, Number(values.connections), next) }
    })
  )
  for (const measured of await rounds(contestants, pace)) say(line(measured.name, measured))
  for (const { lanes } of contestants) for (const { close } of lanes) close()
} finally {
  await stop()
}
process.exit(0)
