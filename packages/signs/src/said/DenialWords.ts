import { at } from "@rare-disease-community/text/arrays/At"
import type { Grammar } from "../Grammar.ts"
import { anyOf, folded, matches, type Range, rangesOf, smallWords } from "../WordPatterns.ts"

/** A phrase that denies what follows it, and where it is in a clause. */
export interface Denying extends Range {
  /** True for one that denies only what is directly behind it: "stopped vomiting". */
  readonly isDirect: boolean
  /** True for one that another denial before it denies: "not free of". */
  readonly isTaking: boolean
}

/** The words of a language that deny signs, and those that end what is denied. */
export class DenialWords {
  readonly joining: ReadonlySet<string>
  readonly choosing: ReadonlySet<string>
  readonly negation: ReadonlySet<string>
  readonly severing: ReadonlySet<string>
  readonly determiners: ReadonlySet<string>
  /** Verbs and pronouns with which a sentence begins to say something else. */
  readonly predicate: ReadonlySet<string>
  readonly breaking: ReadonlySet<string>
  readonly articles: ReadonlySet<string>
  readonly genitiveArticles: ReadonlySet<string>
  readonly partitive: ReadonlySet<string>
  readonly intensifiers: ReadonlySet<string>
  readonly possession: ReadonlySet<string>
  /** Words with which a clause begins that "without" may deny: "sin que tenga". */
  readonly opensClause: ReadonlySet<string>
  /** Pronouns of the subject of another clause. */
  readonly pronouns: ReadonlySet<string>
  /** True where a verb needs no pronoun before it. */
  readonly dropsSubject: boolean
  /** Words before a sign that is there: "her", "these". */
  readonly definite: ReadonlySet<string>
  readonly #infinitive: RegExp | undefined
  readonly #subordinate: ReadonlySet<string>
  readonly #resuming: ReadonlySet<string>
  readonly #denying: RegExp | undefined
  readonly #ceasing: RegExp | undefined
  readonly #unsettled: RegExp | undefined
  readonly #contradicting: RegExp | undefined
  readonly #taking: RegExp | undefined
  readonly #free: RegExp | undefined
  readonly #absence: RegExp | undefined
  readonly #answer: RegExp | undefined
  readonly #affirming: RegExp | undefined
  readonly #circumstances: RegExp | undefined
  readonly #inability: ReadonlySet<string>
  readonly #abilities: RegExp | undefined

  constructor(grammar: Grammar) {
    this.joining = folded(grammar.conjunctions)
    this.choosing = folded(grammar.deniedTogether)
    this.negation = folded(grammar.negations)
    this.severing = folded(grammar.deniesOnlyNext)
    this.determiners = folded(grammar.negativeDeterminers)
    // "Él" is no article, and "el" none of these; "é" is a verb, and "e" is "and".
    this.predicate = new Set(
      Array.from(folded(grammar.startsPredicate)).filter(
        (word) => !grammar.articles.includes(word) && !grammar.conjunctions.includes(word)
      )
    )
    this.breaking = folded(grammar.endsDenial)
    this.articles = folded(grammar.articles)
    this.genitiveArticles = folded(grammar.genitiveArticles)
    this.partitive = folded(grammar.partitive)
    this.intensifiers = folded(grammar.intensifiers)
    this.possession = folded(grammar.possession)
    this.opensClause = folded([...grammar.subordinators, ...grammar.objectClauses])
    this.pronouns = folded(grammar.clausePronouns)
    this.dropsSubject = grammar.dropsSubject
    this.definite = folded([...grammar.possessives, ...grammar.demonstratives])
    this.#infinitive = grammar.infinitiveEnding === "" ? undefined : new RegExp(`${grammar.infinitiveEnding}$`, "u")
    this.#subordinate = folded(grammar.subordinators)
    this.#resuming = folded(grammar.resumptivePronouns)
    this.#denying = anyOf([...grammar.deniesWhatFollows, ...grammar.nobodyHas])
    this.#ceasing = anyOf(grammar.deniesWhatIsNext)
    this.#unsettled = anyOf(grammar.leavesOpen)
    this.#contradicting = anyOf(grammar.deniesClause)
    this.#taking = anyOf(grammar.takesDenial)
    this.#free = grammar.absentEnding === "" ? undefined : new RegExp(`${grammar.absentEnding}$`, "u")
    this.#absence = anyOf(grammar.saidToBeAbsent, "", "^[\\s-]*")
    this.#answer = anyOf(grammar.denyingAnswers, "\\s*$", "^\\s*")
    this.#affirming = anyOf(grammar.affirmingAnswers, "\\s*$", "^\\s*")
    this.#inability = folded(grammar.inability)
    this.#abilities = anyOf(grammar.abilities)
    this.#circumstances = anyOf(grammar.setsOffOrResembles, "(?:\\s+\\S+)?\\s*$")
  }

  /** True for a negation of what somebody is able to do, in the part of a clause between two "and". */
  isOfAbility(negation: string, part: string): boolean {
    return this.#inability.has(negation) || (negation !== "" && matches(this.#abilities, part))
  }

  isInfinitive(word: string): boolean {
    return this.#infinitive?.test(word) === true
  }

  /** True for a compound that says that a sign is absent: "fieberfrei". */
  isFree(word: string): boolean {
    return this.#free?.test(word) === true
  }

  /** True behind words with which a sign is only a cause or an occasion of what a clause says: "because of her". */
  isCircumstance(before: string): boolean {
    return matches(this.#circumstances, before)
  }

  /**
   * The phrases of a clause that deny, in order; "could not be ruled out" is none, but leaves open what a sign is. The
   * words apart from them that a denial denies instead of a sign are `taking`.
   */
  phrasesIn(clause: string) {
    const unsettled = rangesOf(this.#unsettled, clause)
    const taking = rangesOf(this.#taking, clause)
    const starts = new Set(taking.map(({ from }) => from))
    const all = [
      ...rangesOf(this.#denying, clause).map((range) => ({ ...range, isDirect: false })),
      ...rangesOf(this.#ceasing, clause).map((range) => ({ ...range, isDirect: true }))
    ]
    const denying = all
      .filter(({ from, to }) => unsettled.every((one) => one.to <= from || one.from >= to))
      .map((range) => ({ ...range, isTaking: starts.has(range.from) }))
      .sort((one, other) => one.from - other.from)
    const begun = new Set(denying.map(({ from }) => from))
    return { denying, unsettled, taking: taking.filter(({ from }) => !begun.has(from)) }
  }

  /** True for a sign that has a clause of its own, or is followed by one: "sursauts qu'elle contrôle pas". */
  isSubordinate(sign: string, behind: string): boolean {
    const [first = ""] = smallWords(behind)
    const isWithin = (word: string) => this.#subordinate.has(word) && !this.articles.has(word)
    return this.#subordinate.has(first) || smallWords(sign).some(isWithin)
  }

  /**
   * True for a clause without a sign that takes up one before it and denies it: "des crises, elle n'en a jamais eu".
   */
  isResumed(small: ReadonlyArray<string>): boolean {
    const isVerb = (word: string | undefined) => word !== undefined && this.predicate.has(word)
    const isTakenUp = small.some(
      (word, place) => this.#resuming.has(word) && (isVerb(small[place + 1]) || isVerb(small[place - 1]))
    )
    return isTakenUp && !this.joining.has(at(small, 0)) && small.some((word) => this.negation.has(word))
  }

  /** Where a clause denies all that it goes on with: "it is not true that". */
  contradictionIn(clause: string): Range | undefined {
    return rangesOf(this.#contradicting, clause)[0]
  }

  /** True for a clause that only denies what is before it: "fever, never", "fever, so far, she has not had". */
  isAnswer(clause: string): boolean {
    return rangesOf(this.#answer, clause).length > 0 || this.absenceIn(clause) === clause.trimEnd().length
  }

  /** True for the end of a clause that says of a sign before it that it is there: "present". */
  isAffirmed(after: string): boolean {
    return matches(this.#affirming, after)
  }

  /** How many letters behind a sign say that it is absent: "were ruled out", "-free". */
  absenceIn(after: string): number {
    return rangesOf(this.#absence, after)[0]?.to ?? 0
  }
}
