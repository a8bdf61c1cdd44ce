import { Array, Predicate } from "effect"
import { faultsOf, formatOf, type Given, textOf } from "./MessageFormat.ts"

/** The texts of a folder as its files of JSON hold them. */
export type Texts = string | ReadonlyArray<Texts> | { readonly [key: string]: Texts }

const childOf = (texts: unknown, key: string): unknown =>
  Predicate.isObject(texts) && Object.hasOwn(texts, key) ? Reflect.get(texts, key) : undefined

const entriesOf = (texts: Exclude<Texts, string>): ReadonlyArray<readonly [key: string, texts: Texts]> =>
  Object.entries(texts)

/** Texts of one language, of which any may be missing. */
export interface Translation {
  readonly locale: string
  readonly texts: unknown
  /** How its texts are written among those of another language. */
  readonly write?: (text: string) => string
}

/** The marks around an English text in another language: noncharacters of Unicode, for use within a program. */
export const englishMarks = ["\uFDD0", "\uFDD1"] as const

/** An English text between its marks. */
export const marked = (text: string): string => `${englishMarks[0]}${text}${englishMarks[1]}`

/** The mark before a text in the base language of a page's, such as that of `pt` on a page in `pt-BR`. */
export const baseMark = "\uFDD2"

/** A text in the base language between its marks. */
export const markedAsBase = (text: string): string => `${baseMark}${text}${englishMarks[1]}`

const isEnglish = (locale: string): boolean => /^en\b/.test(locale)

/** True for an empty text, as programs of translators write those that are not translated yet: it counts as missing. */
const isUnwritten = (text: string, english: string): boolean => text.trim() === "" && english.trim() !== ""

/**
 * The messages in the shape of the English texts: a text is that of the first translation that has it, else English.
 * One with arguments is a function of them.
 */
export const messagesIn = (english: Texts, translations: ReadonlyArray<Translation>): unknown => {
  if (typeof english === "string") {
    const own = translations.find(({ texts }) => typeof texts === "string" && !isUnwritten(texts, english))
    const [text, locale] = typeof own?.texts === "string" ? [own.texts, own.locale] : [english, "en-GB"]
    const written = (message: string) => own?.write?.(message) ?? message
    if (!english.includes("{")) return written(textOf(text))
    const format = formatOf(text, locale)
    return (given: Given) => written(format(given))
  }
  const below = (key: string) => translations.map((one) => ({ ...one, texts: childOf(one.texts, key) }))
  const entries = entriesOf(english).map(([key, text]) => [key, messagesIn(text, below(key))] as const)
  return Array.isArray(english) ? entries.map(([, message]) => message) : Object.fromEntries(entries)
}

/** The fault of a text that a translation lacks: readers see it in English. */
export const isMissing = "is missing"

/** What is told of a text that nobody has translated yet. */
export const isSame = "is the same as in English"

/** A fault of a text, with the keys that lead to it. */
export interface TextFault {
  readonly path: ReadonlyArray<string>
  readonly what: string
  /** The number of texts that are missing, or still the English ones; 0 for other faults. */
  readonly texts: number
  /** False where a reader gets along: a text or a form that is missing, or a text that English has no more. */
  readonly isBroken: boolean
}

const fault = (path: ReadonlyArray<string>, what: string, isBroken: boolean, texts = 0): TextFault => ({
  path,
  what,
  texts,
  isBroken
})

/** A text of so few words may be the same in another language. */
const maxAlikeWords = 2

/** True for a text in another language that is still the English one, as those of a copy are. */
const isUntranslated = (english: string, text: string, locale: string) =>
  text === english && !isEnglish(locale) && (english.match(/\p{L}+/gu) ?? []).length > maxAlikeWords

const faultsOfMessage = (english: string, text: unknown, locale: string, path: ReadonlyArray<string>) => {
  if (typeof text !== "string") return [fault(path, "must be a text", true)]
  if (isUnwritten(text, english)) return [fault(path, isMissing, false, 1)]
  const { broken, lacks } = faultsOf(english, text, locale)
  if (broken !== undefined) return [fault(path, broken, true)]
  const same = isUntranslated(english, text, locale) ? [fault(path, isSame, false, 1)] : []
  return [...lacks.map((what) => fault(path, `lacks ${what}`, false)), ...same]
}

/** The faults of the texts of a language, missing texts included, in the order of the English ones. */
export const faultsOfTexts = (
  english: Texts,
  texts: unknown,
  locale: string,
  path: ReadonlyArray<string> = []
): ReadonlyArray<TextFault> => {
  if (typeof english === "string") return faultsOfMessage(english, texts, locale, path)
  if (!Predicate.isObject(texts) || Array.isArray(texts) !== Array.isArray(english)) {
    return [fault(path, Array.isArray(english) ? "must be a list of texts" : "must be an object of texts", true)]
  }
  const known = entriesOf(english).flatMap(([key, text]) => {
    const below = childOf(texts, key)
    return below === undefined
      ? [fault([...path, key], isMissing, false, sizeOf(text))]
      : faultsOfTexts(text, below, locale, [...path, key])
  })
  const unknown = Object.keys(texts).filter((key) => !Object.hasOwn(english, key))
  return [...known, ...unknown.map((key) => fault([...path, key], "is not in English", false))]
}

/** The line of a key in a file of JSON, by the keys that lead to it. */
export const lineOf = (file: string, path: ReadonlyArray<string>): number => {
  const at = path.reduce((from, key) => {
    const found = [...file.slice(from).matchAll(/"(?:[^"\\]|\\.)*"(?=\s*:)/g)]
    return from + (found.find(([quoted]) => quoted === JSON.stringify(key))?.index ?? 0)
  }, 0)
  return file.slice(0, at).split("\n").length
}

/** The position of a fault that the message of V8 shows by the text around it, ten characters to either side. */
const positionOfFault = (message: string, file: string): number => {
  const [, dots, around] = /, (\.\.\.)?"([\s\S]*)"(?:\.\.\.)? is not valid JSON$/.exec(message) ?? []
  if (around === undefined) return file.length
  return dots === undefined
    ? Math.max(0, file.indexOf(/token '(.+?)'/su.exec(message)?.[1] ?? ""))
    : file.indexOf(around) + 10
}

/** The first key that an object has twice, after those that lead to it: `JSON.parse` keeps the last. */
const repeatedKey = (file: string) => {
  const open: Array<{ readonly keys: Set<string>; last: string }> = []
  for (const { 0: token, 1: colon, index } of file.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    if (token === "{" || token === "[") open.push({ keys: new Set(), last: "" })
    else if (token === "}" || token === "]") open.pop()
    const within = open.at(-1)
    if (colon === undefined || within === undefined) continue
    within.last = String(JSON.parse(token.slice(0, -colon.length)))
    const path = open.map(({ last }) => last).filter((key) => key !== "")
    if (within.keys.has(within.last)) return { path, line: file.slice(0, index).split("\n").length }
    within.keys.add(within.last)
  }
  return undefined
}

/** A file of JSON; the reason why it is not read, with its line and maybe its key, where it is not. */
export const parsedFile = (
  file: string
):
  | { readonly texts: unknown }
  | { readonly line: number; readonly path: ReadonlyArray<string>; readonly why: string } => {
  try {
    const texts: unknown = JSON.parse(file)
    const repeated = repeatedKey(file)
    return repeated === undefined ? { texts } : { ...repeated, why: "is there twice, so that one text would be lost" }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const why = message.replace(/\s+/g, " ")
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? positionOfFault(message, file))
    return { line: file.slice(0, position).split("\n").length, path: [], why: `is not valid JSON: ${why}` }
  }
}

/** The number of texts. */
export const sizeOf = (texts: Texts): number =>
  typeof texts === "string" ? 1 : entriesOf(texts).reduce((sum, [, below]) => sum + sizeOf(below), 0)
