import type { NameIndex } from "./NameIndex.ts"
import type { Likeness } from "./Vocabulary.ts"

/** A word that is asked for: which words of the index it may be, best first, and how much it tells. */
export interface AskedWord {
  readonly likes: ReadonlyArray<Likeness>
  readonly weight: number
  /** One or two letters that a word begins with: looked for in names that have the other words. */
  readonly beginning: string | undefined
}

/** A name that has words of a search: which share of the search it has, and which share of it the search has. */
export interface FoundName {
  readonly name: number
  readonly ofSearch: number
  readonly ofName: number
}

/** Below this share of the best name's, a name is not looked at further. */
const minShare = 0.6

/** From this share of a search on, its remaining words only tell apart the names that are found already. A name with those alone has too little. */
const enough = 0.55

/** Finds the names that have the words of a search. It keeps its tables from search to search, so it serves one at a time. */
export class NameSearch {
  readonly #index: NameIndex
  #search = 0
  #word = 0
  #searchOf = new Int32Array(0)
  #wordOf = new Int32Array(0)
  #found = new Float64Array(0)
  #covered = new Float64Array(0)

  constructor(index: NameIndex) {
    this.#index = index
  }

  /** The names that have most of what is asked for, in no order. */
  find(asked: ReadonlyArray<AskedWord>): ReadonlyArray<FoundName> {
    this.#grow()
    this.#search++
    const total = asked.reduce((sum, { weight }) => sum + weight, 0)
    const touched: Array<number> = []
    let passed = 0
    for (const word of asked.toSorted((one, other) => other.weight - one.weight)) {
      const isLate = passed > enough * total
      if (isLate && touched.length === 0) return []
      this.#ask(word, isLate ? undefined : touched)
      passed += word.weight
    }
    let best = 0
    for (const name of touched) best = Math.max(best, this.#found[name] ?? 0)
    const begun = asked.find(({ beginning }) => beginning !== undefined)
    const result: Array<FoundName> = []
    for (const name of touched) {
      let found = this.#found[name] ?? 0
      if (found < best * minShare) continue
      if (begun !== undefined && this.#begins(name, begun.beginning ?? ""))
        found = Math.min(total, found + begun.weight * 0.85)
      result.push({
        name,
        ofSearch: found / total,
        ofName: Math.min(1, (this.#covered[name] ?? 0) / this.#weightOf(name))
      })
    }
    return result
  }

  /** Adds a word to what the names have; names that had none of the words before are added to `touched`, if given. */
  #ask({ likes, weight }: AskedWord, touched: Array<number> | undefined) {
    const word = ++this.#word
    for (const { likeness, word: id } of likes) {
      const [found, covered] = [weight * likeness, this.#index.weight(id) * likeness]
      for (const name of this.#index.having(id)) {
        if (this.#wordOf[name] === word) continue
        if (this.#searchOf[name] !== this.#search) {
          if (touched === undefined) continue
          this.#searchOf[name] = this.#search
          this.#found[name] = 0
          this.#covered[name] = 0
          touched.push(name)
        }
        this.#wordOf[name] = word
        this.#found[name] = (this.#found[name] ?? 0) + found
        this.#covered[name] = (this.#covered[name] ?? 0) + covered
      }
    }
  }

  #begins(name: number, text: string): boolean {
    const words = this.#index.name(name)?.words ?? []
    return words.some((word) => this.#index.vocabulary.word(word).startsWith(text))
  }

  #weightOf(name: number): number {
    let weight = 0
    for (const word of this.#index.name(name)?.words ?? []) weight += this.#index.weight(word)
    return weight
  }

  #grow() {
    const names = this.#index.capacity
    if (names <= this.#searchOf.length) return
    const size = Math.max(1_024, Math.ceil(names * 1.25))
    this.#searchOf = new Int32Array(size)
    this.#wordOf = new Int32Array(size)
    this.#found = new Float64Array(size)
    this.#covered = new Float64Array(size)
    this.#search = 0
    this.#word = 0
  }
}
