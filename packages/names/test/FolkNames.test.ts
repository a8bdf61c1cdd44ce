import { describe, expect, it } from "@effect/vitest"
import { packTexts } from "@rare-disease-community/text/arrays/PackedTexts"
import { DiseaseIndex } from "../src/DiseaseIndex.ts"
import { LocalNames } from "../src/LocalNames.ts"
import { disease } from "./SmallCatalogue.ts"

const local = new LocalNames({
  rows: packTexts([
    "ORPHA:1\tfr\tÉpidermolyse bulleuse",
    "ORPHA:1\tde\t\tSchmetterlingskinder",
    "ORPHA:1\ten\t\tbutterfly children",
    "ORPHA:1\tes\t\tniños mariposa",
    "ORPHA:1\tfr\t\tenfants papillons",
    "ORPHA:2\tfr\t\tmaladie des os de verre",
    "ORPHA:2\ten\t\tbrittle bones",
    "ORPHA:5\tes\tsíndrome de la marioneta\tmarioneta feliz",
    "DOID:5\tes\tsíndrome de Angelman",
    "ORPHA:5\ten\t\thappy puppet",
    "ORPHA:6\tes\tesclerosis lateral amiotrófica\tELA"
  ]),
  sources: [],
  unshown: [
    ["DOID:5", "happy puppet"],
    ["ORPHA:5", "síndrome de la marioneta"]
  ]
})

const index = new DiseaseIndex()
index.useNames(local)
const diseases = [
  disease(1, "Epidermolysis bullosa", { codes: ["ORPHA:1"] }),
  disease(2, "Osteogenesis imperfecta", { codes: ["ORPHA:2"] }),
  disease(3, "Papillon-Lefevre disease"),
  disease(4, "Brittle cornea syndrome"),
  disease(6, "Amyotrophic lateral sclerosis", { codes: ["ORPHA:6"] }),
  disease(7, "Eales disease"),
  disease(8, "Meconium aspiration syndrome", { abbreviations: ["MAS"] }),
  disease(5, "Angelman syndrome", { codes: ["ORPHA:5", "DOID:5"], synonyms: ["Happy puppet syndrome, formerly"] }),
  ...Array.from({ length: 200 }, (_, at) => disease(1_000 + at, `marker ${at} illness of somebody`))
]
for (const one of diseases) index.put(one)

describe("Everyday names of diseases", () => {
  it.each([
    ["Schmetterlingskinder", 1],
    ["das Schmetterlingskind", 1],
    ["Schmeterlingskinder", 1],
    ["los niños mariposa", 1],
    ["maladie des enfants papillons", 1],
    ["la maladie des os de verre", 2],
    ["brittle bones", 2],
    ["la enfermedad ELA", 6],
    ["ELA enfermedad", 6],
    ["quien mas tiene un hijo con síndrome de Angelman", 5]
  ])("find the disease, with another article, ending or letter: %s", (search, id) => {
    const [first] = index.find(search)
    expect(Number(first?.id)).toBe(id)
    expect(first?.nameMatch).toBe("full")
  })

  it("have no language in a match where they are English", () =>
    expect(index.find("butterfly children")[0]?.matchedOn).toEqual({ field: "synonym", text: "butterfly children" }))

  it("are names of a disease after its main one, and never the main one", () => {
    expect(local.of(["ORPHA:1"]).map(({ name }) => name)).toEqual([
      "Épidermolyse bulleuse",
      "Schmetterlingskinder",
      "butterfly children",
      "niños mariposa",
      "enfants papillons"
    ])
    expect(local.main(["ORPHA:1"], "fr")).toBe("Épidermolyse bulleuse")
    expect(local.main(["ORPHA:1"], "de")).toBe(null)
  })

  it("are found, and not shown, where they are offensive, nor are names that have them", () => {
    const codes = ["ORPHA:5", "DOID:5"]
    expect(Number(index.find("happy puppet")[0]?.id)).toBe(5)
    expect(Number(index.find("sindrome de la marioneta")[0]?.id)).toBe(5)
    const names = ["happy puppet", "Happy-Puppet syndrome, formerly", "Síndrome de la marioneta", "Angelman", "puppet"]
    expect(names.filter((name) => local.isShown(codes, name))).toEqual(["Angelman", "puppet"])
    expect(local.isShown(["ORPHA:1"], "happy puppet")).toBe(true)
    expect(local.main(codes, "es")).toBe("síndrome de Angelman")
  })
})
