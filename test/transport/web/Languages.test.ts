import { describe, expect, it } from "@effect/vitest"
import { shippedLanguages } from "../../../src/domain/Language.ts"
import { preferredAmong, textsLanguageFor } from "../../../src/transport/web/Languages.ts"

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
