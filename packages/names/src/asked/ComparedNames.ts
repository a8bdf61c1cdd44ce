import { isEveryday } from "@rare-disease-community/text/ContentWords"
import { textOf, type Word } from "@rare-disease-community/text/NameWords"
import type { NameIndex } from "../NameIndex.ts"
import type { Scored } from "../Scores.ts"
import { isChoosing } from "../SearchWords.ts"
import { type Mention, mentionOf, wordsOf } from "./AskedNames.ts"
import { Persons } from "./Persons.ts"

/** The least share of one of the compared names that the best match has. */
const minOfSide = 0.98

/** The least such share where the name is one of a person, which is mistyped. */
const minOfPerson = 0.8

/** The least share of a match that a compared name has, if it is none of a person or a place. */
const minOfMatch = 0.8

/** The least similarity of a word with the name of a person. */
const minSimilarity = 0.75

/** A search compares at most this many names: more are a list of something else. */
const maxSides = 3

/** Compared names within a sentence have at most this many words each. */
const maxSideWords = 3

/** Finds the names that a search compares: "crouzon or apert". */
export class ComparedNames {
  readonly #index: NameIndex
  readonly #persons: Persons
  /** Finds the names for a text, best first. */
  readonly #rank: (text: string, lang?: string) => ReadonlyArray<Scored>

  constructor(index: NameIndex, rank: (text: string, lang?: string) => ReadonlyArray<Scored>) {
    this.#index = index
    this.#persons = new Persons(index)
    this.#rank = rank
  }

  /**
   * The names that a search with several sides (`sidesOf`) compares, each with the best match. Each side names a person
   * or a place, also mistyped, or is most of a name: "gait or balance" compares no names.
   */
  of(folded: string, sides: ReadonlyArray<string>, lang?: string): ReadonlyArray<Scored> {
    if (sides.length > maxSides || this.#index.isNamed(folded)) return []
    const found = sides.map((side) => this.#bestOf(wordsOf(side), side, lang))
    return found.every((one) => one !== undefined) ? found : []
  }

  /** The part of a sentence that compares persons' names: "marfan or ehlers danlos" of "they suspect …". */
  within(folded: string): Mention | undefined {
    const words = wordsOf(folded)
    for (const [at, { typed }] of words.entries()) {
      if (!isChoosing(typed)) continue
      const from = this.#farthest(words, at, -1)
      const to = from === undefined ? undefined : this.#farthest(words, at, 1)
      if (from === undefined || to === undefined) continue
      if (!words.slice(from, to + 1).some((word) => this.#isPerson(word) && !isChoosing(word.typed))) continue
      return mentionOf(words, from, to + 1, false)
    }
    return undefined
  }

  /** The place of the last word of a person's name beside a place, before it or behind it. */
  #farthest(words: ReadonlyArray<Word>, at: number, step: 1 | -1): number | undefined {
    const isPerson = (last: number) => {
      const side = step > 0 ? words.slice(at + 1, last + 1) : words.slice(last, at)
      return this.#mayBePersons(side) && this.#bestOf(side, textOf(side)) !== undefined
    }
    return Array.from({ length: maxSideWords }, (_, less) => at + step * (maxSideWords - less)).find(
      (last) => last >= 0 && last < words.length && isPerson(last)
    )
  }

  #bestOf(side: ReadonlyArray<Word>, text: string, lang?: string): Scored | undefined {
    const [best] = this.#rank(text, lang)
    if (best === undefined || best.nameCoverage === 0) return undefined
    const { nameCoverage, queryCoverage } = best
    if (queryCoverage >= minOfSide && nameCoverage >= minOfMatch) return best
    return queryCoverage >= minOfPerson && this.#mayBePersons(side) ? best : undefined
  }

  /** True for words each of which is the name of a person or a place, but for typing errors, or may be one. */
  #mayBePersons(words: ReadonlyArray<Word>): boolean {
    return words.every((word) => this.#isPerson(word) || this.#isEponym(word))
  }

  #isPerson({ typed, word }: Word): boolean {
    return this.#persons.isProper(word, typed) || this.#persons.isMistyped(word, minSimilarity)
  }

  /** True for a word that some names write small, but of which "syndrome" or "disease" makes a name: "turner". */
  #isEponym({ typed, word }: Word): boolean {
    return !isEveryday(typed) && this.#persons.isEponym(word)
  }
}
