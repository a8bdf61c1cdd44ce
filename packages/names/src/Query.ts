import { foldText, seenText } from "@rare-disease-community/text/Folding"
import type { SimilarWord } from "@rare-disease-community/text/FuzzyWords"
import {
  comparableWords,
  isCounted,
  isNumber,
  joinWords,
  nameTokens,
  nameWords,
  type Word
} from "@rare-disease-community/text/NameWords"
import { americanSpelling, spelling } from "@rare-disease-community/text/Spelling"
import { AskedNames, type Mention } from "./asked/AskedNames.ts"
import { writtenWords } from "./asked/WrittenNames.ts"
import { type ChromosomeChange, changeIn, codesIn, isSexChromosomes, keyOf, type NameCode } from "./NameCodes.ts"
import type { NameIndex } from "./NameIndex.ts"
import { inEnglishForm, isGeneralNoun, isStopWord, readsAsSentence } from "./SearchWords.ts"
import type { QueryTerm } from "./Vocabulary.ts"
import { joinNeighbours, splitWords } from "./WordBounds.ts"

/** Further characters of a search for a name are ignored. */
const maxNameQueryCharacters = 300

/** Further words of a search for a name are ignored. */
const maxWords = 24

/** A word in at most this many names may be a typing error in a name. */
export const rareFrequency = 2

/** The weight of a stop word in a sentence, and the share of its weight that an unknown word of a sentence keeps. */
const [stopWordWeight, unknownShare] = [0.1, 0.5]

/**
 * The greatest weight of the last word of a search if it has one or two letters: it may be whole, or the beginning of
 * another.
 */
const maxPrefixWeight = 2

/** Half-typed words of fewer letters do not match common words: two letters are not "syndrome" yet. */
const minCommonLetters = 4

/** A search split into words. */
export interface Query {
  readonly folded: string
  readonly joined: string
  readonly words: ReadonlyArray<Word>
  /** The codes that a found name must not contradict. In a sentence a number is none: it may be an age. */
  readonly codes: ReadonlyArray<NameCode>
  readonly change: ChromosomeChange | undefined
  readonly isSentence: boolean
  /** The number of words that are not stop words. */
  readonly contentWords: number
  /** True if very many names have each of its words, such as "syndrome". */
  readonly isCommon: boolean
  /** True if no name has the last word, or if it has one letter or two. */
  readonly isHalfTyped: boolean
  /** The ways to read the search. A word that more than `maxFrequency` names have is taken as typed. */
  readonly alternatives: (maxFrequency: number) => ReadonlyArray<ReadonlyArray<QueryTerm>>
}

/** A word of a name that was heard is at least this similar as it is written, or sounds as it was typed. */
const minWritten = 0.7

/** Greek letters that are written as Latin ones, and the reverse. */
const letterNames: ReadonlyMap<string, string> = new Map(
  ["alpha", "beta", "gamma", "delta"].flatMap((name) => [
    [name, name.charAt(0)],
    [name.charAt(0), name]
  ])
)

const bySimilarity = (one: SimilarWord, other: SimilarWord) =>
  other.similarity - one.similarity || one.word - other.word

const prefixOf = (typed: string) => (typed.length < 5 ? typed : americanSpelling(typed))

const textOf = (words: ReadonlyArray<Word>, form: keyof Word = "word") => words.map((word) => word[form]).join(" ")

const folding = (search: string) => foldText(search.slice(0, maxNameQueryCharacters)).trim().replace(/\s+/g, " ")

/** Codes of which some are the same, each once. */
const eachOnce = (codes: ReadonlyArray<NameCode>): ReadonlyArray<NameCode> =>
  Array.from(new Map(codes.map((code) => [keyOf(code), code])).values())

/** German writes "ä" where English names have "e": "Hämophilie". */
const withUmlauts = (search: string) =>
  seenText(search.slice(0, maxNameQueryCharacters)).normalize("NFC").replace(/[äÄ]/g, "ae")

/** Splits searches into words, and finds the words of names that each may mean. */
export class QueryParser {
  readonly #index: NameIndex
  readonly #asked: AskedNames

  constructor(index: NameIndex) {
    this.#index = index
    this.#asked = new AskedNames(index)
  }

  /** Parses a search; one that is known to be only a name, or a name that was heard, is never taken for a sentence. */
  parse(
    search: string,
    { as, codes }: { readonly as?: "name" | "heard"; readonly codes?: Query["codes"] } = {}
  ): Query {
    const typed = folding(search)
    const isHeard = as === "heard"
    const isKnown = as !== undefined || this.#isName(typed)
    const english = isKnown ? typed : this.#english(folding(withUmlauts(search)))
    const isAsTyped = isKnown || (!this.#isName(english) && this.#isBegun(typed))
    const folded = isAsTyped ? typed : (this.#asked.within(typed) ?? this.#asked.properWithin(typed) ?? english)
    const tokens = nameTokens(folded).slice(0, maxWords)
    const isSentence = as === undefined && readsAsSentence(tokens)
    // In "I have …" the first word is the author, and no numeral.
    const words = this.#unfinished(
      comparableWords(
        isSentence ? tokens.filter((word, at) => word !== "i" || !isStopWord(tokens[at + 1] ?? "")) : tokens
      ),
      tokens
    )
    const isTyped = (code: NameCode) => code.every((part) => words.some(({ word }) => word === part))
    const isCode = (code: NameCode) => (!isSentence || code.length > 1) && isTyped(code)
    const searched = codes ?? eachOnce(codesIn(search).filter(isCode))
    const all = words.map(({ typed }) => typed).join("")
    const ways = isHeard
      ? [words, [{ word: spelling(all), typed: all }]]
      : [
          words,
          ...(folded === typed && english !== typed ? [comparableWords(nameTokens(english).slice(0, maxWords))] : []),
          splitWords(this.#index, words),
          joinNeighbours(this.#index, words)
        ]
    const different = ways.filter((way, at) => ways.findIndex((other) => textOf(other) === textOf(way)) === at)
    const lastTyped = nameTokens(typed).at(-1)
    const lastOf = (way: ReadonlyArray<Word>) => {
      const place = way.findLastIndex((word) => word.typed === lastTyped)
      return place < 0 ? way.length - 1 : place
    }
    const last = words[lastOf(words)]?.word ?? ""
    return {
      folded,
      joined: joinWords(words.map(({ word }) => word)) || folded,
      words,
      codes: searched,
      change: searched.length === 0 ? undefined : changeIn(words.map(({ word }) => word)),
      isSentence,
      contentWords: words.filter(({ word }) => !isStopWord(word)).length,
      isCommon: words.length > 0 && words.every((word, at) => this.#isCommon(word, at === lastOf(words))),
      isHalfTyped: this.#index.idOf(last) === undefined || (words.length > 1 && last.length < 3 && !isNumber(last)),
      alternatives: (maxFrequency) =>
        different.map((way) =>
          isHeard ? this.#heardTerms(way) : this.#termsOf(way, { isSentence, last: lastOf(way), maxFrequency })
        )
    }
  }

  /** See `AskedNames.mentioned`. */
  mentioned(search: string): Mention | undefined {
    return this.#asked.mentioned(folding(search), writtenWords(search.slice(0, maxNameQueryCharacters)))
  }

  /** See `AskedNames.isUnknown`. */
  isUnknown(word: string): boolean {
    return this.#asked.isUnknown(word)
  }

  /** A search in the form of English names; without its noun where only the rest is one: Spanish "enfermedad ELA". */
  #english(folded: string): string {
    const english = inEnglishForm(folded)
    const [, bare = "", noun = ""] = /^(.*) (\S+)$/.exec(english) ?? []
    const isBare = english !== folded && isGeneralNoun(noun) && !this.#isName(english) && this.#index.isNamed(bare)
    return isBare ? bare : english
  }

  #isName(folded: string): boolean {
    return this.#index.exact(joinWords(nameWords(folded))).length > 0
  }

  /** The words of a search whose last one may be a letter and no numeral: no name begins with "pemphigus 5". */
  #unfinished(words: ReadonlyArray<Word>, tokens: ReadonlyArray<string>): ReadonlyArray<Word> {
    const letter = tokens.at(-1) ?? ""
    const isNumeral = words.length > 1 && words.at(-1)?.word !== letter && !isCounted(tokens.at(-2) ?? "")
    if (
      !/^[iv]$/.test(letter) ||
      !isNumeral ||
      this.#index.withPrefix(joinWords(words.map(({ word }) => word)), words).length > 0
    )
      return words
    return [...words.slice(0, -1), { word: letter, typed: letter }]
  }

  /** True for the beginning of a name: "maladie de von Wille" is no English name in other words. */
  #isBegun(folded: string): boolean {
    const words = comparableWords(nameTokens(folded))
    return this.#index.withPrefix(joinWords(words.map(({ word }) => word)), words).length > 0
  }

  /** The words at `last`, which may be half typed, and before it may be mistyped. */
  #termsOf(
    words: ReadonlyArray<Word>,
    {
      isSentence,
      last,
      maxFrequency
    }: { readonly isSentence: boolean; readonly last: number; readonly maxFrequency: number }
  ): ReadonlyArray<QueryTerm> {
    return words.map((typedWord, at) => {
      const { typed, word } = typedWord
      if (isSentence && isStopWord(word)) return this.#stopWord(word)
      const isLast = at === last
      const candidates = this.#candidates(typedWord, isLast, maxFrequency)
      const isPrefix = isLast && at > 0 && word.length < 3 && !isNumber(word)
      const isUnknown = isSentence && (candidates[0]?.similarity ?? 0) < 0.95
      const weight = this.#weightOf(candidates) * (isUnknown ? unknownShare : 1)
      return {
        candidates,
        weight: isPrefix ? Math.min(weight, maxPrefixWeight) : weight,
        prefix: isPrefix ? typed : undefined
      }
    })
  }

  /** The words of names that sound as typed ones may. */
  #heardTerms(words: ReadonlyArray<Word>): ReadonlyArray<QueryTerm> {
    return words.map((typed) => {
      const heard = this.#index.vocabulary
        .heard(typed.typed, words.length === 1)
        .filter(({ word }) => this.#index.frequency(word) > 0)
      const written = this.#candidates(typed, false, rareFrequency).filter(({ similarity }) => similarity > minWritten)
      const candidates = [...written, ...heard].sort(bySimilarity)
      return { candidates, weight: this.#weightOf(candidates), prefix: undefined }
    })
  }

  #stopWord(word: string): QueryTerm {
    const id = this.#index.idOf(word)
    const candidates = id === undefined ? [] : [{ word: id, similarity: 1 }]
    return { candidates, weight: stopWordWeight, prefix: undefined }
  }

  /** The words of names that a typed word may mean, best first. */
  #candidates({ typed, word }: Word, isLast: boolean, maxFrequency: number): ReadonlyArray<SimilarWord> {
    const { vocabulary } = this.#index
    const id = this.#index.idOf(word)
    const frequency = id === undefined ? 0 : this.#index.frequency(id)
    const found: Array<SimilarWord> = []
    if (id !== undefined) found.push({ word: id, similarity: 1 })
    const letter = this.#index.idOf(letterNames.get(word) ?? "")
    if (letter !== undefined) found.push({ word: letter, similarity: 0.7 })
    if (isNumber(word) || isSexChromosomes(word)) return found
    const isRare = frequency <= maxFrequency
    if (word.length < 3 ? isLast && frequency === 0 : isLast || isRare) found.push(...this.#completions(typed, isLast))
    if (isRare || (id !== undefined && this.#index.isForeign(id))) {
      const similar = vocabulary.similar(word)
      found.push(...similar.filter((other) => other.word !== id && this.#index.frequency(other.word) > 0))
      if (isLast && found.every(({ similarity }) => similarity < 0.9))
        found.push(...vocabulary.similarPrefixes(prefixOf(typed)))
    }
    return found.sort(bySimilarity)
  }

  /** Words that begin with the typed letters; the more of a word is typed, the more similar it is. */
  #completions(typed: string, isLast: boolean): ReadonlyArray<SimilarWord> {
    const prefix = prefixOf(typed)
    const found = this.#index.vocabulary.completions(prefix, this.#index.frequency)
    const meant = prefix.length < minCommonLetters ? found.filter((id) => !this.#index.isCommon(id)) : found
    return meant.map((id) => {
      const share = prefix.length / this.#index.vocabulary.word(id).length
      return { word: id, similarity: (isLast ? 0.8 : 0.7) + 0.18 * share }
    })
  }

  /** The weight of a word: that of its most similar candidates together. */
  #weightOf(candidates: ReadonlyArray<SimilarWord>): number {
    const [best] = candidates
    if (best === undefined) return this.#index.idfOf(0) * 0.8
    if (best.similarity === 1 && this.#index.frequency(best.word) > rareFrequency) return this.#index.idf(best.word)
    const least = Math.min(0.9, best.similarity - 0.08)
    const near = candidates.filter(({ similarity }) => similarity > least)
    return this.#index.idfOf(near.reduce((sum, { word }) => sum + this.#index.frequency(word), 0))
  }

  /** True if very many names have a word, or a word that the last one begins. */
  #isCommon({ typed, word }: Word, isLast: boolean): boolean {
    const id = this.#index.idOf(word)
    if (id !== undefined) return this.#index.isCommon(id)
    return (
      isLast &&
      typed.length >= minCommonLetters &&
      this.#index.vocabulary.completions(prefixOf(typed), this.#index.frequency).some(this.#index.isCommon)
    )
  }
}
