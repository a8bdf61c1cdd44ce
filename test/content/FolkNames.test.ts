import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { joinWords, nameWords } from "@rare-disease-community/text/NameWords"

interface Disease {
  readonly key: string
  readonly name: string
  readonly synonyms: ReadonlyArray<string>
  readonly abbreviations: ReadonlyArray<string>
  readonly codes: Readonly<Record<string, ReadonlyArray<string>>>
  readonly parents: ReadonlyArray<string>
}

const textOf = (path: string) => readFileSync(new URL(`../../content/${path}`, import.meta.url))

const diseases: ReadonlyArray<Disease> = gunzipSync(textOf("catalogue.ndjson.gz"))
  .toString("utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => JSON.parse(line))
const byKey = new Map(diseases.map((disease) => [disease.key, disease]))
const byCode = new Map(
  diseases.flatMap((disease) => Object.values(disease.codes).flatMap((codes) => codes.map((code) => [code, disease])))
)

const wordsOf = (name: string) => joinWords(nameWords(name))

/** The English names of the catalogue that are no abbreviations, each with those that bear it. */
const bearers = new Map<string, Array<Disease>>()
for (const disease of diseases)
  for (const name of new Set([disease.name, ...disease.synonyms].map(wordsOf)))
    bearers.set(name, [...(bearers.get(name) ?? []), disease])

const aboveOf = ({ key }: Disease): ReadonlySet<string> => {
  const above = new Set([key])
  for (const one of above) for (const parent of byKey.get(one)?.parents ?? []) above.add(parent)
  return above
}

/** True for a disease, its forms and its groups. */
const isRelated = (one: Disease, other: Disease) => aboveOf(one).has(other.key) || aboveOf(other).has(one.key)

/** What is wrong with the lines of a file of everyday names. */
const faultsOf = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const named = new Map<string, ReadonlyArray<Disease>>()
  return lines.flatMap((line, at) => {
    const [code = "", lang = "", name = "", ...more] = line.split("\t")
    const disease = byCode.get(code)
    if (more.length > 0 || name.trim() !== name || name === "") return [`not a code, a language and a name: ${line}`]
    if (!["de", "en", "es", "fr"].includes(lang)) return [`the language is none of ours: ${line}`]
    if (disease === undefined) return [`no disease has the code: ${line}`]
    if (at > 0 && (lines[at - 1] ?? "") >= line) return [`not sorted, or twice: ${line}`]
    const words = wordsOf(name)
    const others = [...(bearers.get(words) ?? []), ...(named.get(words) ?? [])]
    named.set(words, [...(named.get(words) ?? []), disease])
    const unrelated = others.find((other) => !isRelated(disease, other))
    return unrelated === undefined ? [] : [`the name is that of ${unrelated.name}, too: ${line}`]
  })
}

describe("content/names/folk-names.tsv", () => {
  it("has sorted lines of a known code, a language and a name, which no unrelated disease bears", () => {
    const [header, ...lines] = textOf("names/folk-names.tsv").toString("utf8").trimEnd().split("\n")
    expect(header).toBe("code\tlang\tname")
    expect(faultsOf(lines)).toEqual([])
  })

  it.each([
    ["no disease has the code", ["MONDO:1\tde\tSchmetterlingskrankheit"]],
    ["the name is that of Marfan syndrome", ["MONDO:0006541\ten\tMarfan syndrome"]],
    ["the name is that of Epidermolysis bullosa", ["MONDO:0006541\tde\tHaut", "MONDO:0007947\tde\tHaut"]],
    ["not sorted", ["MONDO:0006541\tde\tSchmetterlingskinder", "MONDO:0006541\tde\tSchmetterlingshaut"]],
    ["the language is none of ours", ["MONDO:0006541\tit\tbambini farfalla"]],
    ["not a code", ["MONDO:0006541\tde\t"]]
  ])("would be refused where %s", (fault, lines) => expect(faultsOf(lines).join()).toContain(fault))
})
