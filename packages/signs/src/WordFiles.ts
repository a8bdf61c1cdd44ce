import { Language, Words, wordFile } from "@rare-disease-community/text/WordFiles"
import { Schema } from "effect"

const exactly = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })
const SomeWords = exactly(Schema.Array(Schema.NonEmptyTrimmedString))

const SignId = Schema.String.pipe(Schema.pattern(/^HP:\d{7}$/))

/** `content/glossary/grammar.json`: what each list says is in its note. */
export const GrammarFile = wordFile({
  languages: Schema.Record({
    key: Language,
    value: Schema.Struct({
      denyingLast: exactly(Schema.Boolean),
      denyingAfter: exactly(Schema.Boolean),
      ...{ stop: SomeWords, negation: SomeWords, opening: SomeWords, closing: SomeWords, joining: SomeWords },
      ...{ ending: SomeWords, severing: SomeWords, choosing: SomeWords, subordinate: SomeWords, idioms: SomeWords },
      ...{ guesses: SomeWords, relatives: SomeWords, circumstances: SomeWords, alone: SomeWords },
      ...{ parts: SomeWords, lacking: SomeWords, having: SomeWords },
      ...{ compounds: SomeWords, distinct: SomeWords, pronouns: SomeWords, personal: SomeWords },
      ...{ disabling: SomeWords, denying: SomeWords, ceasing: SomeWords, absence: SomeWords, unsettled: SomeWords },
      ...{ contradicting: SomeWords, answers: SomeWords, predicate: SomeWords, breaking: SomeWords },
      ...{
        articles: SomeWords,
        partitive: SomeWords,
        possessive: SomeWords,
        determiners: SomeWords,
        missing: SomeWords,
        resuming: SomeWords,
        near: SomeWords,
        bearing: SomeWords,
        ours: SomeWords,
        family: SomeWords,
        inFamily: SomeWords,
        free: exactly(Schema.String),
        faculties: exactly(Schema.Record({ key: SignId, value: Words })),
        ...{ well: SomeWords, limits: SomeWords }
      },
      diminutives: exactly(Schema.Array(Schema.Struct({ ending: Schema.NonEmptyString, base: Schema.String }))),
      links: exactly(Schema.Array(Schema.String)),
      inflections: SomeWords
    })
  }),
  unspaced: Schema.Record({
    key: Language,
    value: Schema.Struct({ before: SomeWords, after: SomeWords })
  })
})

/** `content/glossary/forms.json`: by language and word, its forms and everyday words that say the same. */
export const WordFormFile = wordFile({
  languages: Schema.Record({ key: Language, value: Schema.Record({ key: Schema.NonEmptyTrimmedString, value: Words }) })
})

/** `content/glossary/de.json` and the like: by an English word or phrase of names of signs, those of the language. */
export const GlossaryFile = wordFile({ words: Schema.Record({ key: Schema.NonEmptyTrimmedString, value: Words }) })

/** `content/glossary/common.de.json` and the like */
export const CommonWordFile = wordFile({ words: Words })

/** `content/glossary/signs.de.json` and the like: what people of a language say of a sign. */
export const SignWordingFile = wordFile({ words: Schema.Record({ key: SignId, value: Words }) })

/** `content/lay-signs.json`: the same, by sign and language. */
export const LaySignFile = wordFile({
  words: Schema.Record({ key: SignId, value: Schema.Record({ key: Language, value: Words }) })
})

/** `words/name-words.json` */
export const NameWordFile = wordFile({
  negation: Schema.Record({ key: Language, value: Words }),
  silent: Schema.Record({ key: Language, value: Words })
})

const SignWords = Schema.Struct({
  plain: Schema.optional(Schema.NonEmptyTrimmedString),
  label: Schema.optional(Schema.NonEmptyTrimmedString),
  why: Schema.optional(Schema.Literal("wrong", "misspelt", "unclear", "missing"))
})

/** `words/sign-labels.json` */
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
