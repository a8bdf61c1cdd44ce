import type { NamesOfSigns } from "./NamesOfSigns.ts"
import { isUnspaced } from "./PhenotypeWords.ts"
import type { Match, SignMatcher } from "./SignMatcher.ts"
import type { SignWords } from "./SignWords.ts"
import type { Clause, Clauses, Sentence } from "./said/Clauses.ts"
import type { DenialWords } from "./said/DenialWords.ts"
import type { DoubtWords } from "./said/DoubtWords.ts"
import type { Faculties } from "./said/Faculties.ts"
import type { ReadClause } from "./said/ReadClause.ts"
import type { RelativeWords } from "./said/Relatives.ts"
import { KnownWords, type WordMeanings } from "./WordMeanings.ts"

/** A clause is read up to this many words at a time. */
const maxClauseWords = 24

/** Clauses up to so many from one with a sign say whether it is denied, where a text is read for some signs only. */
const maxContext = 24

/** How the texts of one language are read. */
export interface LanguageReader {
  readonly words: SignWords
  readonly clauses: Clauses
  readonly denialWords: DenialWords
  readonly doubtWords: DoubtWords
  readonly relatives: RelativeWords
  readonly faculties: Faculties
  readonly meanings: WordMeanings
}

type ReadWords = Omit<ReadClause, "clause">

const noWords: ReadWords = { words: [], matches: [], denying: [], unsettled: [] }

/** Finds the names of signs in the clauses of one text. A clause that is written again is read once. */
export class ClauseReader {
  readonly #language: LanguageReader
  readonly #matcher: SignMatcher
  readonly #only: NamesOfSigns | undefined
  readonly #words = new KnownWords()
  readonly #known = new Map<string, ReadWords>()

  constructor(language: LanguageReader, matcher: SignMatcher, only: NamesOfSigns | undefined) {
    this.#language = language
    this.#matcher = matcher
    this.#only = only
  }

  /** The sentences of a text; where it is read for some signs only, the parts with these. It yields between clauses. */
  *sentences(text: string): Generator<void, ReadonlyArray<ReadonlyArray<ReadClause>>> {
    const sentences: Array<ReadonlyArray<ReadClause>> = []
    for (const sentence of this.#language.clauses.sentences(text)) {
      const read: Array<ReadClause> = []
      for (const clause of this.#written(sentence)) {
        const words = this.#known.get(clause.text) ?? (yield* this.#read(clause.text))
        this.#known.set(clause.text, words)
        // A match is one place of a text.
        read.push({ ...words, clause, matches: words.matches.map((match) => ({ ...match })) })
      }
      if (this.#only === undefined) sentences.push(read)
      else sentences.push(...partsWithSigns(read))
    }
    return sentences
  }

  /** The clauses of a sentence; of those in a script without spaces only what is read. */
  #written(sentence: Sentence): Sentence {
    const only = this.#only
    if (only === undefined) return sentence
    return sentence.flatMap((clause) =>
      isUnspaced(clause.text) ? only.unspacedIn(clause.text).map((text): Clause => ({ ...clause, text })) : clause
    )
  }

  *#read(text: string): Generator<void, ReadWords> {
    yield
    if (isUnspaced(text)) return noWords
    const { denialWords, meanings, words: reader } = this.#language
    const words = reader.words(text)
    const matches: Array<Match> = []
    for (let from = 0; from < words.length; from += maxClauseWords) {
      yield
      const some = words.slice(from, from + maxClauseWords)
      const chosen = this.#matcher.signs(some, yield* meanings.in(some, this.#words), reader, this.#only)
      matches.push(...chosen.map((match) => ({ ...match, places: match.places.map((place) => from + place) })))
    }
    return { words, matches, ...denialWords.phrasesIn(text) }
  }
}

/** The parts of a sentence that have signs, with the clauses around them. */
const partsWithSigns = (sentence: ReadonlyArray<ReadClause>): ReadonlyArray<ReadonlyArray<ReadClause>> => {
  const parts: Array<ReadonlyArray<ReadClause>> = []
  let [from, to] = [0, 0]
  for (const [nth, { clause, matches }] of sentence.entries()) {
    if (matches.length === 0 && !isUnspaced(clause.text)) continue
    if (nth - maxContext > to && to > 0) parts.push(sentence.slice(from, to))
    if (nth - maxContext > to || to === 0) from = Math.max(0, nth - maxContext)
    to = nth + maxContext + 1
  }
  return to === 0 ? parts : [...parts, sentence.slice(from, to)]
}
