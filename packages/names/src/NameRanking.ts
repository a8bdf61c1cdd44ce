import { at } from "@rare-disease-community/text/arrays/At"
import { editDistance, LetterPairs } from "@rare-disease-community/text/EditDistance"
import { foldText } from "@rare-disease-community/text/Folding"
import type { MatchedOn } from "./MatchedOn.ts"
import type { FoundCodes, NameCode } from "./NameCodes.ts"
import type { NameIndex } from "./NameIndex.ts"
import type { IndexedName } from "./NameTable.ts"
import { type Query, rareFrequency } from "./Query.ts"
import { exactScore, type Scored, sameWordsScore } from "./Scores.ts"
import type { QueryTerm } from "./Vocabulary.ts"

/** A name that has words of a search; both coverages are shares from 0 to 1. */
interface FoundName {
  readonly name: number
  readonly queryCoverage: number
  readonly nameCoverage: number
}

/** Names with less than this share of the best name's weight are dropped. */
const minShareOfBest = 0.6

/** After this share of a search, further words only rank the names already found. */
const enoughOfQuery = 0.55

/** A word that begins with the typed letters counts this much of a whole word. */
const prefixShare = 0.85

/** Finds the names that have the words of a search. It reuses its tables, so it runs one search at a time. */
class NameSearch {
  readonly #index: NameIndex
  #search = 0
  #term = 0
  // By name: the last search and the last term that found it, and its weights in that search.
  #searchOf = new Int32Array(0)
  #termOf = new Int32Array(0)
  #found = new Float64Array(0)
  #covered = new Float64Array(0)

  constructor(index: NameIndex) {
    this.#index = index
  }

  /** The names that have most of the terms, in no order. */
  find(terms: ReadonlyArray<QueryTerm>): ReadonlyArray<FoundName> {
    this.#grow()
    this.#search++
    const total = terms.reduce((sum, { weight }) => sum + weight, 0)
    const names: Array<number> = []
    let passed = 0
    for (const term of terms.toSorted((one, other) => other.weight - one.weight)) {
      const isLate = passed > enoughOfQuery * total
      if (isLate && names.length === 0) return []
      this.#count(term, isLate ? undefined : names)
      passed += term.weight
    }
    let best = 0
    for (const name of names) best = Math.max(best, at(this.#found, name))
    const begun = terms.find(({ prefix }) => prefix !== undefined)
    const result: Array<FoundName> = []
    for (const name of names) {
      let found = at(this.#found, name)
      if (found < best * minShareOfBest) continue
      if (begun !== undefined && this.#hasPrefix(name, begun.prefix ?? ""))
        found = Math.min(total, found + begun.weight * prefixShare)
      const nameCoverage = Math.min(1, at(this.#covered, name) / this.#index.idfOfName(name))
      result.push({ name, queryCoverage: found / total, nameCoverage })
    }
    return result
  }

  /** Adds a term to the names that have it. A name that had no earlier term is added to `names`, or skipped without. */
  #count({ candidates, weight }: QueryTerm, names: Array<number> | undefined) {
    const term = ++this.#term
    for (const { similarity, word } of candidates) {
      const [found, covered] = [weight * similarity, this.#index.idf(word) * similarity]
      for (const name of this.#index.namesWith(word)) {
        if (this.#termOf[name] === term) continue
        if (this.#searchOf[name] !== this.#search) {
          if (names === undefined) continue
          this.#searchOf[name] = this.#search
          this.#found[name] = 0
          this.#covered[name] = 0
          names.push(name)
        }
        this.#termOf[name] = term
        this.#found[name] = (this.#found[name] ?? 0) + found
        this.#covered[name] = (this.#covered[name] ?? 0) + covered
      }
    }
  }

  #hasPrefix(name: number, prefix: string): boolean {
    return this.#index.someWord(name, (word) => this.#index.vocabulary.word(word).startsWith(prefix))
  }

  #grow() {
    const names = this.#index.capacity
    if (names <= this.#searchOf.length) return
    const size = Math.max(1_024, Math.ceil(names * 1.25))
    this.#searchOf = new Int32Array(size)
    this.#termOf = new Int32Array(size)
    this.#found = new Float64Array(size)
    this.#covered = new Float64Array(size)
    this.#search = 0
    this.#term = 0
  }
}

/** If no name has this share of a search, each of its words may be a typing error. */
const minQueryCoverage = 0.8

/** The maximum number of names of diseases that are scored for a search: those that are best by their words. */
const maxNames = 4_000

/** The maximum number of scored names that are compared letter by letter. */
const maxCompared = 120

/** The shares of a score: words of the search that the name has, words of the name that the search has, letters. */
const [queryShare, nameShare, lettersShare] = [0.52, 0.28, 0.2]

/** Added if a name begins as the search does, and taken off for each typing error; doubled for a half-typed search. */
const [prefixScore, perError] = [0.1, 0.03]

/** Taken off the score of a name that lacks a number, or another code, of the search. */
const perMissingCode = 0.1

/** A prefix with fewer letters is not compared with typing errors. */
const minPrefixLetters = 8

/** The maximum number of typing errors in a prefix. */
const maxPrefixErrors = 2

/** A search with fewer letters is not compared with the beginnings of names. */
const minMistyped = 7

/** A search with more letters is not compared with the beginnings of names. */
const maxMistyped = 40

/** The share of a search that a name covers if the search is its mistyped beginning. */
const mistypedCoverage = 0.96

/** Longer names are compared by pairs of letters, and not by typing errors. */
const maxShortName = 12

/** The maximum number of typing errors in a short name. */
const maxShortErrors = 3

/** Among equal scores a name comes before a synonym, and that before an abbreviation. */
const fieldScores: Readonly<Record<MatchedOn["field"], number>> = {
  name: 0.02,
  synonym: 0.01,
  abbreviation: 0,
  gene: -0.15,
  code: 0,
  description: 0,
  parent: 0
}

/** True for the band of a code that is within that of another: "19p13.3" is in "19p13". */
const isBegin = (code: NameCode, own: NameCode) => code.every((word, at) => own[at] === word)

interface Candidate {
  readonly score: number
  readonly queryCoverage: number
  readonly nameCoverage: number
}

const candidate = (queryCoverage: number, nameCoverage: number): Candidate => ({
  score: queryCoverage * (queryShare + nameShare * nameCoverage),
  queryCoverage,
  nameCoverage
})

/** Scores the names that a search may mean. */
export class NameRanking {
  readonly #index: NameIndex
  readonly #search: NameSearch

  constructor(index: NameIndex) {
    this.#index = index
    this.#search = new NameSearch(index)
  }

  /** The names that a search may mean, each with its score, in no order. */
  rank(query: Query): ReadonlyArray<Scored> {
    const found = Array.from(this.#candidates(query), ([id, candidate]) => ({ id, ...candidate }))
    if (found.length > maxCompared) found.sort((one, other) => other.score - one.score)
    // Limits are scores and not places: among equals the order depends on when a name was added.
    const [least, leastCompared] = [found[maxNames]?.score ?? 0, found[maxCompared]?.score ?? 0]
    const similarity = similarityTo(query.joined)
    return found.flatMap(({ id, nameCoverage, queryCoverage, score }): ReadonlyArray<Scored> => {
      const name = this.#index.name(id)
      if (name === undefined || (score < least && !query.isCommon)) return []
      const codes = this.#codesOf(name, query)
      if (codes === "others") return []
      const exact = exactScoreOf(name, query)
      const isCompared = !query.isCommon && score > leastCompared
      const prefix = isCompared ? this.#prefixScore(name, query) * (query.isHalfTyped ? 2 : 1) : 0
      const byLetters = isCompared ? lettersShare * similarity(name.joined) + prefix : 0
      // Names that have only common words are equally good by their words: prominence decides between them.
      const byWords = query.isCommon ? candidate(queryCoverage, 1).score : score
      const missing = codes === "missing" ? perMissingCode : 0
      const total = byWords + byLetters + exact + fieldScores[name.field] - missing
      const { disease, matchedOn } = name
      return [{ disease, matchedOn, score: total, queryCoverage, nameCoverage, isExact: exact > 0 }]
    })
  }

  /** Compares the codes of a name with those of a search, and the change of a chromosome with the one searched for. */
  #codesOf(name: IndexedName, { change, codes }: Query): FoundCodes {
    const found = this.#index.codesOf(name, codes)
    if (change === undefined || found === "others") return found
    const says = (pattern: RegExp) => name.someWord((word) => pattern.test(this.#index.vocabulary.word(word)))
    if (says(change.contrary) && !says(change.own)) return "others"
    const isWithin = name.codes.some((own) => codes.some((code) => own.length > code.length && isBegin(code, own)))
    return isWithin || (change.part !== undefined && says(change.part)) ? "missing" : found
  }

  /** The names that have words of the search, each with its best score among the alternatives. */
  #candidates(query: Query): ReadonlyMap<number, Candidate> {
    const { joined } = query
    const best = new Map<number, Candidate>()
    const keep = (name: number, found: Candidate) => {
      if (found.score > (best.get(name)?.score ?? 0)) best.set(name, found)
    }
    const lengthShare = (name: number) => Math.min(1, joined.length / this.#index.lengthOf(name))
    if (this.#findWords(query, rareFrequency, keep) < minQueryCoverage)
      this.#findWords(query, Number.POSITIVE_INFINITY, keep)
    for (const name of this.#index.withPrefix(joined, query.words)) keep(name, candidate(1, lengthShare(name)))
    if (this.#mayBeMistypedPrefix(query, best.keys())) {
      for (const name of this.#index.withSimilarPrefix(joined))
        keep(name, candidate(mistypedCoverage, lengthShare(name)))
    }
    for (const name of this.#index.exact(joined)) best.set(name, candidate(1, 1))
    return best
  }

  /** Keeps the names that have words of the search, and returns the greatest coverage of the search. */
  #findWords(query: Query, maxFrequency: number, keep: (name: number, found: Candidate) => void): number {
    let most = 0
    for (const terms of query.alternatives(maxFrequency)) {
      for (const { name, nameCoverage, queryCoverage } of this.#search.find(terms)) {
        most = Math.max(most, queryCoverage)
        keep(name, candidate(queryCoverage, nameCoverage))
      }
    }
    return most
  }

  /** True if no found name begins as typed. A search with a number is not mistyped: it means another disease. */
  #mayBeMistypedPrefix({ isSentence, joined }: Query, found: Iterable<number>): boolean {
    if (isSentence || joined.length < minMistyped || joined.length > maxMistyped || /\d/.test(joined)) return false
    for (const id of found) if (this.#index.name(id)?.joined.startsWith(joined) === true) return false
    return true
  }

  /** The score of a name that begins as the search does; a single short word must begin as the name's first word. */
  #prefixScore({ joined, words }: IndexedName, query: Query): number {
    const isShort = query.joined.length < minPrefixLetters
    if (joined.startsWith(query.joined)) {
      const isWithin = query.words.length === 1 && isShort
      return isWithin && !this.#index.vocabulary.word(words[0] ?? -1).startsWith(query.joined) ? 0 : prefixScore
    }
    const errors = isShort ? maxPrefixErrors + 1 : editDistance(query.joined, joined, maxPrefixErrors, true)
    return errors > maxPrefixErrors ? 0 : prefixScore - perError * errors
  }
}

const exactScoreOf = (name: IndexedName, query: Query): number => {
  if (name.joined !== query.joined) return 0
  return foldText(name.text).trim() === query.folded ? exactScore : sameWordsScore
}

/** The similarity of names to a search: short ones by typing errors, since an exchange of letters leaves few pairs. */
const similarityTo = (typed: string) => {
  const pairs = new LetterPairs(typed)
  return (name: string): number =>
    typed.length <= maxShortName && name.length <= maxShortName
      ? 1 - editDistance(typed, name, maxShortErrors) / Math.max(typed.length, name.length)
      : pairs.similarity(name)
}
