import { parseArgs } from "node:util"
import { inLanes, percentile, sleep } from "./driver/Load.ts"
import { say, short } from "./driver/Report.ts"
import { type SseSubscriber, subscribeAll } from "./driver/SseSubscriber.ts"
import { type Server, start, startBare } from "./Server.ts"
import { idleStreamCost } from "./speed/idleStreamCost.ts"

/**
 * Checks that every subscriber gets each notification once and in order while subscribers come and go, and measures the
 * delay and the memory of an idle stream: `node --import tsx bench/streams.ts [--streams 1000] [--instances 1|2]`.
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
/** Between two comments, so that no queue is measured. */
const paceMillis = 1_000 / Number(values.pace)

const authors = 20
const writers = 8

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

const delivery = async (servers: ReadonlyArray<Server>) => {
  const urls = servers.map(({ url }) => url)
  const [first = ""] = urls
  const members = await joined(first)
  const writer = await register(first, "writer")
  const sentAt = new Map<number, number>()
  const answeredAt = new Map<number, number>()
  const opening = performance.now()
  const subscribers = await subscribeAll(
    numbers(streams).map((index) => members[index % authors]?.token ?? ""),
    () => pick(urls)
  )
  say(`${streams} streams of ${authors} authors opened in ${Math.round(performance.now() - opening)} ms`)

  let isWriting = true
  let reconnects = 0
  const away = new Set<SseSubscriber>()
  const churn = async () => {
    while (isWriting) {
      await sleep(100)
      for (const _ of numbers(Math.ceil(streams / 100))) {
        const subscriber = pick(subscribers)
        if (away.has(subscriber)) continue
        away.add(subscriber)
        subscriber.hangUp()
        sleep(Math.random() * 500)
          .then(() => subscriber.open(pick(urls)))
          .then(() => {
            reconnects++
            away.delete(subscriber)
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
  const expectedOf = (index: number) => expected[index % authors] ?? []
  const due = subscribers.reduce((sum, _, index) => sum + expectedOf(index).length, 0)
  const delivered = () => subscribers.reduce((sum, { received }) => sum + received.length, 0)
  for (let waited = 0; waited < 600 && (delivered() < due || away.size > 0); waited++) await sleep(100)
  let [lost, twice, disordered] = [0, 0, 0]
  for (const [index, { received }] of subscribers.entries()) {
    const ids = received.map(({ id }) => id)
    const distinct = new Set(ids)
    twice += ids.length - distinct.size
    lost += expectedOf(index).filter((id) => !distinct.has(id)).length
    disordered += ids.filter((id, place) => place > 0 && id < (ids[place - 1] ?? 0)).length
  }
  say(`written ${comments} in ${wrote.toFixed(1)} s, stored ${expected.flat().length}`)
  say(`delivered ${delivered()} of ${due}; reconnects ${reconnects}`)
  say(`lost ${lost}, twice ${twice}, out of order ${disordered}`)
  const [live, replayed] = [[] as number[], [] as number[]]
  for (const { at, commentId, openSince } of subscribers.flatMap(({ received }) => received)) {
    const isLive = openSince < (sentAt.get(commentId) ?? 0)
    const delays = isLive ? live : replayed
    delays.push(at - (answeredAt.get(commentId) ?? at))
  }
  const times = (delays: ReadonlyArray<number>) =>
    `p50 ${short(percentile(delays, 0.5))} ms, p99 ${short(percentile(delays, 0.99))} ms (${delays.length} events)`
  say(`from the 201 to the event, streams that stayed open: ${times(live)}`)
  say(`from the 201 to the event, replayed to those who came back: ${times(replayed)}`)
  for (const subscriber of subscribers) subscriber.hangUp()
  return lost + twice + disordered === 0
}

say(`${instances} instance${instances === 1 ? "" : "s"} on ${instances === 1 ? "the embedded database" : "PostgreSQL"}`)
const servers = await start(instances)
const isRight = await delivery(servers)
for (const { stop } of servers) await stop()

if (idle > 0) {
  const [fresh] = await start(1)
  if (fresh !== undefined) {
    const members = await joined(fresh.url)
    const tokens = members.map(({ token }) => token)
    await idleStreamCost("the community", fresh, tokens, idle)
  }
  await idleStreamCost("Node alone", await startBare(), [""], idle)
}
process.exit(isRight ? 0 : 1)
