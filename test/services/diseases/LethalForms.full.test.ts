import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { DiseaseIndex } from "@rare-disease-community/names/DiseaseIndex"
import { LocalNames } from "@rare-disease-community/names/LocalNames"
import { memoize } from "@rare-disease-community/text/ClockCache"
import { disease } from "../../../packages/names/test/SmallCatalogue.ts"
import { namesIn } from "../../../src/adapters/node/phenotypes/PhenotypeFileReading.ts"
import { DiseaseId } from "../../../src/domain/Ids.ts"

interface Row {
  readonly key: string
  readonly name: string
  readonly synonyms: ReadonlyArray<string>
  readonly abbreviations: ReadonlyArray<string>
  readonly codes: Readonly<Record<string, ReadonlyArray<string>>>
  readonly parents: ReadonlyArray<string>
  readonly prominence: number
}

const rows: ReadonlyArray<Row> = gunzipSync(
  readFileSync(new URL("../../../content/catalogue.ndjson.gz", import.meta.url))
)
  .toString("utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => JSON.parse(line))

const idOf = new Map(rows.map(({ key }, at) => [key, at + 1]))
const lethal = /\b(?:l[eé]th?al|fatal|mort[ae]l)|致死|致命/iu

/** Typing errors, one in each, at places through the whole name, and the spelling of somebody who knows another language. */
const mistyped = (name: string): ReadonlyArray<string> => {
  const places = [0.2, 0.7].map((share) => Math.max(1, Math.floor(name.length * share)))
  return [
    ...places.map((at) => name.slice(0, at) + name.slice(at + 1)),
    ...places.map((at) => name.slice(0, at) + name.charAt(at) + name.slice(at)),
    name.replaceAll("ph", "f").replaceAll("th", "t").replaceAll("y", "i").replaceAll("ll", "l")
  ]
}

describe("DiseaseIndex.find over the whole catalogue", () => {
  it("finds no form that a name of it calls lethal before a group whose name was searched for, clean or mistyped", async () => {
    const local = new LocalNames(await namesIn(""))
    const index = new DiseaseIndex()
    index.useNames(local)
    const diseases = rows.map(({ abbreviations, codes, name, parents, prominence, synonyms }, at) =>
      disease(at + 1, name, {
        synonyms,
        abbreviations,
        codes: Object.values(codes).flat(),
        parentIds: parents.flatMap((key) => idOf.get(key) ?? []).map((id) => DiseaseId.make(id)),
        prominence
      })
    )
    for (const one of diseases) index.put(one)
    const forms = diseases.filter(({ codes, name, synonyms }) =>
      [name, ...synonyms, ...local.of(codes).map((other) => other.name)].some((text) => lethal.test(text))
    )
    const above = (id: DiseaseId): ReadonlyArray<DiseaseId> => {
      const parents = diseases[id - 1]?.parentIds ?? []
      return [...parents, ...parents.flatMap(above)]
    }
    const pairs = forms.flatMap(({ id }) => Array.from(new Set(above(id)), (group) => [id, group] as const))
    expect(pairs.length).toBeGreaterThan(400)
    const ids = memoize((key: string) => {
      const [lang, search = ""] = key.split("\t")
      return index.find(search, undefined, lang === "" ? undefined : lang).map(({ id }) => id)
    }, 10_000)
    const wrong = pairs.flatMap(([form, group]) => {
      const name = index.disease(group)?.name ?? ""
      const searches = [name, ...mistyped(name)].filter((search) => !lethal.test(search))
      return searches.flatMap((search) =>
        ["", "es"].flatMap((lang) => {
          const found = ids(`${lang}\t${search}`)
          const [formAt, groupAt] = [found.indexOf(form), found.indexOf(group)]
          return formAt >= 0 && (groupAt < 0 || formAt < groupAt)
            ? [`${search} (${lang}): ${index.disease(form)?.name ?? ""}`]
            : []
        })
      )
    })
    expect(wrong).toEqual([])
  })
})
