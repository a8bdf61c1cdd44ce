import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { Array } from "effect"
import { say } from "../driver/Report.ts"
import { onFullCatalogue } from "./FullCatalogue.ts"
import { isComplete } from "./symptoms/Complete.ts"

/**
 * Measures signs in the words of parents and patients, by language, through the real server over the catalogue that
 * ships:
 * `npm run quality -- symptoms-words [--url http://127.0.0.1:3000]`. Nothing is tuned with `unread` and `unread2`, whose texts
 * nobody reads who writes words: they judge. The words were tuned with all other halves, also with those that judged
 * once (`judge`, `freshJudge`, `formerUnread` and others). A sign one step above or below an expected one counts as
 * right, and so does any of those that an expected one lists (`HP:…|HP:…`); `also` are signs that a text says too,
 * which need not be found. A sign further above one of these is not wrong, since who has a sign has all above it.
 * `denied` are the signs of `absent` that are told as denied. `box` is the same text as `search=`. `--lang pt` measures
 * one language.
 */
const { values } = parseArgs({ options: { url: { type: "string" }, lang: { type: "string" } } })

/** A line of `texts-en.jsonl` and the like. */
interface Text {
  readonly set: string
  readonly text: string
  readonly expected: ReadonlyArray<string>
  readonly also?: ReadonlyArray<string>
  readonly absent?: ReadonlyArray<string>
  readonly disease: string
}

interface Answer {
  readonly data: ReadonlyArray<{ readonly id: number }>
  readonly recognised?: ReadonlyArray<{ readonly id: string; readonly negated: boolean }>
  readonly unsure?: ReadonlyArray<unknown>
  readonly readAs?: string
}

const languages = ["en", "de", "fr", "es", "it", "pt"].filter((language) => [undefined, language].includes(values.lang))
const textsIn = (language: string): Readonly<Record<string, ReadonlyArray<Text>>> => {
  const lines = readFileSync(new URL(`../../packages/signs/quality/texts-${language}.jsonl`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
  const texts: ReadonlyArray<Text> = lines.map((line) => JSON.parse(line))
  return Array.groupBy(texts, ({ set }) => set)
}

const times: Array<number> = []

const read = async (url: string, path: string) => {
  const start = performance.now()
  const answer = await fetch(`${url}${path}`)
  const body = JSON.parse(await answer.text())
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${body.error}`)
  times.push(performance.now() - start)
  return body
}

const parents = new Map<string, ReadonlyArray<string>>()

/** The signs directly above one; none for one that the ontology which ships lacks. */
const parentsOf = async (url: string, id: string) => {
  const known = parents.get(id)
  if (known !== undefined) return known
  const answer = await fetch(`${url}/api/phenotypes/${id}`)
  if (!answer.ok && answer.status !== 404) throw new Error(`${id} was answered ${answer.status}`)
  const { parents: above = [] } = JSON.parse(await answer.text())
  const ids: ReadonlyArray<string> = above.map((one: { readonly id: string }) => one.id)
  parents.set(id, ids)
  return ids
}

const isNear = async (url: string, one: string, other: string) =>
  one === other || (await parentsOf(url, one)).includes(other) || (await parentsOf(url, other)).includes(one)

const isAbove = async (url: string, high: string, low: string): Promise<boolean> => {
  for (const parent of await parentsOf(url, low)) if (parent === high || (await isAbove(url, high, parent))) return true
  return false
}

const isImplied = async (url: string, id: string, ids: ReadonlyArray<string>) => {
  for (const other of ids) if (await isAbove(url, id, other)) return true
  return false
}

const isAmong = async (url: string, id: string, ids: ReadonlyArray<string>) => {
  for (const other of ids) if (await isNear(url, id, other)) return true
  return false
}

const choicesOf = (ids: string): ReadonlyArray<string> => ids.split("|")

const isAnyAmong = async (url: string, some: ReadonlyArray<string>, ids: ReadonlyArray<string>) => {
  for (const id of some) if (await isAmong(url, id, ids)) return true
  return false
}

/** The disease and its subtypes; none of a disease that is not in the catalogue, whose texts ask for signs alone. */
const rightIds = async (url: string, code: string): Promise<ReadonlySet<number>> => {
  if ((await fetch(`${url}/api/diseases/${code}`)).status === 404) return new Set()
  const { id } = await read(url, `/api/diseases/${code}`)
  const { data } = await read(url, `/api/diseases?limit=100&includeDescendants=true&search=${code}`)
  return new Set([id, ...data.map((one: { readonly id: number }) => one.id)])
}

const percent = (part: number, all: number) => (all === 0 ? "none" : `${((100 * part) / all).toFixed(0)} %`).padStart(6)

const measureHalf = async (url: string, title: string, texts: ReadonlyArray<Text>) => {
  const sum = {
    expected: 0,
    recognised: 0,
    wrong: 0,
    clean: 0,
    inTen: 0,
    leads: 0,
    right: 0,
    diseases: 0,
    absent: 0,
    denied: 0
  }
  for (const { absent = [], also = [], disease, expected, text } of texts) {
    const right = await rightIds(url, disease)
    const ask = (name: string): Promise<Answer> =>
      read(url, `/api/diseases?limit=10&${new URLSearchParams({ [name]: text.slice(0, 500) })}`)
    const [signs, box] = [await ask("symptoms"), await ask("search")]
    const found = (signs.recognised ?? []).filter(({ negated }) => !negated).map(({ id }) => id)
    const denied = (signs.recognised ?? []).filter(({ negated }) => negated).map(({ id }) => id)
    const any = expected.map(choicesOf)
    for (const ids of any) if (await isAnyAmong(url, ids, found)) sum.recognised++
    const said = [...any, ...also.map(choicesOf)].flat()
    let wrong = denied.filter((id) => any.flat().includes(id)).length
    for (const id of found) if (!(await isAmong(url, id, said)) && !(await isImplied(url, id, said))) wrong++
    for (const ids of absent.map(choicesOf)) if (await isAnyAmong(url, ids, denied)) sum.denied++
    sum.absent += absent.length
    sum.expected += expected.length
    sum.wrong += wrong
    if (wrong === 0) sum.clean++
    if (right.size > 0) sum.diseases++
    const hasRight = ({ data }: Answer) => data.some(({ id }) => right.has(id))
    if (hasRight(signs)) sum.inTen++
    if (box.data.length + (box.unsure?.length ?? 0) > 0) sum.leads++
    if (hasRight(box)) sum.right++
  }
  const { length } = texts
  say(
    `${title} ${String(length).padStart(3)}  recognised ${percent(sum.recognised, sum.expected)}  wrong ${(sum.wrong / length).toFixed(2)}` +
      `  without ${percent(sum.clean, length)}  denied ${percent(sum.denied, sum.absent)}  top 10 ${percent(sum.inTen, sum.diseases)}` +
      `  box leads ${percent(sum.leads, length)}, right ${percent(sum.right, sum.diseases)}`
  )
}

const measure = async (url: string) => {
  await isComplete(url)
  for (const language of languages) {
    for (const [half, texts] of Object.entries(textsIn(language)))
      await measureHalf(url, `${language} ${half.padEnd(12)}`, texts)
  }
  const sorted = times.sort((one, other) => one - other)
  const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1)
  say(`one request    p50 ${at(0.5)} ms  p95 ${at(0.95)} ms`)
}

await onFullCatalogue(values.url, measure)
