import { expect, it } from "@effect/vitest"
import { mergeSources } from "../src/Merge.ts"
import { SourceFacts } from "../src/SourceFacts.ts"

it("mergeSources finds a disease by an id of ICD-11's foundation, and shows only codes of ICD-11", () => {
  const [id, facts] = ["MONDO:9000001", new SourceFacts()]
  facts.add({ kind: "rare", id })
  facts.add({ kind: "label", id, label: "Amber syndrome" })
  for (const code of ["icd11.foundation:1060981106", "ICD-11:LD24.61"])
    facts.add({ kind: "mapping", id, subject: "Amber syndrome", code, exact: true, label: "" })
  const [disease] = mergeSources(facts).diseases
  expect(disease?.codes.icd11).toEqual(["ICD11:LD24.61"])
  expect(disease?.retiredCodes).toEqual(["ICD11:1060981106"])
})
