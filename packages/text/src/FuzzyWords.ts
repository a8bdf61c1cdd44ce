import { editDistance, isFartherThan, letterBits } from "./EditDistance.ts"

/** A word by its number, and how similar it is to a typed one, from 0 to 1. */
export interface SimilarWord {
  readonly word: number
  readonly similarity: number
}

/** How words are found with typing errors. */
export interface Fuzziness {
  /** The most typing errors in a word of so many letters. */
  readonly errorsOf: (letters: number) => number
  /** True if the first letter is never wrong: far fewer words are compared. */
  readonly sameInitial?: boolean
  /** The word of a number. */
  readonly wordOf: (word: number) => string
}

/** Words of one length: their numbers and their letters as bits. */
interface Group {
  readonly words: Array<number>
  readonly letters: Array<number>
}

/** Words, or sounds of words, by numbers: found with few typing errors. They are never removed. */
export class FuzzyWords {
  readonly #how: Fuzziness
  readonly #groups = new Map<number, Group>()

  constructor(how: Fuzziness) {
    this.#how = how
  }

  add(word: string, number: number): void {
    const key = this.#keyOf(word, word.length)
    let group = this.#groups.get(key)
    if (group === undefined) {
      group = { words: [], letters: [] }
      this.#groups.set(key, group)
    }
    group.words.push(number)
    group.letters.push(letterBits(word))
  }

  #keyOf(word: string, length: number): number {
    return this.#how.sameInitial === true ? word.charCodeAt(0) + length * 65_536 : length
  }

  /** Visits the words that a typed one may mean, each with the number of typing errors between the two. */
  near(typed: string, visit: (word: number, errors: number) => void): void {
    const { errorsOf, wordOf } = this.#how
    const most = errorsOf(typed.length)
    const typedLetters = letterBits(typed)
    for (let length = typed.length - most; length <= typed.length + most; length++) {
      const group = this.#groups.get(this.#keyOf(typed, length))
      if (group === undefined) continue
      const { letters, words } = group
      for (let at = 0; at < words.length; at++) {
        if (isFartherThan(most, typedLetters, letters[at] ?? 0)) continue
        const word = words[at] ?? 0
        const errors = editDistance(typed, wordOf(word), most)
        if (errors <= most) visit(word, errors)
      }
    }
  }
}
