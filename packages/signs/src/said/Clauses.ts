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

/** A mark that says of the word beside it that it is so, or not: a box, a tick, a sign in brackets, "+" or "-". */
const marks =
  /[[(] {0,3}(?:[xX✓✔+]{0,3}|[-–−]{1,3}) {0,3}[\])]|[☐☑☒✓✔✗✘❌✅]|(?<=[\p{L})]) ?\+{1,3}(?= {0,3}(?:[,;|]|$))|(?<=[\p{L})]) {1,3}[-–−]{1,3}(?= {0,3}(?:[,;|]|$))/gmu

/** Signs before words: "+ataxia, -seizures". They are bullets in a text that has no "+" there. */
const signsBefore = /(?<=^ {0,3}|[,;] {0,3})[+−-](?= ?\p{L})/gmu

/** Signs directly behind words with no comma between them: "hypotonia+ ataxia- seizures-". */
const signsBehind = /(?<=[\p{L})])[+−-](?= +\p{L}| *$)/gmu

/** What says of the sign before it that it is neither so nor not: "seizures +/-". */
const undecided = /(?<=[\p{L})]) ?(?:\+ ?\/ ?[-–−]|±)(?! ?\d)/gu

/** True for a mark that affirms, false for one that denies. */
const affirms = (mark: string, text: string): boolean =>
  // A crossed box was chosen, unless others have a tick.
  mark === "☒" ? !/[☑✓✔✅]/u.test(text) : /[xX☑✓✔✅+]/u.test(mark)

/** Brackets with nothing between them are a box where others have a cross, and a dash is a mark beside others. */
const isMark = (mark: string, text: string, count: number): boolean => {
  if (/^\( *\)$/.test(mark)) return /\( *[xX✓✔] *\)/u.test(text)
  return count > 1 || !/^ *[-–−]+$/.test(mark)
}

/**
 * A text with answers in place of its marks: "[x] ataxia [ ] seizures" becomes "ataxia;seizures: –;". A line that
 * begins with a mark has each before its words, another one behind them.
 */
export const withAnswers = (typed: string): string => {
  const isRow = (typed.match(signsBehind) ?? []).filter((sign) => sign === "+").length > 0
  const text = (isRow ? typed.replace(signsBehind, " $&,") : typed).replace(undecided, "?")
  const all = text.match(marks) ?? []
  const signs = text.match(signsBefore)?.includes("+") === true ? signsBefore : undefined
  const own = Array.from(new Set(all)).filter((mark) => isMark(mark, text, all.length))
  const says = new Map(
    [...own, ...(signs === undefined ? [] : ["+", "-", "−"])].map((one) => [one, affirms(one, text)])
  )
  if (says.size === 0) return text
  const answered = (part: string, mark: string): string => {
    const words = part.replace(/^[\s,;|]+/, "").trimEnd()
    return words === "" ? "" : `${words}${says.get(mark) === true ? "" : ": –"};`
  }
  const lineOf = (line: string): string => {
    const found = Array.from(line.matchAll(signs ?? marks)).filter(([mark]) => says.has(mark))
    const [first] = found
    if (first === undefined) return line
    const isBefore = !/[\p{L}\p{N}]/u.test(line.slice(0, first.index))
    let [from, out] = [0, ""]
    for (const [nth, { 0: mark, index }] of found.entries()) {
      const end = index + mark.length
      const part = isBefore ? line.slice(end, found[nth + 1]?.index) : line.slice(from, index)
      // "Hypotonia, ptosis -" denies one, and "[ ] seizures. He falls" too.
      const cut = isBefore ? part.search(/[.;]/) : part.lastIndexOf(",") + 1
      const at = isBefore && cut < 0 ? part.length : cut
      const [before, behind] = [part.slice(0, at), part.slice(at)]
      out += isBefore ? answered(before, mark) + behind : before.replace(/,$/, ";") + answered(behind, mark)
      from = end
    }
    return isBefore ? out : out + line.slice(from)
  }
  return text.split("\n").map(lineOf).join("\n")
}

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
