import { Schema } from "effect"
import { exactOptional } from "../Fields.ts"
import { TextLanguage } from "../Language.ts"

/** A post or a comment in another language. */
export const Translation = Schema.Struct({
  language: TextLanguage.annotations({ description: "The language of the text itself (BCP 47)." }),
  to: Schema.String.annotations({ description: "The language of the translation." }),
  title: exactOptional(Schema.String).annotations({ description: "Of a post." }),
  content: Schema.String.annotations({ description: "Filtered Markdown." }),
  contentHtml: Schema.String.annotations({ description: "The same as sanitised HTML." }),
  engine: Schema.String.annotations({ description: "The program that translated." }),
  createdAt: Schema.DateTimeUtc.annotations({ description: "When it was translated." })
}).annotations({
  identifier: "Translation",
  description: "A post or a comment, translated by machine. Code, addresses, names of members and diseases stay."
})
export type Translation = typeof Translation.Type

/**
 * The maximum number of translations that one member begins in a minute; stored ones, and those of others, do not
 * count.
 */
export const maxTranslationsPerMinute = 30

/** The longest wait for a translation (contract, Languages of texts). */
export const maxTranslationSeconds = 10

export class TranslationOff extends Schema.TaggedError<TranslationOff>()("TranslationOff", {}) {
  override readonly message = "this server translates nothing: ask its operator, who can set TRANSLATE_URL"
}

export class TranslationUnwanted extends Schema.TaggedError<TranslationUnwanted>()("TranslationUnwanted", {}) {
  override readonly message =
    "its author does not let this text be translated or has left, or it is not for everyone: read it as it is"
}

export class SameLanguage extends Schema.TaggedError<SameLanguage>()("SameLanguage", { language: Schema.String }) {
  override readonly message = `the text is in ${this.language} already: read it as it is`
}

export class TranslationFailed extends Schema.TaggedError<TranslationFailed>()("TranslationFailed", {}) {
  override readonly message = "the text could not be translated just now: try again later, or read it as it is"
}
