import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { gunzipSync } from "node:zlib"
import { say } from "../driver/Report.ts"
import { onFullCatalogue } from "./FullCatalogue.ts"
import { isComplete } from "./symptoms/Complete.ts"

/**
 * Measures the search by signs through the real server, over the catalogue that ships: `npm run quality -- symptoms
 * [--url http://127.0.0.1:3000] [--failures]`.
 *
 * The published cases are counted apart: `cited` are those whose paper is a source of the annotations of their disease,
 * which makes them easy, `clean` are the others. The descriptions are our own, in the words of a parent. `--url` asks a
 * server that runs without limits.
 */
const { values } = parseArgs({
  options: { url: { type: "string" }, failures: { type: "boolean", default: false } }
})

interface Case {
  readonly id: string
  readonly observed: ReadonlyArray<string>
  readonly excluded: ReadonlyArray<string>
  readonly mondo: ReadonlyArray<string>
  readonly sourceInAnnotations: boolean
}

interface Hit {
  readonly id: number
  readonly name: string
  readonly codes: Readonly<Record<string, ReadonlyArray<string>>>
}

const file = (name: string) => readFileSync(new URL(`../../packages/signs/quality/${name}`, import.meta.url))

const cases: ReadonlyArray<Case> = gunzipSync(file("dev-cases.jsonl.gz"))
  .toString("utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line))

const descriptions: ReadonlyArray<{ readonly code: string; readonly text: string }> = JSON.parse(
  file("descriptions.json").toString("utf8")
)

const times: Array<number> = []

const read = async (url: string, path: string) => {
  const start = performance.now()
  const answer = await fetch(`${url}${path}`)
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
  const body = JSON.parse(await answer.text())
  times.push(performance.now() - start)
  return body
}

const hitsOf = async (url: string, query: Readonly<Record<string, string>>): Promise<ReadonlyArray<Hit>> =>
  (await read(url, `/api/diseases?limit=10&${new URLSearchParams(query)}`)).data

const share = (places: ReadonlyArray<number>, most: number) =>
  (places.filter((place) => place >= 0 && place < most).length / places.length).toFixed(3)

const placeOf = (hits: ReadonlyArray<Hit>, isRight: (hit: Hit) => boolean) => hits.findIndex(isRight)

const report = (name: string, places: ReadonlyArray<number>) =>
  say(`${name.padEnd(14)} ${String(places.length).padStart(4)}  top 1 ${share(places, 1)}  top 10 ${share(places, 10)}`)

const measureCases = async (url: string) => {
  const places = new Map<boolean, Array<number>>([
    [false, []],
    [true, []]
  ])
  for (const { excluded, id, mondo, observed, sourceInAnnotations } of cases) {
    const absent = excluded.length === 0 ? {} : { excluded: excluded.slice(0, 50).join() }
    const hits = await hitsOf(url, { phenotypes: observed.slice(0, 50).join(), ...absent })
    const place = placeOf(hits, ({ codes }) => (codes["mondo"] ?? []).some((code) => mondo.includes(code)))
    places.get(sourceInAnnotations)?.push(place)
    if (values.failures && place < 0) say(`${id}: not found; first ${hits[0]?.name}`)
  }
  report("clean cases", places.get(false) ?? [])
  report("cited cases", places.get(true) ?? [])
  report("all cases", Array.from(places.values()).flat())
}

const measureDescriptions = async (url: string) => {
  const places: Array<number> = []
  for (const { code, text } of descriptions) {
    const right = await read(url, `/api/diseases/${code}`)
    const named = await read(url, `/api/diseases?limit=100&includeDescendants=true&search=${code}`)
    const ids = new Set([right.id, ...named.data.map(({ id }: Hit) => id)])
    const hits = await hitsOf(url, { symptoms: text })
    const place = placeOf(hits, ({ id }) => ids.has(id))
    places.push(place)
    if (values.failures && place < 0) say(`${right.name}: "${text}"; first ${hits[0]?.name}`)
  }
  report("descriptions", places)
}

const measure = async (url: string) => {
  await isComplete(url)
  await measureCases(url)
  const sorted = times.splice(0).sort((one, other) => one - other)
  const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(1)
  say(`one request    p50 ${at(0.5)} ms  p95 ${at(0.95)} ms`)
  await measureDescriptions(url)
}

await onFullCatalogue(values.url, measure)
