import { readFileSync } from "node:fs"
import { Effect, Schema } from "effect"
import { detectLanguage } from "../../src/services/DetectLanguage.ts"
import { say } from "../driver/Report.ts"

/**
 * `npm run quality -- languages` measures the detector of languages on 300 invented openings of posts in 12 languages: whole,
 * by their first words, and among the languages of signs. `--failures` names those that it misses.
 */
const texts = Object.entries(
  Schema.decodeUnknownSync(Schema.Record({ key: Schema.String, value: Schema.Array(Schema.String) }))(
    JSON.parse(readFileSync(new URL("../../packages/text/quality/languages.json", import.meta.url), "utf8"))
  )
)
const failures = process.argv.includes("--failures")

/** The first words of a text; four characters count as a word in Japanese. */
const firstWords = (text: string, count: number): string =>
  /\p{Script=Hiragana}/u.test(text) ? text.slice(0, 4 * count) : text.split(" ").slice(0, count).join(" ")

const measure = (name: string, cut: (text: string) => string, among?: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const counts = { right: 0, unsure: 0, wrong: 0 }
    for (const [language, list] of texts.filter(([language]) => among?.includes(language) ?? true)) {
      for (const text of list.map(cut)) {
        const found = yield* detectLanguage(text, among)
        counts[found === language ? "right" : found === undefined ? "unsure" : "wrong"]++
        if (failures && found !== language) say(`${language}, found ${found ?? "none"}: ${text}`)
      }
    }
    say(`| ${name} | ${counts.right} | ${counts.unsure} | ${counts.wrong} |`)
  })

const heapBefore = process.memoryUsage().heapUsed
const cpuBefore = process.cpuUsage()
await Effect.runPromise(detectLanguage("Hello"))
const loading = process.cpuUsage(cpuBefore).user
const heap = process.memoryUsage().heapUsed - heapBefore
say("| texts | right | unsure | wrong |\n|---|---:|---:|---:|")
await Effect.runPromise(
  Effect.gen(function* () {
    yield* measure("whole", (text) => text)
    for (const count of [4, 3, 2]) yield* measure(`first ${count} words`, (text) => firstWords(text, count))
    const ofSigns = ["en", "de", "fr", "es"]
    for (const count of [3, 2]) {
      yield* measure(`first ${count} words, of four languages`, (text) => firstWords(text, count), ofSigns)
    }
  })
)
const measuring = process.cpuUsage(cpuBefore).user - loading
say(`\nThe first text: ${(loading / 1000).toFixed(0)} ms of processor time, ${(heap / 1e6).toFixed(0)} MB of heap.`)
say(`Each further one: ${(measuring / 1400).toFixed(0)} µs.`)
