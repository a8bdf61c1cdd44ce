import { urlOf } from "../Database.ts"
import { percentile } from "../driver/Load.ts"
import { Reader } from "../driver/Reader.ts"
import { say, short } from "../driver/Report.ts"
import { launch, ours, type Server, startBare } from "../Server.ts"
import { peer, type Side } from "./Sides.ts"

const sizes = [1_000, 2_000, 5_000]
const commentsSent = 120
const commentEveryMillis = 50
const patienceMillis = 10_000
const openedAtOnce = 20
const idleStreams = 5_000

const sleep = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

const openReaders = async (url: string, count: number, tokenOf: (index: number) => string) => {
  const readers: Array<Reader> = []
  const left = Array.from({ length: count }, (_, index) => index).values()
  const lane = async () => {
    for (const index of left) readers[index] = await Reader.open(url, tokenOf(index))
  }
  await Promise.all(Array.from({ length: openedAtOnce }, lane))
  return readers
}

const ask = async (url: string, path: string, token: string, body: unknown): Promise<{ readonly id: number }> => {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` }
  const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) })
  if (answer.status !== 201) throw new Error(`${path} was answered ${answer.status}`)
  return JSON.parse(await answer.text())
}

/** One side with its readers: every tenth follows the author of a post, the others follow other members. */
const audience = async (side: Side, count: number) => {
  const { members } = side.world
  const [author, writer, ...others] = members
  if (author === undefined || writer === undefined) throw new Error("nobody can sign in")
  const { url } = side.server
  const { id: postId } = await ask(url, "/api/posts", author.token, { title: "What is followed", content: "Hello." })
  const began = performance.now()
  const readers = await openReaders(url, count, (index) =>
    index % 10 === 0 ? author.token : (others[index % others.length]?.token ?? "")
  )
  say(`  ${side.name}: ${count} streams opened in ${Math.round(performance.now() - began)} ms`)
  const followers = readers.filter((_, index) => index % 10 === 0)
  const sent = new Map<number, { readonly at: number; readonly answered: number }>()
  const comment = async (n: number) => {
    const at = performance.now()
    const { id } = await ask(url, `/api/posts/${postId}/comments`, writer.token, { content: `Comment ${n}` })
    sent.set(id, { at, answered: performance.now() })
  }
  const due = () => followers.reduce((sum, { came }) => sum + came.size, 0)
  const settled = async () => {
    const until = performance.now() + patienceMillis
    while (due() < sent.size * followers.length && performance.now() < until) await sleep(20)
  }
  const report = () => {
    const since = (moment: "at" | "answered") =>
      followers.flatMap(({ came }) => Array.from(came, ([id, at]) => at - (sent.get(id)?.[moment] ?? Number.NaN)))
    const [fromSend, fromAnswer] = [since("at"), since("answered")]
    const [p50, p99] = [percentile(fromSend, 0.5), percentile(fromSend, 0.99)]
    say(
      `  ${side.name}: send to event p50 ${short(p50)} ms, p99 ${short(p99)} ms; ` +
        `201 to event p50 ${short(percentile(fromAnswer, 0.5))}, p99 ${short(percentile(fromAnswer, 0.99))}; ` +
        `lost ${sent.size * followers.length - due()}`
    )
    for (const reader of readers) reader.hangUp()
    return { p50, p99 }
  }
  return { comment, settled, report }
}

const deliver = async (sides: readonly [Side, Side], count: number) => {
  say(`stream, ${count} readers, a tenth of them the author's`)
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

/** What an idle stream adds to a fresh process, after as many have come and gone, garbage collected. */
const cost = async (name: string, server: Server, tokens: ReadonlyArray<string>) => {
  const tokenOf = (index: number) => tokens[index % tokens.length] ?? ""
  for (const reader of await openReaders(server.url, idleStreams / 5, tokenOf)) reader.hangUp()
  await sleep(1_500)
  const before = await server.memory()
  const readers = await openReaders(server.url, idleStreams, tokenOf)
  await sleep(1_500)
  const after = await server.memory()
  const each = (member: "rss" | "heapUsed" | "external") =>
    `${member} ${((after[member] - before[member]) / idleStreams / 1_024).toFixed(1)} KiB`
  say(`memory per idle stream: ${name}: ${each("rss")}, ${each("heapUsed")}, ${each("external")}`)
  for (const reader of readers) reader.hangUp()
  await server.stop()
}

/** How soon a comment is told to those who follow, and what an idle stream costs. */
export const fanOut = async (sides: readonly [Side, Side]) => {
  for (const count of sizes) await deliver(sides, count)
  const [mine, theirs] = sides
  const tokens = mine.world.members.map(({ token }) => token)
  await cost("ours", await launch(ours({ DATABASE_URL: urlOf(mine.database) })), tokens)
  await cost("peer", await launch(peer({ DATABASE_URL: urlOf(theirs.database) })), tokens)
  await cost("Node alone", await startBare(), [""])
}
