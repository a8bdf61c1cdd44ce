import type { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import type { MatchedOn } from "./MatchedOn.ts"

export interface Hit {
  readonly id: DiseaseId
  readonly matchedOn: MatchedOn
  /** True if a name of it, or a code, is all that was searched for. */
  readonly whole: boolean
  /**
   * How far a name of it, or a code, explains the search: all of it, all of it in other words or another order, a part.
   * A text does not.
   */
  readonly nameMatch: "full" | "other" | "partial" | "none"
  /** The share of the search that it has, from 0 to 1. */
  readonly share: number
  /**
   * True if its name has all words of the search and others, and the search is not how the name begins: "Parkinson" of
   * "Parkinson disease 3", but not "Duchenne" of "Duchenne muscular dystrophy".
   */
  readonly hasLongerName: boolean
}

import { spelling } from "@rare-disease-community/text/Spelling"
import { isWrittenIn } from "./asked/WrittenNames.ts"
import type { FoundCode } from "./CodeIndex.ts"
import { isAsking, withoutNouns } from "./SearchWords.ts"

/** A match of a name, a code or a text with a search. */
export interface Scored {
  readonly disease: DiseaseId
  readonly matchedOn: MatchedOn
  /** About 1 for all words of the search, more for all of it. */
  readonly score: number
  /** The share of the search that it has, or of the part of it that was compared. */
  readonly queryCoverage: number
  /** The share of the search that was compared, where that is a part. */
  readonly share?: number
  /** The share of it that the search has, of names. */
  readonly nameCoverage: number
  /** True if it is all that was searched for. */
  readonly isExact: boolean
}

/** The scores of a code, and of a code of a retired disease. */
const [codeScore, retiredCodeScore] = [5, 4]

/** Added to the score of an exact name, and of one that differs in hyphens, spelling or numerals only. */
export const [exactScore, sameWordsScore] = [3, 2]

/** A hit with a smaller share of the best score is not worth showing. */
export const minShareOfBest = 0.85

/** If the best score is lower, no hit is worth showing. */
export const minBestScore = 0.55

/** A hit that has all words of the search as they are is always worth showing. */
const fullCoverage = 0.98

/** The least score of a hit that is shown with an exact name. */
const minScoreBesideExact = 0.6

/** The most that prominence adds to a score, and the prominence that adds half of it. */
const [prominenceScore, halfProminence] = [0.03, 30]

/** Taken off the score of a name in a language that is neither English nor that of the search. */
const perForeign = 0.03

/** Shares of a search that differ by less are the same. */
const sameCoverage = 0.15

/** The share of a name's score that a description gets, and the most that prominence adds to it. */
const [textShare, textProminence] = [0.82, 0.16]

const prominenceShare = (prominence: number) => prominence / (prominence + halfProminence)

export const scoredCode = ({ disease, retired, text }: FoundCode): Scored => ({
  disease,
  matchedOn: { field: "code", text },
  score: retired ? retiredCodeScore : codeScore,
  queryCoverage: 1,
  nameCoverage: 1,
  isExact: true
})

/** True for a name that is found whole and is worth showing besides the other words of the search. */
export const isWholeName = ({ matchedOn, nameCoverage, score }: Scored): boolean =>
  nameCoverage >= fullCoverage && score >= minBestScore && matchedOn.field !== "gene"

/** The share of a name that a search has at least if the name explains it; or the name has all of the search. */
const explaining = 0.8

const nameMatchOf = (
  { isExact, matchedOn, nameCoverage, queryCoverage, share = 1 }: Scored,
  search: string | undefined
): Hit["nameMatch"] => {
  if (nameCoverage === 0) return "none"
  const isExplained = isExact || nameCoverage >= explaining || queryCoverage * share >= fullCoverage
  if (!isExplained) return "partial"
  const isWritten = search === undefined || matchedOn.field === "code" || isWrittenIn(search, matchedOn)
  return isWritten ? "full" : "other"
}

/** The words of a text without "disease" and other such nouns, "parkinsons" as "parkinson". */
const wordsOf = (text: string) => withoutNouns(text).map(spelling)

const hasLongerName = ({ field, text }: MatchedOn, search: string): boolean => {
  if (field !== "name" && field !== "synonym") return false
  const typed = wordsOf(search).filter((word) => !isAsking(word))
  const named = wordsOf(text)
  if (typed.length === 0 || named.length === typed.length || !typed.every((word) => named.includes(word))) return false
  const beginning = wordsOf(text.split(",", 1).join())
  const next = beginning[typed.length] ?? ""
  const isBegun = typed.every((word, at) => beginning[at] === word) && /^\p{L}{3}/u.test(next) && !isAsking(next)
  return !isBegun
}

/** A match as a hit; with the search, which costs more, its name is looked for in it as it is written. */
export const hitOf = (scored: Scored, search: string | undefined): Hit => ({
  id: scored.disease,
  matchedOn: scored.matchedOn,
  whole: scored.isExact,
  nameMatch: nameMatchOf(scored, search),
  share: scored.queryCoverage * (scored.share ?? 1),
  hasLongerName: search !== undefined && !scored.isExact && hasLongerName(scored.matchedOn, search)
})

/** The score of a description that has this share of a search. */
export const textScore = (queryCoverage: number, prominence: number): number =>
  queryCoverage * textShare + textProminence * prominenceShare(prominence)

/** The hits that are worth showing besides the best one; none if even that is not. */
export const worthShowing = (found: ReadonlyArray<Scored>): ReadonlyArray<Scored> => {
  const best = found.reduce((most, { score }) => Math.max(most, score), 0)
  if (best < minBestScore) return []
  const least = best >= sameWordsScore ? minScoreBesideExact : best * minShareOfBest
  return found.filter(({ queryCoverage, score }) => score >= least || queryCoverage >= fullCoverage)
}

/**
 * The best hit of each disease, best first; of equal ones the more prominent disease, then the older. Names in English
 * and in `lang` come before names in other languages that are no nearer.
 */
export const bestOfEach = (
  found: ReadonlyArray<Scored>,
  prominence: (disease: DiseaseId) => number,
  lang?: string | undefined
): ReadonlyArray<Scored> => {
  const scoreOf = ({ matchedOn, score }: Scored) =>
    matchedOn.lang === undefined || matchedOn.lang === lang ? score : score - perForeign
  const best = new Map<DiseaseId, { readonly scored: Scored; readonly score: number }>()
  for (const scored of found) {
    const before = best.get(scored.disease)
    const score = Math.max(scoreOf(scored), before?.score ?? 0)
    const isShown = before === undefined || isBetter(scored, before.scored)
    if (isShown || score > before.score) best.set(scored.disease, { scored: isShown ? scored : before.scored, score })
  }
  return Array.from(best.values(), ({ score, scored }) => ({
    scored,
    total: score + prominenceScore * prominenceShare(prominence(scored.disease))
  }))
    .sort((one, other) => other.total - one.total || one.scored.disease - other.scored.disease)
    .map(({ scored }) => scored)
}

/** Of an English name and one in another language, the English one is shown if it has as much of the search. */
const isBetter = (one: Scored, other: Scored) => {
  const isLocal = one.matchedOn.lang !== undefined
  if (isLocal !== (other.matchedOn.lang !== undefined)) {
    const [english, local] = isLocal ? [other, one] : [one, other]
    const hasAsMuch = english.queryCoverage > local.queryCoverage - sameCoverage && english.isExact >= local.isExact
    return hasAsMuch !== isLocal
  }
  return one.score > other.score || (one.score === other.score && one.matchedOn.text < other.matchedOn.text)
}
