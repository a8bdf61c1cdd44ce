import { Language, NotedWords, Words, WordsByWord, wordFile } from "@rare-disease-community/text/WordFiles"
import { Schema } from "effect"

/** `words/foreign-words.json` */
export const ForeignWordFile = wordFile({
  nouns: WordsByWord,
  english: WordsByWord,
  joining: NotedWords,
  choosing: NotedWords,
  lethal: Schema.Struct({ ...NotedWords.fields, unspaced: Words }),
  asking: NotedWords
})

/** `words/lay-names.json` */
export const LayNameFile = wordFile({
  diseases: Schema.NonEmptyArray(
    Schema.Struct({
      code: Schema.String.pipe(Schema.pattern(/^MONDO:\d{7}$/)),
      names: Schema.Array(Schema.NonEmptyTrimmedString),
      signs: Schema.Trimmed
    })
  )
})

/** `words/lay-words.json` */
export const LayWordFile = wordFile({ concepts: Schema.NonEmptyArray(Words) })

/** `words/news-abbreviations.json` */
export const NewsAbbreviationFile = wordFile({ institutions: Words })

/** `words/report-words.json` */
export const ReportWordFile = wordFile({
  telling: Schema.Record({ key: Language, value: Words }),
  other: Schema.Record({ key: Language, value: Words }),
  repeated: Schema.Record({ key: Language, value: Words }),
  motifs: Words
})
