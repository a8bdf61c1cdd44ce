import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { CareContacts, networksFor } from "../../src/domain/diseases/Care.ts"
import { StarterDiseases } from "../../src/ports/ContentFiles.ts"

const textOf = (file: string) => readFileSync(new URL(`../../content/${file}`, import.meta.url), "utf8")

const contacts = Schema.decodeSync(Schema.parseJson(CareContacts))(textOf("care.json"))
const { diseases } = Schema.decodeSync(Schema.parseJson(StarterDiseases))(textOf("diseases.json"))

const networksOf = (name: string) =>
  diseases
    .filter((disease) => disease.name === name)
    .map((disease) => {
      const codes = new Set(Object.values(disease.codes).flat())
      return networksFor(contacts, codes, new Set(disease.categories))[0]?.name
    })

describe("The networks in content/care.json", () => {
  it.each([
    ["Duchenne muscular dystrophy", "ERN EURO-NMD"],
    ["Proximal spinal muscular atrophy", "ERN EURO-NMD"],
    ["Myasthenia gravis", "ERN EURO-NMD"],
    ["Dravet syndrome", "ERN EpiCARE"],
    ["Tuberous sclerosis", "ERN EpiCARE"],
    ["Marfan syndrome", "VASCERN"],
    ["Ehlers-Danlos syndrome, vascular type", "VASCERN"],
    ["Hereditary hemorrhagic telangiectasia", "VASCERN"],
    ["Neurofibromatosis type 1", "ERN GENTURIS"],
    ["Biliary atresia", "ERN RARE-LIVER"],
    ["Huntington disease", "ERN-RND"]
  ])("name first for %s, with the starter catalogue too: %s", (disease, network) => {
    expect(networksOf(disease)).toEqual([network])
  })

  it("name ERN-Skin first for ectodermal dysplasias, also where Orphanet files them under malformations", () => {
    const codes = new Set(["ORPHA:464", "ORPHA:79373"])
    const [first] = networksFor(contacts, codes, new Set(["Rare developmental defect during embryogenesis"]))
    expect(first?.name).toBe("ERN-Skin")
  })
})
