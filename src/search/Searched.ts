import { joinedWords, type NameIndex } from "./NameIndex.ts"
import type { NameSearch } from "./NameSearch.ts"
import { type Query, queryOf } from "./Query.ts"
import { namesFound, type Scored } from "./Ranking.ts"
import { isFrame } from "./Sentences.ts"
import { spelling } from "./Spelling.ts"
import { isFramed, isPermuted, outside, type Span, segmentsOf, spansOf } from "./Within.ts"
import type { Word } from "./Words.ts"

/** What a search finds by names, and whether that is certain enough for nothing to be looked for in descriptions. */
export interface Searched {
  readonly found: ReadonlyArray<Scored>
  readonly named: boolean
}

/** What a whole name counts more that stands among other words than names that have a part of it. */
const withinScore = 1

/** Which share of the words of a sentence that say something a name must have for the others to tell of whom has it. */
const minOfTelling = 0.5

/** The share of a search, and of its own words, from which on a name is what was searched for, mistyped perhaps. */
const nearlyAll = 0.88

/** What stands behind the name of a person or place, and what a name with another one of them counts. */
const nouns = ["syndrome", "disease", "disorder"].map(spelling)
const otherNounScore = 1.3

/** How much more of a search a name must have to be meant rather than a whole name. */
const noticeable = 0.02

/** The most runs of words that are taken for a name alone, and the shortest. */
const [maxSegments, minLetters] = [4, 5]

/** What a run of words must find to be a mistyped name: nearly all of one. A short one is more easily like one by chance. */
const [minShort, minLong, longLetters] = [0.95, 0.85, 9]

/** What it takes off that a run is only a part of all that may be a name. */
const perRest = 0.1

const textOf = (words: ReadonlyArray<Word>) => words.map(({ typed }) => typed).join(" ")
const lettersOf = (words: ReadonlyArray<Word>) => words.reduce((sum, { typed }) => sum + typed.length, 0)

/** The whole names of these spans, each as a find that counts more, the more of the search it is. */
const wholesOf = (index: NameIndex, words: ReadonlyArray<Word>, spans: ReadonlyArray<Span>): ReadonlyArray<Scored> => {
  const letters = lettersOf(words)
  return spans.flatMap(({ from, names, to }) => {
    const ofSearch = lettersOf(words.slice(from, to)) / letters
    return names.flatMap((id): ReadonlyArray<Scored> => {
      const name = index.name(id)
      if (name === undefined) return []
      const { disease, matchedOn } = name
      return [{ disease, matchedOn, score: withinScore + ofSearch, ofSearch, ofName: 1, whole: false }]
    })
  })
}

/** What is found for runs of words that may be a mistyped name, and are longer than the whole name that stands there. */
const segmentsFound = (
  index: NameIndex,
  names: NameSearch,
  { words }: Query,
  longest: number
): ReadonlyArray<Scored> => {
  const telling = lettersOf(words.filter(({ word }) => !isFrame(word)))
  const least = Math.max(longest + 1, minLetters, minOfTelling * telling)
  const segments = segmentsOf(words).filter((segment) => segment.length < words.length && lettersOf(segment) >= least)
  const all = segments.reduce((most, segment) => Math.max(most, lettersOf(segment)), 0)
  return segments
    .sort((one, other) => lettersOf(other) - lettersOf(one))
    .slice(0, maxSegments)
    .flatMap((segment) => {
      const letters = lettersOf(segment)
      const leastScore = letters >= longLetters ? minLong : minShort
      return namesFound(index, names, queryOf(index, textOf(segment), true))
        .filter(({ score }) => score >= leastScore)
        .map((found) => ({ ...found, score: found.score - perRest * (1 - letters / all), whole: false }))
    })
}

/** What a search finds by names: by all its words, by a whole name among them, or by some that may be a mistyped one. */
export const searched = (index: NameIndex, names: NameSearch, query: Query): Searched => {
  const { words } = query
  const isWhole = index.whole(query.joined).length > 0
  const spans = isWhole ? [] : spansOf(index, words)
  const longest = spans.reduce((most, span) => Math.max(most, spanLetters(words, span)), 0)
  const share = longest / (longest + lettersOf(outside(words, spans).filter(({ word }) => !isFrame(word))))
  // What is half typed may be the beginning of a longer name: "myoclonic epilepsy with".
  const isBegun = longest > 0 && index.beginningWith(query.joined, words).length > 0
  const framed = longest > 0 && !isBegun && isFramed(index, words, spans, share >= minOfTelling)
  if (framed && !isPermuted(index, words)) {
    const core = spans.find((span) => spanLetters(words, span) === longest)
    const name = queryOf(index, textOf(words.slice(core?.from, core?.to)), true)
    return { found: [...namesFound(index, names, name), ...wholesOf(index, words, spans)], named: true }
  }
  const found = [...namesFound(index, names, query), ...otherNouns(index, words)]
  const hasAll = found.some(({ ofName, ofSearch }) => ofSearch > nearlyAll && ofName > nearlyAll)
  if (isWhole || hasAll) return { found, named: true }
  const parts = segmentsFound(index, names, query, longest)
  const wholes = wholesOf(index, words, spans)
  const isMeant = query.sentence || isMost(found, wholes)
  if (parts.length > 0 || !isMeant || share < minOfTelling) return { found: [...found, ...parts], named: false }
  return { found: [...found, ...wholes], named: true }
}

/** Names that are of this person or place, but with another word for what it is: "Turner disease". */
const otherNouns = (index: NameIndex, words: ReadonlyArray<Word>): ReadonlyArray<Scored> => {
  const noun = words.at(-1)?.word ?? ""
  if (words.length < 2 || !nouns.includes(noun)) return []
  const before = words.slice(0, -1).map(({ word }) => word)
  return nouns
    .filter((other) => other !== noun)
    .flatMap((other) => index.whole(joinedWords([...before, other])))
    .flatMap((id): ReadonlyArray<Scored> => {
      const name = index.name(id)
      if (name === undefined) return []
      const { disease, matchedOn } = name
      return [{ disease, matchedOn, score: otherNounScore, ofSearch: nearlyAll, ofName: nearlyAll, whole: false }]
    })
}

/** Whether no name has noticeably more of a search than a whole name within it. */
const isMost = (found: ReadonlyArray<Scored>, wholes: ReadonlyArray<Scored>): boolean => {
  const texts = new Set(wholes.map(({ matchedOn }) => matchedOn.text))
  const mostOf = (some: ReadonlyArray<Scored>) => some.reduce((most, { ofSearch }) => Math.max(most, ofSearch), 0)
  return mostOf(found.filter(({ matchedOn }) => texts.has(matchedOn.text))) > mostOf(found) - noticeable
}

const spanLetters = (words: ReadonlyArray<Word>, { from, to }: Span) => lettersOf(words.slice(from, to))
