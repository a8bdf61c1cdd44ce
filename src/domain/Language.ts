import { detectedLanguages } from "@rare-disease-community/text/Language"
import { Schema } from "effect"
import { oneOf } from "./Fields.ts"

/** The language of a text whose language nobody knows (BCP 47). */
export const unknownLanguage = "und"

/** The languages of pages and of mail that ship with the server, in the order of the menu. */
export const shippedLanguages = ["en", "de", "fr", "es", "it", "pt"] as const

/** The tag of a language of pages and of mail: one that ships, or one that the operator's folder adds. */
export type PageLanguage = string

/** The form of such a tag: a language, and perhaps a script and a region (BCP 47). */
export const pageLanguageForm = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/

/** The language of a tag without its region: texts and names of the data have none. */
export const baseOf = (tag: PageLanguage): string => tag.split("-", 1)[0] ?? tag

/** The country whose dates and numbers a language has, where the language alone means another one's. */
const usualCountries: Readonly<Record<string, string>> = { en: "GB", pt: "PT" }

/** The locale of a language of pages (BCP 47), for its dates, numbers and plurals. */
export const localeOf = (language: PageLanguage): string => {
  const country = usualCountries[language]
  return country === undefined ? language : `${language}-${country}`
}

/** A language of a request, as any tag of it names it (BCP 47): `pt-BR` and `PT` are `pt`. */
const byItsTag = <A extends string>(language: Schema.Schema<A>, jsonSchema: Readonly<Record<string, string>>) =>
  Schema.transform(Schema.String.annotations({ jsonSchema }), language.annotations({ jsonSchema }), {
    strict: false,
    decode: (tag) => baseOf(tag).toLowerCase(),
    encode: (language) => language
  })

/** The code of any language. */
export const LanguageCode = byItsTag(
  Schema.String.pipe(Schema.pattern(/^[a-z]{2,3}$/, { message: () => "must be the code of a language, such as fr" })),
  { type: "string", pattern: "^[A-Za-z]{2,3}(-|$)" }
)

/** A language that an author gives to a text. */
export const LanguageTag = byItsTag(oneOf(unknownLanguage, ...detectedLanguages), {
  type: "string",
  pattern: "^([A-Za-z]{2}|[Uu][Nn][Dd])(-|$)",
  description: "The language of the text (BCP 47), such as pt; und if unknown."
})
export type LanguageTag = typeof LanguageTag.Type

/** A language that a text is translated into. */
export const TargetLanguage = byItsTag(oneOf(...detectedLanguages), {
  type: "string",
  pattern: "^[A-Za-z]{2}(-|$)"
})
export const isTargetLanguage = Schema.is(TargetLanguage)

/** The same as an optional member of a body. */
export const GivenLanguage = Schema.optionalWith(LanguageTag, { nullable: true })

/** The language of a text in a record. */
export const TextLanguage = Schema.String.annotations({
  description: "The language of the text (BCP 47): found when it is written, `und` if unsure; its author may change it."
})
