import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { type PageLanguage, shippedLanguages } from "../../../../src/domain/Language.ts"
import { textsOf } from "../../../../src/services/languages/LanguageFolders.ts"
import { folderOf, said } from "../../../support/languages/Said.ts"

/** The texts in what JSON holds, with the keys that lead to them. */
const textsBelow = (value: unknown, path: string): ReadonlyArray<readonly [path: string, text: string]> =>
  typeof value === "string"
    ? [[path, value]]
    : Object.entries(value ?? {}).flatMap(([key, below]) => textsBelow(below, `${path}.${key}`))

const messagesOf = (language: PageLanguage) => textsBelow(textsOf(folderOf(language)), language)

/** All that people read in one language: the messages, and the documents line by line. */
const allOf = (language: PageLanguage) => [
  ...messagesOf(language),
  ...Object.entries(folderOf(language).files)
    .filter(([name]) => name.endsWith(".md"))
    .flatMap(([name, text]) =>
      text
        .replaceAll(/\]\([^)]*\)/g, "]")
        .split("\n")
        .map((line): readonly [string, string] => [`${language}/${name}`, line])
    )
]

/** The words that another word of the language stands for (`docs/translating.md`). */
const forbidden: Readonly<Record<string, RegExp>> = {
  en: /\bmails?\b|\bcarr(?:y|ies) a\b|until now|\b(?:your|new|an|the) answers?\b|\blocked\b/i,
  de: /Krankheit|Einspruch|[Vv]erfolg(?!t)|ein Zeichen|(?<!E\u2011)Mail|freiwillig|Geheimnis|verborgen|verfolgt/,
  fr: /e-mail|\bsignes?\b|\bappel(?!\p{L})|électronique|courriel|[Gg]enre\b|\bsecrets?\b/u,
  es: /\busted\b|(?<!select, )\bemails?\b|\bmail\b|\bposts?\b|\bperseguir\b|\bcomentarios?\b/i,
  it: /\bdelusion[ei]\b|\bSuo\b|\bLei\b|\bmail\b/,
  pt: /\bvocê\b|\btu\b|\bposts?\b|\bsinais\b/i
}

/** A text with a no-break space after its number. */
const spaced = (text: string) => text.replace(" ", "\u00A0")

describe("The texts of pages", () => {
  for (const language of shippedLanguages) {
    it(`have one word for one thing: ${language}`, () => {
      const found = allOf(language).filter(([, text]) => forbidden[language]?.test(text))
      deepStrictEqual(found, [])
    })

    it(`keep a number and its noun on one line, by a no-break space: ${language}`, () => {
      const between = "(?:to|in|bis|à|von|of|sur|and|et|und|ein|a|al|de|di|e|em|y|su|das|delle)(?!\\p{L})"
      const parted = new RegExp(`(?:#|\\{\\w+, number\\}) (?!${between})\\p{L}|(?:^|\\s)1 (?!${between})\\p{L}`, "u")
      deepStrictEqual(
        messagesOf(language).filter(([path, text]) => !path.includes(".mail.") && parted.test(text)),
        []
      )
    })
  }

  it("are found in every language", () => assertTrue(shippedLanguages.every((one) => messagesOf(one).length > 900)))

  it("have a no-break space before French colons, semicolons, question marks, exclamation marks and within guillemets", () => {
    const parted = /(?<!\u00a0)[;?!»]|(?<!\u00a0):(?![/\d])|«(?!\u00a0)/
    deepStrictEqual(
      allOf("fr").filter(([, text]) => parted.test(text)),
      []
    )
  })

  it("say of each link to a page that is in English only that it is", () => {
    for (const language of shippedLanguages.filter((one) => one !== "en")) {
      const { entries, publications, studies } = said(language).disease
      for (const label of [studies, publications, entries.omim, entries.gard]) {
        assertTrue(/auf Englisch|en anglais|en inglés|in inglese|em inglês/.test(label), `${language}: ${label}`)
      }
    }
  })

  it("call the end of an account by the same word on its button as in the overview of the settings", () => {
    const words = [/löschen/, /[Ss]upprimer/, /[Bb]orra/, /[Ee]limina/, /[Aa]pag(?:ar|ue)/]
    for (const [index, language] of (["de", "fr", "es", "it", "pt"] as const).entries()) {
      const { hints, leave } = said(language).settings
      for (const text of [leave, hints.data, said(language).layout.suspendedText]) {
        assertTrue(words[index]?.test(text), `${language}: ${text}`)
      }
    }
  })

  it("say how often a symptom occurs in words that stand after a noun of any gender and number", () => {
    const agreeing = /frecuente\b|frequente\b|ocasional\b|occasionale|osservat|presente|ausente|fréquent|\brare\b/
    for (const language of ["fr", "es", "it", "pt"] as const) {
      const { frequencies, observedAll, observedOne, observedSome } = said(language).phenotypes
      const texts = [
        ...Object.values(frequencies),
        ...[0, 1].map((count) => observedOne({ count })),
        ...[2, 5].map((count) => observedAll({ count })),
        observedSome({ count: 2, of: 5 })
      ]
      deepStrictEqual([language, texts.filter((text) => agreeing.test(text))], [language, []])
    }
  })

  it("count what is unread and what waits with the forms of each number", () => {
    const counted = (language: PageLanguage) =>
      [1, 2].flatMap((count) => [said(language).layout.unread({ count }), said(language).layout.waiting({ count })])
    deepStrictEqual(counted("fr"), ["1 non lue", "1 en attente", "2 non lues", "2 en attente"].map(spaced))
    deepStrictEqual(counted("it"), ["1 non letta", "1 in attesa", "2 non lette", "2 in attesa"].map(spaced))
    deepStrictEqual(counted("de"), ["1 ungelesen", "1 wartet", "2 ungelesen", "2 warten"].map(spaced))
  })
})
