import { describe, expect, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { nameWords } from "../src/NameWords.ts"
import { soundOf, spelling } from "../src/Spelling.ts"

const alike = (...texts: ReadonlyArray<string>) => {
  const [first = "", ...others] = texts
  for (const other of others) expect(nameWords(other), other).toEqual(nameWords(first))
}

describe("nameWords", () => {
  it("ignores hyphens, accents and kinds of apostrophes", () => {
    alike("Charcot-Marie-Tooth", "charcot marie tooth", "Chärcot Márie Tooth")
    alike("Marfan's", "Marfan\u2019s", "marfan", "marfans")
    alike("Følling", "Folling")
  })

  it("gives British and American spelling the same word", () => {
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

  it("gives singular and plural the same word", () => {
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

  it("gives digits, Roman numerals, spelled-out numbers and letters of subtypes the same words", () => {
    alike("type 2A", "type IIA", "type ii a", "type two A", "type 02a")
    alike("factor 10", "factor X")
    expect(nameWords("X-linked")).toEqual(["x", "linked"])
    expect(nameWords("via")).toEqual(["via"])
    expect(nameWords("espérance de vie")).toEqual(["esperance", "de", "vie"])
  })

  it("gives Greek letters their names", () => alike("β-thalassemia", "beta thalassemia"))

  it("gives no empty word, for any text", () =>
    FastCheck.assert(
      FastCheck.property(FastCheck.string({ unit: "grapheme" }), (text) => {
        const once = nameWords(text)
        expect(once.every((word) => word !== "")).toBe(true)
        expect(nameWords(text.toUpperCase().toLowerCase()).length).toBeGreaterThanOrEqual(0)
      })
    ))
})

describe("soundOf", () => {
  it("gives words that are pronounced alike the same sound", () => {
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
