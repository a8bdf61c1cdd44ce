import { Schema } from "effect"

export const Words = Schema.NonEmptyArray(Schema.NonEmptyTrimmedString)
export const WordsByWord = Schema.Record({ key: Schema.NonEmptyTrimmedString, value: Schema.NonEmptyTrimmedString })
export const NotedWords = Schema.Struct({ note: Schema.NonEmptyString, words: Words })

/** The code of a language. */
export const Language = Schema.String.pipe(Schema.pattern(/^[a-z]{2}$/))

/** A list of words with its source, its licence and what it is for. */
export const wordFile = <Lists extends Schema.Struct.Fields>(lists: Lists) =>
  Schema.Struct({
    source: Schema.NonEmptyString,
    licence: Schema.NonEmptyString,
    note: Schema.NonEmptyString,
    ...lists
  })

/** `words/numerals.json` */
export const NumeralFile = wordFile({
  roman: WordsByWord,
  spelledOut: WordsByWord,
  spelledOutAfterCounted: WordsByWord,
  counted: Words,
  greek: WordsByWord
})

/** `words/question-words.json` */
export const QuestionWordFile = wordFile({ words: Schema.Record({ key: Language, value: Words }) })

/** `words/spellings.json` */
export const SpellingFile = wordFile({ irregular: WordsByWord, british: WordsByWord })

/** `words/stop-words.json` */
export const StopWordFile = wordFile({
  everyday: NotedWords,
  conversation: NotedWords,
  sentence: NotedWords,
  connecting: NotedWords,
  context: NotedWords,
  question: NotedWords,
  generic: NotedWords
})
