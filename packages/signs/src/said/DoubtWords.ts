import type { Grammar } from "../Grammar.ts"
import { anyOf, folded, matches, rangesOf } from "../WordPatterns.ts"
import { smallWords } from "./DenialWords.ts"
import type { ReadClause } from "./ReadClause.ts"

/** A doubt reaches a sign behind it that is at most so many letters away. */
const maxReach = 200

/** No possessive has more letters. */
const maxWord = 20

/** Tells which signs of a clause are only feared, foretold, asked about or compared with. */
export interface Doubts {
  /** True for a sign that begins at a place of the clause. */
  readonly isDoubted: (from: number, isOneWord: boolean) => boolean
}

/** The words of a language that say that a sign may not be there: "might have", "risk of", "afraid that". */
export class DoubtWords {
  readonly #doubting: RegExp | undefined
  readonly #circumstances: RegExp | undefined
  readonly #object: RegExp | undefined
  readonly #breaking: ReadonlySet<string>
  readonly #joining: ReadonlySet<string>
  readonly #predicate: ReadonlySet<string>
  readonly #possessive: ReadonlySet<string>

  constructor(grammar: Grammar) {
    this.#doubting = anyOf(grammar.onlyThoughtOf)
    this.#circumstances = anyOf(grammar.setsOffOrResembles, "(?:\\s+\\S+)?\\s*$")
    this.#object = anyOf(grammar.objectClauses, "", "^\\s*")
    this.#breaking = folded(grammar.endsDenial)
    this.#joining = folded(grammar.conjunctions)
    this.#predicate = folded(grammar.startsPredicate)
    this.#possessive = folded(grammar.possessives)
  }

  /** The doubts of a clause. The clause before may leave open all that it goes on with: "Angst, dass sie krampft". */
  in({ clause: { mark, text }, unsettled }: ReadClause, before: ReadClause | undefined): Doubts {
    const isObject = mark.trim() === "," && this.#endsInDoubt(before?.clause.text ?? "")
    const doubts = [...(isObject ? rangesOf(this.#object, text) : []), ...rangesOf(this.#doubting, text)]
    return {
      isDoubted: (from, isOneWord) => {
        if (unsettled.length > 0) return true
        // What is somebody's own is there: "worried about his scoliosis".
        const [last = ""] = smallWords(text.slice(Math.max(0, from - maxWord), from)).slice(-1)
        if (this.#possessive.has(last)) return false
        const doubt = doubts.findLast((one) => one.from < from)
        if (doubt !== undefined && this.#reaches(text.slice(doubt.to, from))) return true
        return isOneWord && matches(this.#circumstances, text.slice(0, from))
      }
    }
  }

  #endsInDoubt(text: string): boolean {
    return rangesOf(this.#doubting, text).at(-1)?.to === text.trimEnd().length
  }

  /** True if a doubt reaches a sign behind a text: it ends at "since", and at an "and" with a verb behind it. */
  #reaches(text: string): boolean {
    if (text.length > maxReach) return false
    const between = smallWords(text)
    if (between.some((word) => this.#breaking.has(word))) return false
    const joint = between.findLastIndex((word) => this.#joining.has(word))
    return joint < 0 || !between.slice(joint + 1).some((word) => this.#predicate.has(word))
  }
}
