import { at } from "@rare-disease-community/text/arrays/At"
import { typingErrorsOf } from "@rare-disease-community/text/EditDistance"
import { FuzzyWords } from "@rare-disease-community/text/FuzzyWords"
import { stemOf } from "@rare-disease-community/text/Lexemes"

/** A lexeme of the community's texts. */
export interface CountedWord {
  readonly lexeme: string
  /** The number of texts that have it. */
  readonly texts: number
  /** How often it occurs in them, as a word or as the stem of one. */
  readonly times: number
}

/** A word with the number of typing errors between it and a typed one. */
export interface NearWord {
  readonly word: string
  readonly errors: number
}

/** A word may have one typing error from this many letters on, and two from this many. */
const [lettersForOne, lettersForTwo] = [4, 7]

/**
 * One typing error more makes a word as much less likely as this factor of its frequency, a wrong first letter as that.
 */
const [perError, perInitial] = [Math.log(50), Math.log(8)]

/** The words of a community and their frequencies. */
export class CommunityWords {
  readonly #counts: Map<string, CountedWord>
  readonly #words: ReadonlyArray<CountedWord>
  /** The words by their places: made when a mistyped word is looked for first. */
  #fuzzy: FuzzyWords | undefined

  constructor(counted: ReadonlyArray<CountedWord>) {
    this.#counts = new Map(counted.map((one) => [one.lexeme, one]))
    this.#words = Array.from(this.#counts.values())
    this.texts = counted.reduce((most, { texts }) => Math.max(most, texts), 0)
  }

  /** About the number of texts. */
  readonly texts: number

  /** The number of texts that have a lexeme. */
  textsWith(lexeme: string): number {
    return this.#counts.get(lexeme)?.texts ?? 0
  }

  /**
   * The number of texts that have a folded word in any form; if it is `halfTyped`, about that of the texts with a word
   * that begins with it.
   */
  textsWithForms(word: string, halfTyped: boolean): number {
    let texts = Math.max(this.textsWith(word), this.textsWith(stemOf(word)))
    if (!halfTyped) return texts
    for (const [lexeme, counted] of this.#counts) if (lexeme.startsWith(word)) texts += counted.texts
    return texts
  }

  /** Takes out a word that no text has any more, and all words that begin with it if it is `halfTyped`. */
  forget(lexeme: string, halfTyped = false): void {
    this.#counts.delete(lexeme)
    if (!halfTyped) return
    for (const other of this.#counts.keys()) if (other.startsWith(lexeme)) this.#counts.delete(other)
  }

  #fuzzyWords(): FuzzyWords {
    if (this.#fuzzy !== undefined) return this.#fuzzy
    const fuzzy = new FuzzyWords({
      errorsOf: (letters) => typingErrorsOf(letters, lettersForOne, lettersForTwo),
      wordOf: (place) => at(this.#words, place).lexeme
    })
    for (const [place, { lexeme }] of this.#words.entries()) fuzzy.add(lexeme, place)
    this.#fuzzy = fuzzy
    return fuzzy
  }

  /** The word that is typed instead with the fewest errors; among equals that of most texts. */
  nearest(typed: string): NearWord | undefined {
    if (typed.length < lettersForOne) return undefined
    const found: Array<NearWord & { readonly place: number; readonly score: number }> = []
    this.#fuzzyWords().near(typed, (place, errors) => {
      const { lexeme, texts } = at(this.#words, place)
      const initial = typed.charCodeAt(0) === lexeme.charCodeAt(0) ? 0 : perInitial
      found.push({ word: lexeme, errors, place, score: Math.log(texts) - errors * perError - initial })
    })
    return found
      .sort((one, other) => other.score - one.score || one.place - other.place)
      .find(({ word }) => this.#isWord(word))
  }

  /** False for a lexeme with a digit, and for one that occurs as the stem of other words only, such as "surgeri". */
  #isWord(lexeme: string): boolean {
    if (/\d/.test(lexeme)) return false
    let times = this.#counts.get(lexeme)?.times ?? 0
    const beginning = lexeme.slice(0, -1)
    for (const other of this.#counts.values()) {
      if (other.lexeme.startsWith(beginning) && other.lexeme !== lexeme && stemOf(other.lexeme) === lexeme) {
        times -= other.times
      }
    }
    return times > 0
  }
}
