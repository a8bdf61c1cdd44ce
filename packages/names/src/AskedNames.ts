import { foldText } from "@rare-disease-community/text/Folding"
import { comparableWords, isNumber, joinWords, nameTokens, type Word } from "@rare-disease-community/text/NameWords"
import type { NameIndex } from "./NameIndex.ts"
import { isAsking, isAskingElsewhere, unspaced } from "./SearchWords.ts"

/** A name is looked for in the first words of a question, at most this many. */
const maxAskedWords = 40

/** The maximum number of words of a name in a question. */
const maxAskedName = 16

/** The maximum number of characters of a name in a question without spaces. */
const maxUnspacedName = 40

const [particleEnd, particleStart] = [/(?:^|\p{Script=Hiragana})$/u, /^(?:\p{Script=Hiragana}|の|$)/u]

/** The spans of a list of `length` items, the longest first. */
const spansOf = (length: number, most = maxAskedName): ReadonlyArray<readonly [from: number, to: number]> =>
  Array.from({ length: Math.min(length, most) }, (_, shorter) => Math.min(length, most) - shorter).flatMap((size) =>
    Array.from({ length: length - size + 1 }, (_, from) => [from, from + size] as const)
  )

const lettersOf = (words: ReadonlyArray<Word>) => words.reduce((sum, { typed }) => sum + typed.length, 0)

/** Finds names in other languages within questions. */
export class AskedNames {
  readonly #index: NameIndex

  constructor(index: NameIndex) {
    this.#index = index
  }

  /**
   * The longest name in another language within a search, if the words around it only ask about a disease; with
   * `isSure` whatever they say.
   */
  within(folded: string, { isSure = false }: { readonly isSure?: boolean } = {}): string | undefined {
    const words = comparableWords(nameTokens(folded)).slice(0, maxAskedWords)
    if (words.some(({ word }) => unspaced.test(word)))
      return this.#unspacedNameIn(joinWords(words.map(({ word }) => word)), isSure)
    const [found] = spansOf(words.length)
      .map(([from, to]) => ({ name: words.slice(from, to), around: [...words.slice(0, from), ...words.slice(to)] }))
      .filter(
        ({ name }) =>
          !name.every(({ typed }) => isAsking(typed)) && this.#isLocal(joinWords(name.map(({ word }) => word)))
      )
      .sort((one, other) => lettersOf(other.name) - lettersOf(one.name))
    if (found === undefined) return undefined
    const isMeant = isSure
      ? lettersOf(found.name) >= lettersOf(found.around)
      : found.around.every((word) => this.#isAround(word))
    return isMeant ? found.name.map(({ typed }) => typed).join(" ") : undefined
  }

  /**
   * What is left of a question in another language without the words that ask, if it is proper names only, which are
   * the same in all languages: "ich habe Marfan".
   */
  properWithin(folded: string): string | undefined {
    const words = comparableWords(nameTokens(folded)).slice(0, maxAskedWords)
    if (!words.some(({ typed }) => isAskingElsewhere(typed))) return undefined
    const left = words.filter((word) => !this.#isAround(word))
    const isProper = left.some(({ word }) => !isNumber(word)) && left.every((word) => this.#isProper(word))
    return isProper ? left.map(({ typed }) => typed).join(" ") : undefined
  }

  /** True for a word that only asks about a disease, and for one that no name has. */
  #isAround({ typed, word }: Word): boolean {
    return isAsking(typed) || (!isNumber(word) && this.isUnknown(word))
  }

  /** True for a number, and for a word that English names have, never small: a name of a person, an abbreviation. */
  #isProper({ typed, word }: Word): boolean {
    if (isNumber(word)) return true
    const id = this.#index.idOf(word)
    if (id === undefined || this.#index.isForeign(id)) return false
    const written = this.#index.writtenForms(id).filter((one) => foldText(one) === typed)
    return written.length > 0 && written.every((one) => /^\p{Lu}/u.test(one))
  }

  /** Only particles, which are in Hiragana, or nothing may be beside the name. */
  #unspacedNameIn(text: string, isSure: boolean): string | undefined {
    for (const [from, to] of spansOf(text.length, maxUnspacedName)) {
      const name = text.slice(from, to)
      if (name.length < 2 || !unspaced.test(name) || !this.#isLocal(name)) continue
      const isAlone = particleEnd.test(text.slice(0, from)) && particleStart.test(text.slice(to))
      return isSure || isAlone ? name : undefined
    }
    return undefined
  }

  /** True if no name has a word, or one similar to it. */
  isUnknown(word: string): boolean {
    const { frequency, vocabulary } = this.#index
    return this.#index.idOf(word) === undefined && !vocabulary.similar(word).some((other) => frequency(other.word) > 0)
  }

  #isLocal(joined: string): boolean {
    return (
      !/^[\d.]*$/.test(joined) &&
      this.#index.exact(joined).some((id) => this.#index.name(id)?.matchedOn.lang !== undefined)
    )
  }
}
