import { at } from "@rare-disease-community/text/arrays/At"
import type { Grammar } from "../Grammar.ts"
import { anyOf, folded, type Range, rangesOf, token } from "../WordPatterns.ts"
import type { ReadClause } from "./ReadClause.ts"

interface Word extends Range {
  readonly written: string
}

/** A part of a clause that is about a relative, and the words that name them. */
export interface Owned extends Range {
  readonly whose: string
}

/** A relative is named in the first words of a clause that is about them. */
const maxBefore = 4

/** The most words between "my" and the child that it is said of, and itself. */
const maxBeforeChild = 3

/** Matches a word that is one of some regular expressions. */
const wholeWord = (patterns: ReadonlyArray<string>) =>
  patterns.length === 0 ? undefined : new RegExp(`^(?:${anyOf(patterns)?.source})$`, "iu")

const wordsOf = (text: string): ReadonlyArray<Word> =>
  Array.from(text.matchAll(token), ({ 0: raw, index }) => ({
    written: raw.toLowerCase(),
    from: index,
    to: index + raw.length
  }))

/** Finds what a text says about relatives: "her mother has scoliosis" says nothing of her. */
export class RelativeWords {
  readonly #relatives: RegExp | undefined
  readonly #children: RegExp | undefined
  readonly #oneself: RegExp | undefined
  readonly #bearing: ReadonlySet<string>
  readonly #predicate: ReadonlySet<string>
  readonly #possessive: ReadonlySet<string>
  readonly #ours: ReadonlySet<string>
  readonly #ofOthers: ReadonlySet<string>
  readonly #joining: ReadonlySet<string>
  readonly #determiners: ReadonlySet<string>
  readonly #breaking: ReadonlySet<string>
  readonly #small: ReadonlySet<string>
  readonly #family: RegExp | undefined
  readonly #inFamily: RegExp | undefined

  constructor(grammar: Grammar) {
    this.#relatives = wholeWord([...grammar.nearRelatives, ...grammar.relativesOfPatient])
    this.#children = wholeWord(grammar.children)
    this.#oneself = anyOf(grammar.aboutOneself, "", "^\\s*(?:\\p{L}+ )??")
    this.#bearing = folded(grammar.relativeHas)
    this.#possessive = folded(grammar.possessives)
    this.#ours = folded(grammar.ourPossessives)
    this.#ofOthers = folded(grammar.possessives.filter((word) => !grammar.ourPossessives.includes(word)))
    this.#predicate = new Set(Array.from(folded(grammar.startsPredicate)).filter((word) => !this.#possessive.has(word)))
    this.#joining = folded(grammar.conjunctions)
    this.#determiners = folded([...grammar.possessives, ...grammar.articles])
    this.#breaking = folded(grammar.endsDenial)
    const small = [...grammar.uncounted, ...grammar.possessives, ...grammar.articles, ...grammar.neverASignAlone]
    this.#small = new Set(Array.from(folded(small)).filter((word) => !this.#joining.has(word)))
    this.#family = anyOf([...grammar.nobodyHas, ...grammar.beforeFamilySign])
    this.#inFamily = anyOf(grammar.afterFamilySign)
  }

  /** Reads the sentences of a text, one after the other. */
  read(text: string, sentences: ReadonlyArray<ReadonlyArray<ReadClause>>): RelativeReader {
    const isOfWriter = (clauses: ReadonlyArray<ReadClause>) => clauses.some((one) => this.isOfWriter(one))
    return new RelativeReader(this, () => this.#hasOurChild(text) || sentences.some(isOfWriter))
  }

  /** True for a clause that begins with a sign of the writer: "I have dry eyes". */
  isOfWriter({ clause, matches, words }: ReadClause): boolean {
    const [oneself] = matches.length === 0 ? [] : rangesOf(this.#oneself, clause.text)
    const first = oneself === undefined ? -1 : words.findIndex(({ from }) => from >= oneself.to)
    return first >= 0 && matches.some(({ places }) => places[0] === first)
  }

  /** True for a text about a child of ours: "my younger daughter". */
  #hasOurChild(text: string): boolean {
    const words = wordsOf(text)
    return words.some(
      ({ written }, at) =>
        this.#children?.test(written) === true &&
        words.slice(Math.max(0, at - maxBeforeChild), at).some((word) => this.#ours.has(word.written))
    )
  }

  isRelative(word: string): boolean {
    return this.#relatives?.test(word) === true
  }

  isBearing(word: string): boolean {
    return this.#bearing.has(word)
  }

  isOurs(word: string): boolean {
    return this.#ours.has(word)
  }

  isOfOthers(word: string): boolean {
    return this.#ofOthers.has(word)
  }

  /** The phrases of a clause about a family: before its signs, and behind a sign ("runs in the family"). */
  familyIn(clause: string) {
    return { before: rangesOf(this.#family, clause)[0], behind: rangesOf(this.#inFamily, clause)[0] }
  }

  /** The relatives that a clause begins with, and the number of their last word. */
  subjectOf(words: ReadonlyArray<Word>): { readonly first: number; readonly last: number } | undefined {
    const named = words.findIndex(({ written }) => this.isRelative(written))
    if (named < 0 || named > maxBefore) return undefined
    // "Two cousins", "her maternal grandmother".
    const isDescribing = (at: number) =>
      at === 0 || (at === named - 1 && this.#determiners.has(words[at - 1]?.written ?? ""))
    const isOther = ({ written }: Word, at: number) =>
      this.#predicate.has(written) || this.#breaking.has(written) || !(isDescribing(at) || this.#small.has(written))
    if (words.slice(0, named).some(isOther)) return undefined
    let last = named
    for (let at = named + 1; at < words.length; at++) {
      const { written = "" } = words[at] ?? {}
      if (this.isRelative(written)) last = at
      else if (!this.#joining.has(written) && !this.#determiners.has(written)) break
    }
    const determined = words.findIndex(({ written }, at) => at < named && this.#determiners.has(written))
    return { first: determined < 0 ? named : determined, last }
  }

  /** Where a clause goes on with another subject: "and she has ptosis". */
  otherSubjectIn(words: ReadonlyArray<Word>, from: number): number {
    const at = words.findIndex(
      ({ written }, at) => at >= from && this.#joining.has(written) && this.#isSubject(words, at + 1)
    )
    return words[at]?.from ?? Number.POSITIVE_INFINITY
  }

  /** True for a clause with a subject that is no relative: "she has", "my son has". */
  isOfPatient(words: ReadonlyArray<Word>): boolean {
    if (this.#isSubject(words, 0)) return true
    const verb = words.findIndex(({ written }) => this.#predicate.has(written))
    return words
      .slice(0, Math.max(0, verb))
      .some(({ written }) => !this.#joining.has(written) && !this.#bearing.has(written))
  }

  /** The words of a phrase up to its verb, without small ones at the end: "family history". */
  nameIn(phrase: string): string {
    const words = wordsOf(phrase)
    const verb = words.findIndex(({ written }) => this.#predicate.has(written))
    const name = words.slice(0, verb < 1 ? words.length : verb)
    return phrase.slice(0, name.findLast(({ written }) => !this.#small.has(written))?.to)
  }

  #isSubject(words: ReadonlyArray<Word>, at: number): boolean {
    const [first = "", second = ""] = [words[at]?.written, words[at + 1]?.written]
    if (this.#possessive.has(first)) return !this.isRelative(second)
    return this.#predicate.has(first) && !this.isBearing(first)
  }
}

/** Finds the relatives in the sentences of one text. It remembers which relative is the patient. */
export class RelativeReader {
  readonly #language: RelativeWords
  #isBegun = false
  /** The relative who is the patient: "my mother has …" at the beginning. */
  #patient = ""
  /** True for a text about a child of ours, or about the writer. */
  readonly #hasPatient: () => boolean

  constructor(language: RelativeWords, hasPatient: () => boolean) {
    this.#language = language
    this.#hasPatient = hasPatient
  }

  /** The parts of each clause of a sentence that are about relatives. */
  sentence(clauses: ReadonlyArray<ReadClause>): ReadonlyArray<Owned | undefined> {
    let owner: { readonly whose: string; readonly isSure: boolean } | undefined
    let hasOwner = false
    return clauses.map((read, at) => {
      const { mark, text } = read.clause
      const words = wordsOf(text)
      const { before, behind } = this.#language.familyIn(text)
      const subject = this.#language.subjectOf(words)
      const whose = subject === undefined ? "" : text.slice(words[subject.first]?.from, words[subject.last]?.to)
      const isTopic = clauses[at + 1]?.clause.mark.includes(":") === true
      const isPatient = !isTopic && this.#isPatient(words, subject)
      this.#isBegun = true
      if (before !== undefined) {
        owner = { whose: this.#language.nameIn(text.slice(before.from, before.to)), isSure: true }
        return { whose: owner.whose, from: before.to, to: this.#language.otherSubjectIn(words, 0) }
      }
      if (behind !== undefined && owner === undefined && subject === undefined)
        return { whose: text.slice(behind.from, behind.to), from: 0, to: behind.from }
      const [next, second] = words.slice((subject?.last ?? -1) + 1)
      if (subject !== undefined && !isPatient) {
        const isOnly = next === undefined
        const isBearing = next !== undefined && (hasOwner || [next, second].some((word) => this.#isBearing(word)))
        owner = isOnly || isBearing ? { whose, isSure: isBearing } : undefined
      } else if (owner !== undefined && !owner.isSure) {
        const goesOn = mark.includes(":") || this.#isBearing(next)
        owner = goesOn ? { ...owner, isSure: true } : undefined
      } else if (this.#language.isOfPatient(words) || this.#language.isOfWriter(read)) owner = undefined
      if (owner?.isSure !== true) return undefined
      hasOwner = true
      return { whose: owner.whose, from: 0, to: this.#language.otherSubjectIn(words, (subject?.last ?? -1) + 1) }
    })
  }

  #isBearing(word: Word | undefined): boolean {
    return word !== undefined && this.#language.isBearing(word.written)
  }

  /** True for the patient: the relative whom a text without another patient names first, as "my mother" or "mum". */
  #isPatient(
    words: ReadonlyArray<Word>,
    subject: { readonly first: number; readonly last: number } | undefined
  ): boolean {
    if (subject === undefined) return false
    const relative = at(words, subject.last).written
    const named = words.slice(subject.first, subject.last + 1)
    // "Minha mãe", "a minha mãe", "mamã".
    const isOurs =
      named.length === 1 ? subject.first === 0 : named.some(({ written }) => this.#language.isOurs(written))
    if (isOurs && !this.#isBegun && !this.#hasPatient()) this.#patient = relative
    return relative === this.#patient
  }
}
