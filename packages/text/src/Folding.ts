import numerals from "../words/numerals.json" with { type: "json" }
import { streamSafe } from "./Marks.ts"

/** A pattern of a text that has only a case to fold, as most words have. */
export const asciiOnly = /^[\0-\x7f]*$/

/** Characters that show nothing, such as a soft hyphen. */
const unseen = /\p{Default_Ignorable_Code_Point}+/gu

/** A text as its words are read: stream-safe, without characters that show nothing. */
export const seenText = (text: string): string => (asciiOnly.test(text) ? text : streamSafe(text.replace(unseen, "")))

/**
 * Marks that people leave out: accents, points of Hebrew, vowels and hamzas of Arabic, and the tatweel, which only
 * makes a word longer. Other marks stay, since many scripts spell vowels with them.
 */
const optionalMarks =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u08d3-\u08e1\u08e3-\u08ff]+/g

/**
 * Letters that Unicode does not decompose into a base letter and a mark, and letters of Arabic and Persian for which
 * others are typed.
 */
const plainLetters = new Map(
  Object.entries({
    ...{ ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ς: "σ" },
    ...{ "\u0671": "\u0627", "\u0649": "\u064a", "\u06cc": "\u064a", "\u06d2": "\u064a" },
    ...{ "\u0629": "\u0647", "\u06c1": "\u0647", "\u06d5": "\u0647", "\u06a9": "\u0643" }
  })
)
const replaced = new RegExp(`[${Array.from(plainLetters.keys()).join("")}]`, "g")

const katakana = /[\u30a1-\u30f6]/g
const fromHiragana = 0x60

const apostrophes = /[\u2018\u2019\u02bc`\u00b4]/g

/** Letters of most European languages, each of which folds alike beside any other. */
const europeanOnly = /^[\0-\x7f\u00c0-\u017f]*$/
const accented = /[\u00c0-\u017f]/g

/** Hiragana, and Chinese characters that no other is written for. */
const alreadyFolded = /^[\u3041-\u3096\u3400-\u4dbf\u4e00-\u9fff]*$/

/** Folds all but single Greek letters, which depend on the letters beside them. */
export const foldLetters = (text: string): string => {
  if (europeanOnly.test(text)) {
    const plain = asciiOnly.test(text) ? text : text.replace(accented, (letter) => foldedAccented.get(letter) ?? letter)
    return plain.toLowerCase().replaceAll("`", "'")
  }
  return alreadyFolded.test(text) ? text : foldAny(text)
}

const foldAny = (text: string): string => {
  const decomposed = seenText(text).normalize("NFKD")
  return streamSafe(decomposed.replace(optionalMarks, ""))
    .toLowerCase() // a capital sharp s becomes two letters only from its small form
    .toUpperCase()
    .toLowerCase()
    .replace(replaced, (letter) => plainLetters.get(letter) ?? letter)
    .normalize("NFKC")
    .replace(katakana, (kana) => String.fromCharCode(kana.charCodeAt(0) - fromHiragana))
    .replace(apostrophes, "'")
}

const foldedAccented = new Map(
  Array.from({ length: 0x180 - 0xc0 }, (_, index) => String.fromCharCode(0xc0 + index)).map(
    (letter) => [letter, foldAny(letter)] as const
  )
)

const greekNames = new Map(Object.entries(numerals.greek))

/** A Greek letter alone, without another letter of its script beside it, but for that of "μg" and other units. */
const singleGreek =
  /(?<!(?=\p{L})[\u0370-\u03ff])(?:[\u03b1-\u03bb\u03bd-\u03c9]|\u03bc(?![a-z]))(?!(?=\p{L})[\u0370-\u03ff])/gu

const wordCharacter = /[\p{L}\p{N}]/u

/** The single Greek letters of a text of which `foldLetters` has folded the others: their places, and their names. */
export const greekLetters = (text: string): ReadonlyMap<number, string> => {
  const found = new Map<number, string>()
  for (const { 0: letter, index } of text.matchAll(singleGreek)) {
    const name = greekNames.get(letter)
    if (name === undefined) continue
    const [before, after] = [text.charAt(index - 1), text.charAt(index + 1)]
    found.set(index, `${wordCharacter.test(before) ? " " : ""}${name}${wordCharacter.test(after) ? " " : ""}`)
  }
  return found
}

/**
 * Folds a text for comparison, the same everywhere: case, width, accents and optional marks, letters that are typed in
 * another way, invisible characters, Katakana as Hiragana, single Greek letters as their names, apostrophes.
 */
export const foldText = (text: string): string => {
  const folded = foldLetters(text)
  if (asciiOnly.test(folded)) return folded
  const greek = greekLetters(folded)
  return greek.size === 0
    ? folded
    : folded.replace(singleGreek, (letter: string, at: number) => greek.get(at) ?? letter)
}

/** The key by which names of diseases are compared and sorted. */
export const nameKey = (name: string): string => foldText(name).trim().replace(/\s+/g, " ")
