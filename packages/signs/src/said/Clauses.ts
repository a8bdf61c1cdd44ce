import type { Grammar } from "../Grammar.ts"
import { anyOf, rangesOf } from "../WordPatterns.ts"

/** A clause of a sentence, and the mark or word between it and the one before. */
export interface Clause {
  readonly text: string
  readonly mark: string
  /** True for "no" or the like behind a colon, in parentheses, or behind a question: "Seizures: none". */
  readonly isAnswer: boolean
  /** True behind a question mark of its own: "? seizures", "ataxia, ?seizures". */
  readonly isQueried: boolean
  /** The mark behind it. */
  readonly end: string
}

export type Sentence = ReadonlyArray<Clause>

/** The marks that end a sentence. A question mark does too, unless the answer follows. */
const sentenceEnd = /[.;!\n]/

/** True behind a question mark that ends nothing: behind a mark, at the start of a line, or directly before a word. */
const isQueried = (text: string, from: number): boolean => {
  const before = `${from < maxBeforeQuery ? "\n" : ""}${text.slice(Math.max(0, from - maxBeforeQuery), from)}`
  return /[\n,;:.(•*–-]\s*\?$/.test(before) || (/\s\?$/.test(before) && /\p{L}/u.test(text[from] ?? ""))
}

/** So many letters before a clause say whether a question mark there is its own. */
const maxBeforeQuery = 8

/** Splits the texts of one language into sentences, and these into clauses. */
export class Clauses {
  readonly #clauseEnd: RegExp
  readonly #answer: RegExp
  readonly #abbreviation: RegExp | undefined

  constructor(grammar: Grammar) {
    // "Zittern tut er aber nicht" is one clause.
    const isDenied = `(?!\\s+(?:${grammar.negations.join("|")})\\s*(?:[.;!?\\n,:()]|$))`
    const answers = anyOf(grammar.denyingAnswers)?.source
    this.#clauseEnd = new RegExp(
      [
        "[;!?\\n:()|]+",
        "[.,]+(?!\\d)",
        answers === undefined ? [] : `\\s[-–—=]+\\s*(?=${answers})`,
        anyOf(grammar.clauseEnds, isDenied)?.source ?? []
      ]
        .flat()
        .join("|"),
      "giu"
    )
    this.#abbreviation = anyOf(grammar.abbreviations)
    this.#answer = new RegExp(
      ["^\\s*[-–−]\\s*$", answers === undefined ? [] : `^\\s*${answers}`].flat().join("|"),
      "iu"
    )
  }

  /** The sentences of a text, with the clauses that say something. */
  sentences(text: string): ReadonlyArray<Sentence> {
    const sentences: Array<Array<Clause>> = [[]]
    let [from, mark] = [0, ""]
    const add = (to: number, end: string) => {
      const clause = text.slice(from, to)
      const isAnswer = /[:(?=|–—-]/.test(mark) && this.#answer.test(clause)
      if (!isAnswer && !/[\p{L}\p{N}]/u.test(clause)) return
      if (sentenceEnd.test(mark) || (mark.includes("?") && !isAnswer)) sentences.push([])
      sentences.at(-1)?.push({ text: clause, mark, isAnswer, isQueried: isQueried(text, from), end })
      mark = ""
    }
    const abbreviations = rangesOf(this.#abbreviation, text)
    let next = 0
    for (const { 0: end, index } of text.matchAll(this.#clauseEnd)) {
      while ((abbreviations[next]?.to ?? Number.POSITIVE_INFINITY) <= index) next++
      // "V. a. Epilepsie" is one clause.
      if ((abbreviations[next]?.from ?? Number.POSITIVE_INFINITY) <= index) continue
      add(index, end)
      mark += end
      from = index + end.length
    }
    add(text.length, "")
    return sentences.filter(({ length }) => length > 0)
  }
}
