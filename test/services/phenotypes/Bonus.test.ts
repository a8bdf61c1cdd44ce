import { describe, expect, it } from "@effect/vitest"
import { DiseaseIndex } from "@rare-disease-community/names/DiseaseIndex"
import { Term } from "@rare-disease-community/signs/PhenotypeData"
import { disease } from "../../../packages/names/test/SmallCatalogue.ts"
import { namedAfterOdour } from "../../../src/services/phenotypes/Bonus.ts"

const index = new DiseaseIndex()
index.put(disease(1, "Maple syrup urine disease", { codes: ["MONDO:0009563"], prominence: 50 }))
index.put(disease(2, "Cystinuria", { prominence: 100 }))
index.put(disease(3, "Fever of unknown origin", { synonyms: ["Fever syndrome"] }))

const ids = ["HP:0012088", "HP:0001945"]
const [odour, fever] = [Term(0), Term(1)]

const found = (
  text: string,
  sign: { readonly text: string; readonly term?: Term; readonly negated?: boolean },
  unsure?: { readonly isDoubted?: true; readonly whose?: string }
) => {
  const said = { term: odour, negated: false, ...sign }
  const signs =
    unsure === undefined ? { recognised: [said], unsure: [] } : { recognised: [], unsure: [{ ...said, ...unsure }] }
  return namedAfterOdour(index, { text, signs, idOf: (term) => ids[term] ?? "" }, { lang: "en" })
}

describe("namedAfterOdour", () => {
  it("is the disease that has its name from an odour that a text says, or may say", () => {
    expect(found("sleepy, wee smells like maple syrup", { text: "wee smells" })).toBe(1)
    expect(found("wee smells like maple syrup", { text: "wee smells like maple syrup" })).toBe(1)
    expect(found("the nappy smells of maple syrup", { text: "smells" }, {})).toBe(1)
  })

  it("is none of an odour that is denied, feared or a relative's, of another part of the text, and of other signs", () => {
    const text = "wee smells like maple syrup"
    expect(found(text, { text: "wee smells", negated: true })).toBe(undefined)
    expect(found(text, { text: "wee smells" }, { isDoubted: true })).toBe(undefined)
    expect(found(text, { text: "wee smells" }, { whose: "brother" })).toBe(undefined)
    expect(found("wee smells, likes maple syrup", { text: "wee smells" })).toBe(undefined)
    expect(found("maple syrup and a temperature", { text: "temperature", term: fever })).toBe(undefined)
    expect(found("wee smells strong", { text: "wee smells" })).toBe(undefined)
  })
})
