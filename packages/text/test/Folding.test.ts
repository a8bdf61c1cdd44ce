import { describe, it } from "@effect/vitest"
import { assertTrue, strictEqual } from "@effect/vitest/utils"
import { FastCheck as fc } from "effect"
import { foldText, nameKey } from "../src/Folding.ts"

/** Texts that fold in several steps: marks, presentation forms, invisible characters, letters with names. */
const odd = [
  "\u0301",
  "\u093c",
  "\u00ad",
  "\u200b",
  "\ufe71",
  "\ufcf2",
  "\u0640",
  "β",
  "ΐ",
  "œ",
  "ﾊﾟ",
  "`",
  "ŉ",
  "ﷺ",
  "İ"
]
const texts = fc
  .array(fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom(...odd)), { maxLength: 60 })
  .map((parts) => parts.join(""))

const isSame = (...forms: ReadonlyArray<string>) => {
  for (const form of forms) strictEqual(foldText(form), foldText(forms[0] ?? ""), JSON.stringify(form))
}

describe("foldText", () => {
  it("removes case, width and accents, and keeps marks that spell vowels", () => {
    strictEqual(foldText("Ménière ＤＩＳＥＡＳＥ"), "meniere disease")
    isSame("Straße", "STRASSE", "strasse")
    assertTrue(foldText("की") !== foldText("का"))
  })

  it("writes letters that do not decompose as they are typed without them", () => {
    isSame("cœur", "CŒUR", "coeur")
    isSame("Færøerne", "faeroerne")
    isSame("Wrocław", "wroclaw")
    isSame("Çocuğun ağzı", "cocugun agzi")
  })

  it("spells out single Greek letters, but not those of words and units", () => {
    isSame("α-thalassemia", "Alpha-thalassemia")
    isSame("β2-microglobulin", "beta 2-microglobulin")
    isSame("IFN-γ", "ifn-gamma")
    isSame("\u03f6β", "\u03f6beta") // a sign of mathematics beside it is no letter of its word
    strictEqual(foldText("ΑΛΦΑ"), "αλφα")
    isSame("5 µg", "5 μg")
    strictEqual(foldText("5 µg"), "5 μg")
  })

  it("does not count invisible characters", () => {
    for (const character of ["\u00ad", "\u200b", "\ufeff", "\u200c", "\u200d", "\u2060", "\u034f", "\u180e", "\ufe0f"])
      isSame("herzinsuffizienz", `Herz${character}insuffizienz`, `${character}herzinsuffizienz${character}`)
  })

  it("writes the forms of alef and hamza as their bare letters, without vowels and tatweel", () => {
    isSame("اعراض", "أعراض", "إعراض", "آعراض", "أَعْرَاضٌ", "أعـــراض", "ٱعراض")
    isSame("مؤلم", "مولم")
    isSame("مستشفى", "مستشفي", "مستشفی")
    isSame("متلازمة", "متلازمه")
    isSame("کودک", "كودك")
  })

  it("leaves out the points of Hebrew, and keeps its letters", () => {
    isSame("שלום", "שָׁלוֹם")
    assertTrue(foldText("שלום") !== foldText("שלוש"))
  })

  it("writes Katakana as Hiragana, and apostrophes as one sign", () => {
    isSame("マルファン", "まるふぁん", "ﾏﾙﾌｧﾝ")
    isSame("Crohn’s", "crohn's", "crohn`s")
  })

  it("changes no folded text", () => {
    fc.assert(
      fc.property(texts, (text) => {
        strictEqual(foldText(foldText(text)), foldText(text))
      }),
      { numRuns: 1_000 }
    )
  })
})

describe("nameKey", () => {
  it("is the same for a name with a Greek letter and one that spells it out", () => {
    strictEqual(nameKey(" α-Mannosidosis "), nameKey("alpha-mannosidosis"))
  })
})
