import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { say } from "../driver/Report.ts"
import { onFullCatalogue } from "./FullCatalogue.ts"
import { isComplete } from "./symptoms/Complete.ts"

/**
 * Measures which signs are told as denied, and which as a relative's, by language, through the real server over the
 * catalogue that ships: `npm run quality -- denials [--url http://127.0.0.1:3000] [--failures]`. The sentences of
 * `denials.jsonl` were written before the rules; every third is in the half `judge`, whose misses were read
 * later than those of the half `tune`. A sign one step above or below a stated one counts as it, and so does any of several (`HP:…|HP:…`).
 */
const { values } = parseArgs({ options: { url: { type: "string" }, failures: { type: "boolean", default: false } } })

interface Sentence {
  readonly lang: string
  readonly set: string
  readonly text: string
  readonly denied?: ReadonlyArray<string>
  /** What the patient has, and what a relative has. */
  readonly expected?: ReadonlyArray<string>
  readonly unsure?: ReadonlyArray<string>
  /** What a relative has not. */
  readonly neither?: ReadonlyArray<string>
}

interface Answer {
  readonly recognised?: ReadonlyArray<{ readonly id: string; readonly negated: boolean }>
  readonly unsure?: ReadonlyArray<{ readonly id: string; readonly whose?: string }>
}

const sentences: ReadonlyArray<Sentence> = readFileSync(
  new URL("../../packages/signs/quality/denials.jsonl", import.meta.url),
  "utf8"
)
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line))

const read = async (url: string, path: string) => {
  const answer = await fetch(`${url}${path}`)
  const body = JSON.parse(await answer.text())
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${body.error}`)
  return body
}

const parents = new Map<string, ReadonlyArray<string>>()

const parentsOf = async (url: string, id: string): Promise<ReadonlyArray<string>> => {
  const known = parents.get(id)
  if (known !== undefined) return known
  const { parents: above } = await read(url, `/api/phenotypes/${id}`)
  const ids: ReadonlyArray<string> = above.map((one: { readonly id: string }) => one.id)
  parents.set(id, ids)
  return ids
}

const isAnyAmong = async (url: string, stated: string, ids: ReadonlyArray<string>) => {
  for (const one of stated.split("|"))
    for (const id of ids) {
      const isNear = (await parentsOf(url, id)).includes(one) || (await parentsOf(url, one)).includes(id)
      if (one === id || isNear) return true
    }
  return false
}

const percent = (part: number, all: number) => `${((100 * part) / all).toFixed(0)} %`.padStart(5)

const measureHalf = async (url: string, lang: string, set: string) => {
  const sum = {
    denied: 0,
    toldDenied: 0,
    toldFound: 0,
    expected: 0,
    found: 0,
    wronglyDenied: 0,
    relatives: 0,
    toldOfRelatives: 0
  }
  for (const one of sentences.filter((one) => one.lang === lang && one.set === set)) {
    const answer: Answer = await read(url, `/api/diseases?limit=1&${new URLSearchParams({ symptoms: one.text })}`)
    const { recognised = [], unsure = [] } = answer
    const found = recognised.filter(({ negated }) => !negated).map(({ id }) => id)
    const denied = recognised.filter(({ negated }) => negated).map(({ id }) => id)
    const ofRelatives = unsure.filter(({ whose }) => whose !== undefined).map(({ id }) => id)
    const misses = () =>
      sum.denied - sum.toldDenied + sum.toldFound + sum.expected - sum.found + sum.relatives - sum.toldOfRelatives
    const missed = misses()
    for (const id of one.denied ?? []) {
      sum.denied++
      if (await isAnyAmong(url, id, denied)) sum.toldDenied++
      if (await isAnyAmong(url, id, found)) sum.toldFound++
    }
    for (const id of one.expected ?? []) {
      sum.expected++
      if (await isAnyAmong(url, id, found)) sum.found++
      if (await isAnyAmong(url, id, denied)) sum.wronglyDenied++
    }
    for (const id of one.unsure ?? []) {
      sum.relatives++
      if (await isAnyAmong(url, id, ofRelatives)) sum.toldOfRelatives++
    }
    for (const id of one.neither ?? []) {
      sum.relatives++
      if (!(await isAnyAmong(url, id, [...found, ...denied]))) sum.toldOfRelatives++
    }
    if (values.failures && misses() > missed) say(`  ${one.text}`)
  }
  say(
    `${lang} ${set.padEnd(5)}  denied told as denied ${percent(sum.toldDenied, sum.denied)} of ${sum.denied}, as found ` +
      `${percent(sum.toldFound, sum.denied)}  found ${percent(sum.found, sum.expected)} of ${sum.expected}, told as denied ` +
      `${sum.wronglyDenied}  relatives' told as theirs ${sum.toldOfRelatives} of ${sum.relatives}`
  )
}

await onFullCatalogue(values.url, async (url) => {
  await isComplete(url)
  for (const lang of ["en", "de", "fr", "es", "it", "pt"])
    for (const set of ["tune", "judge"]) await measureHalf(url, lang, set)
})
