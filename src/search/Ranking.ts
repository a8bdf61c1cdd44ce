import type { MatchedOn } from "../domain/Disease.ts"
import type { DiseaseId } from "../domain/Ids.ts"
import type { FoundCode } from "./CodeIndex.ts"
import { editDistance } from "./EditDistance.ts"
import { LetterPairs } from "./LetterPairs.ts"
import type { IndexedName, NameIndex } from "./NameIndex.ts"
import type { NameSearch } from "./NameSearch.ts"
import { type Query, rareUses } from "./Query.ts"
import { folded } from "./Words.ts"

/** How well something of a disease is what was searched for: about 1 for all of its words, more for the whole of it. */
export interface Scored {
  readonly disease: DiseaseId
  readonly matchedOn: MatchedOn
  readonly score: number
  /** Which share of the search it has. */
  readonly ofSearch: number
  /** Which share of it the search has, of what is found by words. */
  readonly ofName: number
  /** Whether it is all that was searched for. */
  readonly whole: boolean
}

/**
 * What is added for a code, for one that merely leads here, for a whole name, and for one that differs in hyphens,
 * spelling or numerals only.
 */
const [codeScore, retiredCodeScore, wholeScore, sameScore] = [5, 4, 3, 2]

/** Where no name has this share of a search, every word of it may be an error. */
const minOfSearch = 0.8

/** How many names, those that are best by their words, are looked at, and of how many every letter is compared. */
const [maxNames, maxCompared] = [4_000, 120]

/** What a name counts by the words of the search that it has, by its own words that the search has, and by its letters. */
const [ofSearchShare, ofNameShare, lettersShare] = [0.52, 0.28, 0.2]

/** What it counts that a name begins as the search does, and what each typing error takes off; twice for one half typed. */
const [beginning, perError] = [0.1, 0.03]

/** From how many letters on a beginning is looked at for typing errors, and how many it may have. */
const [minLetters, maxErrors] = [8, 2]

/** What is looked for as the mistyped beginning of a name, in letters, and what such a name has of the search. */
const [minHalfTyped, maxHalfTyped, likeBeginning] = [7, 40, 0.96]

/** Up to how many letters names are compared by typing errors rather than by pairs of letters, and the most of them. */
const [maxShort, maxShortErrors] = [12, 3]

/** Of equals a name comes before a synonym, and that before an abbreviation. */
const fieldScores: Readonly<Record<MatchedOn["field"], number>> = {
  name: 0.02,
  synonym: 0.01,
  abbreviation: 0,
  gene: -0.15,
  code: 0,
  description: 0,
  parent: 0
}

/** What a hit must have of the best one's score to be worth showing, and the least that the best must have. */
const [minOfBest, minScore] = [0.85, 0.55]

/** What is worth showing however much more a name has: all words of the search as they are. */
const allOfSearch = 0.98

/** Beside a whole name: what has nearly all that was searched for. */
const minBesideWhole = 0.6

/** How much being well known can add, and how well known adds half of it. */
const [prominenceScore, halfProminence] = [0.03, 30]

/** What a description counts beside a name with the same share of a search. */
const [textShare, textProminence] = [0.82, 0.08]

const known = (prominence: number) => prominence / (prominence + halfProminence)

/** A code that was searched for. */
export const wholeCode = ({ disease, retired, text }: FoundCode): Scored => ({
  disease,
  matchedOn: { field: "code", text },
  score: retired ? retiredCodeScore : codeScore,
  ofSearch: 1,
  ofName: 1,
  whole: true
})

/** What a text counts that tells of this share of a search. */
export const textScore = (share: number, prominence: number): number =>
  share * textShare + textProminence * known(prominence) * 2

interface Candidate {
  readonly score: number
  readonly ofSearch: number
  readonly ofName: number
}

/**
 * Whether no name is or begins as what was typed, which may then be the beginning of one with an error in it. A number is
 * none: what has another one is another disease.
 */
const mayBeHalfTyped = (
  index: NameIndex,
  found: ReadonlyMap<number, Candidate>,
  { joined, sentence }: Query
): boolean => {
  if (sentence || joined.length < minHalfTyped || joined.length > maxHalfTyped || /\d/.test(joined)) return false
  for (const id of found.keys()) if (index.name(id)?.joined.startsWith(joined) === true) return false
  return true
}

/** Names by their words: those of every reading of the search, each at its best. */
const candidatesOf = (index: NameIndex, names: NameSearch, query: Query): Map<number, Candidate> => {
  const best = new Map<number, Candidate>()
  let most = 0
  const read = (rare: number) => {
    for (const asked of query.readings(rare)) {
      for (const { name, ofName, ofSearch } of names.find(asked)) {
        most = Math.max(most, ofSearch)
        const score = ofSearch * (ofSearchShare + ofNameShare * ofName)
        if (score > (best.get(name)?.score ?? 0)) best.set(name, { score, ofSearch, ofName })
      }
    }
  }
  read(rareUses)
  if (most < minOfSearch) read(Number.POSITIVE_INFINITY)
  for (const name of index.beginningWith(query.joined, query.words)) {
    const ofName = query.joined.length / (index.name(name)?.joined.length ?? 1)
    const score = ofSearchShare + ofNameShare * ofName
    if (score > (best.get(name)?.score ?? 0)) best.set(name, { score, ofSearch: 1, ofName })
  }
  if (mayBeHalfTyped(index, best, query)) {
    for (const name of index.beginningLike(query.joined)) {
      const ofName = Math.min(1, query.joined.length / (index.name(name)?.joined.length ?? 1))
      const score = likeBeginning * (ofSearchShare + ofNameShare * ofName)
      if (score > (best.get(name)?.score ?? 0)) best.set(name, { score, ofSearch: likeBeginning, ofName })
    }
  }
  const all = { score: ofSearchShare + ofNameShare, ofSearch: 1, ofName: 1 }
  for (const name of index.whole(query.joined)) best.set(name, all)
  return best
}

/** What it counts that a name begins as the search does: a single short word with its own first one. */
const beginsLike = (name: string, first: string, typed: string, single: boolean): number => {
  if (name.startsWith(typed)) return single && typed.length < minLetters && !first.startsWith(typed) ? 0 : beginning
  if (typed.length < minLetters) return 0
  const errors = editDistance(typed, name, maxErrors, true)
  return errors > maxErrors ? 0 : beginning - perError * errors
}

/** How alike two short names are, by the typing errors that part them. */
const errorLikeness = (one: string, other: string): number =>
  1 - editDistance(one, other, maxShortErrors) / Math.max(one.length, other.length)

const wholeness = (name: IndexedName, query: Query): number => {
  if (name.joined !== query.joined) return 0
  return folded(name.matchedOn.text).trim() === query.folded ? wholeScore : sameScore
}

/** The names that a search may mean, each with its score, in no order. */
export const namesFound = (index: NameIndex, names: NameSearch, query: Query): ReadonlyArray<Scored> => {
  const best = Array.from(candidatesOf(index, names, query), ([id, candidate]) => ({ id, ...candidate }))
  if (best.length > maxCompared) best.sort((one, other) => other.score - one.score)
  // The order among equals must not depend on the numbers of names, which tell when they came.
  const [least, leastCompared] = [best[maxNames]?.score ?? 0, best[maxCompared]?.score ?? 0]
  const letters = new LetterPairs(query.joined)
  // An exchange of two letters in a short name leaves hardly a pair as it was.
  const short = query.joined.length <= maxShort
  const likeness = (name: string) =>
    short && name.length <= maxShort ? errorLikeness(query.joined, name) : letters.likeness(name)
  const begun = ({ joined, words: [first = -1] }: IndexedName) =>
    beginsLike(joined, index.vocabulary.word(first), query.joined, query.single)
  return best.flatMap(({ id, ofName, ofSearch, score }): ReadonlyArray<Scored> => {
    const name = index.name(id)
    if (name === undefined || (score < least && !query.common)) return []
    const whole = wholeness(name, query)
    const compared = !query.common && score > leastCompared
    const byLetters = compared ? lettersShare * likeness(name.joined) + begun(name) * (query.half ? 2 : 1) : 0
    // Names of common words only are alike: what tells them apart is how well known they are.
    const byWords = query.common ? ofSearch * (ofSearchShare + ofNameShare) : score
    const total = byWords + byLetters + whole + fieldScores[name.matchedOn.field]
    return [{ disease: name.disease, matchedOn: name.matchedOn, score: total, ofSearch, ofName, whole: whole > 0 }]
  })
}

/** Those that are worth showing beside the best; none where even that is not. */
export const deserving = (found: ReadonlyArray<Scored>): ReadonlyArray<Scored> => {
  const best = found.reduce((most, { score }) => Math.max(most, score), 0)
  if (best < minScore) return []
  const least = best >= sameScore ? minBesideWhole : best * minOfBest
  return found.filter(({ ofSearch, score }) => score >= least || ofSearch >= allOfSearch)
}

/** Each disease once, by what is best of it, best first; among equals the better known, then the older. */
export const ordered = (
  found: ReadonlyArray<Scored>,
  prominence: (disease: DiseaseId) => number
): ReadonlyArray<Scored> => {
  const best = new Map<DiseaseId, Scored>()
  for (const scored of found) {
    const before = best.get(scored.disease)
    if (before === undefined || isBetter(scored, before)) best.set(scored.disease, scored)
  }
  return Array.from(best.values(), (scored) => ({
    scored,
    total: scored.score + prominenceScore * known(prominence(scored.disease))
  }))
    .sort((one, other) => other.total - one.total || one.scored.disease - other.scored.disease)
    .map(({ scored }) => scored)
}

const isBetter = (one: Scored, other: Scored) =>
  one.score > other.score || (one.score === other.score && one.matchedOn.text < other.matchedOn.text)
