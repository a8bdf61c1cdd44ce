import { withoutFormats } from "@rare-disease-community/text/Invisible"
import { streamSafe } from "@rare-disease-community/text/Marks"
import { Option, Schema } from "effect"
import { CredentialKind } from "./accounts/Credential.ts"
import { type Rule, rule } from "./Issues.ts"

/** A small number as English texts have it, such as "five"; a greater one in digits. */
export const inWords = (number: number): string =>
  ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"][number] ??
  number.toLocaleString("en")

export const lengthOf = (text: string): number => {
  let length = 0
  for (const _ of text) length++
  return length
}

/**
 * True for a text that has only spaces, control and format characters, and others that show nothing: fillers, blank
 * Braille.
 */
export const isBlank = (text: string): boolean =>
  /^[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text)

const wellFormed = (text: string) => !text.includes("\0") && text.isWellFormed()

const filter =
  (holds: (text: string) => boolean | string, annotations: Schema.Annotations.Filter<string> = {}) =>
  <I>(texts: Schema.Schema<string, I>) =>
    texts.pipe(Schema.filter(holds, annotations))

const lengthRule = (min: number, max: number, characters: number): Rule => ({
  _tag: "Length",
  message: `must be ${min} to ${max} characters, not ${characters}`,
  min,
  max,
  characters
})

const isOfLength = (text: string, min: number, max: number) => {
  if (text.length >= min && text.length <= max && min <= 1) return true
  const length = lengthOf(text)
  return length >= min && length <= max
}

/** Refuses texts that are too short or too long. */
export const hasLength = (min: number, max: number, annotations: Schema.Annotations.Filter<string> = {}) =>
  filter((text) => isOfLength(text, min, max), {
    ...rule((text) => lengthRule(min, max, lengthOf(String(text)))),
    ...annotations
  })

/** Any string. The message for another value does not repeat it, since it may be a secret. */
export const AnyText = Schema.String.annotations({ message: () => ({ message: "must be text", override: true }) })

/** Refuses NUL and lone surrogates, which PostgreSQL cannot store. */
export const isWellFormed = filter((text) => wellFormed(text) || "must be well-formed Unicode without NUL")

/** The rule of a text that has to say something. */
export const blankRule = { _tag: "Blank", message: "must not be blank" } as const

const isNotBlank = filter((text) => !isBlank(text), rule(blankRule))

const isOneLine = filter(
  (text) => !/[\p{Cc}\u2028\u2029]/u.test(text),
  rule({ _tag: "OneLine", message: "must be one line without control characters" })
)

/** The maximum number of characters of a typed search for posts, news, diseases or phenotypes. */
export const maxSearchCharacters = 500

/** Text as typed, up to `max` code points. */
export const text = (max: number) => AnyText.pipe(isWellFormed, hasLength(0, max, { jsonSchema: { maxLength: max } }))

/** Text that is not blank, up to `max` code points; `Infinity` leaves the length to another rule. */
export const requiredText = (max: number) =>
  AnyText.pipe(
    isWellFormed,
    isNotBlank,
    hasLength(1, max, { jsonSchema: Number.isFinite(max) ? { minLength: 1, maxLength: max } : { minLength: 1 } })
  )

const cleanLine = (clean: (typed: string) => string) =>
  Schema.transform(AnyText, Schema.String, {
    strict: true,
    decode: (typed) => streamSafe(clean(typed)).normalize("NFC").trim(),
    encode: (stored) => stored
  }).pipe(isWellFormed, isOneLine)

const oneLine = (max: number, clean: (typed: string) => string) =>
  cleanLine(clean).pipe(isNotBlank, hasLength(1, max, { jsonSchema: { type: "string", minLength: 1, maxLength: max } }))

/**
 * One line of text without control characters, stream-safe, NFC and trimmed before it is counted (contract,
 * Conventions: "text"). Bidi controls and tag characters are removed (contract, Filtering).
 */
export const line = (max: number) => oneLine(max, withoutFormats)

/** A line that may be empty. */
export const lineOrNone = (max: number) =>
  cleanLine(withoutFormats).pipe(hasLength(0, max, { jsonSchema: { type: "string", maxLength: max } }))

/** A line that keeps bidi controls and tag characters, for a rule that refuses them. */
export const lineWithFormats = (max: number) => oneLine(max, (typed) => typed)

/**
 * A key for texts that differ in case or width only. It is stored, since databases fold differently. It begins with
 * lower case because only "ß" becomes "SS" in upper case: "ẞ" stays itself.
 */
export const foldKey = (text: string): string =>
  streamSafe(text).normalize("NFKC").toLowerCase().toUpperCase().toLowerCase().normalize("NFKC")

/** A text is invalid after the filter: nothing is left of it, or it is too long. */
export class InvalidText extends Schema.TaggedError<InvalidText>()("InvalidText", {
  field: Schema.String,
  /** The number of characters where there are too many of at most `max`; nothing is left of a text without it. */
  tooLong: Schema.optional(Schema.Struct({ characters: Schema.Int, max: Schema.Int }))
}) {
  override get message() {
    const { field, tooLong } = this
    return tooLong === undefined
      ? `${field} must hold more than content that is filtered out`
      : `${field} ${lengthRule(1, tooLong.max, tooLong.characters).message}`
  }
}

export const tooLong = (field: string, text: string, max: number): Option.Option<InvalidText> => {
  const characters = text.length > max ? lengthOf(text) : 0
  return characters > max ? Option.some(new InvalidText({ field, tooLong: { characters, max } })) : Option.none()
}

const remedies = {
  apiKey: "an API key: take it out, and revoke it if anybody else has seen it",
  session: "a session token: take it out, and log out if anybody else has seen it",
  email: "the email address of its author: take it out, since everybody can read it here"
} as const

export const LeakKind = Schema.Literal(...CredentialKind.literals, "email")
export type LeakKind = typeof LeakKind.Type

/** A text to publish holds a credential, or the address of its author. The message does not repeat it. */
export class LeakFound extends Schema.TaggedError<LeakFound>()("LeakFound", { field: Schema.String, what: LeakKind }) {
  override readonly message = `${this.field} holds ${remedies[this.what]}`
}
