import { isEveryday } from "@rare-disease-community/text/ContentWords"
import { foldText } from "@rare-disease-community/text/Folding"
import {
  comparableWords,
  isNumber,
  joinWords,
  lettersOf,
  nameTokens,
  nameWords,
  textOf,
  type Word
} from "@rare-disease-community/text/NameWords"
import type { NameIndex } from "../NameIndex.ts"
import { inEnglishForm, isAsking, isAskingElsewhere, isJoining, isNounInAnyLanguage, unspaced } from "../SearchWords.ts"
import { Persons } from "./Persons.ts"
import { hasWordInCapitals, type WrittenWords } from "./WrittenNames.ts"

/** A name is looked for in the first words of a question, at most this many. */
const maxAskedWords = 40

/** The maximum number of words of a name in a question. */
const maxAskedName = 16

/** The maximum number of characters of a name in a question without spaces. */
const maxUnspacedName = 40

/** The fewest letters of a name that a search mentions beside words that say other things. */
const minMentioned = 5

/** The fewest letters of a word that is spelt nearly as a name is, and the least similarity. */
const [minNear, nearSimilarity] = [8, 0.9]

/** Only particles, which are in Hiragana, or nothing may be beside a name in a question without spaces. */
const [particleEnd, particleStart] = [/(?:^|\p{Script=Hiragana})$/u, /^(?:\p{Script=Hiragana}|の|$)/u]

/** The spans of a list of `length` items, the longest first. */
const spansOf = (length: number, most = maxAskedName): ReadonlyArray<readonly [from: number, to: number]> =>
  Array.from({ length: Math.min(length, most) }, (_, shorter) => Math.min(length, most) - shorter).flatMap((size) =>
    Array.from({ length: length - size + 1 }, (_, from) => [from, from + size] as const)
  )

/** The words of a question in which a name is looked for. */
export const wordsOf = (folded: string): ReadonlyArray<Word> =>
  comparableWords(nameTokens(folded)).slice(0, maxAskedWords)

const joinedOf = (words: ReadonlyArray<Word>) => joinWords(words.map(({ word }) => word))

/** The name with the most letters, of words that do not only ask, and the words around it. */
const longestName = <Name>(words: ReadonlyArray<Word>, nameOf: (span: ReadonlyArray<Word>) => Name | undefined) => {
  let found: { readonly name: Name; readonly from: number; readonly to: number; readonly letters: number } | undefined
  for (const [from, to] of spansOf(words.length)) {
    const span = words.slice(from, to)
    const letters = lettersOf(span)
    if (letters <= (found?.letters ?? 0) || span.every(({ typed }) => isAsking(typed))) continue
    const name = nameOf(span)
    if (name !== undefined) found = { name, from, to, letters }
  }
  return found
}

/** A name that a search mentions, and what is left of the search. */
export interface Mention {
  readonly name: string
  /** The words before the name, and all beside it. */
  readonly before: string
  readonly rest: string
  /** True for a whole name as it is spelt; another may be words that say something else. */
  readonly isWhole: boolean
  /** True for a whole name that can be nothing else: an abbreviation in capitals, and the name of a person. */
  readonly isProper: boolean
  /** The part of the letters of the search that the name has. */
  readonly share: number
}

/** The name that words of a search are, from one place up to another. */
export const mentionOf = (words: ReadonlyArray<Word>, from: number, to: number, isWhole: boolean): Mention => {
  const [before, name, behind] = [words.slice(0, from), words.slice(from, to), words.slice(to)]
  const share = lettersOf(name) / lettersOf(words)
  const rest = textOf([...before, ...behind])
  return { name: textOf(name), before: textOf(before), rest, isWhole, isProper: false, share }
}

/** Finds names within questions and sentences, above all in other languages than English. */
export class AskedNames {
  readonly #index: NameIndex
  readonly #persons: Persons

  constructor(index: NameIndex) {
    this.#index = index
    this.#persons = new Persons(index)
  }

  /** The longest name within a search, if it is in another language and the words around only ask about a disease. */
  within(folded: string): string | undefined {
    const words = wordsOf(folded)
    if (words.some(({ word }) => unspaced.test(word)))
      return this.#unspacedNameIn(words, (before, after) => particleEnd.test(before) && particleStart.test(after))?.name
    const found = longestName(words, (span) => (this.#index.exact(joinedOf(span)).length > 0 ? span : undefined))
    if (found === undefined || !this.#isLocal(joinedOf(found.name))) return undefined
    const around = [...words.slice(0, found.from), ...words.slice(found.to)]
    return around.every((word) => this.#isAround(word)) ? textOf(found.name) : undefined
  }

  /**
   * The longest whole name within a search, in any language, whatever the words around it say; an abbreviation, or the
   * name of a person without a noun, if the search has it in capitals.
   */
  mentioned(folded: string, written: WrittenWords): Mention | undefined {
    const words = wordsOf(folded)
    if (words.some(({ word }) => unspaced.test(word))) return this.#unspacedNameIn(words, () => true)
    const found = longestName(words, (span) => {
      const proper = this.#abbreviationOf(span, written.inCapitals) ?? this.#personOf(span, written.withCapital)
      const name = proper ?? this.#nameOf(span)
      return name === undefined ? undefined : { name, isProper: proper !== undefined }
    })
    return found && { ...mentionOf(words, found.from, found.to, true), ...found.name }
  }

  /** The abbreviation that words are, if the search has it in capitals; numbers may follow: "MPS II", "NF1". */
  #abbreviationOf(words: ReadonlyArray<Word>, capitals: ReadonlySet<string>): string | undefined {
    const [first, ...others] = words
    const isInCapitals = [first?.typed, words.map(({ typed }) => typed).join("")].some((one) => capitals.has(one ?? ""))
    if (first === undefined || !isInCapitals || !others.every(({ word }) => isNumber(word))) return undefined
    const isIt = this.#namesOf(joinedOf(words)).some((text) => {
      const named = comparableWords(nameTokens(foldText(text)))
      return hasWordInCapitals(text) && joinedOf(named) === joinedOf(words) && named[0]?.typed === first.typed
    })
    return isIt ? textOf(words) : undefined
  }

  /** The names of persons without "syndrome" or another noun, if the first has a capital: "my son has Turner". */
  #personOf(words: ReadonlyArray<Word>, capitalised: ReadonlySet<string>): string | undefined {
    const isPerson = capitalised.has(words[0]?.typed ?? "") && this.#persons.isEponym(...words.map(({ word }) => word))
    return isPerson ? textOf(words) : undefined
  }

  /** The texts of the names that are these words, but for genes. */
  #namesOf(joined: string): ReadonlyArray<string> {
    return this.#index.exactNames(joined).flatMap((id) => this.#index.name(id)?.text ?? [])
  }

  /** The name that words are, also without the words that join them, or as an English name in other words. */
  #nameOf(words: ReadonlyArray<Word>): string | undefined {
    if (lettersOf(words) < minMentioned || words.every(({ typed }) => isEveryday(typed))) return undefined
    const text = textOf(words)
    const apart = textOf(words.filter(({ typed }) => !isJoining(typed)))
    const forms = Array.from(new Set([text, apart, inEnglishForm(text)]))
    return forms.find((form) => this.#isName(joinWords(nameWords(form)))) ?? this.#nearName(words)
  }

  /** The name that is spelt nearly as one long word is: "sclerodermia". */
  #nearName([first, ...others]: ReadonlyArray<Word>): string | undefined {
    if (first === undefined || others.length > 0 || first.word.length < minNear) return undefined
    const isNear = this.#index.hasSimilar(
      first.word,
      (name, similarity) => similarity >= nearSimilarity && this.#isName(name)
    )
    return isNear ? first.typed : undefined
  }

  /** True for a name that is no abbreviation: the words of a sentence are abbreviations of some disease by chance. */
  #isName(joined: string): boolean {
    return this.#namesOf(joined).some((text) => !hasWordInCapitals(text))
  }

  /**
   * What is left of a question in another language without the words that ask, if it is proper names only, which are
   * the same in all languages: "ich habe Marfan". A whole name is also left of two words of which no name has the
   * other: "eculizumab PNH".
   */
  properWithin(folded: string): string | undefined {
    const words = wordsOf(folded)
    // The letter at the end of "Niemann-Pick C" is no "c'est".
    const isType = (at: number) => at === words.length - 1 && words[at]?.typed.length === 1
    const asks = words.some(({ typed }, at) => isAskingElsewhere(typed) && !isType(at))
    // An unknown word beside a noun may be a mistyped name: "morbus goschee".
    const isPair = words.length === 2 && words.every(({ typed }) => !isNounInAnyLanguage(typed))
    if (!asks && !(isPair && words.some(({ word }) => this.#isOther(word)))) return undefined
    const left = words.filter((word, at) => isType(at) || !(asks ? this.#isAround(word) : this.#isOther(word.word)))
    const isProper = left.some(({ word }) => !isNumber(word)) && left.every((word) => this.#isProper(word))
    const isMeant = isProper && (asks || this.#index.exactNames(joinedOf(left)).length > 0)
    return isMeant ? left.map(({ typed }) => typed).join(" ") : undefined
  }

  /** True for a word that only asks about a disease, and for one that no name has. */
  #isAround({ typed, word }: Word): boolean {
    return isAsking(typed) || this.#isOther(word)
  }

  /** True for a word, not a number, that no name has. */
  #isOther(word: string): boolean {
    return !isNumber(word) && this.isUnknown(word)
  }

  /** True for a number, and for a word that English names have, never small: a name of a person, an abbreviation. */
  #isProper({ typed, word }: Word): boolean {
    return isNumber(word) || this.#persons.isProper(word, typed)
  }

  /** The longest name in a text without spaces, if it is meant by what stands before and after it. */
  #unspacedNameIn(
    words: ReadonlyArray<Word>,
    isMeant: (before: string, after: string) => boolean
  ): Mention | undefined {
    const text = joinWords(words.map(({ word }) => word))
    for (const [from, to] of spansOf(text.length, maxUnspacedName)) {
      const name = text.slice(from, to)
      if (name.length < 2 || !unspaced.test(name) || !this.#isLocal(name)) continue
      const [before, after] = [text.slice(0, from), text.slice(to)]
      return isMeant(before, after)
        ? { name, before, rest: `${before} ${after}`, isWhole: true, isProper: false, share: name.length / text.length }
        : undefined
    }
    return undefined
  }

  /** True if no name has a word, or one similar to it. */
  isUnknown(word: string): boolean {
    const { frequency, vocabulary } = this.#index
    return this.#index.idOf(word) === undefined && !vocabulary.similar(word).some((other) => frequency(other.word) > 0)
  }

  #isLocal(joined: string): boolean {
    return !/^[\d.]*$/.test(joined) && this.#index.exact(joined).some((id) => this.#index.name(id)?.lang !== undefined)
  }
}
