import { foldText } from "./SearchText.ts"

/** Words of letters alone, of a length in which a typing error can be told. */
const minLetters = 3
const maxLetters = 40

const letters = /[\p{L}\p{M}]+/gu

/** Whether a word is of a script whose words stand apart, by its letters. */
const isSpaced = (word: string) =>
  !/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(
    word
  )

/** The words of a text as they are written, folded, each once: what a word with a typing error is compared with. */
export const writtenWords = (text: string): ReadonlyArray<string> => {
  const words = new Set(foldText(text).match(letters))
  return Array.from(words).filter((word) => word.length >= minLetters && word.length <= maxLetters && isSpaced(word))
}

/** How many typing errors a word may have, by its length; none in a short one, which is near to too many. */
export const errorsAllowed = (word: string): number => (word.length < 4 ? 0 : word.length < 7 ? 1 : 2)
