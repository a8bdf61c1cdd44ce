import type { Grammar } from "../Grammar.ts"
import { negationKey } from "../SignWords.ts"
import { anyOf, folded, matches, type Range, rangesOf, wholeWord } from "../WordPatterns.ts"
import type { Clause } from "./Clauses.ts"
import { LittleOnes, type Named, type Word, wordsOf } from "./Named.ts"
import { type ReadClause, rangeOf } from "./ReadClause.ts"

/** A relative is named in the first words of a clause that is about them. */
const maxBefore = 4

/** The most words between "my" and the child that it is said of, and itself. */
const maxBeforeChild = 3

/** The most words between a relative and the verb that says what they have, and the verb. */
const maxBeforeVerb = 3

/** Finds what a text says about relatives: "her mother has scoliosis" says nothing of her. */
export class RelativeWords {
  /** Words such as "and". */
  readonly joining: ReadonlySet<string>
  readonly determiners: ReadonlySet<string>
  readonly ours: ReadonlySet<string>
  readonly ofOthers: ReadonlySet<string>
  /** Verbs with which somebody has a sign. */
  readonly bearing: ReadonlySet<string>
  readonly died: ReadonlySet<string>
  /** Pronouns of a patient. */
  readonly pronouns: ReadonlySet<string>
  /** Words between a sign and the relative who has it: "of". */
  readonly ofWhom: ReadonlySet<string>
  /** Those of them that are also before somebody whom something is done to: "pega a su hermano". */
  readonly toWhom: ReadonlySet<string>
  /** Marks of a genitive behind a relative: the "s" of "my brother's epilepsy". */
  readonly ownerMarks: ReadonlySet<string>
  readonly #relatives: RegExp | undefined
  readonly #partners: RegExp | undefined
  readonly #children: RegExp | undefined
  readonly #oneself: RegExp | undefined
  readonly #predicate: ReadonlySet<string>
  readonly #possessive: ReadonlySet<string>
  readonly #articles: ReadonlySet<string>
  readonly #breaking: ReadonlySet<string>
  readonly #small: ReadonlySet<string>
  readonly #compared: RegExp | undefined
  readonly #behindName: RegExp | undefined
  readonly #denying: ReadonlySet<string>
  readonly #elliptic: ReadonlySet<string>
  readonly #opensObject: ReadonlySet<string>
  readonly #littleOnes: LittleOnes
  readonly #family: RegExp | undefined
  readonly #inFamily: RegExp | undefined
  readonly #familyTopic: RegExp | undefined

  constructor(grammar: Grammar) {
    this.#relatives = wholeWord([...grammar.nearRelatives, ...grammar.relativesOfPatient])
    this.#partners = wholeWord(grammar.partners)
    this.#children = wholeWord(grammar.children)
    this.#oneself = anyOf(grammar.aboutOneself, "", "^\\s*(?:\\p{L}+ )??")
    this.bearing = folded([...grammar.relativeHas, ...grammar.relativeDied])
    this.died = folded(grammar.relativeDied)
    // "À" is no "a", which may be a verb or an article.
    this.ofWhom = new Set([...grammar.ofWhom, ...grammar.toWhom])
    this.toWhom = new Set(grammar.toWhom)
    this.#compared = anyOf(grammar.setsOffOrResembles, "\\s*$")
    this.#behindName = wholeWord(grammar.behindRelative)
    this.pronouns = folded(grammar.patientPronouns)
    this.#opensObject = folded([...grammar.subordinators, ...grammar.objectClauses])
    this.ownerMarks = folded(grammar.ownerMarks)
    const denying = folded([...grammar.negations, ...grammar.negationStarts, ...grammar.denyingAnswers])
    this.#denying = new Set(Array.from(denying).filter((word) => !grammar.inability.includes(word)))
    this.#elliptic = folded([
      ...grammar.uncounted,
      ...grammar.startsPredicate,
      ...grammar.resumptivePronouns,
      ...grammar.possession,
      ...grammar.negationEnds,
      ...grammar.patientPronouns,
      ...grammar.happily
    ])
    this.#littleOnes = new LittleOnes(grammar)
    this.#possessive = folded(grammar.possessives)
    this.ours = folded(grammar.ourPossessives)
    this.ofOthers = folded(grammar.possessives.filter((word) => !grammar.ourPossessives.includes(word)))
    this.#predicate = new Set(Array.from(folded(grammar.startsPredicate)).filter((word) => !this.#possessive.has(word)))
    this.joining = folded(grammar.conjunctions)
    this.determiners = folded([...grammar.possessives, ...grammar.articles])
    this.#articles = folded(grammar.articles)
    this.#breaking = folded(grammar.endsDenial)
    const small = [...grammar.uncounted, ...grammar.possessives, ...grammar.articles, ...grammar.neverASignAlone]
    this.#small = new Set(Array.from(folded(small)).filter((word) => !this.joining.has(word)))
    this.#family = anyOf([...grammar.nobodyHas, ...grammar.beforeFamilySign])
    this.#inFamily = anyOf(grammar.afterFamilySign)
    this.#familyTopic = anyOf(grammar.familyTopics, "\\s*$", "^[\\s•*–-]*")
  }

  /** True for a clause that begins with a sign which the writer has, or has not: "I have no fever". */
  isOfWriter({ clause, matches: signs, words }: ReadClause): boolean {
    const oneself = signs.length === 0 ? undefined : this.oneselfIn(clause.text)
    // "I can barely rouse him" tells of him.
    const behind = oneself === undefined ? [] : wordsOf(clause.text.slice(oneself.to))
    const joint = behind.findIndex(({ written }) => this.joining.has(written))
    const isOfOther = behind
      .slice(0, joint < 0 ? behind.length : joint)
      .some(({ written }) => this.pronouns.has(written))
    if (oneself === undefined || isOfOther) return false
    const first = words.findIndex(({ from, keys }) => from >= oneself.to && keys[0] !== negationKey)
    return first >= 0 && signs.some(({ places }) => places.find((place) => place >= first) === first)
  }

  /** Where a clause begins to tell of the writer: "I have". */
  oneselfIn(clause: string): Range | undefined {
    return rangesOf(this.#oneself, clause)[0]
  }

  /** True for a text about a child of ours: "my younger daughter". */
  hasOurChild(text: string): boolean {
    const words = wordsOf(text)
    return words.some(
      (_, at) =>
        this.isChild(words, at) &&
        words.slice(Math.max(0, at - maxBeforeChild), at).some((word) => this.ours.has(word.written))
    )
  }

  /** True for a clause whose subject is a child with a sign: "the baby has a fever", "daughter with scoliosis". */
  isOfChild(read: ReadClause): boolean {
    if (read.matches.length === 0) return false
    const words = wordsOf(read.clause.text)
    const at = this.determiners.has(words[0]?.written ?? "") ? 1 : 0
    return (
      this.isChild(words, at) &&
      (this.bearing.has(words[at + 1]?.written ?? "") || (at === 0 && isSignAt(read, words[1])))
    )
  }

  /** True for a word that names a child, "the little one" too. */
  isChild(words: ReadonlyArray<Word>, at: number): boolean {
    const { written = "" } = words[at] ?? {}
    return this.#children?.test(written) === true || this.#littleOnes.isLittleOne(words, at)
  }

  /** True for words that say in which child something is: "ptosis in the child". */
  isInChild(words: ReadonlyArray<Word>): boolean {
    return words.some((_, at) => {
      const before = this.determiners.has(words[at - 1]?.written ?? "") ? at - 2 : at - 1
      return this.ofWhom.has(words[before]?.written ?? "") && this.isChild(words, at)
    })
  }

  /** True for a word that names a relative; "Mann" is one only behind "mein". */
  isRelative(words: ReadonlyArray<Word>, at: number): boolean {
    const [before, { written }] = [words[at - 1]?.written ?? "", words[at] ?? { written: "" }]
    return this.#relatives?.test(written) === true || (this.#possessive.has(before) && this.isPartner(written))
  }

  isPartner(word: string): boolean {
    return this.#partners?.test(word) === true
  }

  /** True behind words that compare: "eine Haut wie" of "eine Haut wie bei meinem Opa". */
  isCompared(before: string): boolean {
    return matches(this.#compared, before)
  }

  /** True for a word that denies, also alone: "moi non". */
  isDenial(word: string): boolean {
    return this.#denying.has(word) || /(?<!^ca)n't$/u.test(word)
  }

  /** True for a word of a clause that takes up what another says: "I luckily do not have it". */
  isElliptic(word: string): boolean {
    return this.#elliptic.has(word) || this.isDenial(word)
  }

  /** The phrases of a clause about a family: before its signs ("FH:"), and behind a sign ("runs in the family"). */
  familyIn({ end, text }: Clause) {
    const topic = end.includes(":") ? rangesOf(this.#familyTopic, text)[0] : undefined
    return { before: topic ?? rangesOf(this.#family, text)[0], behind: rangesOf(this.#inFamily, text)[0] }
  }

  /** What a clause has before the signs of a family; nothing where it has none. */
  headOf({ clause }: ReadClause): string {
    const { before } = this.familyIn(clause)
    return clause.text.slice(before?.from ?? 0, before?.to ?? 0)
  }

  /** The relatives that a clause begins with. */
  subjectOf(words: ReadonlyArray<Word>): Named | undefined {
    const named = words.slice(0, maxBefore + 1).findIndex((_, at) => this.isRelative(words, at))
    if (named < 0) return undefined
    // "Two cousins", "her maternal grandmother".
    const isDescribing = (at: number) =>
      at === 0 || (at === named - 1 && !this.isChild(words, at) && this.determiners.has(words[at - 1]?.written ?? ""))
    const isOther = ({ written }: Word, at: number) =>
      !this.ofWhom.has(written) &&
      (this.#predicate.has(written) || this.#breaking.has(written) || !(isDescribing(at) || this.#small.has(written)))
    if (words.slice(0, named).some(isOther)) return undefined
    let [last, joined, isOf] = [named, 0, false]
    for (let at = named + 1; at < words.length; at++) {
      const { written = "" } = words[at] ?? {}
      isOf ||= this.ofWhom.has(written)
      if (this.isRelative(words, at)) {
        if (!isOf) joined++
        last = at
      } else if (at === last + 1 && this.#behindName?.test(written) === true) last = at
      else if (!this.joining.has(written) && !this.determiners.has(written) && !this.ofWhom.has(written)) break
    }
    const determined = words.findIndex(({ written }, at) => at < named && this.determiners.has(written))
    const head = words
      .slice(0, last + 1)
      .findLast((_, at) => this.isRelative(words, at) && (at === named || joined > 0))
    return {
      first: determined < 0 ? named : determined,
      last,
      head: head?.written ?? "",
      areMany: joined > 0,
      isWhere: words.slice(0, named).some(({ written }) => this.ofWhom.has(written) && !this.#articles.has(written))
    }
  }

  /** True for a note of what a relative has, without an article and a verb: "brother w/ ptosis". */
  isNote(words: ReadonlyArray<Word>, { first, last }: Named): boolean {
    const { written = "" } = words[last + 1] ?? {}
    return first === 0 && last === 0 && this.bearing.has(written) && !this.#predicate.has(written)
  }

  /** True where a verb behind a relative says that they have something: "her maternal grandmother in Rome has". */
  isBearingBehind(words: ReadonlyArray<Word>, from: number): boolean {
    for (const [step, { written }] of words.slice(from, from + maxBeforeVerb).entries()) {
      // "My sister who has" bears something, but "minha esposa diz que" tells of somebody.
      if (step > 0 && this.#opensObject.has(written) && !this.#articles.has(written)) return false
      if (this.bearing.has(written)) return true
      if (this.isOtherSubject(written)) return false
    }
    return false
  }

  /** True for a word with which another subject begins, or a clause that somebody only tells: "says that", "he". */
  isOtherSubject(word: string): boolean {
    const isObject = this.#opensObject.has(word) && !this.bearing.has(word) && !this.#articles.has(word)
    return this.pronouns.has(word) || this.ours.has(word) || isObject
  }

  /** Where a clause goes on with another subject: "and she has ptosis". */
  otherSubjectIn(words: ReadonlyArray<Word>, from: number): number {
    const at = words.findIndex(
      ({ written }, at) => at >= from && this.joining.has(written) && this.#isSubject(words, at + 1)
    )
    return words[at]?.from ?? Number.POSITIVE_INFINITY
  }

  /** True for a clause with a subject that is no relative: "she has", "my son has". */
  isOfPatient(words: ReadonlyArray<Word>): boolean {
    if (this.#isSubject(words, 0) || this.isChild(words, 0)) return true
    const verb = words.findIndex(({ written }) => this.#predicate.has(written))
    return words
      .slice(0, Math.max(0, verb))
      .some(({ written }) => !this.joining.has(written) && !this.bearing.has(written))
  }

  /** The words of a phrase up to its verb, without small ones at the end: "family history". */
  nameIn(phrase: string): string {
    const words = wordsOf(phrase)
    const verb = words.findIndex(({ written }) => this.#predicate.has(written))
    const name = words.slice(0, verb < 1 ? words.length : verb)
    return phrase.slice(0, name.findLast(({ written }) => !this.#small.has(written))?.to)
  }

  #isSubject(words: ReadonlyArray<Word>, at: number): boolean {
    const { written: first = "" } = words[at] ?? {}
    if (this.#possessive.has(first)) return !this.isRelative(words, at + 1)
    return this.#predicate.has(first) && !this.bearing.has(first)
  }
}

/** True where a sign begins with a word of a clause: the "scoliosis" of "mother scoliosis". */
export const isSignAt = (read: ReadClause, word: Word | undefined): boolean =>
  word !== undefined && read.matches.some((match) => rangeOf(read, match).from === word.from)
