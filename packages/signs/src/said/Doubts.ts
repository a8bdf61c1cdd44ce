import { at } from "@rare-disease-community/text/arrays/At"
import type { Grammar } from "../Grammar.ts"
import { anyOf, folded, matches, type Range, rangesOf, smallWords } from "../WordPatterns.ts"
import { type ReadClause, rangeOf } from "./ReadClause.ts"

/** Finds which signs of a clause are only asked about: "does he have epilepsy?", "è epilessia?". */
export class Questions {
  readonly #asking: RegExp | undefined
  readonly #granted: ReadonlySet<string>
  readonly #pronouns: ReadonlySet<string>
  readonly #isWithoutSubject: boolean

  constructor(grammar: Grammar) {
    this.#asking = anyOf(grammar.asksFor, "", "^[\\s\\p{P}]*")
    this.#granted = folded(
      [...grammar.takenForGranted, ...grammar.endsDenial, ...grammar.subordinators].filter(
        (word) => !grammar.articles.includes(word)
      )
    )
    this.#pronouns = folded([...grammar.clausePronouns, ...grammar.patientPronouns])
    this.#isWithoutSubject = grammar.dropsSubject
  }

  /**
   * How a clause begins to ask. Where a verb needs no subject, only the mark directly behind a sign tells that it asks:
   * "tiene fiebre, ¿qué hago?" says that there is a fever.
   */
  askedBy(sentence: ReadonlyArray<ReadClause>, nth: number): Range | undefined {
    const read = at(sentence, nth)
    const { clause, words } = read
    // "Perché ha le convulsioni?" asks for the cause.
    if (/\p{L}/u.test(clause.mark)) return undefined
    const isAsked = (this.#isWithoutSubject ? clause : sentence.at(-1)?.clause)?.end.includes("?") === true
    const [asking] = isAsked ? rangesOf(this.#asking, clause.text) : []
    if (asking === undefined || !this.#isWithoutSubject) return asking
    const final = read.matches.at(-1)
    const isLast =
      final !== undefined && words.every(({ from, isCommon }) => isCommon || from < rangeOf(read, final).to)
    return isLast ? asking : undefined
  }

  /** True for a sign that a question asks for: nothing between says that it is there, as "with" does. */
  isAsked({ clause, words }: ReadClause, asking: Range | undefined, from: number): boolean {
    if (asking === undefined) return false
    // "Bekommt er Anfälle?" may be a sign with its verb.
    if (from < asking.to) return clause.text.slice(0, from).trim() === ""
    const between = smallWords(clause.text.slice(asking.to, from))
    if (between.some((word) => this.#granted.has(word) || this.#pronouns.has(word))) return false
    // "¿Es peligrosa la fiebre?" asks for no fever.
    return !this.#isWithoutSubject || words.every((word) => word.from < asking.to || word.from >= from || word.isCommon)
  }
}

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
