import { Schema } from "effect"
import { withoutFormats } from "./Invisible.ts"

/** How many code points a text has: an emoji counts once. */
export const lengthOf = (text: string): number => {
  let length = 0
  for (const _ of text) length++
  return length
}

/** Whether a text shows nothing: only spaces, control and format characters. */
export const isBlank = (text: string): boolean => /^[\p{Z}\p{Cc}\p{Cf}]*$/u.test(text)

const wellFormed = (text: string) => !text.includes("\0") && text.isWellFormed()

/** What is wrong with the length of a text, in the words of an error; nothing when it fits. */
export const lengthFault = (text: string, min: number, max: number): string | undefined => {
  if (text.length >= min && text.length <= max && min <= 1) return undefined
  const length = lengthOf(text)
  return length < min || length > max ? `must be ${min} to ${max} characters, not ${length}` : undefined
}

/** Any string; what is none is refused without being repeated, since it may be a secret. */
export const AnyText = Schema.String.annotations({ message: () => ({ message: "must be text", override: true }) })

const malformed = (text: string) => (wellFormed(text) ? undefined : "must be well-formed Unicode without NUL")

/**
 * Text as typed, up to `max` code points.
 * Refuses NUL and lone surrogates, which PostgreSQL cannot store.
 */
export const text = (max: number) =>
  AnyText.pipe(
    Schema.filter(malformed),
    Schema.filter((value) => lengthFault(value, 0, max), { jsonSchema: { maxLength: max } })
  )

/** Text as typed that shows something, up to `max` code points (`Infinity` where a rule that knows more looks after it). */
export const requiredText = (max: number) =>
  AnyText.pipe(
    Schema.filter(malformed),
    Schema.filter((value) => (isBlank(value) ? "must not be blank" : lengthFault(value, 1, max)), {
      jsonSchema: Number.isFinite(max) ? { minLength: 1, maxLength: max } : { minLength: 1 }
    })
  )

const oneLine = (max: number, clean: (typed: string) => string) =>
  Schema.transform(AnyText, Schema.String, {
    strict: true,
    decode: (typed) => clean(typed).normalize("NFC").trim(),
    encode: (stored) => stored
  }).pipe(
    Schema.filter(malformed),
    Schema.filter(
      (value) => {
        if (/[\p{Cc}\u2028\u2029]/u.test(value)) return "must be one line without control characters"
        return isBlank(value) ? "must not be blank" : lengthFault(value, 1, max)
      },
      { jsonSchema: { type: "string", minLength: 1, maxLength: max } }
    )
  )

/**
 * One line of text: NFC and trimmed before it is counted and stored, without control characters inside
 * (contract, Conventions: "text"). Bidi controls and tag characters are removed (contract, Filtering).
 */
export const line = (max: number) => oneLine(max, withoutFormats)

/** The same with bidi controls and tag characters left in it, for a rule that refuses them. */
export const lineWithFormats = (max: number) => oneLine(max, (typed) => typed)

/**
 * The key under which texts that differ in case or width only are the same: NFKC and full case folding.
 * Done here and stored, since databases fold differently.
 */
export const foldKey = (text: string): string => text.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC")

/** A text is refused for what only the filter or the database knows: nothing is left of it, or it is too long. */
export class TextRefused extends Schema.TaggedError<TextRefused>()("TextRefused", {
  field: Schema.String,
  why: Schema.String
}) {
  override get message() {
    return `${this.field} ${this.why}`
  }
}
