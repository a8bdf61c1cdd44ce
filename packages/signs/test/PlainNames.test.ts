import { describe, it } from "@effect/vitest"
import { strictEqual } from "@effect/vitest/utils"
import { plainAmong } from "../src/PlainNames.ts"

describe("The name of a sign on pages", () => {
  it("is explained by the first lay name in other words, as a part of a sentence", () => {
    strictEqual(plainAmong("Ptosis", ["Drooping upper eyelid"]), "drooping upper eyelid")
    strictEqual(plainAmong("Low-set ears", ["Low set ears", "Lowset ears"]), undefined)
    strictEqual(plainAmong("Erythrocyte sedimentation", ["ESR raised"]), "ESR raised")
  })

  it("is not explained by lay names that hurt", () =>
    strictEqual(plainAmong("Cognitive impairment", ["Mental retardation", "IQ less than 20"]), undefined))
})
