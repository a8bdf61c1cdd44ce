import { at, last } from "@rare-disease-community/text/arrays/At"
import type { NamesOfSigns } from "../NamesOfSigns.ts"
import { isUnspaced } from "../PhenotypeWords.ts"
import type { Match, SignMatcher } from "../SignMatcher.ts"
import type { SignWord, SignWords } from "../SignWords.ts"
import { KnownWords, type WordMeanings } from "../WordMeanings.ts"
import { type Range, smallWords } from "../WordPatterns.ts"
import type { Clause, Clauses, Sentence } from "./Clauses.ts"
import type { DenialWords } from "./DenialWords.ts"
import type { DoubtWords } from "./DoubtWords.ts"
import type { Faculties } from "./Faculties.ts"
import { isNegation, type ReadClause } from "./ReadClause.ts"
import type { RelativeWords } from "./Relatives.ts"

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

const noWords: ReadWords = { words: [], matches: [], denying: [], unsettled: [], taking: [] }

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
    if (this.#only !== undefined && !(yield* this.#mayHave(text, this.#only))) return []
    const sentences: Array<ReadonlyArray<ReadClause>> = []
    for (const sentence of this.#language.clauses.sentences(text)) {
      const clauses = this.#written(sentence)
      const found: Array<ReadWords> = []
      for (const clause of clauses) found.push(this.#known.get(clause.text) ?? (yield* this.#read(clause.text)))
      for (const { from, to } of this.#partsOf(clauses, found)) {
        sentences.push(
          clauses.slice(from, to).map((clause, at) => {
            const words = found[from + at] ?? noWords
            // A match is one place of a text.
            return { ...words, clause, matches: words.matches.map((match) => ({ ...match })) }
          })
        )
      }
    }
    return sentences
  }

  /** False for a text without any word of the signs that it is read for. */
  *#mayHave(text: string, only: NamesOfSigns): Generator<void, boolean> {
    const written = Array.from(new Set(smallWords(text)))
    for (let from = 0; from < written.length; from += maxClauseWords) {
      yield
      const some = written.slice(from, from + maxClauseWords)
      if (yield* this.#language.meanings.isAnyOf(some, only.words, this.#words)) return true
    }
    return only.unspacedIn(text).length > 0
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
    const phrases = denialWords.phrasesIn(text)
    const taking = new Set(phrases.taking.map((range) => range.from))
    for (let from = 0; from < words.length; from += maxClauseWords) {
      yield
      const some = words.slice(from, from + maxClauseWords)
      const all = this.#matcher.signs(some, yield* meanings.in(some, this.#words), reader, this.#only)
      const chosen = all.some((match) => startsDenied(match, some, taking))
        ? yield* this.#plain(all, some, taking)
        : all
      matches.push(...chosen.map((match) => ({ ...match, places: match.places.map((place) => from + place) })))
    }
    const read = { words, matches, ...phrases }
    this.#known.set(text, read)
    return read
  }

  /**
   * Matches without the word of change with which their names begin, where a denial before it denies it alone: "no
   * progression of muscle weakness" is said of somebody with muscle weakness.
   */
  *#plain(
    all: ReadonlyArray<Match>,
    words: ReadonlyArray<SignWord>,
    taking: ReadonlySet<number>
  ): Generator<void, ReadonlyArray<Match>> {
    const { meanings, words: reader } = this.#language
    const plain: Array<Match> = []
    for (const match of all) {
      if (!startsDenied(match, words, taking)) {
        plain.push(match)
        continue
      }
      const from = at(match.places, 0) + 1
      const rest = words.slice(from, last(match.places) + 1)
      const found = this.#matcher.signs(rest, yield* meanings.in(rest, this.#words), reader, this.#only)
      const same = found.find(({ isWhole, places }) => isWhole && from + last(places) === last(match.places))
      plain.push(same === undefined ? match : { ...same, places: same.places.map((place) => from + place) })
    }
    return plain
  }

  /** All of a sentence; where it is read for some signs only, the parts with these, and the clauses around them. */
  #partsOf(clauses: Sentence, found: ReadonlyArray<ReadWords>): ReadonlyArray<Range> {
    if (this.#only === undefined) return [{ from: 0, to: clauses.length }]
    const parts: Array<Range> = []
    for (const [nth, { matches }] of found.entries()) {
      if (matches.length === 0 && !isUnspaced(clauses[nth]?.text ?? "")) continue
      const [from, to] = [Math.max(0, nth - maxContext), nth + maxContext + 1]
      const last = parts.at(-1)
      if (last === undefined || from > last.to) parts.push({ from, to })
      else parts.splice(-1, 1, { from: last.from, to })
    }
    return parts
  }
}

/** True for a match whose first word the negation before it denies: "progression" of "no progression of". */
const startsDenied = ({ places }: Match, words: ReadonlyArray<SignWord>, taking: ReadonlySet<number>): boolean => {
  const [first, before] = [words[at(places, 0)], words[at(places, 0) - 1]]
  return (
    places.length > 1 && first !== undefined && taking.has(first.from) && before !== undefined && isNegation(before)
  )
}
