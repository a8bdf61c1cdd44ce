import { describe, it } from "@effect/vitest"
import { deepStrictEqual, strictEqual } from "@effect/vitest/utils"
import { plainAmong, signLabelOf } from "../src/SignLabels.ts"

describe("The name of a sign on pages", () => {
  it("is ours where that of the ontology is misspelt, by language", () => {
    strictEqual(signLabelOf("HP:0001250", "fr").label, "Crises d’épilepsie")
    deepStrictEqual(signLabelOf("HP:0001250", "ja"), {})
    deepStrictEqual(signLabelOf("HP:9999999", "fr"), {})
  })

  it("is explained by the first lay name in other words, as a part of a sentence", () => {
    strictEqual(plainAmong("Ptosis", ["Drooping upper eyelid"]), "drooping upper eyelid")
    strictEqual(plainAmong("Low-set ears", ["Low set ears", "Lowset ears"]), undefined)
    strictEqual(plainAmong("Erythrocyte sedimentation", ["ESR raised"]), "ESR raised")
  })

  it("is not explained by lay names that hurt", () =>
    strictEqual(plainAmong("Cognitive impairment", ["Mental retardation", "IQ less than 20"]), undefined))
})
