import { contentWords } from "@rare-disease-community/text/ContentWords"
import { Effect, Layer, Option } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import { Similar } from "../../src/services/posts/Similar.ts"
import { say } from "../driver/Report.ts"
import { community, duplicates, related, starterDiseases, threads, unrelated } from "./similar/Threads.ts"

/**
 * `npm run quality -- similar` measures the search for discussions like a draft, on 150 invented threads about 30
 * diseases. It compares only words, the former rule (words, and the disease that a thread is filed under), and ours.
 */

/** The numbers of the threads that are like a text, the most alike first, and how much. */
type Finder = (text: string) => Effect.Effect<ReadonlyArray<{ readonly id: number; readonly score: number }>, unknown>

type Community = Effect.Effect.Success<ReturnType<typeof community>>

/** The share of the words that a thread has, and of its title's; with half for a disease that it is filed under. */
const byRule =
  ({ nameOf, written }: Community, withDiseases: boolean): Finder =>
  (text) =>
    Effect.gen(function* () {
      const stems = (one: string) => contentWords(one).map(({ lexemes: [stem = ""] }) => stem)
      const words = stems(text)
        .toSorted((one, other) => other.length - one.length)
        .slice(0, 24)
      const named = withDiseases ? yield* nameOf(text) : []
      const scored = written.map(({ diseaseId, id, text, title }) => {
        const [all, titled] = [stems(text), stems(title)]
        const has = (stem: string) => words.includes(stem)
        const cover = words.filter((stem) => all.includes(stem)).length / Math.max(words.length, 1)
        const inTitle = titled.filter(has).length / Math.max(titled.length, 1)
        const isAbout = Option.exists(diseaseId, (one) => named.includes(one))
        const score =
          named.length > 0 ? (isAbout ? 0.5 : 0) + 0.35 * cover + 0.15 * inTitle : 0.7 * cover + 0.3 * inTitle
        return { id, score }
      })
      return scored.filter(({ score }) => score >= 0.05).toSorted((a, b) => b.score - a.score || b.id - a.id)
    })

const ours = ({ written }: Community) =>
  Effect.map(Similar, (similar): Finder => {
    const ids = new Map(written.map(({ id, postId }) => [postId, id]))
    return (text) =>
      Effect.map(similar.to({ text: Option.some(text), postId: Option.none(), limit: Option.some(20) }), ({ data }) =>
        data.map(({ post, score }) => ({ id: ids.get(post.id) ?? 0, score }))
      )
  })

const mean = (numbers: ReadonlyArray<number>) =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(numbers.length, 1)
const percent = (share: number) => share.toFixed(3).padStart(7)

/** A thread as somebody would write it again who has not seen it, or hardly changed it. */
const nearlySame = threads
  .filter(({ id }) => id % 3 === 0)
  .map(({ content, id, title }) => ({ of: id, text: `${title}. Hello all! ${content} Thanks in advance.` }))

const measure = (name: string, find: Finder) =>
  Effect.gen(function* () {
    const ranksOf = (drafts: typeof duplicates) =>
      Effect.forEach(drafts, ({ of, text }) =>
        Effect.map(find(text), (found) => {
          const place = found.findIndex(({ id }) => id === of)
          return { rank: place + 1, score: found[place]?.score ?? 0 }
        })
      )
    const paraphrased = yield* ranksOf(duplicates)
    const same = yield* ranksOf(nearlySame)
    const about = new Map(threads.map(({ disease, id }) => [id, disease]))
    const relatedShare = yield* Effect.forEach(related, ({ disease, text }) =>
      Effect.map(find(text), (found) => mean(found.slice(0, 5).map(({ id }) => (about.get(id) === disease ? 1 : 0))))
    )
    const foundNothing = yield* Effect.forEach(unrelated, (text) =>
      Effect.map(find(text), (found) => (found.length === 0 ? 1 : 0))
    )
    const within = (most: number) => mean(paraphrased.map(({ rank }) => (rank > 0 && rank <= most ? 1 : 0)))
    const reciprocal = mean(paraphrased.map(({ rank }) => (rank > 0 ? 1 / rank : 0)))
    const high = mean(same.map(({ rank, score }) => (rank === 1 && score >= 0.8 ? 1 : 0)))
    say(
      `${name.padEnd(28)}${[within(1), within(5), reciprocal, high, mean(relatedShare), mean(foundNothing)].map(percent).join(" ")}`
    )
  })

const bench = Effect.gen(function* () {
  const community_ = yield* community(starterDiseases)
  say(
    `${threads.length} threads, ${duplicates.length} paraphrased duplicates, ${nearlySame.length} near copies, ${related.length} related and ${unrelated.length} unrelated drafts`
  )
  say(`${"".padEnd(28)} r@1     r@5     MRR     copy    related nothing`)
  yield* measure("words only", byRule(community_, false))
  yield* measure("words and filed disease", byRule(community_, true))
  yield* measure("ours", yield* ours(community_))
})

await Effect.runPromise(Effect.provide(bench, Layer.provideMerge(Similar.layer, Memory.layer)))
