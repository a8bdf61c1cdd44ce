import { at } from "@rare-disease-community/text/arrays/At"
import type { Grammar } from "../Grammar.ts"
import { anyOf, folded, matches, rangesOf, smallWords } from "../WordPatterns.ts"
import { type ReadClause, rangeOf } from "./ReadClause.ts"

/** Finds signs that somebody only had: "used to have migraines", "had eczema, but it went away". */
export class FormerSigns {
  readonly #formerly: RegExp | undefined
  readonly #over: RegExp | undefined
  readonly #still: RegExp | undefined
  readonly #joining: ReadonlySet<string>

  constructor(grammar: Grammar) {
    this.#formerly = anyOf(grammar.formerly)
    this.#over = anyOf(grammar.isOver, "\\s*$", "^\\s*")
    this.#still = anyOf(grammar.stillThere)
    this.#joining = folded(grammar.conjunctions)
  }

  /** The places in a clause where signs begin that are over: all behind "used to", and the last before "went away". */
  in(sentence: ReadonlyArray<ReadClause>, nth: number, following: ReadClause | undefined): ReadonlyArray<number> {
    const read = at(sentence, nth)
    const { text } = read.clause
    const signs = read.matches.map((match) => rangeOf(read, match))
    const final = signs.at(-1)
    if (final === undefined || matches(this.#still, text)) return []
    const next = sentence[nth + 1] ?? following
    const isOver = matches(this.#over, text.slice(final.to)) || (next?.matches.length === 0 && this.#ends(next))
    const [phrase] = rangesOf(this.#formerly, text)
    const isFormer = ({ from, to }: { readonly from: number; readonly to: number }) => {
      if (phrase === undefined) return false
      const between = from < phrase.from ? text.slice(to, phrase.from) : text.slice(phrase.to, from)
      return !smallWords(between).some((word) => this.#joining.has(word))
    }
    return [...signs.filter(isFormer), ...(isOver ? [final] : [])].map(({ from }) => from)
  }

  #ends({ clause }: ReadClause): boolean {
    return /[\s,.]|\p{L}/u.test(clause.mark) && matches(this.#over, clause.text)
  }
}
