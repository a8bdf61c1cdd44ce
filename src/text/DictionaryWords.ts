import { asciiOnly, foldText } from "./Folding.ts"

/** Words of the spelling dictionary have at least so many letters, and at most so many. */
const [minLetters, maxLetters] = [3, 40]

const letters = /[\p{L}\p{M}]+/gu
const asciiLetters = /[a-z]+/g
const unspacedLetter =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** The words of a text that go into the spelling dictionary: folded, each once, of scripts written with spaces. */
export const writtenWords = (text: string): ReadonlyArray<string> => {
  const folded = foldText(text)
  const isAscii = asciiOnly.test(folded)
  return Array.from(new Set(folded.match(isAscii ? asciiLetters : letters))).filter(
    (word) => word.length >= minLetters && word.length <= maxLetters && (isAscii || !unspacedLetter.test(word))
  )
}

/** The number of typing errors that a word of this length may have; a short word is similar to too many others. */
export const errorsAllowed = (word: string): number => (word.length < 4 ? 0 : word.length < 7 ? 1 : 2)
