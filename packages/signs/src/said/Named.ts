import type { Grammar } from "../Grammar.ts"
import { folded, type Range, token, wholeWord } from "../WordPatterns.ts"

/** A word of a clause in small letters, and where it is. */
export interface Word extends Range {
  readonly written: string
}

/** The words with which a clause names relatives, by their numbers. */
export interface Named {
  readonly first: number
  readonly last: number
  /** The relative of whom the others are: the sister of "the sister of my mother". */
  readonly head: string
  /** True for several of them: "my father and my uncle". */
  readonly areMany: boolean
  /** True for those in whom something is found: "bei meinem Bruder". */
  readonly isWhere: boolean
}

/** A part of a clause that is about a relative, and the words that name them. */
export interface Owned extends Range {
  readonly whose: string
  /** True where the text says that the patient has not what the relative has: "my mother has diabetes, I don't". */
  readonly isNotOfPatient?: boolean
}

/** The words of a clause. */
export const wordsOf = (text: string): ReadonlyArray<Word> =>
  Array.from(text.matchAll(token), ({ 0: raw, index }) => ({
    written: raw.toLowerCase(),
    from: index,
    to: index + raw.length
  }))

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
  isLittleOne(words: ReadonlyArray<Pick<Word, "written">>, at: number): boolean {
    const [before, size, next, second] = [-1, 0, 1, 2].map((step) => words[at + step]?.written)
    if (size === undefined || before === undefined || this.#sizes?.test(size) !== true) return false
    if (!this.#before.has(before)) return false
    // "La petite et son frère", but "su pequeña y redonda cabeza".
    if (next !== undefined && this.#joining.has(next)) return second !== undefined && this.#before.has(second)
    return next === undefined || this.#behind.has(next)
  }
}
