import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import {
  ForeignWordFile,
  LayNameFile,
  LayWordFile,
  NewsAbbreviationFile,
  ReportWordFile
} from "@rare-disease-community/names/WordFiles"
import foreignWords from "@rare-disease-community/names/words/foreign-words.json" with { type: "json" }
import layNames from "@rare-disease-community/names/words/lay-names.json" with { type: "json" }
import layWords from "@rare-disease-community/names/words/lay-words.json" with { type: "json" }
import newsAbbreviations from "@rare-disease-community/names/words/news-abbreviations.json" with { type: "json" }
import reportWords from "@rare-disease-community/names/words/report-words.json" with { type: "json" }
import { GrammarFile } from "@rare-disease-community/signs/GrammarFile"
import { CommonWordFile, LaySignFile, NameWordFile, WordFormFile } from "@rare-disease-community/signs/WordFiles"
import nameWords from "@rare-disease-community/signs/words/name-words.json" with { type: "json" }
import { NumeralFile, QuestionWordFile, SpellingFile, StopWordFile } from "@rare-disease-community/text/WordFiles"
import numerals from "@rare-disease-community/text/words/numerals.json" with { type: "json" }
import questionWords from "@rare-disease-community/text/words/question-words.json" with { type: "json" }
import spellings from "@rare-disease-community/text/words/spellings.json" with { type: "json" }
import stopWords from "@rare-disease-community/text/words/stop-words.json" with { type: "json" }
import { Schema } from "effect"
import grammar from "../../content/glossary/grammar.json" with { type: "json" }
import synonyms from "../../content/synonyms.json" with { type: "json" }
import { SynonymFile } from "../../src/search/posts/WordFiles.ts"

describe("The word lists of content/ and of the engines", () => {
  const files: ReadonlyArray<readonly [name: string, schema: Schema.Schema.AnyNoContext, file: object]> = [
    ["foreign-words.json", ForeignWordFile, foreignWords],
    ["glossary/grammar.json", GrammarFile, grammar],
    ["lay-names.json", LayNameFile, layNames],
    ["lay-words.json", LayWordFile, layWords],
    ["name-words.json", NameWordFile, nameWords],
    ["news-abbreviations.json", NewsAbbreviationFile, newsAbbreviations],
    ["numerals.json", NumeralFile, numerals],
    ["question-words.json", QuestionWordFile, questionWords],
    ["report-words.json", ReportWordFile, reportWords],
    ["spellings.json", SpellingFile, spellings],
    ["stop-words.json", StopWordFile, stopWords],
    ["synonyms.json", SynonymFile, synonyms]
  ]
  const read = (name: string, schema: Schema.Schema.AnyNoContext) =>
    [name, schema, JSON.parse(readFileSync(`content/${name}`, "utf8"))] as const
  const ofLanguages = ["de", "en", "es", "fr", "it", "pt"].map((language) =>
    read(`glossary/common.${language}.json`, CommonWordFile)
  )
  for (const [name, schema, file] of [
    ...files,
    read("lay-signs.json", LaySignFile),
    read("glossary/forms.json", WordFormFile),
    ...ofLanguages
  ]) {
    it(`${name} fits its schema, names its source and has nothing else`, () =>
      expect(Schema.decodeUnknownSync(schema, { onExcessProperty: "error" })(file)).toEqual(file))
  }

  it("lay-names.json has each disease once, with a name or with signs", () => {
    const { diseases } = layNames
    expect(diseases.length).toBeGreaterThan(150)
    expect(new Set(diseases.map(({ code }) => code)).size).toBe(diseases.length)
    for (const { code, names, signs } of diseases) expect(names.length > 0 || signs !== "", code).toBe(true)
  })

  it("lists of words have each word once", () => {
    const lists = [
      ...Object.values(synonyms.groups).flat(),
      ...Object.values(stopWords).flatMap((list) => (typeof list === "string" ? [] : [list.words])),
      ...Object.values(questionWords.words),
      foreignWords.joining.words,
      foreignWords.asking.words,
      foreignWords.lethal.words,
      numerals.counted,
      newsAbbreviations.institutions
    ]
    for (const words of lists) expect(words.toSorted()).toEqual(Array.from(new Set(words)).toSorted())
  })
})
