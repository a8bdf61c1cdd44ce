import { describe, expect, it } from "@effect/vitest"
import { consonantsOf } from "../src/Sounds.ts"

const soundAlike = (one: string, other: string) =>
  consonantsOf(one).some((sound) => consonantsOf(other).includes(sound))

describe("consonantsOf", () => {
  it("gives spellings of a name in several languages a common pronunciation", () => {
    for (const [one = "", other = ""] of [
      ["guillain", "gilane"],
      ["charcot", "sharko"],
      ["creutzfeldt", "croytsfeld"],
      ["jakob", "yakob"],
      ["sachs", "sax"],
      ["morquio", "morkio"],
      ["gitelman", "jitelman"],
      ["pfeiffer", "fifer"],
      ["gastaut", "gasto"],
      ["willebrand", "vilebrant"]
    ]) {
      expect(soundAlike(one, other), `${one} and ${other}`).toBe(true)
    }
  })

  it("tells names with other consonants apart", () => {
    for (const [one = "", other = ""] of [
      ["turner", "werner"],
      ["barth", "bart-pumphrey"],
      ["rett", "leigh"]
    ]) {
      expect(soundAlike(one, other), `${one} and ${other}`).toBe(false)
    }
  })

  it("has at most eight pronunciations of a word", () => expect(consonantsOf("chghchghchghchgh").length).toBe(8))
})
