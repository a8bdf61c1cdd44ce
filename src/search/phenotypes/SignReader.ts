import { foldName } from "../../text/Folding.ts"
import { PackedVocabulary } from "./PackedVocabulary.ts"
import { itemsAt, type PhenotypeData } from "./PhenotypeData.ts"
import type { PhenotypeNames } from "./PhenotypeNames.ts"
import { isUnspaced } from "./PhenotypeWords.ts"
import { SignMatcher } from "./SignMatcher.ts"
import { idiomKey, negationKey, type SignWord, SignWords } from "./SignWords.ts"
import { WordMeanings } from "./WordMeanings.ts"

export interface Recognised {
  readonly text: string
  readonly term: number
  readonly negated: boolean
}

export interface FoundSigns {
  readonly recognised: ReadonlyArray<Recognised>
  /** What has a name in part only: to be asked about. */
  readonly unsure: ReadonlyArray<Recognised>
  /** The parts that say something, but nothing that is known. */
  readonly unknown: ReadonlyArray<string>
}

/** A clause is read up to this many words at a time. */
const maxClauseWords = 24

/** The longest name of a sign in a script without spaces. */
const maxUnspaced = 16

/** A negation covers this many words after it, or before it at the end of a clause. */
const [negationReach, backwardReach] = [6, 3]

/**
 * Recognises phenotypes in free text: by words of their names near each other, in any order, with typing errors.
 *
 * "Her fingers are long and thin, she never had seizures. They thought it was scoliosis; she eats crayons" has four
 * clauses:
 * - "Her fingers are long and thin": Arachnodactyly, recognised in "fingers are long and thin".
 * - "she never had seizures": Seizure, recognised and negated, since "never" is before it.
 * - "They thought it was scoliosis": Scoliosis, which is unsure, since it was only thought of.
 * - "she eats crayons": no sign; "crayons" remains unknown, since the other words are frequent.
 */
export class SignReader {
  readonly #data: PhenotypeData
  readonly #names: PhenotypeNames
  readonly #byLanguage: ReadonlyMap<string, WordMeanings>
  readonly #matcher: SignMatcher
  readonly #deniedBefore: RegExp
  readonly #deniedAfter: RegExp

  constructor(data: PhenotypeData, names: PhenotypeNames) {
    this.#data = data
    this.#names = names
    const { grammars, namesOfWord, spellings, vocabulary } = data.meanings
    const words = new PackedVocabulary(vocabulary, (word) => itemsAt(namesOfWord, word).length)
    const readers = Object.entries(grammars).map(([language, grammar]) => new SignWords(language, grammar))
    const english = readers.find(({ language }) => language === "en")
    const spelt = new PackedVocabulary(spellings, () => 0)
    this.#byLanguage = new Map(
      readers.map((reader) => [
        reader.language,
        new WordMeanings(data.meanings, words, spelt, reader, english ?? reader)
      ])
    )
    this.#matcher = new SignMatcher(data)
    const unspaced = Object.values(data.meanings.unspacedDenials)
    this.#deniedBefore = new RegExp(`(?:${anyOf(unspaced.flatMap(({ before = [] }) => before))})$`, "u")
    this.#deniedAfter = new RegExp(`^.{0,3}(?:${anyOf(unspaced.flatMap(({ after = [] }) => after))})`, "u")
  }

  /** The languages that texts are read in. */
  get languages(): ReadonlyArray<string> {
    return Array.from(this.#byLanguage.keys())
  }

  /** Those with words of everyday language. */
  get everydayLanguages(): ReadonlyArray<string> {
    return this.languages.filter((language) => (this.#data.meanings.grammars[language]?.common.length ?? 0) > 0)
  }

  /** True for a text with small or frequent words of one of some languages. */
  isIn(text: string, languages: ReadonlyArray<string>): boolean {
    return languages.some((language) => this.#byLanguage.get(language)?.words.hasSmallWords(text) === true)
  }

  /** Reads a text in the one of some languages in which it says most. It yields after some words each. */
  *read(text: string, languages: ReadonlyArray<string> = ["en"]): Generator<void, FoundSigns> {
    let best: FoundSigns | undefined
    for (const language of new Set(languages)) {
      const reader = this.#byLanguage.get(language)
      if (reader === undefined) continue
      const found = yield* this.#readIn(text, reader)
      if (best === undefined || saidIn(found) > saidIn(best)) best = found
    }
    return best ?? (yield* this.read(text))
  }

  *#readIn(text: string, reader: WordMeanings): Generator<void, FoundSigns> {
    const [recognised, unsure]: [Array<Recognised>, Array<Recognised>] = [[], []]
    const unknown: Array<string> = []
    for (const [at, clause] of reader.words.clauses(text).entries()) {
      yield
      // Whoever is named first is the patient.
      const found = isUnspaced(clause) ? this.#readUnspaced(clause) : yield* this.#readClause(clause, reader, at > 0)
      recognised.push(...found.recognised)
      unsure.push(...found.unsure)
      unknown.push(...found.unknown)
    }
    const isOfLanguage = recognised.length !== 1 || unknown.length < 2 || reader.words.hasSmallWords(text)
    const sure = isOfLanguage ? firstOfEach(recognised) : []
    if (!isOfLanguage) unsure.push(...recognised)
    const known = new Set(sure.map(({ term }) => term))
    const asked = firstOfEach(unsure.filter(({ term }) => !known.has(term)))
    return { recognised: sure, unsure: asked, unknown: Array.from(new Set(unknown)) }
  }

  *#readClause(clause: string, reader: WordMeanings, mayBeOfRelative: boolean): Generator<void, FoundSigns> {
    const [recognised, unsure]: [Array<Recognised>, Array<Recognised>] = [[], []]
    const unknown: Array<string> = []
    const all = reader.words.words(clause)
    for (let from = 0; from < all.length; from += maxClauseWords) {
      yield
      const words = all.slice(from, from + maxClauseWords)
      const chosen = this.#matcher.signs(words, yield* reader.in(words), reader.words)
      const taken = new Set(chosen.flatMap(({ places }) => places))
      const named = new Set(chosen.flatMap(({ isWhole, places }) => (isWhole ? places : [])))
      for (const { isWhole, name, places } of chosen) {
        const [start = 0, end = 0] = [places[0], places.at(-1)]
        const text = clause.slice(words[start]?.from, words[end]?.to)
        const denial = denialOf(clause, words, places, named, reader.words)
        const negated = denial !== undefined
        // Nobody is asked about a sign that is not there.
        const [before, after] = [clause.slice(0, words[start]?.from), clause.slice(words[end]?.to)]
        const isDoubted =
          reader.words.isDoubted(before, after, places.length === 1) ||
          (mayBeOfRelative && reader.words.isOfRelative(before))
        const isOfPerson = places.length === 1 && reader.words.isOfPerson(words[start]?.written ?? "", before, after)
        const isSure = (isWhole || isOfPerson) && (negated || !isDoubted)
        // "Can't bend his thumb" does not say that the thumb is not bent.
        const isOfAbility = reader.words.grammar.disabling.includes(denial?.written ?? "")
        if (isOfAbility || (negated && !isSure)) unknown.push(text)
        else (isSure ? recognised : unsure).push({ text, term: this.#data.names.terms[name] ?? 0, negated })
      }
      unknown.push(...restOf(clause, words, taken))
    }
    return { recognised, unknown, unsure }
  }

  /** Names in a script without spaces: at each character the longest that begins there. */
  #readUnspaced(clause: string): FoundSigns {
    const [recognised, unknown]: [Array<Recognised>, Array<string>] = [[], []]
    let rest = ""
    const flush = () => {
      if (/\p{Script=Han}|\p{Script=Katakana}/u.test(rest) && rest.length > 1) unknown.push(rest)
      rest = ""
    }
    const folded = foldName(clause)
    for (let at = 0; at < folded.length; ) {
      const word = this.#names.vocabulary.longestAt(folded, at, maxUnspaced)
      const name = word === undefined ? undefined : this.#nameOfWord(word)
      if (word === undefined || name === undefined) {
        rest += folded.charAt(at)
        at++
        continue
      }
      flush()
      const text = this.#names.vocabulary.text(word)
      const after = folded.slice(at + text.length, at + text.length + 6)
      const negated = this.#deniedAfter.test(after) || this.#deniedBefore.test(folded.slice(0, at))
      recognised.push({ text, term: this.#data.names.terms[name] ?? 0, negated })
      at += text.length
    }
    flush()
    return { recognised, unknown, unsure: [] }
  }

  /** The name that is only this word. */
  #nameOfWord(word: number): number | undefined {
    const { namesOfWord, words } = this.#data.names
    const [from = 0, to = 0] = [namesOfWord.offsets[word], namesOfWord.offsets[word + 1]]
    if (this.#names.vocabulary.text(word).length < 2) return undefined
    return Array.from(namesOfWord.items.subarray(from, to)).find(
      (name) => (words.offsets[name + 1] ?? 0) - (words.offsets[name] ?? 0) === 1
    )
  }
}

/** A pattern of one of some patterns, which matches nothing where there are none. */
const anyOf = (patterns: ReadonlyArray<string>): string => (patterns.length === 0 ? "(?!)" : patterns.join("|"))

/** How much of a text was understood: what is sure counts first. */
const saidIn = ({ recognised, unsure }: FoundSigns): number => recognised.length * 1_000 + unsure.length

const firstOfEach = (signs: ReadonlyArray<Recognised>): ReadonlyArray<Recognised> =>
  Array.from(new Map(signs.toReversed().map((sign) => [sign.term, sign])).values()).toReversed()

/**
 * The negation that is not a word of a name and is before the places, with no "and" between the two, or at the end.
 */
const denialOf = (
  clause: string,
  words: ReadonlyArray<SignWord>,
  places: ReadonlyArray<number>,
  taken: ReadonlySet<number>,
  reader: SignWords
): SignWord | undefined => {
  const [start = 0, end = 0] = [places[0], places.at(-1)]
  const isNegation = (place: number) => words[place]?.keys[0] === negationKey
  const isDenial = (place: number) => isNegation(place) && !taken.has(place)
  if (places.some(isNegation)) return undefined
  for (let place = start - 1; place >= Math.max(0, start - negationReach); place--) {
    if (words[place + 1]?.isJoined === true) break
    if (isDenial(place)) return words[place]
  }
  // "So tired I can't work" denies no tiredness.
  const isOfNextClause = (place: number) => reader.grammar.pronouns.includes(words[place]?.before ?? "")
  for (let place = start + 1; place < end; place++) if (isDenial(place) && !isOfNextClause(place)) return words[place]
  if (!reader.grammar.denyingAfter) return undefined
  // "Krämpfe hatte sie nie", "dolor no tiene": nothing else is said after it.
  let from = end + 1
  const link = clause.slice(words[end]?.to, words[from]?.from)
  if (reader.subordinates(link)) return undefined
  // "Juckreiz oder Quaddeln sind nie dabei" denies both, and "Fieber oder Unfall gab es nicht" too.
  if (reader.grammar.choosing.includes(link.trim().toLowerCase()))
    do from++
    while (taken.has(from))
  const after = words.slice(from)
  const isLast = after.every(({ isCommon, isJoined }, at) => isCommon && !isJoined && !taken.has(from + at))
  if (!isLast) return undefined
  return after.slice(0, backwardReach).find((word, at) => isDenial(from + at) && !reader.isSevering(word))
}

/** The runs of words that belong to no match and say something. */
const restOf = (clause: string, words: ReadonlyArray<SignWord>, taken: ReadonlySet<number>): ReadonlyArray<string> => {
  const runs: Array<Array<SignWord>> = [[]]
  for (const [place, word] of words.entries()) {
    const isSilent = word.isCommon || word.keys[0] === negationKey || word.keys[0] === idiomKey
    if (taken.has(place) || isSilent || /^\d+$/.test(word.written)) runs.push([])
    else runs.at(-1)?.push(word)
  }
  return runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)]
    return first === undefined || last === undefined ? [] : [clause.slice(first.from, last.to)]
  })
}
