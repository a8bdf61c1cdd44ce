import { parseArgs } from "node:util"
import { Follower } from "./Follower.ts"
import { type Server, start, startBare } from "./Server.ts"

/**
 * Whether every follower of notifications is told everything once and in order while followers come and go, how soon,
 * and what an idle stream costs: `node --import tsx bench/streams.ts [--streams 1000] [--instances 1|2]`.
 */
const { values } = parseArgs({
  options: {
    streams: { type: "string", default: "1000" },
    instances: { type: "string", default: "1" },
    comments: { type: "string", default: "600" },
    pace: { type: "string", default: "20" },
    idle: { type: "string", default: "5000" }
  }
})
const streams = Number(values.streams)
const instances = Number(values.instances)
const comments = Number(values.comments)
const idle = Number(values.idle)
/** Between two comments, so that what is measured is not a queue. */
const paceMillis = 1_000 / Number(values.pace)

const authors = 20
const writers = 8

const say = (text: string) => process.stdout.write(`${text}\n`)
const sleep = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))
const pick = <A>(from: ReadonlyArray<A>): A => {
  const picked = from[Math.floor(Math.random() * from.length)]
  if (picked === undefined) throw new Error("there is nothing to pick from")
  return picked
}

const ask = async (url: string, method: string, token = "", body?: unknown) => {
  const headers: Record<string, string> = { "content-type": "application/json" }
  if (token !== "") headers["authorization"] = `Bearer ${token}`
  const answer = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  if (!answer.ok) throw new Error(`${method} ${url} was answered ${answer.status}: ${await answer.text()}`)
  return JSON.parse(await answer.text())
}

/** Runs one after the other in so many lanes. */
const inLanes = async <A>(lanes: number, items: ReadonlyArray<A>, run: (item: A) => Promise<unknown>) => {
  const left = items.values()
  const lane = async () => {
    for (const item of left) await run(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

const register = async (url: string, name: string): Promise<string> => {
  const account = { username: name, email: `${name}@example.org`, password: "correct horse battery" }
  return (await ask(`${url}/api/auth/register`, "POST", "", account)).token
}

const joined = async (url: string) => {
  const members: Array<{ readonly token: string; readonly postId: number }> = []
  await inLanes(2, numbers(authors), async (index) => {
    const token = await register(url, `author${index}`)
    const { id } = await ask(`${url}/api/posts`, "POST", token, { title: `Post ${index}`, content: "Hello." })
    members[index] = { token, postId: id }
  })
  return members
}

/** The ids of all notifications of a member, oldest first. */
const stored = async (url: string, token: string): Promise<ReadonlyArray<number>> => {
  const ids: Array<number> = []
  for (let hasMore = true; hasMore; ) {
    const page = await ask(`${url}/api/notifications?limit=100&offset=${ids.length}`, "GET", token)
    for (const { id } of page.data) ids.push(id)
    hasMore = page.pagination.hasMore
  }
  return ids.reverse()
}

const percentile = (sorted: ReadonlyArray<number>, share: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1)

const delivery = async (servers: ReadonlyArray<Server>) => {
  const urls = servers.map(({ url }) => url)
  const [first = ""] = urls
  const members = await joined(first)
  const writer = await register(first, "writer")
  const sentAt = new Map<number, number>()
  const answeredAt = new Map<number, number>()
  const came: Array<{ readonly id: number; readonly at: number; readonly openSince: number }> = []
  const followers = numbers(streams).map((index) => {
    const author = index % authors
    return new Follower(author, members[author]?.token ?? "", (id, { openSince }) =>
      came.push({ id, at: performance.now(), openSince })
    )
  })
  const opening = performance.now()
  await inLanes(20, followers, (follower) => follower.open(pick(urls)))
  say(`${streams} streams of ${authors} authors opened in ${Math.round(performance.now() - opening)} ms`)

  let isWriting = true
  let reconnects = 0
  const away = new Set<Follower>()
  const churn = async () => {
    while (isWriting) {
      await sleep(100)
      for (const _ of numbers(Math.ceil(streams / 100))) {
        const follower = pick(followers)
        if (away.has(follower)) continue
        away.add(follower)
        follower.hangUp()
        sleep(Math.random() * 500)
          .then(() => follower.open(pick(urls)))
          .then(() => {
            reconnects++
            away.delete(follower)
          })
          .catch((error: unknown) => say(`a stream did not come back: ${error}`))
      }
    }
  }
  const churning = churn()
  const began = performance.now()
  let next = began
  await inLanes(writers, numbers(comments), async (index) => {
    next += paceMillis
    await sleep(Math.max(0, next - performance.now()))
    const { postId = 0 } = members[index % authors] ?? {}
    const sent = performance.now()
    const { id } = await ask(`${pick(urls)}/api/posts/${postId}/comments`, "POST", writer, { content: `No. ${index}` })
    answeredAt.set(id, performance.now())
    sentAt.set(id, sent)
  })
  const wrote = (performance.now() - began) / 1_000
  isWriting = false
  await churning

  const expected = await Promise.all(members.map(({ token }) => stored(first, token)))
  const due = followers.reduce((sum, { author }) => sum + (expected[author]?.length ?? 0), 0)
  for (let waited = 0; waited < 600 && (came.length < due || away.size > 0); waited++) await sleep(100)
  let [lost, twice, disordered] = [0, 0, 0]
  for (const { author, seen } of followers) {
    const distinct = new Set(seen)
    twice += seen.length - distinct.size
    lost += (expected[author] ?? []).filter((id) => !distinct.has(id)).length
    disordered += seen.filter((id, index) => index > 0 && id < (seen[index - 1] ?? 0)).length
  }
  say(`written ${comments} in ${wrote.toFixed(1)} s, stored ${expected.flat().length}`)
  say(`delivered ${came.length} of ${due}; reconnects ${reconnects}`)
  say(`lost ${lost}, twice ${twice}, out of order ${disordered}`)
  const isLive = ({ id, openSince }: (typeof came)[number]) => openSince < (sentAt.get(id) ?? 0)
  const times = (some: typeof came) => {
    const took = some.map(({ at, id }) => at - (answeredAt.get(id) ?? at)).sort((one, other) => one - other)
    return `p50 ${percentile(took, 0.5)} ms, p99 ${percentile(took, 0.99)} ms (${took.length} events)`
  }
  say(`from the 201 to the event, streams that stayed open: ${times(came.filter(isLive))}`)
  say(`from the 201 to the event, replayed to those who came back: ${times(came.filter((one) => !isLive(one)))}`)
  for (const follower of followers) follower.hangUp()
  return lost + twice + disordered === 0
}

/** What a stream costs that only stays open. */
const cost = async (server: Server, name: string, tokens: ReadonlyArray<string>) => {
  const opened = async (count: number) => {
    const followers = numbers(count).map(
      (index) => new Follower(0, tokens[index % tokens.length] ?? "", () => undefined)
    )
    await inLanes(20, followers, (follower) => follower.open(server.url))
    return followers
  }
  for (const follower of await opened(Math.ceil(idle / 5))) follower.hangUp()
  await sleep(2_000)
  const before = await server.memory()
  const followers = await opened(idle)
  await sleep(2_000)
  const after = await server.memory()
  const each = (member: "rss" | "heapUsed" | "external") =>
    `${member} ${((after[member] - before[member]) / idle / 1_024).toFixed(1)} KiB`
  say(`${name}: an idle stream costs ${each("rss")}, ${each("heapUsed")}, ${each("external")}`)
  say(`  (rss ${Math.round(before.rss / 2 ** 20)} to ${Math.round(after.rss / 2 ** 20)} MiB with ${idle} streams)`)
  for (const follower of followers) follower.hangUp()
}

say(`${instances} instance${instances === 1 ? "" : "s"} on ${instances === 1 ? "the embedded database" : "PostgreSQL"}`)
const servers = await start(instances)
const isRight = await delivery(servers)
for (const { stop } of servers) await stop()

if (idle > 0) {
  const [fresh] = await start(1)
  if (fresh !== undefined) {
    const members = await joined(fresh.url)
    await cost(
      fresh,
      "the community",
      members.map(({ token }) => token)
    )
    await fresh.stop()
  }
  const bare = await startBare()
  await cost(bare, "Node alone", [""])
  await bare.stop()
}
process.exit(isRight ? 0 : 1)
