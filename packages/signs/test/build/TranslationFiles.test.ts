import { describe, expect, it } from "@effect/vitest"
import { readBabelon, readSynonyms } from "../../src/build/TranslationFiles.ts"
import { files } from "../SmallOntology.ts"

describe("Translations of phenotypes", () => {
  it("readBabelon finds columns by their names, and says how far the translators got", () => {
    const german = files.find(({ name }) => name.startsWith("hp-de"))?.text ?? ""
    expect(readBabelon(german)).toEqual([
      { term: 1250, text: "Krampfanfall", kind: "name", status: "official" },
      { term: 2066, text: "Gangataxie", kind: "name", status: "machine" }
    ])
  })

  it("readBabelon begins a name with a large letter where the English name does", () => {
    const columns = "source_value\tsubject_id\tpredicate_id\ttranslation_value\ttranslation_status"
    const rows = ["Stridor\tHP:0010307\trdfs:label\tstridor", "pH low\tHP:0001941\trdfs:label\tpH bas"]
    const table = [columns, ...rows.map((row) => `${row}\tOFFICIAL`)].join("\n")
    expect(readBabelon(table).map(({ text }) => text)).toEqual(["Stridor", "pH bas"])
  })

  it("readSynonyms splits cells and skips the second header line", () => {
    const table =
      "subject_id\ttranslation_value\tsynonym_type\tstatus\nID\tA oboInOwl:x\tTYPE\t\nHP:0001250\tepilepsia|ataques\t#layperson\tOFFICIAL"
    expect(readSynonyms(table)).toEqual([
      { term: 1250, text: "epilepsia", kind: "lay", status: "official" },
      { term: 1250, text: "ataques", kind: "lay", status: "official" }
    ])
  })
})
