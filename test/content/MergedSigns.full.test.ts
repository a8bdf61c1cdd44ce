import { readFileSync } from "node:fs"
import { gunzipSync } from "node:zlib"
import { describe, expect, it } from "@effect/vitest"
import { buildPhenotypes } from "@rare-disease-community/signs/build/BuildPhenotypes"
import { readBabelon } from "@rare-disease-community/signs/build/TranslationFiles"
import { nameKinds, termOf } from "@rare-disease-community/signs/PhenotypeData"
import { rangeAt, textAt } from "@rare-disease-community/text/arrays/PackedTexts"
import { wordFiles } from "../../packages/signs/test/SmallOntology.ts"
import { signs, translated } from "./SignLabels.ts"

const unpacked = (name: string) => gunzipSync(readFileSync(`content/hpo/${name}`)).toString("utf8")

const translationOf = (language: string) => unpacked(`hp-${language}.babelon.tsv.gz`)

const data = buildPhenotypes(
  [
    { name: "hp.json", text: unpacked("hp.v2025-05-06.json.gz") },
    { name: "phenotype.hpoa", text: "" },
    ...translated.map((language) => ({ name: `hp-${language}.babelon.tsv`, text: translationOf(language) }))
  ],
  wordFiles({}),
  "none"
)

describe("The name of a phenotype in another language", () => {
  for (const language of translated) {
    it(`is that of its own id in ${language}, and never one of an id that was merged into it`, () => {
      if (data === undefined) throw new Error("the files make no phenotypes")
      const { languages, names } = data
      const namesOf = (id: number) => {
        const { from, to } = rangeAt(names.offsets, termOf(data, id) ?? 0)
        return Array.from({ length: to - from }, (_, place) => from + place)
          .filter(
            (name) => languages[names.languages[name] ?? 0] === language && nameKinds[names.kinds[name] ?? 0] === "name"
          )
          .map((name) => textAt(names.texts, name))
      }
      const rows = readBabelon(translationOf(language))
      const own = new Map(rows.filter(({ term }) => signs.has(term)).map(({ term, text }) => [term, text]))
      const merged = rows.filter(({ term }) => !signs.has(term) && termOf(data, term) !== undefined)
      expect(merged.length).toBeGreaterThan(5)
      const wrong = merged.flatMap(({ term: id, text }) => {
        const present = data.ids[termOf(data, id) ?? 0] ?? 0
        const [name] = namesOf(present)
        return name === own.get(present) ? [] : [`${present} is named ${name}, as ${id}: ${text}`]
      })
      expect(wrong).toEqual([])
    })
  }
})
