import { belongingsIn } from "./Belongings.ts"
import { endOf, isDenialOfPatient } from "./DenialOfPatient.ts"
import { type Named, type Owned, type Word, wordsOf } from "./Named.ts"
import { isTopicOf, patientOf } from "./Patient.ts"
import { isHead, type ReadClause } from "./ReadClause.ts"
import { isSignAt, type RelativeWords } from "./Relatives.ts"

/** The relative whom clauses are about. */
interface Owner {
  readonly whose: string
  readonly isSure: boolean
  /** True for one in whom something is found: "chez ma sœur, on a trouvé". */
  readonly isWhere?: boolean
}

/** Finds the relatives in the sentences of one text, and remembers which relative is the patient. */
export class RelativeReader {
  readonly #language: RelativeWords
  readonly #patient: string | undefined
  readonly #clauses: ReadonlyArray<ReadClause>

  constructor(language: RelativeWords, text: string, sentences: ReadonlyArray<ReadonlyArray<ReadClause>>) {
    this.#language = language
    this.#patient = patientOf(text, sentences, language)
    this.#clauses = sentences.flat()
  }

  /** The parts of each clause of a sentence that are about relatives. */
  sentence(clauses: ReadonlyArray<ReadClause>): ReadonlyArray<ReadonlyArray<Owned>> {
    const owners = this.#ownersIn(clauses)
    return clauses.map((read, nth) => {
      const owned = [owners[nth] ?? [], this.#joinedIn(read), belongingsIn(read, this.#language, this.#patient)].flat()
      return owned.length > 0 && this.#isDeniedOfPatient(read)
        ? owned.map((one) => ({ ...one, isNotOfPatient: true }))
        : owned
    })
  }

  /** The relative whom each clause is about. */
  #ownersIn(clauses: ReadonlyArray<ReadClause>): ReadonlyArray<Owned | undefined> {
    let owner: Owner | undefined
    let hasOwner = false
    return clauses.map((read, at) => {
      const { clause } = read
      const { mark, text } = clause
      const words = wordsOf(text)
      const { before, behind } = this.#language.familyIn(clause)
      const subject = this.#language.subjectOf(words)
      const whose = subject === undefined ? "" : text.slice(words[subject.first]?.from, words[subject.last]?.to)
      const isTopic = isTopicOf(words, subject, clauses[at + 1])
      if (before !== undefined) {
        owner = { whose: this.#language.nameIn(text.slice(before.from, before.to)), isSure: true }
        const from = words.findIndex((word) => word.from >= before.to)
        return { whose: owner.whose, from: before.to, to: this.#endOf(words, from < 0 ? words.length : from, true) }
      }
      if (behind !== undefined && owner === undefined && subject === undefined)
        return { whose: text.slice(behind.from, behind.to), from: 0, to: behind.from }
      if (mark.includes(";") && isHead(read)) owner = undefined // "FH: migraine; PMH: scoliosis"
      if (subject !== undefined && (isTopic || !this.#isPatient(subject)))
        owner = this.#ownerOf(subject, words, whose, hasOwner || isNameBefore(subject, words, read))
      else if (owner !== undefined && !owner.isSure) {
        const goesOn = mark.includes(":") || this.#language.bearing.has(words[0]?.written ?? "")
        owner = goesOn ? { ...owner, isSure: true } : undefined
      } else if (this.#isOfOther(words, read, owner)) owner = undefined
      if (owner?.isSure !== true) return undefined
      hasOwner = true
      const from = (subject?.last ?? -1) + 1
      return { whose: owner.whose, from: 0, to: this.#endOf(words, from, subject?.isWhere === true) }
    })
  }

  /** A relative with whom a clause goes on: "he has a fever and my brother has epilepsy". */
  #joinedIn({ clause: { text } }: ReadClause): ReadonlyArray<Owned> {
    const words = wordsOf(text)
    return words.flatMap((word, at) => {
      if (!this.#language.joining.has(word.written)) return []
      const named = this.#language.subjectOf(words.slice(at + 1, at + 1 + maxNameWords))
      if (named?.first !== 0 || this.#isPatient(named)) return []
      const rest = words.slice(at + 1)
      if (!this.#language.isBearingBehind(rest, named.last + 1)) return []
      const [{ from } = word, { to } = word] = [rest[0], rest[named.last]]
      return [{ whose: text.slice(from, to), from, to: this.#endOf(rest, named.last + 1, false) }]
    })
  }

  /** The relatives with whom a clause begins, if it goes on to say what they have. */
  #ownerOf(subject: Named, words: ReadonlyArray<Word>, whose: string, hasOwner: boolean): Owner | undefined {
    const from = subject.last + 1
    const isOnly = words[from] === undefined
    const isBearing = !isOnly && (hasOwner || subject.isWhere || this.#language.isBearingBehind(words, from))
    if (!isOnly && !isBearing) return undefined
    return { whose, isSure: isBearing || subject.isWhere, isWhere: subject.isWhere && isOnly }
  }

  /** True for a clause about somebody else than the relative of the clause before. */
  #isOfOther(words: ReadonlyArray<Word>, read: ReadClause, owner: Owner | undefined): boolean {
    if (this.#language.isOfWriter(read)) return true
    const [{ written: first = "" } = {}] = words
    // "Chez ma sœur, on a trouvé une scoliose".
    if (owner?.isWhere === true) return this.#language.isOtherSubject(first)
    return this.#language.isOfPatient(words) || this.#language.isInChild(words)
  }

  /** Where a clause about a relative goes on about somebody else. */
  #endOf(words: ReadonlyArray<Word>, from: number, isWhere: boolean): number {
    const joint = this.#language.otherSubjectIn(words, from)
    // "Bei meiner Mutter bekommt er Fieber".
    const other = isWhere ? words.slice(from).find(({ written }) => this.#language.isOtherSubject(written)) : undefined
    return Math.min(joint, other?.from ?? joint)
  }

  #isPatient({ areMany, head }: Named): boolean {
    return !areMany && head === this.#patient
  }

  /** True where the end of a clause, or one of the next without a sign, says that the patient has not what it says. */
  #isDeniedOfPatient(read: ReadClause): boolean {
    if (isDenialOfPatient(endOf(read), this.#language)) return true
    const nth = this.#clauses.indexOf(read)
    const next = this.#clauses.slice(nth + 1, nth + 1 + maxBetween)
    const silent = next.findIndex(({ matches }) => matches.length > 0)
    return next
      .slice(0, silent < 0 ? next.length : silent)
      .some(({ clause }) => isDenialOfPatient(clause.text, this.#language))
  }
}

/** True for a relative without an article directly before a sign: "mother scoliosis, father deafness". */
const isNameBefore = ({ first, last }: Named, words: ReadonlyArray<Word>, read: ReadClause): boolean =>
  first === 0 && last === 0 && isSignAt(read, words[1])

/** Behind "and" the name of a relative is looked for in so many words: "my sister and her daughter". */
const maxNameWords = 12

/** At most so many clauses behind one about a relative say that the patient has not what it says. */
const maxBetween = 2
