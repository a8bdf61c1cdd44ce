import { describe, expect, it } from "@effect/vitest"
import { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { nameKey } from "@rare-disease-community/text/Folding"
import { type DiseaseNaming, diseasesNamed, linkableNames } from "../../src/texts/DiseaseNaming.ts"
import { nameCandidates } from "../../src/texts/NameCandidates.ts"

const naming = (id: number, kind: DiseaseNaming["kind"], name: string): DiseaseNaming => ({
  key: nameKey(name),
  diseaseId: DiseaseId(id),
  disease: `Disease ${id}`,
  name,
  kind
})

const catalogue = [
  naming(1, "name", "Amyotrophic lateral sclerosis"),
  naming(1, "abbreviation", "ALS"),
  naming(2, "abbreviation", "EMA"),
  naming(3, "abbreviation", "RCC"),
  naming(4, "abbreviation", "RCC"),
  naming(5, "abbreviation", "CF"),
  naming(5, "name", "Cystic fibrosis"),
  naming(6, "name", "Autism"),
  naming(7, "synonym", "Autism"),
  naming(8, "synonym", "Tay-Sachs"),
  naming(9, "synonym", "Tay-Sachs")
]

const linked = (text: string) => diseasesNamed(text, nameCandidates(text), linkableNames(catalogue)).map(Number)

describe("linkableNames", () => {
  it.each([
    ["A trial in amyotrophic lateral sclerosis", [1]],
    ["A trial in ALS", [1]],
    ["Cystic fibrosis (CF) and ALS", [5, 1]],
    ["A clinic for autism", [6]],
    ["Tay-Sachs screening", [8, 9]]
  ])("links news to the diseases that it names: %s", (text, ids) => expect(linked(text)).toEqual(ids))

  it.each(["The EMA approves a drug", "A study of RCC", "The CF card", "He als said"])(
    "links no news by letters with another meaning: %s",
    (text) => expect(linked(text)).toEqual([])
  )
})
