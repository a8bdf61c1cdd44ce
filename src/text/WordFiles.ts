import { Schema } from "effect"

const Words = Schema.NonEmptyArray(Schema.NonEmptyTrimmedString)
const WordsByWord = Schema.Record({ key: Schema.NonEmptyTrimmedString, value: Schema.NonEmptyTrimmedString })
const NotedWords = Schema.Struct({ note: Schema.NonEmptyString, words: Words })

const wordFile = <Lists extends Schema.Struct.Fields>(lists: Lists) =>
  Schema.Struct({
    source: Schema.NonEmptyString,
    licence: Schema.NonEmptyString,
    note: Schema.NonEmptyString,
    ...lists
  })

/** `content/stop-words.json` */
export const StopWordFile = wordFile({
  everyday: NotedWords,
  conversation: NotedWords,
  sentence: NotedWords,
  connecting: NotedWords,
  context: NotedWords,
  question: NotedWords,
  generic: NotedWords
})

/** `content/foreign-words.json` */
export const ForeignWordFile = wordFile({
  nouns: WordsByWord,
  english: WordsByWord,
  joining: NotedWords,
  lethal: Schema.Struct({ ...NotedWords.fields, unspaced: Words }),
  asking: NotedWords
})

/** `content/lay-names.json` */
export const LayNameFile = wordFile({
  diseases: Schema.NonEmptyArray(
    Schema.Struct({
      code: Schema.String.pipe(Schema.pattern(/^MONDO:\d{7}$/)),
      names: Schema.Array(Schema.NonEmptyTrimmedString),
      signs: Schema.Trimmed
    })
  )
})

/** `content/lay-words.json` */
export const LayWordFile = wordFile({ concepts: Schema.NonEmptyArray(Words) })

/** `content/numerals.json` */
export const NumeralFile = wordFile({ roman: WordsByWord, spelledOut: WordsByWord, counted: Words, greek: WordsByWord })

/** `content/synonyms.json` */
export const SynonymFile = wordFile({
  groups: Schema.Record({ key: Schema.String.pipe(Schema.pattern(/^[a-z]{2}$/)), value: Schema.NonEmptyArray(Words) })
})

const Language = Schema.String.pipe(Schema.pattern(/^[a-z]{2}$/))

const SignId = Schema.String.pipe(Schema.pattern(/^HP:\d{7}$/))

/** `content/glossary/forms.json`: by language and word, its forms and everyday words that say the same. */
export const WordFormFile = wordFile({
  languages: Schema.Record({ key: Language, value: Schema.Record({ key: Schema.NonEmptyTrimmedString, value: Words }) })
})

/** `content/glossary/common.de.json` and the like */
export const CommonWordFile = wordFile({ words: Words })

/** `content/lay-signs.json`: by sign and language what people without medical training say of it. */
export const LaySignFile = wordFile({
  words: Schema.Record({ key: SignId, value: Schema.Record({ key: Language, value: Words }) })
})

/** `content/name-words.json` */
export const NameWordFile = wordFile({
  negation: Schema.Record({ key: Language, value: Words }),
  silent: Schema.Record({ key: Language, value: Words })
})

/** `content/question-words.json` */
export const QuestionWordFile = wordFile({ words: Schema.Record({ key: Language, value: Words }) })

/** `content/report-words.json` */
export const ReportWordFile = wordFile({
  telling: Schema.Record({ key: Language, value: Words }),
  other: Schema.Record({ key: Language, value: Words })
})

/** `content/spellings.json` */
export const SpellingFile = wordFile({ irregular: WordsByWord, british: WordsByWord })

/** `content/news-abbreviations.json` */
export const NewsAbbreviationFile = wordFile({ institutions: Words })

const SignWords = Schema.Struct({
  plain: Schema.optional(Schema.NonEmptyTrimmedString),
  label: Schema.optional(Schema.NonEmptyTrimmedString),
  why: Schema.optional(Schema.Literal("wrong", "misspelt", "unclear", "missing"))
})

/** `content/sign-labels.json` */
export const SignLabelFile = wordFile({
  signs: Schema.Record({
    key: SignId,
    value: Schema.Struct({
      name: Schema.NonEmptyTrimmedString,
      en: Schema.optional(SignWords),
      de: Schema.optional(SignWords),
      fr: Schema.optional(SignWords)
    })
  })
})
