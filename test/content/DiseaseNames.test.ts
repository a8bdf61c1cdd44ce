import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { LocalNames } from "@rare-disease-community/names/LocalNames"
import { joinWords, nameWords } from "@rare-disease-community/text/NameWords"
import { namesIn } from "../../src/adapters/node/phenotypes/PhenotypeFileReading.ts"

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

const languages = ["de", "en", "es", "fr", "it", "pt"]

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

/** What is wrong with lines of a code, a language and a name, none of which an unrelated disease may bear. */
const faultsOf = (lines: ReadonlyArray<string>, english: typeof bearers = bearers): ReadonlyArray<string> => {
  const named = new Map<string, ReadonlyArray<Disease>>()
  return lines.flatMap((line) => {
    const [code = "", lang = "", name = "", shown = "no", ...more] = line.split("\t")
    const disease = byCode.get(code)
    if (more.length > 0 || shown !== "no" || name.trim() !== name || name === "")
      return [`not a code, a language and a name: ${line}`]
    if (!languages.includes(lang)) return [`the language is none of ours: ${line}`]
    if (disease === undefined) return [`no disease has the code: ${line}`]
    const words = wordsOf(name)
    const others = [...(english.get(words) ?? []), ...(named.get(words) ?? [])]
    named.set(words, [...(named.get(words) ?? []), disease])
    const unrelated = others.find((other) => !isRelated(disease, other))
    return unrelated === undefined ? [] : [`the name is that of ${unrelated.name}, too: ${line}`]
  })
}

const unsorted = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.filter((line, at) => at > 0 && (lines[at - 1] ?? "") >= line).map((line) => `not sorted, or twice: ${line}`)

const linesOf = (file: string) => {
  const [header = "", ...lines] = textOf(`names/${file}`).toString("utf8").trimEnd().split("\n")
  return { header, lines }
}

const folk = linesOf("folk-names.tsv")

describe("content/names/folk-names.tsv", () => {
  it("has sorted lines of a known code, a language and a name, which no unrelated disease bears", () => {
    expect(folk.header).toBe("code\tlang\tname\tshown")
    expect([...unsorted(folk.lines), ...faultsOf(folk.lines)]).toEqual([])
  })

  it("gives Saint Vitus' dance to Sydenham's chorea, not to Huntington's", () =>
    expect(folk.lines.filter((line) => /vito|saint-guy|vitus/i.test(line)).map((line) => line.slice(0, 13))).toEqual(
      Array(7).fill("MONDO:0017648")
    ))

  it.each([
    ["no disease has the code", ["MONDO:1\tde\tSchmetterlingskrankheit"]],
    ["the name is that of Marfan syndrome", ["MONDO:0006541\ten\tMarfan syndrome"]],
    ["the name is that of Epidermolysis bullosa", ["MONDO:0006541\tde\tHaut", "MONDO:0007947\tde\tHaut"]],
    ["the language is none of ours", ["MONDO:0006541\tnl\tvlinderkinderen"]],
    ["not a code", ["MONDO:0006541\tde\t"]],
    ["not a code", ["MONDO:0006541\tde\tSchmetterlingskinder\tyes"]]
  ])("would be refused where %s", (fault, lines) => expect(faultsOf(lines).join()).toContain(fault))

  it("would be refused where it is not sorted", () =>
    expect(unsorted(["MONDO:2\tde\tSchmetterlingskinder", "MONDO:2\tde\tSchmetterlingshaut"])).toHaveLength(1))
})

describe.each(["de", "es", "it", "pt"])("content/names/own-names.%s.tsv", (lang) => {
  const { header, lines } = linesOf(`own-names.${lang}.tsv`)
  const rows = lines.map((line) => line.split("\t"))
  const names = rows.map(([code = "", name = "", synonyms = ""]) => ({
    code,
    all: [name, ...synonyms.split("|").filter((one) => one !== "")]
  }))

  // "Typhus" is one disease in English and another in German.
  it("has sorted lines of a known code and of names, which no unrelated disease bears in the language", () => {
    expect(header).toBe("code\tname\tsynonyms")
    expect(rows.filter(({ length }) => length !== 3)).toEqual([])
    expect([
      ...unsorted(lines),
      ...faultsOf(
        names.flatMap(({ all, code }) => all.map((name) => [code, lang, name].join("\t"))),
        new Map()
      )
    ]).toEqual([])
  })

  it("names each disease once", () => {
    const keys = names.map(({ code }) => byCode.get(code)?.key)
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })

  it("has no name that is not shown", async () => {
    const local = new LocalNames(await namesIn(""))
    const codesOf = (code: string) => Object.values(byCode.get(code)?.codes ?? {}).flat()
    const unshown = names.flatMap(({ all, code }) => all.filter((name) => !local.isShown(codesOf(code), name)))
    expect(unshown).toEqual([])
  })
})

describe("The name of a disease in a language", () => {
  it.each([
    ["MONDO:0007113", "es", "Síndrome de Angelman"],
    ["MONDO:0015231", "es", "Síndrome de Bartter"],
    ["MONDO:0009061", "it", "Fibrosi cistica"],
    ["MONDO:0009061", "pt", "Fibrose quística"],
    ["MONDO:0009061", "de", "Mukoviszidose"]
  ])("of %s in %s is ours, before those of others", async (code, lang, name) => {
    const local = new LocalNames(await namesIn(""))
    expect(local.main(Object.values(byCode.get(code)?.codes ?? {}).flat(), lang)).toBe(name)
  })
})
