import { type PackedTexts, textAt } from "@rare-disease-community/text/arrays/PackedTexts"
import { typingErrorsOf } from "@rare-disease-community/text/EditDistance"
import { FuzzyWords, type SimilarWord } from "@rare-disease-community/text/FuzzyWords"

/** A word may have one typing error from this many letters on, and two from this many. */
const [lettersForOne, lettersForTwo] = [5, 8]

/** The longest word of a search for signs that is compared with similar ones. */
const maxMistyped = 40

/** The maximum number of words that a half-typed word of a search for signs may mean. */
const maxCompletions = 60

/** The maximum number of words that a mistyped word of a search for signs may mean. */
const maxSimilar = 4

/** Sorted words that are built once, in little memory: looked up, completed, and found with typing errors. */
export class PackedVocabulary {
  readonly #words: PackedTexts
  readonly #frequency: (word: number) => number
  readonly #size: number
  /** The words that begin with a prefix, without it: by the prefixes with which mistyped words were looked for. */
  readonly #fuzzy = new Map<string, FuzzyWords>()

  constructor(words: PackedTexts, frequency: (word: number) => number) {
    this.#words = words
    this.#frequency = frequency
    this.#size = words.offsets.length - 1
  }

  text(word: number): string {
    return textAt(this.#words, word)
  }

  /** The first word that does not come before a text. */
  #firstFrom(text: string): number {
    let [low, high] = [0, this.#size]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.text(middle) < text) low = middle + 1
      else high = middle
    }
    return low
  }

  find(text: string): number | undefined {
    const place = this.#firstFrom(text)
    return place < this.#size && this.text(place) === text ? place : undefined
  }

  completions(text: string): ReadonlyArray<number> {
    const found: Array<number> = []
    for (let word = this.#firstFrom(text); word < this.#size && found.length < maxCompletions; word++) {
      if (!this.text(word).startsWith(text)) break
      found.push(word)
    }
    return found
  }

  /** The longest word that a text begins with, from a place on: for scripts without spaces. */
  longestAt(text: string, from: number, most: number): number | undefined {
    let best: number | undefined
    for (let length = 1; length <= most && from + length <= text.length; length++) {
      const part = text.slice(from, from + length)
      const place = this.#firstFrom(part)
      const word = place < this.#size ? this.text(place) : ""
      if (!word.startsWith(part)) break
      if (word === part) best = place
    }
    return best
  }

  #fuzzyWith(prefix: string): FuzzyWords {
    const known = this.#fuzzy.get(prefix)
    if (known !== undefined) return known
    const fuzzy = new FuzzyWords({
      errorsOf: (letters) => typingErrorsOf(letters, lettersForOne, lettersForTwo),
      wordOf: (word) => this.text(word).slice(prefix.length)
    })
    this.#fuzzy.set(prefix, fuzzy)
    for (let word = this.#firstFrom(prefix); word < this.#size; word++) {
      const text = this.text(word)
      if (!text.startsWith(prefix)) break
      fuzzy.add(text.slice(prefix.length), word)
    }
    return fuzzy
  }

  /** The most similar words with few typing errors, of those that begin with a prefix. */
  similar(typed: string, prefix = ""): ReadonlyArray<SimilarWord> {
    if (typed.length < lettersForOne || typed.length > maxMistyped || /\d/.test(typed)) return []
    const found: Array<SimilarWord> = []
    this.#fuzzyWith(prefix).near(typed, (word, errors) => {
      if (errors > 1 && !this.text(word).startsWith(typed.charAt(0), prefix.length)) return
      found.push({ word, similarity: 1 - (errors * 1.2) / typed.length })
    })
    return found
      .sort(
        (one, other) =>
          other.similarity - one.similarity ||
          this.#frequency(other.word) - this.#frequency(one.word) ||
          one.word - other.word
      )
      .slice(0, maxSimilar)
  }
}
