import { isEveryday } from "@rare-disease-community/text/ContentWords"
import { foldText } from "@rare-disease-community/text/Folding"
import { isNumber, joinWords, lettersOf, textOf, type Word } from "@rare-disease-community/text/NameWords"
import { spelling } from "@rare-disease-community/text/Spelling"
import type { NameIndex } from "./NameIndex.ts"
import type { NameRanking } from "./NameRanking.ts"
import type { Query, QueryParser } from "./Query.ts"
import type { Scored } from "./Scores.ts"
import { eponymNouns, isConnecting, isContextWord, isStopWord } from "./SearchWords.ts"

/** The names that match a search; descriptions need no search if they are certain. */
export interface NameMatches {
  readonly found: ReadonlyArray<Scored>
  readonly isCertain: boolean
}

/** Names that occur as a whole within a search: the words from one place up to another. */
interface Mention {
  readonly from: number
  readonly to: number
  readonly names: ReadonlyArray<number>
}

/** The maximum number of words of a disease's name that a text mentions. */
const maxMentionWords = 16

/** A mention with fewer letters is an abbreviation that occurs in any text by chance. */
const minMentionLetters = 3

/** Added to the score of a mentioned name, so that it comes before names that have a part of the search. */
const mentionScore = 1

/** A mentioned name is meant if it has this share of the words that are neither stop words nor context. */
const minMentionShare = 0.5

/**
 * A name that covers this share of the search, and is covered by it to this share, is the one that was searched for.
 */
const nearlyAll = 0.88

/** The score of a name of this person or place that has another noun. */
const otherNounScore = 1.3

/** The least similarity of a mistyped name with another noun. */
const minMistyped = 0.8

/** A name is meant rather than a mentioned one if it covers this much more of the search. */
const noticeableMargin = 0.02

/** The maximum number of segments of a search that are tried as a mistyped name. */
const maxSegments = 4

/** The fewest letters of a segment that is tried as a mistyped name. */
const minSegmentLetters = 5

/** The least score of a name for a segment of few letters, which is similar to some name by chance. */
const minShortScore = 0.95

/** The least score of a name for a segment of many letters. */
const minLongScore = 0.85

/** The letters from which on a segment is long. */
const longLetters = 9

/** Taken off the score of a segment, times the share of the longest segment's letters that it lacks. */
const perMissingShare = 0.1

/** The fewest words of a search that is too vague to be part of a name. */
const minVagueWords = 3

const isWhole = ({ nameCoverage }: Scored) => nameCoverage > nearlyAll
const beginsAs = ({ folded }: Query, { matchedOn }: Scored) => foldText(matchedOn.text).startsWith(folded)
/** True for everyday words alone, and for one word three times: names have them by chance, and "moya moya" has two. */
const saysNothing = (words: ReadonlyArray<Word>) =>
  words.length > 1 &&
  (words.every(({ typed, word }) => isEveryday(typed) && !eponymNouns.includes(word)) ||
    (words.length > 2 && new Set(words.map(({ word }) => word)).size === 1))
const isNameWord = ({ word }: Word) => !isContextWord(word)
const isBetween =
  (at: number) =>
  ({ from, to }: Mention) =>
    at >= from && at < to

/** Matches searches with names: by all words, by a whole name among them, or by some that may be a mistyped name. */
export class NameMatcher {
  readonly #index: NameIndex
  readonly #parser: QueryParser
  readonly #ranking: NameRanking

  constructor(index: NameIndex, parser: QueryParser, ranking: NameRanking) {
    this.#index = index
    this.#parser = parser
    this.#ranking = ranking
  }

  match(query: Query): NameMatches {
    const { words } = query
    const isExact = this.#index.exact(query.joined).length > 0
    // A half-typed search may be the beginning of a longer name: "myoclonic epilepsy with".
    const isBegun = this.#index.withPrefix(query.joined, words).length > 0
    const mentions = isExact || isBegun ? [] : this.#mentionsIn(words)
    const lettersIn = ({ from, to }: Mention) => lettersOf(words.slice(from, to))
    const longest = Math.max(0, ...mentions.map(lettersIn))
    const others = words.filter((word, at) => isNameWord(word) && !mentions.some(isBetween(at)))
    const isMostOfSearch = longest >= minMentionShare * (longest + lettersOf(others))
    if (longest > 0 && this.#isQuestion(words, mentions, isMostOfSearch)) {
      const { from, to } = mentions.find((mention) => lettersIn(mention) === longest) ?? {}
      const name = this.#parser.parse(textOf(words.slice(from, to)), { as: "name" })
      return { found: [...this.#ranking.rank(name), ...this.#mentioned(words, mentions)], isCertain: true }
    }
    const named = [...this.#ranking.rank(query), ...this.#withOtherNoun(words), ...this.#withType(words)]
    if (!isExact && saysNothing(words))
      return { found: named.filter((found) => beginsAs(query, found)), isCertain: true }
    const found = this.#isVague(words) ? named.filter((found) => isWhole(found) || beginsAs(query, found)) : named
    const hasNearlyAll = found.some(
      ({ nameCoverage, queryCoverage }) => queryCoverage > nearlyAll && nameCoverage > nearlyAll
    )
    if (isExact || hasNearlyAll) return { found, isCertain: true }
    if (isBegun) return { found, isCertain: false }
    const parts = this.#rankSegments(query, longest)
    const mentioned = this.#mentioned(words, mentions)
    const isMeant = query.isSentence || coversMost(found, mentioned)
    if (parts.length > 0 || !isMeant || !isMostOfSearch) return { found: [...found, ...parts], isCertain: false }
    return { found: [...found, ...mentioned], isCertain: true }
  }

  /**
   * True if a longer search has only stop words, context and "disease": names that have some of them are found by
   * chance.
   */
  #isVague(words: ReadonlyArray<Word>): boolean {
    const isNoun = ({ word }: Word) => this.#index.isCommon(this.#index.idOf(word) ?? -1)
    const isWeak = (word: Word) => !isNameWord(word) || isNoun(word)
    return words.length >= minVagueWords && words.some(isNoun) && words.every(isWeak)
  }

  /** The names mentioned in a search, in its order; of overlapping ones the first and longest. */
  #mentionsIn(words: ReadonlyArray<Word>): ReadonlyArray<Mention> {
    const texts = words.map(({ word }) => word)
    const found: Array<Mention> = []
    for (let from = 0, end = 0; from < texts.length; from++) {
      for (let to = Math.min(texts.length, from + maxMentionWords); to > Math.max(from, end); to--) {
        const names = this.#namesOf(texts.slice(from, to))
        if (names.length === 0) continue
        found.push({ from, to, names })
        end = to
        break
      }
    }
    return found
  }

  /** Names that consist of these words, unless the words may occur in a text by chance. */
  #namesOf(words: ReadonlyArray<string>): ReadonlyArray<number> {
    const joined = joinWords(words)
    if (joined.length < minMentionLetters || isNumber(joined) || words.every(isContextWord)) return []
    return this.#index.exactNames(joined)
  }

  /** True if the words around the mentions only ask about a disease or say who has it. */
  #isQuestion(words: ReadonlyArray<Word>, mentions: ReadonlyArray<Mention>, allowsUnknown: boolean): boolean {
    const isAround = words.every(({ word }, at) => {
      if (mentions.some(isBetween(at))) return true
      // A number after a name belongs to the name.
      if (isNumber(word)) return at > 0 && mentions.every(({ to }) => to !== at)
      return isContextWord(word) || (allowsUnknown && at < words.length - 1 && this.#parser.isUnknown(word))
    })
    return isAround && !this.#isReordered(words, mentions)
  }

  /**
   * True if a name has exactly the words of a search that are not stop words, in any order, and no mention has all:
   * "hemophilia A" has those of "my son has hemophilia A".
   */
  #isReordered(words: ReadonlyArray<Word>, mentions: ReadonlyArray<Mention>): boolean {
    const { frequency, vocabulary } = this.#index
    const isSmall = ({ word }: Word) => isStopWord(word) || isConnecting(word)
    if (mentions.some((mention) => words.every((word, at) => isSmall(word) || isBetween(at)(mention)))) return false
    const ids = words.filter((word) => !isSmall(word)).map(({ word }) => this.#index.idOf(word))
    const wanted = new Set(ids.filter((id) => id !== undefined))
    const [rarest] = Array.from(wanted).sort((one, other) => frequency(one) - frequency(other))
    if (rarest === undefined || ids.includes(undefined)) return false
    return this.#index.namesWith(rarest).some((name) => {
      const words = this.#index.name(name)?.words ?? []
      const own = new Set(words.filter((word) => !isConnecting(vocabulary.word(word))))
      return own.size === wanted.size && Array.from(own).every((word) => wanted.has(word))
    })
  }

  #scored(names: ReadonlyArray<number>, score: number, queryCoverage: number, nameCoverage: number) {
    return names.flatMap((id): ReadonlyArray<Scored> => {
      const name = this.#index.name(id)
      if (name === undefined) return []
      const { disease, matchedOn } = name
      return [{ disease, matchedOn, score, queryCoverage, nameCoverage, isExact: false }]
    })
  }

  /** The mentioned names; a greater share of the search gives a greater score. */
  #mentioned(words: ReadonlyArray<Word>, mentions: ReadonlyArray<Mention>): ReadonlyArray<Scored> {
    return mentions.flatMap(({ from, names, to }) => {
      const share = lettersOf(words.slice(from, to)) / lettersOf(words)
      return this.#scored(names, mentionScore + share, share, 1)
    })
  }

  /** Names of this person or place with another noun: "Turner disease" for "Turner syndrome", also mistyped. */
  #withOtherNoun(words: ReadonlyArray<Word>): ReadonlyArray<Scored> {
    const noun = words.at(-1)?.word ?? ""
    if (words.length < 2 || !eponymNouns.includes(noun)) return []
    const before = words.slice(0, -1).map(({ word }) => word)
    const others = eponymNouns.filter((other) => other !== noun)
    const namesWith = (before: ReadonlyArray<string>, nouns: ReadonlyArray<string>) =>
      nouns.flatMap((other) => this.#index.exact(joinWords([...before, other])))
    const [typed = "", ...more] = before
    const names = namesWith(before, others)
    if (names.length > 0 || more.length > 0) return this.#scored(names, otherNounScore, nearlyAll, nearlyAll)
    const { vocabulary } = this.#index
    const similar = vocabulary
      .similar(typed)
      .map(({ similarity, word }) => ({ similarity, meant: [vocabulary.word(word)] }))
    const withNoun = similar.filter(({ meant }) => namesWith(meant, [noun]).length > 0)
    const least = withNoun.reduce((most, { similarity }) => Math.max(most, similarity), minMistyped)
    return similar
      .filter(({ similarity }) => similarity > least)
      .flatMap(({ meant, similarity }) =>
        this.#scored(namesWith(meant, others), otherNounScore * similarity, nearlyAll, nearlyAll)
      )
  }

  /** Names that have "type" before the letter at the end of a search: "Niemann-Pick C". */
  #withType(words: ReadonlyArray<Word>): ReadonlyArray<Scored> {
    const letter = words.at(-1)?.word ?? ""
    if (words.length < 2 || !/^[a-z]$/.test(letter)) return []
    const before = words.slice(0, -1).map(({ word }) => word)
    const ends = [[], ...eponymNouns.map((noun) => [noun])].map((noun) => [...noun, spelling("type"), letter])
    const names = ends.flatMap((end) => this.#index.exact(joinWords([...before, ...end])))
    return this.#scored(names, otherNounScore, nearlyAll, nearlyAll)
  }

  /** Names for the segments of a search that may be a mistyped name and are longer than the longest mention. */
  #rankSegments({ codes, words }: Query, longest: number): ReadonlyArray<Scored> {
    const least = Math.max(longest + 1, minSegmentLetters, minMentionShare * lettersOf(words.filter(isNameWord)))
    const segments = segmentsOf(words)
      .filter((segment) => segment.length < words.length && lettersOf(segment) >= least)
      .sort((one, other) => lettersOf(other) - lettersOf(one))
    const [most = []] = segments
    const searched = lettersOf(words.filter(isNameWord))
    return segments.slice(0, maxSegments).flatMap((segment) => {
      const letters = lettersOf(segment)
      const share = Math.min(1, lettersOf(segment.filter(isNameWord)) / searched)
      const leastScore = letters >= longLetters ? minLongScore : minShortScore
      const missing = 1 - letters / lettersOf(most)
      return this.#ranking
        .rank(this.#parser.parse(textOf(segment), { as: "name", codes }))
        .filter(({ score }) => score >= leastScore)
        .map((found) => ({
          ...found,
          score: found.score - perMissingShare * missing,
          share,
          isExact: false
        }))
    })
  }
}

/**
 * The runs of words between stop words, each without context words at both ends, at its beginning or at its end: names
 * have some of these words too.
 */
const segmentsOf = (words: ReadonlyArray<Word>): ReadonlyArray<ReadonlyArray<Word>> => {
  const runs: Array<Array<Word>> = [[]]
  for (const word of words) {
    if (isStopWord(word.word) && !isConnecting(word.word)) runs.push([])
    else runs.at(-1)?.push(word)
  }
  return runs.flatMap((run) => {
    const [from, to] = [run.findIndex(isNameWord), run.findLastIndex(isNameWord) + 1]
    if (from < 0) return []
    const ways = [run.slice(from, to), run.slice(from), run.slice(0, to)]
    return ways.filter((way, at) => ways.findIndex(({ length }) => length === way.length) === at)
  })
}

/** True if no name covers noticeably more of a search than a mentioned one. */
const coversMost = (found: ReadonlyArray<Scored>, mentioned: ReadonlyArray<Scored>): boolean => {
  const texts = new Set(mentioned.map(({ matchedOn }) => matchedOn.text))
  const greatest = (some: ReadonlyArray<Scored>) =>
    some.reduce((most, { queryCoverage }) => Math.max(most, queryCoverage), 0)
  return greatest(found.filter(({ matchedOn }) => texts.has(matchedOn.text))) > greatest(found) - noticeableMargin
}
