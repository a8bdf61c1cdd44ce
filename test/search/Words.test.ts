import { describe, expect, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { conceptsOf } from "../../src/search/Concepts.ts"
import { layNames } from "../../src/search/LayNames.ts"
import { isChatter, isSentence } from "../../src/search/Sentences.ts"
import { soundOf } from "../../src/search/Sounds.ts"
import { spelling } from "../../src/search/Spelling.ts"
import { wordsOf } from "../../src/search/Words.ts"

const alike = (...texts: ReadonlyArray<string>) => {
  const [first = "", ...others] = texts
  for (const other of others) expect(wordsOf(other), other).toEqual(wordsOf(first))
}

describe("Words of a name are the same", () => {
  it("with hyphens or spaces, accents or none, and with whichever apostrophe", () => {
    alike("Charcot-Marie-Tooth", "charcot marie tooth", "Chärcot Márie Tooth")
    alike("Marfan's", "Marfan\u2019s", "marfan", "marfans")
    alike("Følling", "Folling")
  })

  it("in British and American spelling", () => {
    for (const [british, american] of [
      ["haemophilia", "hemophilia"],
      ["oedema", "edema"],
      ["tumour", "tumor"],
      ["behaviour", "behavior"],
      ["leucocyte", "leukocyte"],
      ["sulphatase", "sulfatase"],
      ["paralyse", "paralyze"],
      ["fibre", "fiber"],
      ["generalised", "generalized"]
    ] as const) {
      expect(spelling(british), british).toBe(spelling(american))
    }
  })

  it("in the singular and the plural", () => {
    for (const [plural, one] of [
      ["syndromes", "syndrome"],
      ["dystrophies", "dystrophy"],
      ["carcinomata", "carcinoma"],
      ["stenoses", "stenosis"],
      ["diseases", "disease"],
      ["Scheies", "Scheie"]
    ] as const) {
      expect(spelling(plural.toLowerCase()), plural).toBe(spelling(one.toLowerCase()))
    }
    expect(spelling("tuberous")).toBe("tuberous")
    expect(spelling("fibrosis")).toBe("fibrosis")
  })

  it("with numbers in digits, Roman, spelled out, or with the letter of a subtype", () => {
    alike("type 2A", "type IIA", "type ii a", "type two A", "type 02a")
    alike("factor 10", "factor X")
    expect(wordsOf("X-linked")).toEqual(["x", "linked"])
    expect(wordsOf("via")).toEqual(["via"])
  })

  it("with Greek letters by their name", () => alike("β-thalassemia", "beta thalassemia"))

  it("when they are taken apart a second time", () =>
    FastCheck.assert(
      FastCheck.property(FastCheck.string({ unit: "grapheme" }), (text) => {
        const once = wordsOf(text)
        expect(once.every((word) => word !== "")).toBe(true)
        expect(wordsOf(text.toUpperCase().toLowerCase()).length).toBeGreaterThanOrEqual(0)
      })
    ))
})

describe("Words that are spoken alike", () => {
  it("sound the same", () => {
    for (const [one, other] of [
      ["phenylketonuria", "fenilketonuria"],
      ["cystic", "sistik"],
      ["achondroplasia", "akondroplasia"],
      ["psoriasis", "soriasis"],
      ["rhabdomyoma", "rabdomioma"],
      ["schwannoma", "shwanoma"]
    ] as const) {
      expect(soundOf(other), other).toBe(soundOf(one))
    }
  })
})

describe("What somebody tells", () => {
  it("is a sentence by its pronouns and verbs, a name is none", () => {
    expect(isSentence("my son has cystinosis".split(" "))).toBe(true)
    expect(isSentence("the doctor thinks it might be cystinosis".split(" "))).toBe(true)
    for (const name of ["disorders of the eye", "deficiency of the first component", "charcot marie tooth disease"]) {
      expect(isSentence(name.split(" ")), name).toBe(false)
    }
    expect(isChatter("diagnosed")).toBe(true)
    expect(isChatter("dystrophy")).toBe(false)
  })

  it("is about what doctors call otherwise", () => {
    const shared = (one: string, other: string) =>
      conceptsOf(one, one).some((concept) => conceptsOf(other, other).includes(concept))
    expect(shared("kidney", "glomerulonephritis")).toBe(true)
    expect(shared("heart", "cardiomyopathy")).toBe(true)
    expect(shared("blind", "amaurosis")).toBe(true)
    expect(shared("kidney", "cardiomyopathy")).toBe(false)
  })

  it("has everyday names by the codes of diseases", () => {
    expect(layNames.size).toBeGreaterThan(150)
    for (const [code, { names, told }] of layNames) {
      expect(code).toMatch(/^MONDO:\d{7}$/)
      expect(names.length > 0 || told !== "", code).toBe(true)
    }
  })
})
