import { at, last } from "@rare-disease-community/text/arrays/At"
import type { Match } from "../SignMatcher.ts"
import type { SignWord, SignWords } from "../SignWords.ts"
import { type Range, smallWords } from "../WordPatterns.ts"
import { type Denial, type DenialScope, scopeOf } from "./DenialScope.ts"
import type { DenialWords, Denying } from "./DenialWords.ts"
import { type Item, isNegation, itemsOf, nextSaidIn, type ReadClause, rangeOf, takingIn } from "./ReadClause.ts"

/** Finds which signs of a sentence it denies. */
export class Denials {
  readonly #sentence: ReadonlyArray<ReadClause>
  readonly #words: SignWords
  readonly #language: DenialWords
  readonly #items: ReadonlyArray<Item>
  /** For each clause the next one that is no filler. */
  readonly #nextSaid: ReadonlyArray<ReadClause | undefined>
  /** The signs of the sentence, with the numbers of their clauses. */
  readonly #signs: ReadonlyArray<{ readonly clause: number; readonly match: Match; readonly range: Range }>
  readonly #numbers: ReadonlyMap<Match, number>
  readonly #denials = new Map<Match, Denial>()
  /** The matches that are parts of a denying phrase, and no signs. */
  readonly #unsaid = new Set<Match>()
  /** The signs that are denied twice, and are there: "not seizure-free". */
  readonly #there = new Set<Match>()

  constructor(sentence: ReadonlyArray<ReadClause>, words: SignWords, language: DenialWords) {
    this.#sentence = sentence
    this.#words = words
    this.#language = language
    this.#items = itemsOf(sentence, language)
    this.#nextSaid = nextSaidIn(sentence)
    this.#signs = sentence.flatMap((read, clause) =>
      read.matches.map((match) => ({ clause, match, range: rangeOf(read, match) }))
    )
    this.#numbers = new Map(this.#signs.map(({ match }, number) => [match, number]))
    let before: DenialScope | undefined
    for (const nth of sentence.keys()) before = this.#denyFrom(nth, before)
    for (const nth of sentence.keys()) this.#denyBehind(nth)
  }

  of(match: Match): Denial | undefined {
    return this.#denials.get(match)
  }

  /** False for a match that only denies a sign: "absence" of "absence of seizures". */
  isSaid(match: Match): boolean {
    return !this.#unsaid.has(match)
  }

  /** Denies the signs of a clause by what is before and inside them. */
  #denyFrom(nth: number, before: DenialScope | undefined): DenialScope {
    const read = at(this.#sentence, nth)
    const { clause, matches, words } = read
    const phrases = this.#phrases(read)
    const named = this.#named(read)
    const inherited = this.#inherited(nth, before)
    const isContradicted = before?.isContradicted === true
    const scope = scopeOf(
      clause.text,
      words,
      { inherited, isContradicted, named, phrases, taking: takingIn(read), unsettled: read.unsettled },
      this.#language
    )
    const takenFrom = new Set(read.taking.map(({ from }) => from))
    for (const match of matches) {
      const { places } = match
      if (places.some((place) => isNegation(at(words, place)))) continue
      const { from, to } = rangeOf(read, match)
      const isBegun = phrases.some((one) => one.from < from && from < one.to)
      const inside = isBegun ? phrase : this.#inside(words, named, at(places, 0), last(places))
      const denial = scope.at[at(places, 0)] ?? inside
      // "No ptosis, nystagmus present".
      if (denial === undefined || (denial === inherited && this.#language.isAffirmed(clause.text.slice(to)))) continue
      const isFree = takenFrom.has(to + 1) && this.#language.absenceIn(clause.text.slice(to, to + maxToTaking)) > 0
      if (isFree) this.#there.add(match)
      else this.#denials.set(match, denial)
    }
    return scope
  }

  /**
   * The phrases of a clause that deny, but for those with which the name of a sign begins: "lack of energy". "Nothing
   * wrong with" denies that something is wrong.
   */
  #phrases(read: ReadClause): ReadonlyArray<Denying> {
    return read.denying.filter(({ from, isDirect, to }) => {
      const over = read.matches.filter((match) => rangeOf(read, match).from < to && rangeOf(read, match).to > from)
      const isName = (match: Match) =>
        match.isWhole && rangeOf(read, match).from <= from && !isWithin(rangeOf(read, match), from, to)
      if (over.some((match) => isDirect || isName(match))) return false
      for (const match of over) if (isWithin(rangeOf(read, match), from, to)) this.#unsaid.add(match)
      return true
    })
  }

  /** The places of words that belong to a whole name. */
  #named({ matches }: ReadClause): ReadonlySet<number> {
    return new Set(matches.flatMap((match) => (match.isWhole && this.isSaid(match) ? match.places : [])))
  }

  /** "So tired I can't work" denies no tiredness, but "sieht er nicht gut" is one clause. */
  #inside(words: ReadonlyArray<SignWord>, named: ReadonlySet<number>, start: number, end: number): Denial | undefined {
    const { clausePronouns, denyingLast } = this.#words.grammar
    for (let place = start + 1; place < end; place++) {
      const word = at(words, place)
      const isOfNextClause = !denyingLast && clausePronouns.includes(word.before)
      if (isNegation(word) && !named.has(place) && !isOfNextClause) return denialBy(word)
    }
    return undefined
  }

  /**
   * The denial of a list goes on behind a comma: to the end of "no seizures, ataxia or hearing loss", of "denies
   * headache, nausea and vomiting", and of the list behind "denies:". "No seizures, small head" is no such list.
   */
  #inherited(nth: number, before: DenialScope | undefined): Denial | undefined {
    const { mark } = at(this.#sentence, nth).clause
    const denial = before?.end
    if (before === undefined || denial === undefined || !/^[\s,():]*$/.test(mark)) return undefined
    if (mark.includes(":")) return before.isOpen ? { ...denial, isStrong: true } : undefined
    if (before.isOpen) return undefined
    const item = at(this.#items, nth)
    if (!item.isItem) return undefined
    const isOfList = denial.isFirst && this.#language.determiners.has(denial.written) && item.isOfList
    const goesOn = denial.isStrong || item.isOfChoice || isOfList || this.#language.partitive.has(item.small[0] ?? "")
    return goesOn ? denial : undefined
  }

  /** Denies signs of a clause by what is behind them. */
  #denyBehind(nth: number) {
    const read = at(this.#sentence, nth)
    const { clause, matches, words } = read
    const next = this.#sentence[nth + 1]
    const isResumed = next?.matches.length === 0 && (next.clause.isAnswer || this.#isResumed(nth + 1))
    const isAnswered = isResumed || this.#isAnswered(nth) || this.#isRepeated(nth)
    const named = this.#named(read)
    for (const match of matches) {
      if (
        this.#denials.has(match) ||
        this.#there.has(match) ||
        match.places.some((place) => isNegation(at(words, place)))
      )
        continue
      const { to } = rangeOf(read, match)
      const absence = this.#language.absenceIn(clause.text.slice(to))
      const isInAbsence = (other: Match) => absence > 0 && isWithin(rangeOf(read, other), to, to + absence)
      for (const other of matches.filter(isInAbsence)) this.#unsaid.add(other)
      const isAbsent = absence > 0 || (isAnswered && match === matches.at(-1))
      const after = isAbsent ? undefined : this.#negationBehind(read, match, named)
      // "Epilepsie schließen sie nicht aus" leaves it open.
      const isOpen =
        after === undefined ||
        read.unsettled.some(({ from, to }) => isWithin(after, from, to)) ||
        this.#isTaken(read, after)
      const denial = isAbsent ? phrase : isOpen ? undefined : denialBy(after)
      if (denial === undefined) continue
      this.#denials.set(match, denial)
      this.#denyList(nth, match, denial, isAnswered)
    }
  }

  /** True for a denial of what is told of a sign: "hat sich nicht gebessert". */
  #isTaken({ clause, taking }: ReadClause, { to }: Range): boolean {
    const next = taking.find(({ from }) => from >= to)
    if (next === undefined || next.from - to > maxToTaking) return false
    return !smallWords(clause.text.slice(to, next.from)).some((word) => this.#language.breaking.has(word))
  }

  /** The negation behind a sign at the end of a clause: "Krämpfe hatte sie nie", "dolor no tiene". */
  #negationBehind({ clause, words }: ReadClause, { places }: Match, named: ReadonlySet<number>): SignWord | undefined {
    const { deniedTogether: choosing, denyingAfter } = this.#words.grammar
    const [first, final] = [at(words, at(places, 0)), at(words, last(places))]
    let from = last(places) + 1
    const link = clause.text.slice(final.to, words[from]?.from)
    if (!denyingAfter || this.#language.isSubordinate(clause.text.slice(first.from, final.to), link)) return undefined
    if (this.#language.isCircumstance(clause.text.slice(0, first.from))) return undefined
    const topic = at(places, 0) === 0 && clause.text.slice(0, first.from).trim() === ""
    if (topic && !named.has(from)) {
      const fronted = this.#negationOfTopic(words, from, named)
      if (fronted !== undefined) return fronted
    }
    // "Juckreiz oder Quaddeln sind nie dabei" denies both, and "Fieber oder Unfall gab es nicht" too.
    if (choosing.includes(link.trim().toLowerCase()))
      do from++
      while (named.has(from))
    const behind = words.slice(from, from + maxBehind)
    // "Erbricht nicht und hat kein Fieber": the clause ends before "und".
    const joint = behind.findIndex(({ isJoined }, step) => step > 0 && isJoined)
    const after = joint < 0 ? behind : behind.slice(0, joint)
    const isLast = after.every(({ isCommon, isJoined }, step) => isCommon && !isJoined && !named.has(from + step))
    if (!isLast || (joint < 0 && words.length > from + maxBehind)) return undefined
    const negation = after.slice(0, backwardReach).find((word, step) => isNegation(word) && !named.has(from + step))
    if (negation === undefined || this.#words.isSevering(negation)) return undefined
    const between = smallWords(clause.text.slice(final.to, negation.from))
    return between.some((word) => this.#language.breaking.has(word)) ? undefined : negation
  }

  /**
   * The negation of a sign with which a clause begins: directly behind it ("alergias no ha tenido", "fiebre ni tos
   * tiene"), or last where a denial may be last ("Schwellungen kriegt sie keine").
   */
  #negationOfTopic(words: ReadonlyArray<SignWord>, from: number, named: ReadonlySet<number>): SignWord | undefined {
    const rest = words.slice(from, from + maxOfTopic + 1)
    if (rest.length > maxOfTopic || rest.some(({ isJoined }, step) => isJoined || named.has(from + step)))
      return undefined
    const negation = this.#words.grammar.denyingLast ? rest.at(-1) : rest[0]
    return negation !== undefined && isNegation(negation) && !this.#words.isSevering(negation) ? negation : undefined
  }

  /** True for a clause that only takes up the one before, which has no verb, and denies it. */
  #isResumed(nth: number): boolean {
    const [before, item] = [at(this.#items, nth - 1), at(this.#items, nth)]
    const isSmall = at(this.#sentence, nth).words.every((word) => word.isCommon || isNegation(word))
    return before.isItem && isSmall && this.#language.isResumed(item.small)
  }

  /** True for a clause without a verb that the next one denies, or the one behind words such as "so far". */
  #isAnswered(nth: number): boolean {
    if (!at(this.#items, nth).isItem) return false
    const next = this.#nextSaid[nth]
    return next?.clause.mark.trim() === "," && next.matches.length === 0 && this.#language.isAnswer(next.clause.text)
  }

  /** True for a clause that is a sign which the next one denies: "snoring, I never snore". */
  #isRepeated(nth: number): boolean {
    const [read, next] = [at(this.#sentence, nth), this.#sentence[nth + 1]]
    if (next?.clause.mark.trim() !== "," || !at(this.#items, nth).isItem) return false
    const [match] = read.matches
    if (match === undefined || match.places.length !== read.words.length) return false
    return next.matches.some((other) => other.name === match.name && this.#denials.has(other))
  }

  /**
   * Denies the signs of the list whose last is the last of a clause, if the sentence begins with it: "headache,
   * vomiting and double vision are denied".
   */
  #denyList(nth: number, final: Match, denial: Denial, isAnswer: boolean) {
    const end = this.#numbers.get(final) ?? 0
    const list: Array<Match> = []
    let isClosed = isAnswer
    let [clause, to] = [nth, at(this.#signs, end).range.from]
    for (let number = end - 1; number >= 0; number--) {
      const sign = at(this.#signs, number)
      const between = this.#between(sign.clause, sign.range.to, clause, to)
      if (between === undefined) return
      isClosed ||= between.some((word) => this.#language.joining.has(word) || this.#language.choosing.has(word))
      if (!isClosed) return
      list.push(sign.match)
      ;[clause, to] = [sign.clause, sign.range.from]
    }
    if (this.#between(0, 0, clause, to) === undefined) return
    for (const match of list) if (!this.#denials.has(match)) this.#denials.set(match, denial)
  }

  /** The small words between two places of a sentence; undefined where anything else is between them. */
  #between(fromClause: number, from: number, toClause: number, to: number): ReadonlyArray<string> | undefined {
    const small: Array<string> = []
    for (let nth = fromClause; nth <= toClause; nth++) {
      const read = at(this.#sentence, nth)
      if (nth > fromClause && read.clause.mark.trim() !== ",") return undefined
      const [start, end] = [nth === fromClause ? from : 0, nth === toClause ? to : read.clause.text.length]
      if (read.words.some((word) => word.from >= start && word.from < end)) return undefined
      const found = smallWords(read.clause.text.slice(start, end))
      if (found.some((word) => this.#language.predicate.has(word))) return undefined
      small.push(...found)
    }
    return small
  }
}

const phrase: Denial = { written: "", isStrong: true, isFirst: false }

const denialBy = ({ written }: SignWord): Denial => ({ written, isStrong: false, isFirst: false })

const isWithin = (range: Range, from: number, to: number) => range.from >= from && range.to <= to

/** The most letters between a sign, or a negation behind it, and the word that is denied. */
const maxToTaking = 12

/** The most words between a sign and the negation behind it. */
const backwardReach = 3

/** The most words behind a sign with which a clause begins, if the clause denies it. */
const maxOfTopic = 3

/** A clause that goes on for more words behind a sign says something else. */
const maxBehind = 24
