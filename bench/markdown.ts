import { parseArgs } from "node:util"
import { filterMarkdown } from "@rare-disease-community/markdown/FilterMarkdown"
import { filterTitle } from "@rare-disease-community/markdown/FilterTitle"
import { parseMarkdown } from "@rare-disease-community/markdown/ParseMarkdown"
import { plainText } from "@rare-disease-community/markdown/PlainText"
import { renderHtml } from "@rare-disease-community/markdown/RenderHtml"
import { sanitizingEdits } from "@rare-disease-community/markdown/SanitizingEdits"
import { excerptOf } from "@rare-disease-community/text/Excerpt"
import { Effect } from "effect"
import type { Root } from "mdast"
import { markdownWorkerPool } from "../src/adapters/node/posts/MarkdownFilterThreads.ts"
import { Random } from "./driver/Random.ts"
import { say, short } from "./driver/Report.ts"
import { costly } from "./markdown/costly.ts"
import { searched, tried } from "./markdown/search.ts"
import { rendered } from "./peer/Markdown.ts"
import { wordsOf } from "./seed/Words.ts"

/**
 * The cost of a text: `npm run bench -- markdown [--rounds N] [--costly]`, in microseconds of processor time (garbage
 * collection included), beside the pipeline of the peer, by turns and over texts of which none comes twice; then the
 * steps of ours, and with `--costly` the texts of 20,000 characters that cost most, in milliseconds of all threads, filtered
 * in a worker as the server does: first those that a search of `--seconds` finds from `--seed` on, beside honest ones, then
 * known ones. None that is accepted may cost more than 1,500 ms on a machine with nothing else to do.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "10" },
    costly: { type: "boolean", default: false },
    seconds: { type: "string", default: "60" },
    seed: { type: "string", default: "1" }
  }
})
const rounds = Number(values.rounds)
const textsPerRound = 250

/** The maximum number of milliseconds that an accepted text may cost. */
const maxMillis = 1_500

const microsOf = (run: () => void): number => {
  const before = process.cpuUsage()
  run()
  const { system, user } = process.cpuUsage(before)
  return system + user
}

const median = (figures: ReadonlyArray<number>): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0

const words = wordsOf(Number(values.seed))

const kinds: Readonly<Record<string, (random: Random) => string>> = {
  "post of 1.2 kB": (random) => words.markdown(random, 1_150),
  comment: (random) => words.reply(random),
  bio: (random) => words.words(random, 25)
}

const steps = (texts: ReadonlyArray<string>) => {
  const trees: Array<Root> = []
  const plain: Array<string> = []
  return {
    parse: () => {
      for (const text of texts) trees.push(parseMarkdown(text))
    },
    dangers: () => {
      for (const [index, tree] of trees.entries()) sanitizingEdits(texts[index] ?? "", tree)
    },
    text: () => {
      for (const tree of trees) plain.push(plainText(tree))
    },
    excerpt: () => {
      for (const text of plain) excerptOf(text)
    },
    html: () => {
      for (const tree of trees) renderHtml(tree)
    }
  }
}

for (const [name, of] of Object.entries(kinds)) {
  const random = new Random(11)
  const figures = { ours: [] as Array<number>, peer: [] as Array<number>, ratio: [] as Array<number> }
  const shares = new Map<string, Array<number>>()
  for (let round = 0; round < rounds; round++) {
    const batch = () => Array.from({ length: textsPerRound }, () => of(random))
    const [forOurs, forPeer, forSteps] = [batch(), batch(), batch()]
    const peer = microsOf(() => void forPeer.forEach(rendered)) / textsPerRound
    const ours = microsOf(() => void forOurs.forEach((text) => void filterMarkdown(text))) / textsPerRound
    const taken = Object.entries(steps(forSteps)).map(([step, run]) => [step, microsOf(run) / textsPerRound] as const)
    if (round < rounds / 5) continue // the compiler is still at work
    figures.ours.push(ours)
    figures.peer.push(peer)
    figures.ratio.push(ours / peer)
    for (const [step, micros] of taken) shares.set(step, [...(shares.get(step) ?? []), micros])
  }
  say(
    `${name.padEnd(16)} ours ${short(median(figures.ours))} µs, peer ${short(median(figures.peer))} µs, ` +
      `ours / peer ${short(median(figures.ratio))}   (${Array.from(
        shares,
        ([step, micros]) => `${step} ${short(median(micros))}`
      ).join(", ")})`
  )
}

const titles = Array.from(
  { length: 20_000 },
  (
    (random) => () =>
      words.title(random)
  )(new Random(12))
)
say(`title            ours ${short(microsOf(() => void titles.forEach(filterTitle)) / titles.length)} µs`)

const showCostly = Effect.gen(function* () {
  const pool = yield* markdownWorkerPool()
  const { accepted, refused } = yield* searched(pool, Number(values.seconds), Number(values.seed))
  const random = new Random(13)
  const honest = Array.from({ length: 30 }, () => words.markdown(random, 1_150)).join("\n")
  const show = (name: string, text: string) =>
    Effect.map(Effect.replicateEffect(tried(pool, text), 3), (runs) => {
      const ms = median(runs.map((run) => run.ms))
      const outcome = runs[0]?.outcome ?? ""
      say(
        `${name.padEnd(24)} ${short(ms)} ms ${outcome}${outcome === "accepted" && ms > maxMillis ? ": TOO COSTLY" : ""}`
      )
    })
  yield* show("honest", honest.slice(0, 20_000))
  say(
    `search: ${accepted.length} accepted, ${refused.length} refused (of these the dearest ${short(refused[0]?.ms ?? 0)} ms)`
  )
  for (const { name, text } of accepted.slice(0, 8)) yield* show(name, text)
  for (const [name, text] of Object.entries(costly)) yield* show(name, text)
})

if (values.costly) await Effect.runPromise(Effect.scoped(showCostly))
