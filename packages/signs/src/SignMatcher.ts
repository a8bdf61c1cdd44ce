import { at, last } from "@rare-disease-community/text/arrays/At"
import { type Meaning, type Meanings, nearest, placesOf, wordOf } from "./Meaning.ts"
import type { NamesOfSigns } from "./NamesOfSigns.ts"
import { itemsAt, type NameKind, nameKinds, type PhenotypeData, type Term } from "./PhenotypeData.ts"
import { type Candidate, minPartial, SignGates, wordsAsWritten } from "./SignGates.ts"
import { isBridge } from "./SignPlaces.ts"
import { negationKey, type SignWord, type SignWords } from "./SignWords.ts"

/** A name whose words a clause has. */
export interface Match {
  readonly name: number
  /** The places of its words, ascending, each once. */
  readonly places: ReadonlyArray<number>
  readonly score: number
  /** False for one that the clause has in part only, or that would be taken for a sign too easily. */
  readonly isWhole: boolean
  /** True if a word of it was taken for mistyped. */
  readonly isCorrected: boolean
}

/** Kinds of names that are preferred among equal matches: our own words were written for this. */
const kindScores: Readonly<Record<NameKind, number>> = {
  ours: 0.6,
  name: 0.3,
  lay: 0.3,
  synonym: 0.2,
  abbreviation: -1
}

/**
 * The weights in a match: each place of its words, those of them that are neither frequent nor qualities, a word as the
 * name has it, each word between them, a word that is missing, and each word of the name. They were chosen by hand, and
 * `npm run quality -- symptoms-words` measures what they find (bench/RESULTS.md says which of its texts were seen).
 */
const weights = { place: 3, content: 1, alike: 0.15, between: -0.7, missing: -2, word: -0.01 }

/** The score that a match loses by a meaning that is not a word of the language itself. */
const costs: Readonly<Record<Meaning["kind"], number>> = { own: 0, part: 0.1, translated: 0.4, corrected: 0.6 }

/** Matches of the same words whose scores differ by less are equally good. */
const equalScores = 0.05

/** Of equal matches of several words one is meant that so many times as many diseases have: nobody is asked. */
const muchMore = 3

/**
 * Finds the names whose words are near each other in a clause, in any order. "Her fingers are long and thin" has the
 * words "fingers", "long" and "thin" at the places 0, 1 and 2; "long" and "thin" are frequent. Some names found there:
 *
 * | name | of | places | place, content | alike, between | word, kind | score |
 * |---|---|---|---|---|---|---|
 * | thin long fingers (ours) | Arachnodactyly | 0, 1, 2 | 9 + 1 | 0.45 | -0.03 + 0.6 | 11.02 |
 * | long fingers (ours) | Arachnodactyly | 0, 1 | 6 + 1 | 0.3 | -0.02 + 0.6 | 7.88 |
 * | Long fingers (name) | Long fingers | 0, 1 | 6 + 1 | 0.3 | -0.02 + 0.3 | 7.58 |
 * | thin fingers (ours) | Arachnodactyly | 0, 2 | 6 + 1 | 0.3 - 0.7 | -0.02 + 0.6 | 7.18 |
 *
 * The first is the sign, and the others are not chosen, since it has their places. In "fingers are long" it lacks a
 * word, and "long fingers" is the sign.
 */
export class SignMatcher {
  readonly #data: PhenotypeData
  readonly #gates: SignGates

  constructor(data: PhenotypeData) {
    this.#data = data
    this.#gates = new SignGates(data)
  }

  /** The signs of a clause: the longest names that share no place; only some names where these are given. */
  signs(
    clause: ReadonlyArray<SignWord>,
    meanings: Meanings,
    reader: SignWords,
    only?: NamesOfSigns | undefined
  ): ReadonlyArray<Match> {
    const { namesOfWord } = this.#data.meanings
    const found: Array<Match> = []
    for (const word of meanings.keys()) {
      for (const name of only?.withWord(word) ?? itemsAt(namesOfWord, word)) {
        const said = this.#candidates(name, clause, meanings, reader).filter((one) => this.#gates.isSaid(one))
        found.push(...said.map((one) => this.#match(one)))
      }
    }
    return this.#choose(found, clause)
  }

  /**
   * A name of which the clause has all words, or all but one of several; one word wherever it is: "without hearing aids
   * he is deaf".
   */
  #candidates(
    name: number,
    clause: ReadonlyArray<SignWord>,
    meanings: Meanings,
    reader: SignWords
  ): ReadonlyArray<Candidate> {
    const kind = at(nameKinds, at(this.#data.names.kinds, name))
    if (kind === "abbreviation") return []
    const own = itemsAt(this.#data.meanings.words, name)
    const there: Array<ReadonlyArray<Meaning>> = []
    let missing = 0
    for (const word of own) {
      const meant = meanings.get(word)
      if (meant !== undefined) there.push(meant)
      else if (own.length < minPartial || ++missing > 1) return []
    }
    const [only = []] = there
    const near = nearest(there)
    const all = own.length === 1 ? only.map((one) => [one]) : near === undefined ? [] : [near]
    return all.map((chosen) => {
      const places = placesOf(chosen)
      const span = last(places) - at(places, 0) + 1
      const telling = places.filter((place) => !at(clause, place).isCommon)
      return { name, kind, own, missing, chosen, places, span, telling, clause, reader }
    })
  }

  #match(candidate: Candidate): Match {
    const { chosen, clause, kind, missing, name, own, places, reader, span, telling } = candidate
    const alike = this.#alike(candidate)
    const content = telling.filter((place) => !reader.isQuality(at(clause, place).written)).length
    const cost = chosen.reduce((sum, { kind }) => sum + costs[kind], 0)
    const score =
      weights.place * places.length +
      weights.alike * alike +
      weights.between * (span - places.length) +
      weights.missing * missing +
      weights.word * own.length +
      kindScores[kind] +
      weights.content * content -
      cost
    const isCorrected = chosen.some((one) => (one.kind === "translated" ? one.isCorrected : one.kind === "corrected"))
    return { name, places, score, isWhole: this.#gates.isSure(candidate, alike), isCorrected }
  }

  /** How many words of a clause are forms of words as a name has them, and not of others that are compared as these. */
  #alike({ chosen, clause, name, reader }: Candidate): number {
    const stems = new Set(wordsAsWritten(this.#data.names, name).map((word) => reader.stem(word)))
    return chosen.filter((one) => {
      const word = wordOf(one, clause)
      if (word.keys[0] === negationKey) return false
      return one.kind !== "own" || stems.has(reader.stem(word.written))
    }).length
  }

  /** The number of diseases that have a sign. */
  #diseases({ name }: Match): number {
    const { annotations, names } = this.#data
    return itemsAt(annotations.entriesOfTerm, at(names.terms, name)).length
  }

  /** The best matches that share no place; of equal ones the sign that more diseases have. */
  #choose(matches: ReadonlyArray<Match>, clause: ReadonlyArray<SignWord>): ReadonlyArray<Match> {
    const taken = new Set<number>()
    const isNegation = (place: number) => at(clause, place).keys[0] === negationKey
    const chosen: Array<Match> = []
    const sorted = matches.toSorted(
      (one, other) =>
        Number(other.isWhole) - Number(one.isWhole) ||
        other.score - one.score ||
        this.#diseases(other) - this.#diseases(one) ||
        one.name - other.name
    )
    for (const match of sorted.filter((one) => !isTwoSigns(one, sorted, clause))) {
      const used = match.places.filter((place) => taken.has(place) && !isNegation(place))
      const isApart = used.length === 0 && !isBridge(match.places, clause)
      if (!isApart && !(match.isWhole && this.#isCoordinated(match, used, chosen, clause))) continue
      for (const place of match.places) taken.add(place)
      const isClear = !sorted.some((other) => this.#isRival(match, other))
      chosen.push(isClear ? match : { ...match, isWhole: false })
    }
    return chosen.sort((one, other) => at(one.places, 0) - at(other.places, 0))
  }

  /** True for an equal match of the same words that means something else, and is not much rarer. */
  #isRival(one: Match, other: Match): boolean {
    const { terms } = this.#data.names
    const [term, rival] = [at(terms, one.name), at(terms, other.name)]
    if (!other.isWhole || term === rival || Math.abs(one.score - other.score) > equalScores) return false
    if (one.places.join() !== other.places.join()) return false
    if (one.places.length > 1 && this.#diseases(one) >= muchMore * this.#diseases(other)) return false
    const { ancestors, parents } = this.#data
    const isAbove = (low: Term, high: Term) => itemsAt(ancestors, low).includes(high)
    const haveParent = Array.from(itemsAt(parents, term)).some((parent) => itemsAt(parents, rival).includes(parent))
    return !haveParent && !isAbove(term, rival) && !isAbove(rival, term)
  }

  /** "Small hands and feet" are small feet too, and "back and knees are sore" says that the back is. */
  #isCoordinated(
    { name, places }: Match,
    used: ReadonlyArray<number>,
    chosen: ReadonlyArray<Match>,
    clause: ReadonlyArray<SignWord>
  ): boolean {
    const added = places.filter((place) => !used.includes(place))
    const [first] = added
    if (added.length !== 1 || first === undefined) return false
    const [before, after] = [first - 1, first + 1]
    const isPart = (place: number) => clause[place]?.isPart === true
    const isOfPart = isPart(first) ? isPart(after) : !isPart(after) && used.some(isPart)
    const isFirstOfList = isOfPart && clause[after]?.isJoined === true
    const isSecond = clause[first]?.isJoined === true && (clause[first]?.isCommon === false || used.some(isPart))
    const next = isSecond ? before : isFirstOfList ? after : undefined
    if (next === undefined || used.includes(next)) return false
    const other = chosen.find((other) => used.every((place) => other.places.includes(place)))
    const { terms } = this.#data.names
    return other?.places.includes(next) === true && terms[other.name] !== terms[name]
  }
}

/**
 * True for a match on both sides of an "and" or of a negation where each side is a sign by itself: "a big head and a
 * bulging forehead" is no big forehead, and "no fits no fever" are no fits with fever. "Small hands and feet" has no
 * sign after its "and".
 */
const isTwoSigns = (one: Match, all: ReadonlyArray<Match>, clause: ReadonlyArray<SignWord>): boolean => {
  const isSign = (part: ReadonlyArray<number>, isOnSide: (place: number) => boolean) =>
    all.some(
      ({ isWhole, places }) => isWhole && places.every(isOnSide) && part.every((place) => places.includes(place))
    )
  for (let joint = at(one.places, 0) + 1; joint <= last(one.places); joint++) {
    const isDenial = clause[joint]?.keys[0] === negationKey && !one.places.includes(joint)
    if (clause[joint]?.isJoined !== true && !isDenial) continue
    const [isBefore, isAfter] = [(place: number) => place < joint, (place: number) => place >= joint]
    if (isSign(one.places.filter(isBefore), isBefore) && isSign(one.places.filter(isAfter), isAfter)) return true
  }
  return false
}
