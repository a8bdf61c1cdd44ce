import { describe, expect, it } from "@effect/vitest"
import { isStopWord, readsAsSentence } from "../src/SearchWords.ts"
import { conceptsOf } from "../src/texts/TextIndex.ts"

describe("Stop words and concepts", () => {
  it("readsAsSentence recognises a sentence by its pronouns and verbs, and no name", () => {
    expect(readsAsSentence("my son has cystinosis".split(" "))).toBe(true)
    expect(readsAsSentence("the doctor thinks it might be cystinosis".split(" "))).toBe(true)
    for (const name of ["disorders of the eye", "deficiency of the first component", "charcot marie tooth disease"]) {
      expect(readsAsSentence(name.split(" ")), name).toBe(false)
    }
    expect(isStopWord("diagnosed")).toBe(true)
    expect(isStopWord("dystrophy")).toBe(false)
  })

  it("conceptsOf gives everyday and medical words a concept in common", () => {
    const shared = (one: string, other: string) =>
      conceptsOf(one, one).some((concept) => conceptsOf(other, other).includes(concept))
    expect(shared("kidney", "glomerulonephritis")).toBe(true)
    expect(shared("heart", "cardiomyopathy")).toBe(true)
    expect(shared("blind", "amaurosis")).toBe(true)
    expect(shared("kidney", "cardiomyopathy")).toBe(false)
  })
})
