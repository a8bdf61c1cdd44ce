import type { NameIndex } from "./NameIndex.ts"
import type { SimilarWord } from "./Vocabulary.ts"

/** A word of a search: the words of the index that it may mean, best first, and its weight. */
export interface QueryTerm {
  readonly candidates: ReadonlyArray<SimilarWord>
  readonly weight: number
  /** One or two letters of a word: looked for in names that have the other words. */
  readonly prefix: string | undefined
}

/** A name that has words of a search; both coverages are shares from 0 to 1. */
export interface FoundName {
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
export class NameSearch {
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
    for (const name of names) best = Math.max(best, this.#found[name] ?? 0)
    const begun = terms.find(({ prefix }) => prefix !== undefined)
    const result: Array<FoundName> = []
    for (const name of names) {
      let found = this.#found[name] ?? 0
      if (found < best * minShareOfBest) continue
      if (begun !== undefined && this.#hasPrefix(name, begun.prefix ?? ""))
        found = Math.min(total, found + begun.weight * prefixShare)
      const nameCoverage = Math.min(1, (this.#covered[name] ?? 0) / this.#idfOf(name))
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
    const words = this.#index.name(name)?.words ?? []
    return words.some((word) => this.#index.vocabulary.word(word).startsWith(prefix))
  }

  #idfOf(name: number): number {
    return (this.#index.name(name)?.words ?? []).reduce((sum, word) => sum + this.#index.idf(word), 0)
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
