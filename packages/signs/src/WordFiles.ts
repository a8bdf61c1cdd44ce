import { Language, Words, wordFile } from "@rare-disease-community/text/WordFiles"
import { Schema } from "effect"

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

/** `words/name-words.json` */
export const NameWordFile = wordFile({
  negation: Schema.Record({ key: Language, value: Words }),
  silent: Schema.Record({ key: Language, value: Words })
})

/** How pages name a sign in a language, where that differs from the Human Phenotype Ontology. */
export const SignLabel = Schema.Struct({
  label: Schema.optional(Schema.NonEmptyString),
  /** A medical word in plain words. */
  plain: Schema.optional(Schema.NonEmptyString)
})
export type SignLabel = typeof SignLabel.Type

/** `content/languages/de/signs.json` and the like: labels by the ids of signs. */
export const SignLabelFile = Schema.Record({ key: Schema.String, value: SignLabel })
