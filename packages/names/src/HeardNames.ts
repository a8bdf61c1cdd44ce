import { hasAbbreviation, type NameIndex } from "./NameIndex.ts"
import type { NameRanking } from "./NameRanking.ts"
import type { Query, QueryParser } from "./Query.ts"
import { minShareOfBest, type Scored } from "./Scores.ts"
import { soundSimilarity } from "./WholeSounds.ts"

/** A search is compared by sound up to this many words, unless a name was found with this score. */
const [maxHeardWords, sureScore] = [5, 0.75]

/** The fewest letters of the first two words of a search that is compared by sound. */
const minHeardLetters = 5

/** The least share that a name which was heard has of a search of one word. */
const minHeardWord = 0.75

/** The least share that a name which was heard has of a search of several words. */
const minHeardQuery = 0.65

/** The least share of a name which was heard that the search has. */
const minHeardName = 0.45

/** The least score of a name which was heard. */
const minHeardScore = 0.48

/** A name that was heard comes before others whose score is less by this. */
const heardMargin = 0.05

/** True if a search may be a name that was misheard: the names that it found share few letters with it. */
const mayBeHeard = (found: ReadonlyArray<Scored>, { isCommon, isSentence, words }: Query) =>
  !isCommon &&
  !isSentence &&
  words.length <= maxHeardWords &&
  new Set(words.map(({ word }) => word)).size === words.length &&
  (words[0]?.typed.length ?? 0) + (words[1]?.typed.length ?? 0) >= minHeardLetters &&
  found.every(({ score }) => score < sureScore)

/** The score of a name that sounds as a whole search, and its loss by each share of other sounds. */
const [wholeScore, perOtherSound] = [0.95, 1]

/** The least share of sounds that a name has in common with a search. */
const minSimilarity = 0.6

/** The names that sound most like a search, wherever its words begin and end. */
const soundingAs = ({ codes, words }: Query, index: NameIndex): ReadonlyArray<Scored> => {
  const typed = words.map(({ word }) => word)
  return index.soundingAs(typed).flatMap((id): ReadonlyArray<Scored> => {
    const name = index.name(id)
    if (name === undefined || index.codesOf(name, codes) === "others") return []
    const { disease, matchedOn } = name
    const similarity = soundSimilarity(
      typed,
      name.words.map((word) => index.vocabulary.word(word))
    )
    const score = wholeScore - perOtherSound * (1 - similarity)
    return similarity < minSimilarity
      ? []
      : [{ disease, matchedOn, score, queryCoverage: similarity, nameCoverage: similarity, isExact: false }]
  })
}

/**
 * The names whose words sound as those of a search may, and the search as it was heard: for those who have only heard a
 * name, and write it so. Undefined where the names that were found are no worse. They explain a part of a search at
 * most.
 */
export const heardNames = (
  others: ReadonlyArray<Scored>,
  searched: Query,
  parser: QueryParser,
  ranking: NameRanking,
  index: NameIndex
): { readonly query: Query; readonly matches: ReadonlyArray<Scored> } | undefined => {
  if (!mayBeHeard(others, searched)) return undefined
  const query = parser.parse(searched.folded, { as: "heard", codes: searched.codes })
  const least = others.reduce((most, { score }) => Math.max(most, score + heardMargin), minHeardScore)
  const minQuery = query.words.length === 1 ? minHeardWord : minHeardQuery
  const heard = ranking
    .rank(query)
    .filter(
      ({ matchedOn, nameCoverage, queryCoverage, score }) =>
        !hasAbbreviation(matchedOn) && queryCoverage >= minQuery && nameCoverage >= minHeardName && score > least
    )
  if (heard.length === 0) {
    const whole = soundingAs(searched, index).filter(({ score }) => score > least)
    return whole.length === 0 ? undefined : { query, matches: whole }
  }
  const most = heard.reduce((best, { score }) => Math.max(best, score), 0)
  const matches = heard.filter(({ score }) => score >= most * minShareOfBest)
  return { query, matches }
}
