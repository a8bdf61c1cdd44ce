import { urlOf } from "../Database.ts"
import { percentile, sleep } from "../driver/Load.ts"
import { say, short } from "../driver/Report.ts"
import { subscribeAll } from "../driver/SseSubscriber.ts"
import { launch, ours, startBare } from "../Server.ts"
import { idleStreamCost } from "./idleStreamCost.ts"
import { peer, type Side } from "./Sides.ts"

const sizes = [1_000, 2_000, 5_000]
const commentsSent = 120
const commentEveryMillis = 50
const deliveryTimeoutMillis = 10_000
const idleStreams = 5_000

const ask = async (url: string, path: string, token: string, body: unknown): Promise<{ readonly id: number }> => {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` }
  const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) })
  if (answer.status !== 201) throw new Error(`${path} was answered ${answer.status}`)
  return JSON.parse(await answer.text())
}

/** One side with its subscribers: every tenth follows the author of a post, the others follow other members. */
const audience = async (side: Side, count: number) => {
  const { members } = side.world
  const [author, writer, ...others] = members
  if (author === undefined || writer === undefined) throw new Error("nobody can sign in")
  const { url } = side.server
  const { id: postId } = await ask(url, "/api/posts", author.token, { title: "Followed by many", content: "Hello." })
  const began = performance.now()
  const tokens = Array.from({ length: count }, (_, index) =>
    index % 10 === 0 ? author.token : (others[index % others.length]?.token ?? "")
  )
  const subscribers = await subscribeAll(tokens, () => url)
  say(`  ${side.name}: ${count} streams opened in ${Math.round(performance.now() - began)} ms`)
  const ofAuthor = subscribers.filter((_, index) => index % 10 === 0)
  const sent = new Map<number, { readonly at: number; readonly answered: number }>()
  const comment = async (n: number) => {
    const at = performance.now()
    const { id } = await ask(url, `/api/posts/${postId}/comments`, writer.token, { content: `Comment ${n}` })
    sent.set(id, { at, answered: performance.now() })
  }
  const due = () => ofAuthor.reduce((sum, { received }) => sum + received.length, 0)
  const settled = async () => {
    const until = performance.now() + deliveryTimeoutMillis
    while (due() < sent.size * ofAuthor.length && performance.now() < until) await sleep(20)
  }
  const report = () => {
    const since = (moment: "at" | "answered") =>
      ofAuthor.flatMap(({ received }) =>
        received.map(({ at, commentId }) => at - (sent.get(commentId)?.[moment] ?? Number.NaN))
      )
    const [fromSend, fromAnswer] = [since("at"), since("answered")]
    const [p50, p99] = [percentile(fromSend, 0.5), percentile(fromSend, 0.99)]
    say(
      `  ${side.name}: send to event p50 ${short(p50)} ms, p99 ${short(p99)} ms; ` +
        `201 to event p50 ${short(percentile(fromAnswer, 0.5))}, p99 ${short(percentile(fromAnswer, 0.99))}; ` +
        `lost ${sent.size * ofAuthor.length - due()}`
    )
    for (const subscriber of subscribers) subscriber.hangUp()
    return { p50, p99 }
  }
  return { comment, settled, report }
}

const deliver = async (sides: readonly [Side, Side], count: number) => {
  say(`stream, ${count} subscribers, a tenth of them the author's`)
  const audiences = [await audience(sides[0], count), await audience(sides[1], count)]
  for (let n = 0; n < commentsSent; n++) {
    for (const { comment } of audiences) {
      await comment(n)
      await sleep(commentEveryMillis)
    }
  }
  const reports = []
  for (const { report, settled } of audiences) {
    await settled()
    reports.push(report())
  }
  const [mine, theirs] = reports
  if (mine === undefined || theirs === undefined) return
  say(`  ours / peer: p50 ${short(mine.p50 / theirs.p50)}, p99 ${short(mine.p99 / theirs.p99)}   target: p99 <= 0.5`)
  await sleep(1_000)
}

/** Measures the time from a comment to its events, and the memory of an idle stream. */
export const fanOut = async (sides: readonly [Side, Side]) => {
  for (const count of sizes) await deliver(sides, count)
  const [mine, theirs] = sides
  const tokens = mine.world.members.map(({ token }) => token)
  await idleStreamCost("ours", await launch(ours({ DATABASE_URL: urlOf(mine.database) })), tokens, idleStreams)
  await idleStreamCost("peer", await launch(peer({ DATABASE_URL: urlOf(theirs.database) })), tokens, idleStreams)
  await idleStreamCost("Node alone", await startBare(), [""], idleStreams)
}
