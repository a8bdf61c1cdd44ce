import { at } from "@rare-disease-community/text/arrays/At"
import type { Grammar } from "../Grammar.ts"
import { anyOf, matches as matchesText, type Range, rangesOf, smallWords } from "../WordPatterns.ts"
import type { DenialWords } from "./DenialWords.ts"
import { FormerSigns, Questions } from "./Doubts.ts"
import { type ReadClause, rangeOf } from "./ReadClause.ts"

/** A doubt reaches a sign behind it that is at most so many letters away. */
const maxReach = 200

/** The most items of a list that is doubted as a whole. */
const maxListed = 12

/** What says that a sign is unsure is in the first letters behind it. */
const maxBehind = 80

/** No possessive, demonstrative or verb of a predicate has more letters. */
const maxWord = 20

/** Tells which signs of a clause are only feared, foretold, asked about or compared with, or are over. */
export interface Doubts {
  /** True for a sign that begins at a place of the clause. */
  readonly isDoubted: (from: number, isOneWord: boolean) => boolean
  /** True for a sign that is only a part of a doubt about another one: the "fear" of "the fear that she goes blind". */
  readonly isPartOfDoubt: (sign: Range) => boolean
}

const noDoubts: Doubts = { isDoubted: () => false, isPartOfDoubt: () => false }

/** The words of a language that say that a sign may not be there: "might have", "risk of", "afraid that". */
export class DoubtWords {
  readonly #doubting: RegExp | undefined
  readonly #listing: RegExp | undefined
  readonly #behind: RegExp | undefined
  readonly #affirming: RegExp | undefined
  readonly #foretelling: RegExp | undefined
  readonly #object: RegExp | undefined
  readonly #questions: Questions
  readonly #former: FormerSigns
  /** What ends a denial ends a doubt. */
  readonly #denials: DenialWords

  constructor(grammar: Grammar, denials: DenialWords) {
    this.#doubting = anyOf([...grammar.onlyThoughtOf, ...grammar.doubtsList])
    this.#listing = anyOf(grammar.doubtsList, "", "^\\s*")
    this.#behind = anyOf(grammar.doubtedBehind, "", "^[\\s-]*")
    this.#affirming = anyOf(grammar.affirmingAnswers, "", "^\\s*")
    // "Aura" is no "aurà".
    const { foretells } = grammar
    this.#foretelling =
      foretells.length === 0 ? undefined : new RegExp(`(?<!\\p{L})(?:${foretells.join("|")})(?!\\p{L})`, "giu")
    this.#questions = new Questions(grammar)
    this.#former = new FormerSigns(grammar)
    this.#object = anyOf(grammar.objectClauses, "", "^\\s*")
    this.#denials = denials
  }

  /**
   * The doubts of a clause of a sentence. The clause before may leave open all that this one goes on with: "Angst, dass
   * sie krampft". `following` begins the next sentence.
   */
  in(sentence: ReadonlyArray<ReadClause>, nth: number, following: ReadClause | undefined): Doubts {
    const read = at(sentence, nth)
    if (read.matches.length === 0) return noDoubts
    const { text } = read.clause
    const foretold = rangesOf(this.#foretelling, text)
    const said = [...rangesOf(this.#doubting, text), ...foretold].sort((one, other) => one.from - other.from)
    const asking = this.#questions.askedBy(sentence, nth)
    const former = [...this.#former.in(sentence, nth, following), ...this.#doubtedBehind(read, sentence[nth + 1])]
    const isOpen = read.unsettled.length > 0 || this.#isBareQuestion(read, sentence[nth + 1] ?? following)
    const whole = read.clause.isQueried || this.#isOfDoubtedList(sentence, nth) ? [{ from: -1, to: 0 }] : []
    const doubts = [...whole, ...this.#objectOf(sentence, nth), ...said]
    const goesOn = this.#objectOf(sentence, nth + 1).length > 0
    const isAbout = ({ to }: Range) =>
      (goesOn && to === text.trimEnd().length) ||
      read.matches.some((match) => {
        const { from } = rangeOf(read, match)
        return from >= to && this.#reaches(text, to, from)
      })
    return {
      isDoubted: (from, isOneWord) => {
        if (isOpen || former.includes(from)) return true
        // "Ficará cego".
        if (foretold.some((one) => one.from === from)) return true
        // What is somebody's own is there: "worried about his scoliosis".
        const [last = ""] = smallWords(text.slice(Math.max(0, from - maxWord), from)).slice(-1)
        if (this.#denials.definite.has(last)) return false
        if (this.#questions.isAsked(read, asking, from)) return true
        const doubt = doubts.findLast((one) => one.from < from)
        if (doubt !== undefined && this.#reaches(text, doubt.to, from)) return true
        return isOneWord && this.#denials.isCircumstance(text.slice(0, from))
      },
      isPartOfDoubt: ({ from, to }) => said.some((one) => one.from <= from && to <= one.to && isAbout(one))
    }
  }

  /** The places where signs begin behind which the clause says that they are unsure: "cardiomyopathy is unlikely". */
  #doubtedBehind(read: ReadClause, next: ReadClause | undefined): ReadonlyArray<number> {
    const saysDoubt = (text: string) => matchesText(this.#behind, text.slice(0, maxBehind))
    const ranges = read.matches.map((match) => rangeOf(read, match))
    // "Cardiomyopathy: unlikely", "cardiomyopathy (unlikely)".
    const isAnswered = /^\s*[:(]\s*$/.test(next?.clause.mark ?? "") && saysDoubt(next?.clause.text ?? "")
    return ranges
      .filter(({ to }, nth) => saysDoubt(read.clause.text.slice(to)) || (isAnswered && nth === ranges.length - 1))
      .map(({ from }) => from)
  }

  /** True for a clause that only names signs and asks for them: "seizures?", but not "seizures? yes". */
  #isBareQuestion({ clause, matches, words }: ReadClause, next: ReadClause | undefined): boolean {
    if (!clause.end.includes("?")) return false
    const named = new Set(matches.flatMap(({ places }) => places))
    const isBare = words.every((_, place) => named.has(place))
    const isVerb = smallWords(clause.text).some((word) => this.#denials.predicate.has(word))
    return isBare && !isVerb && !matchesText(this.#affirming, next?.clause.text ?? "")
  }

  /** True for an item of a list that is doubted as a whole: the "migraine" of "d/dx: epilepsy, migraine". */
  #isOfDoubtedList(sentence: ReadonlyArray<ReadClause>, nth: number): boolean {
    for (let place = nth; place > Math.max(0, nth - maxListed); place--) {
      const { mark, text } = at(sentence, place).clause
      if (!/^[,:]$/.test(mark.trim())) return false
      if (smallWords(text).some((word) => this.#denials.predicate.has(word))) return false
      if (matchesText(this.#listing, at(sentence, place - 1).clause.text)) return true
    }
    return false
  }

  /** The word with which a clause begins that is what the clause before leaves open. */
  #objectOf(sentence: ReadonlyArray<ReadClause>, nth: number): ReadonlyArray<Range> {
    const [before, read] = [sentence[nth - 1], sentence[nth]]
    // "Differential diagnosis: epilepsy".
    if (read?.clause.mark.trim() === ":" && this.#endsInDoubt(before)) return [{ from: -1, to: 0 }]
    const isObject = read?.clause.mark.trim() === "," && this.#endsInDoubt(before)
    return isObject ? rangesOf(this.#object, read.clause.text) : []
  }

  #endsInDoubt(read: ReadClause | undefined): boolean {
    if (read === undefined) return false
    const { clause, unsettled } = read
    const end = clause.text.trimEnd().length
    return [...unsettled, ...rangesOf(this.#doubting, clause.text)].some(({ to }) => to === end)
  }

  /**
   * True if a doubt reaches a sign behind it: it ends at "since", and at an "and" with a verb behind it, which may be
   * the first word of the sign.
   */
  #reaches(text: string, to: number, from: number): boolean {
    if (from - to > maxReach) return false
    const { breaking, joining, predicate } = this.#denials
    const between = smallWords(text.slice(to, from))
    if (between.some((word) => breaking.has(word))) return false
    const joint = between.findLastIndex((word) => joining.has(word))
    const [first = ""] = smallWords(text.slice(from, from + maxWord))
    return joint < 0 || ![...between.slice(joint + 1), first].some((word) => predicate.has(word))
  }
}
