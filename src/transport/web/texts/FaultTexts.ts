import { Predicate } from "effect"
import { statusOf, type WireError } from "../../../api/WireErrors.ts"
import { minPasswordCharacters } from "../../../domain/accounts/Password.ts"
import { InvalidInput, type Rule } from "../../../domain/Issues.ts"
import type { Language } from "../Languages.ts"
import { en, type Facts, type Text, type Translations } from "./FaultSentences.ts"
import { fr } from "./FrenchFaults.ts"
import { de } from "./GermanFaults.ts"
import { layout } from "./LayoutTexts.ts"

const translations: Readonly<Record<Language, Translations>> = { en, de, fr }

/** An error of the domain that has a sentence in each language: pages fail with no other. */
export type TranslatedError = {
  readonly [Tag in keyof Facts]: { readonly _tag: Tag; readonly message: string } & Facts[Tag]
}[keyof Facts]

/** One fault of a request in the language of the page, and the field that it is about. */
export interface Fault {
  readonly sentence: string
  readonly field: string | undefined
}

const say = <Given>(text: Text<Given>, facts: Given) => (typeof text === "function" ? text(facts) : text)

const translate = <Tag extends keyof Facts>(texts: Translations, tag: Tag, facts: Facts[Tag]) => say(texts[tag], facts)

const isTranslated = (fault: unknown): fault is TranslatedError =>
  Predicate.hasProperty(fault, "_tag") && Predicate.isString(fault._tag) && Object.hasOwn(en, fault._tag)

/** The title and the text of the error page of a status. */
export const errorTexts = (language: Language, status: number) => {
  const { errors } = layout[language]
  return errors[status] ?? errors[status < 500 ? 400 : 500] ?? { title: "", text: "" }
}

/** True for a password that is chosen: one that is tried has no least length. */
const isNewPassword = (field: string | undefined, min: number | undefined) =>
  min === minPasswordCharacters && /password/i.test(field ?? "")

/** The faults for which a request was refused. A fault without a sentence of its own has the text of its status. */
export const faultsOf = (language: Language, error: WireError): ReadonlyArray<Fault> => {
  const { cause } = error
  const sentence = (facts: Rule | TranslatedError | undefined) =>
    (facts && translate(translations[language], facts._tag, facts)) ?? errorTexts(language, statusOf(error)).text
  if (cause instanceof InvalidInput) {
    return cause.faults.map(({ field, rule }) => ({
      field,
      sentence:
        rule?._tag === "Length" && isNewPassword(field, rule.min)
          ? (translate(translations[language], "NewPassword", rule) ?? sentence(rule))
          : sentence(rule)
    }))
  }
  const field = Predicate.hasProperty(cause, "field") && Predicate.isString(cause.field) ? cause.field : undefined
  return [{ field, sentence: sentence(isTranslated(cause) ? cause : undefined) }]
}
