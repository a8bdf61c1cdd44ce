import { foldText } from "../domain/SearchText.ts"
import { greekLetters, numeral } from "./Numerals.ts"
import { spelling } from "./Spelling.ts"

/** Letters that are no base letter with an accent, and how they are written without them. */
const plainLetters: Readonly<Record<string, string>> = {
  ø: "o",
  æ: "ae",
  œ: "oe",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i"
}

/** Without case, accents and signs that only typographers tell apart. */
export const folded = (text: string): string => {
  const low = /^[\0-\x7f]*$/.test(text)
    ? text.toLowerCase()
    : greekLetters(foldText(text).replace(/[øæœłđðþı]/g, (letter) => plainLetters[letter] ?? letter))
  return low.replace(/[\u2018\u2019\u02bc`\u00b4]/g, "'")
}

/** Runs of letters, and of digits: "SCA3" and "SCA 3" are the same two. */
const run = /[\p{L}\p{M}]+|\p{N}+/gu
const asciiRun = /[a-z]+|[0-9]+/g

/** The runs of a folded text, without possessives: "Marfan's" is "marfan", and other apostrophes join. */
export const rawWords = (text: string): ReadonlyArray<string> => {
  const plain = text.includes("'") ? text.replace(/'s(?![\p{L}\p{N}])/gu, "").replace(/'/g, "") : text
  return plain.match(/^[\0-\x7f]*$/.test(plain) ? asciiRun : run) ?? []
}

/** A word in the form that is compared, and as it is typed. */
export interface Word {
  readonly word: string
  readonly typed: string
}

/** Raw words in the forms that are compared: numbers as digits without padding, other words by their spelling. */
export const comparable = (words: ReadonlyArray<string>): ReadonlyArray<Word> => {
  const found: Array<Word> = []
  for (const [at, typed] of words.entries()) {
    const first = typed.charCodeAt(0)
    if (first >= 48 && first <= 57) {
      const word = typed.replace(/^0+(?=\d)/, "")
      found.push({ word, typed: word })
      continue
    }
    const digits = typed.length <= 8 ? numeral(typed, words[at - 1]) : undefined
    if (digits === undefined) found.push({ word: spelling(typed), typed })
    else for (const word of digits) found.push({ word, typed: word })
  }
  return found
}

/** The words of a name as they are compared. */
export const wordsOf = (text: string): Array<string> => comparable(rawWords(folded(text))).map(({ word }) => word)

/** Whether a word is a number. */
export const isNumber = (word: string): boolean => /^\d/.test(word)
