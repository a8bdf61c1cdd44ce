import { at } from "@rare-disease-community/text/arrays/At"
import { negationKey, type SignWord } from "../SignWords.ts"
import { type Range, smallWords } from "../WordPatterns.ts"
import type { DenialWords, Denying } from "./DenialWords.ts"

/** A denial that covers what follows it. */
export interface Denial {
  /** The negation; empty for a phrase. */
  readonly written: string
  /** True for one that covers signs behind an "and" too: "denies headache and nausea". */
  readonly isStrong: boolean
  /** True for one that begins a clause: "no nausea, vomiting and diarrhea". */
  readonly isFirst: boolean
}

/** The denials that cover each word of a clause, and the words behind the clause. */
export interface DenialScope {
  readonly at: ReadonlyArray<Denial | undefined>
  readonly end: Denial | undefined
  /** True for a denial with nothing behind it: "denies: fever". */
  readonly isOpen: boolean
  /** True if what follows is denied as a whole: "it is not true that". */
  readonly isContradicted: boolean
}

/** A negation covers this many words, and as many behind each "or". */
const reach = 6

/** The facts about a clause before it is followed word by word. */
interface Opening {
  /** The denial of a list that goes on in the clause. */
  readonly inherited: Denial | undefined
  readonly isContradicted: boolean
  /** The places of words that belong to the name of a sign, as "no" does in "no teeth". */
  readonly named: ReadonlySet<number>
  /** The phrases of the clause that deny, in order. */
  readonly phrases: ReadonlyArray<Denying>
  readonly unsettled: ReadonlyArray<Range>
  /** The words that a denial before them denies instead of a sign, in order: "change" of "no change in". */
  readonly taking: ReadonlyArray<Range>
}

/** Follows a clause word by word. */
export const scopeOf = (
  clause: string,
  words: ReadonlyArray<SignWord>,
  { inherited, isContradicted, named, phrases, taking, unsettled }: Opening,
  language: DenialWords
): DenialScope => {
  const state = new Scope(language, inherited)
  const contradiction = isContradicted ? { from: 0, to: 0 } : language.contradictionIn(clause)
  let [next, taken] = [0, 0]
  let isContrary = false
  const at: Array<Denial | undefined> = []
  for (let place = 0; place <= words.length; place++) {
    const word = words[place]
    const from = word?.from ?? clause.length
    let to = words[place - 1]?.to ?? 0
    for (let one = phrases[next]; one !== undefined && one.to <= from; one = phrases[++next]) {
      state.begin(one)
      to = Math.max(to, one.to)
    }
    for (; (taking[taken]?.to ?? Number.POSITIVE_INFINITY) <= from; taken++) state.take()
    const [behind = ""] = word === undefined ? [] : smallWords(clause.slice(word.to, words[place + 1]?.from))
    state.pass(smallWords(clause.slice(to, from)), word, behind)
    if (!isContrary && contradiction !== undefined && from >= contradiction.to) {
      isContrary = true
      state.end()
    }
    // A denial of a denial says that there is a sign.
    at.push(isContrary ? (state.denial === undefined ? contrary : undefined) : state.denial)
    const isIn = (one: Range | undefined) => one !== undefined && from >= one.from && from < one.to
    if (word === undefined || isIn(phrases[next]) || isIn(contradiction) || unsettled.some(isIn)) continue
    if (word.keys[0] !== negationKey) state.step(word, named.has(place))
    else if (named.has(place)) state.name(word)
    else state.deny(word, place === 0)
  }
  return { at, end: state.isTaken ? state.listed : at.at(-1), isOpen: state.isOpen, isContradicted: isContrary }
}

const contrary: Denial = { written: "", isStrong: true, isFirst: false }

/** The denial that is open while a clause is read. */
class Scope {
  readonly #language: DenialWords
  readonly #inherited: Denial | undefined
  #denial: Denial | undefined
  /** True behind a negation, up to an "and". */
  #isNegated = false
  #distance = 0
  #reach = reach
  /** True behind a word that does not only say "had". */
  #isBehindVerb = false
  #isPresupposed = false
  /** True in a clause that "without" denies: "sin que tenga". */
  #isInClause = false
  #isBehindInfinitive = false
  #isTaken = false

  constructor(language: DenialWords, inherited: Denial | undefined) {
    this.#language = language
    this.#denial = inherited
    this.#inherited = inherited
  }

  /** The denial that covers the next word. */
  get denial(): Denial | undefined {
    // "The drug does not control her seizures" says that she has some.
    return this.#isTaken || this.#isPresupposed || this.#distance >= this.#reach ? undefined : this.#denial
  }

  /** True behind a word that was denied instead of the signs behind it. */
  get isTaken(): boolean {
    return this.#isTaken
  }

  /** The denial of a list with which the next clause goes on: "denies changes in vision, headache". */
  get listed(): Denial | undefined {
    return this.#denial
  }

  get isOpen(): boolean {
    return this.#denial !== undefined && this.#distance === 0
  }

  /** Passes small words, and comes to a word with another behind it. */
  pass(small: ReadonlyArray<string>, word: SignWord | undefined, behind: string) {
    const { articles, breaking, choosing, definite, joining, partitive, predicate } = this.#language
    const joint = small.findLastIndex((one) => joining.has(one) || choosing.has(one))
    if (small.some((one) => joining.has(one))) this.#isNegated = false
    this.#isInClause ||= this.#isLackOf(small)
    if (this.#isBesideLack(small, word, behind)) this.end()
    if (this.#denial === undefined) return
    const next = small.slice(joint + 1)
    const isPredicate = next.some((one) => predicate.has(one)) || predicate.has(word?.written ?? "")
    const { isStrong } = this.#denial
    if (joint >= 0) {
      const isChoice = choosing.has(at(small, joint))
      const isList = this.#denial === this.#inherited && !next.some((one) => articles.has(one))
      // "Pas de fièvre et de toux", but not "et de la toux".
      const isOfDenied = partitive.has(next[0] ?? "") && !articles.has(next[1] ?? "")
      const goesOn = isChoice || isStrong || isList || isOfDenied
      if (isPredicate || !goesOn) this.end()
      else this.#restart()
    }
    // "Ohne dass er Fieber hatte".
    if (small.slice(this.#isInClause ? 1 : 0).some((one) => breaking.has(one)) || breaking.has(word?.written ?? ""))
      this.end()
    this.#isPresupposed = !isStrong && this.#isBehindVerb && small.some((one) => definite.has(one))
  }

  /**
   * True where a verb, a pronoun or an article behind what "without" denies begins to say something else: "without
   * glasses he sees double". "Without having had seizures" and "senza avere la febbre" go on.
   */
  #isBesideLack(small: ReadonlyArray<string>, word: SignWord | undefined, behind: string): boolean {
    const { articles, definite, genitiveArticles, possession, predicate, pronouns } = this.#language
    if (!this.#isOfLack) return false
    if (this.#isInClause || (this.#distance === 0 && possession.has(small[0] ?? ""))) return false
    // "Ohne Brille sieht er doppelt".
    if (this.#distance > 0 && pronouns.has(behind)) return true
    const isArticle = articles.has(small[0] ?? "") && !genitiveArticles.has(small[0] ?? "")
    if (this.#distance > 0 && !this.#isBehindInfinitive && isArticle) return true
    const rest = this.#distance === 0 ? small.slice(1) : [...small, word?.written ?? ""]
    return rest.some((one) => predicate.has(one) && !definite.has(one))
  }

  /** True for a denial by "without". */
  get #isOfLack(): boolean {
    return this.#language.severing.has(this.#denial?.written ?? "")
  }

  /** True for the first word of a clause that "without" denies. */
  #isLackOf(small: ReadonlyArray<string>): boolean {
    return this.#isOfLack && this.#distance === 0 && this.#language.opensClause.has(small[0] ?? "")
  }

  /** Comes behind a phrase that denies. */
  begin({ isDirect, isTaking }: Denying) {
    // "A cough that won't stop" is there, and so is what somebody is "not free of", or "no longer free of".
    const isDeniedItself = isTaking && this.#isNegated && this.#distance <= 1
    if (isDeniedItself || (isDirect && this.#denial !== undefined)) return this.end()
    this.#isTaken = false
    this.#denial = { written: "", isStrong: !isDirect, isFirst: false }
    this.#isNegated = true
    this.#restart()
    this.#reach = isDirect ? 1 : Number.POSITIVE_INFINITY
  }

  step({ isCommon, written }: SignWord, isNamed: boolean) {
    this.#distance++
    if (this.#distance === 1) this.#isBehindInfinitive = this.#language.isInfinitive(written)
    if (!this.#language.possession.has(written)) this.#isBehindVerb = true
    // "Sin gafas ve doble": the verb behind a thing that is no sign has no pronoun.
    const isThing = this.#language.dropsSubject && !isCommon && !isNamed && !this.#isInClause
    if (isThing && this.#isOfLack) this.#reach = this.#distance
  }

  /** Passes a negation of a name: "can't walk without falling" does not deny that somebody falls. */
  name({ written }: SignWord) {
    this.#isNegated = !this.#language.severing.has(written)
    this.#distance++
    this.#isBehindVerb = true
  }

  deny({ written }: SignWord, isFirst: boolean) {
    // "No day without headache" has some, and "nicht fieberfrei" a fever.
    const isFree = this.#language.isFree(written) && this.#distance === 0
    if ((isFree || this.#language.severing.has(written)) && this.#isNegated) return this.end()
    this.#isTaken = false
    this.#denial = { written, isStrong: false, isFirst }
    this.#isNegated = true
    this.#restart()
    this.#reach = reach
  }

  /** Comes behind a word that is denied itself, and not the signs behind it: "no change in". */
  take() {
    if (this.#denial === undefined) return
    if (!this.#denial.isStrong && this.#denial !== this.#inherited) return this.end()
    this.#isTaken = true
  }

  end() {
    this.#isTaken = false
    this.#denial = undefined
    this.#isNegated = false
    this.#restart()
  }

  #restart() {
    this.#isInClause = false
    this.#isBehindInfinitive = false
    this.#distance = 0
    this.#isBehindVerb = false
  }
}
