import { readdirSync, readFileSync } from "node:fs"
import { describe, it } from "@effect/vitest"
import { assertTrue, deepStrictEqual } from "@effect/vitest/utils"
import { type Language, languages } from "../../../../src/transport/web/Languages.ts"

const web = new URL("../../../../src/transport/web/", import.meta.url)

const filesIn = (folder: string) =>
  readdirSync(new URL(folder, web), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.\w+$/.test(name))
    .map((name) => ({ name, text: readFileSync(new URL(folder + name, web), "utf8") }))

/** The literals of the texts in one language. */
const literalsIn = (source: string, language: Language): ReadonlyArray<string> =>
  Array.from(source.matchAll(new RegExp(`^(?:export )?const ${language}\\b.*?^}`, "gms")), ([block]) => block).flatMap(
    (block) =>
      Array.from(
        block.replaceAll(/\$\{[^{}]*\}/g, "").matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g),
        ([, quoted, template]) => quoted ?? template ?? ""
      )
  )

/** All that people read in one language: the texts of pages, and the documents line by line. */
const textsIn = (language: Language) => [
  ...filesIn("texts/").flatMap(({ text }) => literalsIn(text, language)),
  ...filesIn("files/")
    .filter(({ name }) => name.endsWith(`.${language}.md`))
    .flatMap(({ text }) => text.replaceAll(/\]\([^)]*\)/g, "]").split("\n"))
]

/** The words that another word of the language stands for. */
const forbidden: Readonly<Record<Language, RegExp>> = {
  en: /\bmails?\b|\bcarr(?:y|ies) a\b|until now|\b(?:your|new|an|the) answers?\b|\blocked\b/i,
  de: /Krankheit|Einspruch|[Vv]erfolg(?!t)|ein Zeichen|(?<!E\u2011)Mail|freiwillig|Geheimnis|verborgen|verfolgt/,
  fr: /e-mail|\bsignes?\b|\bappel(?!\p{L})|électronique|courriel|[Gg]enre\b|\bsecrets?\b/u
}

describe("The texts of pages", () => {
  it("are all found, as many in each language", () => {
    const counts = languages.map(
      (language) => filesIn("texts/").flatMap(({ text }) => literalsIn(text, language)).length
    )
    assertTrue(
      counts.every((count) => count > 500),
      String(counts)
    )
  })

  for (const language of languages) {
    it(`have one word for one thing: ${language}`, () => {
      deepStrictEqual(
        textsIn(language).filter((text) => forbidden[language].test(text)),
        []
      )
    })
  }

  it("keep a number and its noun on one line, by a no-break space", () => {
    const counts = "shown|number|total|count|max\\w*|tooLong\\.max|\\w+Days|minPasswordCharacters|retryAfterSeconds"
    const between = "(?:to|bis|à|von|of|sur|and|et|und|ein)\\b"
    const parted = new RegExp(`\\$\\{(?:${counts})\\} (?!${between})\\S|"1 \\p{L}`, "u")
    deepStrictEqual(
      filesIn("texts/").flatMap(({ text }) => text.split("\n").filter((line) => parted.test(line))),
      []
    )
  })

  it("have a no-break space before French colons, semicolons, question marks, exclamation marks and within guillemets", () => {
    deepStrictEqual(
      textsIn("fr").filter((text) => /(?<!\u00a0)[;?!»]|(?<!\u00a0):(?![/\d])|«(?!\u00a0)/.test(text)),
      []
    )
  })
})
