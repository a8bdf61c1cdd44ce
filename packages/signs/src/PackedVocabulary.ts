import { type PackedTexts, textAt } from "@rare-disease-community/text/arrays/PackedTexts"
import { editDistance, isFartherThan, letterBits, typingErrorsOf } from "@rare-disease-community/text/EditDistance"

/** A word of names that a typed one may mean, and how similar the two are, from 0 to 1. */
export interface MeantWord {
  readonly word: number
  readonly similarity: number
}

/** A word may have one typing error from this many letters on, and two from this many. */
const [lettersForOne, lettersForTwo] = [5, 8]

/** The longest word of a search for signs that is compared with similar ones. */
const maxMistyped = 40

/** The maximum number of words that a half-typed word of a search for signs may mean. */
const maxCompletions = 60

/** The maximum number of words that a mistyped word of a search for signs may mean. */
const maxSimilar = 4

/** Sorted words: looked up, completed, and found with typing errors. */
export class PackedVocabulary {
  readonly #words: PackedTexts
  readonly #frequency: (word: number) => number
  readonly #size: number
  /** By word: its length and its letters. They are counted when a mistyped word is looked for first. */
  #lengths = new Uint8Array(0)
  #letters = new Uint32Array(0)

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

  #index() {
    if (this.#lengths.length > 0) return
    this.#lengths = new Uint8Array(this.#size)
    this.#letters = new Uint32Array(this.#size)
    for (let word = 0; word < this.#size; word++) {
      const text = this.text(word)
      this.#lengths[word] = Math.min(255, text.length)
      this.#letters[word] = letterBits(text)
    }
  }

  /** The most similar words with few typing errors, of those that begin with a prefix. */
  similar(typed: string, prefix = ""): ReadonlyArray<MeantWord> {
    const most = typingErrorsOf(typed.length, lettersForOne, lettersForTwo)
    if (most === 0 || typed.length > maxMistyped || /\d/.test(typed)) return []
    this.#index()
    const wanted = prefix + typed
    const letters = letterBits(wanted)
    const found: Array<MeantWord> = []
    for (let word = this.#firstFrom(prefix); word < this.#size; word++) {
      if (Math.abs((this.#lengths[word] ?? 0) - wanted.length) > most) continue
      const other = this.#letters[word] ?? 0
      if (isFartherThan(most, letters, other)) continue
      const text = this.text(word)
      if (!text.startsWith(prefix)) break
      const errors = editDistance(wanted, text, most)
      if (errors > most || (errors > 1 && text.charCodeAt(prefix.length) !== typed.charCodeAt(0))) continue
      found.push({ word, similarity: 1 - (errors * 1.2) / typed.length })
    }
    return found
      .sort(
        (one, other) => other.similarity - one.similarity || this.#frequency(other.word) - this.#frequency(one.word)
      )
      .slice(0, maxSimilar)
  }
}
