import { mcpLanes } from "../driver/McpLanes.ts"
import { Random } from "../driver/Random.ts"
import { heading, say } from "../driver/Report.ts"
import type { Pace } from "../driver/Rounds.ts"
import { contest } from "./compare.ts"
import type { Side } from "./Sides.ts"

const sessions = 8
const categories = ["topic", "experience", "question"]
const firstPages = 50

/** The first page in every second call, else another page, of all posts or of a category. */
const listed = (posts: number, random: Random) => {
  if (random.upTo(2) === 1) return {}
  const page = random.upTo(Math.min(firstPages, Math.ceil(posts / 20)))
  return random.upTo(2) === 1 ? { page } : { page, category: random.pick(categories) }
}

/** Tools called over HTTP+SSE by eight sessions, each of another member: ours and the peer on the official SDK. */
export const mcp = async (sides: readonly [Side, Side], pace: Pace) => {
  say(heading)
  const tools = [
    { name: "list_posts", target: "CPU <= 0.6, aim 0.4", input: listed },
    {
      name: "get_post",
      target: "CPU <= 0.6",
      input: (posts: number, random: Random) => ({ postId: random.upTo(posts) })
    }
  ]
  for (const { input, name: tool, target } of tools) {
    const contestants = []
    for (const { meter, name, server, world } of sides) {
      const random = new Random(47)
      const keys = world.members.slice(0, sessions).map(({ apiKey }) => apiKey)
      contestants.push({ name, meter, lanes: await mcpLanes(server.url, keys, tool, () => input(world.posts, random)) })
    }
    await contest(`MCP ${tool}`, target, contestants, pace)
  }
}
