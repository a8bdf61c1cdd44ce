import { parseArgs } from "node:util"
import { connected, template, urlOf } from "./Database.ts"
import { say, short } from "./driver/Report.ts"
import { ours } from "./Server.ts"
import { side } from "./speed/Sides.ts"

/**
 * The cost of followers: posts about a disease that many members follow, beside posts about one that nobody follows, and
 * the time until all followers are notified: `npm run bench -- followers [--followers 10000] [--rounds 40]`. Each round
 * publishes a post about the followed disease, one about the other while the followers are being notified, and one
 * afterwards. Ends with a failure where a bound of issue and contract is broken.
 */
const { values } = parseArgs({
  options: { followers: { type: "string", default: "10000" }, rounds: { type: "string", default: "40" } }
})
const [followers, rounds] = [Number(values.followers), Number(values.rounds)]

/** The bounds: of the p99 of a post with followers over that of one without, and of the time until all are notified. */
const maxRatio = 1.2
const maxSeconds = 10

const server = await side(
  "followers",
  await template({ posts: 1_000, comments: 3, seed: 1, members: followers + 1 }),
  ours
)

const [author] = server.world.members
if (author === undefined) throw new Error("the community has no members")

const publish = async (diseaseId: number): Promise<{ readonly id: number; readonly millis: number }> => {
  const began = performance.now()
  const response = await fetch(`${server.server.url}/api/posts`, {
    method: "POST",
    headers: { authorization: `Bearer ${author.token}`, "content-type": "application/json" },
    body: JSON.stringify({ title: "Waiting for a name", content: "We waited **six years** for it.", diseaseId })
  })
  const { id } = (await response.json()) as { readonly id: number }
  if (response.status !== 201) throw new Error(`a post was answered by ${response.status}`)
  return { id, millis: performance.now() - began }
}

/** The value below which this share of the others is. */
const quantile = (all: ReadonlyArray<number>, share: number) =>
  all.toSorted((one, other) => one - other)[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0

const show = (name: string, millis: ReadonlyArray<number>) =>
  say(`${name.padEnd(44)} p50 ${short(quantile(millis, 0.5))} ms, p99 ${short(quantile(millis, 0.99))} ms`)

const timings = { followed: [] as Array<number>, during: [] as Array<number>, quiet: [] as Array<number> }
const seconds: Array<number> = []

try {
  await connected(urlOf(server.database), async (client) => {
    const found = await client.query<{ readonly id: number }>(
      "select id from diseases where id not in (select disease_id from disease_parents) order by id limit 2"
    )
    const [followed, other] = found.rows.map(({ id }) => id)
    if (followed === undefined || other === undefined) throw new Error("the catalogue has no two diseases")
    await client.query(
      "insert into follows (user_id, type, target_id, created_at) select id, 'disease', $1, now() from users where id <> $2",
      [followed, author.id]
    )
    await client.query("vacuum analyze follows")
    const notified = async (post: number) => {
      const { rows } = await client.query<{ readonly count: string }>(
        "select count(*) from notifications where post_id = $1 and type = 'new_post'",
        [post]
      )
      return Number(rows[0]?.count)
    }
    for (let warm = 0; warm < 20; warm++) await publish(other)
    for (let round = 0; round < rounds; round++) {
      const began = performance.now()
      const post = await publish(followed)
      timings.followed.push(post.millis)
      timings.during.push((await publish(other)).millis)
      while ((await notified(post.id)) < followers) await new Promise((resolve) => setTimeout(resolve, 50))
      seconds.push((performance.now() - began) / 1_000)
      timings.quiet.push((await publish(other)).millis)
    }
  })
} finally {
  await server.stop()
}

show("a post that nobody follows", timings.quiet)
show(`a post that ${followers} members follow`, timings.followed)
show("a post while they are being notified", timings.during)
const ratio = quantile(timings.followed, 0.99) / quantile(timings.quiet, 0.99)
const longest = Math.max(...seconds)
say(`p99 with followers / without: ${short(ratio)} (at most ${maxRatio})`)
say(`all are notified after ${short(quantile(seconds, 0.5))} s, at most ${short(longest)} s (at most ${maxSeconds} s)`)
process.exit(ratio <= maxRatio && longest <= maxSeconds ? 0 : 1)
