import type { Grammar } from "../Grammar.ts"
import { folded, wholeWord } from "../WordPatterns.ts"

/** A word in small letters. */
interface Written {
  readonly written: string
}

/** Finds words of size that name a child: "il piccolo" of "il piccolo ha la febbre", not that of "il piccolo dito". */
export class LittleOnes {
  readonly #sizes: RegExp | undefined
  readonly #before: ReadonlySet<string>
  readonly #behind: ReadonlySet<string>
  readonly #joining: ReadonlySet<string>

  constructor(grammar: Grammar) {
    this.#sizes = wholeWord(grammar.littleOnes)
    this.#before = folded([...grammar.articles, ...grammar.possessives, ...grammar.contractions])
    this.#joining = folded(grammar.conjunctions)
    const small = [
      ...grammar.uncounted,
      ...grammar.startsPredicate,
      ...grammar.relativeHas,
      ...grammar.negations.filter((word) => !grammar.negationEnds.includes(word)),
      ...grammar.negationStarts,
      ...grammar.childDoes
    ]
    this.#behind = new Set(Array.from(folded(small)).filter((word) => !this.#joining.has(word)))
  }

  /** True for a word of size behind an article that no noun follows, but a verb, a preposition or nothing. */
  isLittleOne(words: ReadonlyArray<Written>, at: number): boolean {
    const [before, size, next, second] = [-1, 0, 1, 2].map((step) => words[at + step]?.written)
    if (size === undefined || before === undefined || this.#sizes?.test(size) !== true) return false
    if (!this.#before.has(before)) return false
    // "La petite et son frère", but "su pequeña y redonda cabeza".
    if (next !== undefined && this.#joining.has(next)) return second !== undefined && this.#before.has(second)
    return next === undefined || this.#behind.has(next)
  }
}
