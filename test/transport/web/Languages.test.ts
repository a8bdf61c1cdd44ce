import { describe, expect, it } from "@effect/vitest"
import { shippedLanguages } from "../../../src/domain/Language.ts"
import {
  countryIn,
  dayIn,
  markOf,
  preferredAmong,
  shortDayIn,
  textsLanguageFor,
  timeIn
} from "../../../src/transport/web/Languages.ts"

describe("preferredAmong", () => {
  it.each([
    ["de-AT,en;q=0.5", "de"],
    ["fr-CA", "fr"],
    ["pl,fr;q=0.7,de;q=0.9", "de"],
    ["den,frr,en", "en"],
    ["*", undefined],
    ["", undefined],
    ["en;q=0.1, DE;Q=0.9, fr; q = 0.5", "de"],
    ["pt-BR", "pt"],
    ["de;q=0, it", "it"],
    ["de;q=2, it;q=0.1", "it"],
    ["es-419", "es"]
  ])("chooses the page's language of Accept-Language %s: %s", (header, language) => {
    expect(preferredAmong(shippedLanguages, header)).toBe(language)
  })
})

describe("textsLanguageFor", () => {
  it.each([
    ["fil-PH,en;q=0.8", "tl"],
    ["fi", "fi"],
    ["FI-fi", "fi"],
    ["frr-DE,de", "en"],
    ["de-CH", "en"]
  ])("offers texts to a reader of English pages whose browser says %s in %s", (header, language) => {
    expect(textsLanguageFor(shippedLanguages, "en", header)).toBe(language)
  })
})

describe("markOf", () => {
  it.each([
    ["de", "en", { lang: "en", dir: undefined }],
    ["he", "en", { lang: "en", dir: "ltr" }],
    ["de", "ar", { lang: "ar", dir: "rtl" }],
    ["ar", undefined, { lang: undefined, dir: undefined }]
  ])(
    "on a page in %s marks a text in %s with its language, and its direction where that is another",
    (page, text, mark) => {
      expect(markOf(page, text)).toEqual(mark)
    }
  )
})

describe("A date", () => {
  const first = new Date("2025-12-01T08:13:00Z")

  it("is the premier of a month in French, in each of its forms, and a number on other days", () => {
    expect([dayIn("fr", first), shortDayIn("fr", first), timeIn("fr", first)]).toEqual([
      "1er décembre 2025",
      "1er déc. 2025",
      "1er décembre 2025 à\u00A008:13 (UTC)"
    ])
    for (const day of [11, 21, 31]) {
      expect(dayIn("fr", new Date(`2025-12-${day}T00:00:00Z`))).toBe(`${day} décembre 2025`)
    }
    expect(dayIn("it", first)).toBe("1 dicembre 2025")
  })
})

describe("countryIn", () => {
  it.each([
    ["GB", "United Kingdom"],
    ["EU", "European Union"],
    ["", ""],
    ["nowhere at all", "nowhere at all"],
    ["España", "España"]
  ])("names %s as %s, and never throws", (code, name) => {
    expect(countryIn("en", code)).toBe(name)
  })
})
