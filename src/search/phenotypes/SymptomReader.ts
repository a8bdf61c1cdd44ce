import { foldName } from "../../text/Folding.ts"
import type { PhenotypeData } from "./PhenotypeData.ts"
import type { MeantWord, PhenotypeNames } from "./PhenotypeNames.ts"
import { isUnspaced, negation, type PlacedWord, placedWords, tellingWords } from "./PhenotypeWords.ts"
import { hasWhole, type ReadWord } from "./WholeNames.ts"

export interface Recognised {
  readonly text: string
  readonly term: number
  readonly negated: boolean
}

export interface ReadSymptoms {
  readonly recognised: ReadonlyArray<Recognised>
  /** What has a name in part only: to be asked about. */
  readonly unsure: ReadonlyArray<Recognised>
  /** The parts that say something, but nothing that is known. */
  readonly unknown: ReadonlyArray<string>
}

/** A clause is read up to this many words at a time; at most this many mistyped words of a text are corrected. */
const [maxClauseWords, maxCorrected] = [24, 40]

/** The longest name in a script without spaces. */
const maxUnspaced = 16

/** The share of a longer name's words that must be there, and how many words a name must have to lack one. */
const [minShare, minPartial] = [0.78, 3]

/** The words that may be between those of a name. */
const maxGap = 3

/** A negation covers this many words. */
const negationReach = 5

const clauseEnd = /[.;!?\n,:()]+|\b(?:but|however|although|though|mais|aber|pero|ma|mas|maar|because|then)\b/giu

/** Ends of the reach of a negation: "no fever and a small head". */
const joining = /\b(?:and|et|und|y|e|en)\b/iu

interface Match {
  readonly name: number
  readonly places: ReadonlyArray<number>
  readonly score: number
}

interface Chosen extends Match {
  /** False for a name that the text has in part only. */
  readonly isWhole: boolean
}

/** Kinds of names that are preferred among equal matches: our own words were written for this. */
const kindScores = { ours: 0.4, name: 0.3, lay: 0.25, synonym: 0.2, abbreviation: -1 }

/** Recognises phenotypes in free text: by words of their names near each other, in any order, with typing errors. */
export class SymptomReader {
  readonly #data: PhenotypeData
  readonly #names: PhenotypeNames

  constructor(data: PhenotypeData, names: PhenotypeNames) {
    this.#data = data
    this.#names = names
  }

  /** Reads a text. It yields after some words each. */
  *read(text: string): Generator<void, ReadSymptoms> {
    const meant = new Map<string, ReadonlyArray<MeantWord>>()
    let corrected = 0
    const [recognised, unsure]: [Array<Recognised>, Array<Recognised>] = [[], []]
    const unknown: Array<string> = []
    for (const clause of clausesOf(text).map((part) => part.replace(/[’‘`´]/g, "'"))) {
      yield
      const words = isUnspaced(clause) ? [] : placedWords(clause)
      for (const { word } of words) {
        if (meant.has(word)) continue
        const own = this.#names.vocabulary.find(word)
        const isTypo = own === undefined && !tellingWords.has(word) && corrected++ < maxCorrected
        if (isTypo) yield
        const similar = isTypo ? this.#names.vocabulary.similar(word) : []
        meant.set(word, own === undefined ? similar : [{ word: own, similarity: 1 }])
      }
      const found = isUnspaced(clause) ? this.#readUnspaced(clause) : yield* this.#readClause(clause, words, meant)
      recognised.push(...found.recognised)
      unsure.push(...found.unsure)
      unknown.push(...found.unknown)
    }
    const sure = firstOfEach(recognised)
    const known = new Set(sure.map(({ term }) => term))
    const asked = firstOfEach(unsure.filter(({ term }) => !known.has(term)))
    return { recognised: sure, unsure: asked, unknown: Array.from(new Set(unknown)) }
  }

  *#readClause(
    clause: string,
    all: ReadonlyArray<PlacedWord>,
    meant: ReadonlyMap<string, ReadonlyArray<MeantWord>>
  ): Generator<void, ReadSymptoms> {
    const [recognised, unsure]: [Array<Recognised>, Array<Recognised>] = [[], []]
    const unknown: Array<string> = []
    for (let from = 0; from < all.length; from += maxClauseWords) {
      yield
      const words = all.slice(from, from + maxClauseWords)
      const candidates = words.map(({ word }) => meant.get(word) ?? [])
      const isWhole = (match: Match) => this.#isWhole(clause, words, candidates, match)
      const chosen = this.#choose(this.#matches(words, candidates), isWhole)
      const taken = new Set(chosen.flatMap(({ places }) => places))
      for (const { isWhole, name, places } of chosen) {
        const [start, end] = [Math.min(...places), Math.max(...places)]
        const text = clause.slice(words[start]?.from, words[end]?.to)
        const negated = isNegated(clause, words, start, taken)
        // Nobody is asked about a sign that is not there.
        if (negated && !isWhole) unknown.push(text)
        else (isWhole ? recognised : unsure).push({ text, term: this.#data.names.terms[name] ?? 0, negated })
      }
      unknown.push(...restOf(clause, words, taken))
    }
    return { recognised, unknown, unsure }
  }

  #isWhole(
    clause: string,
    words: ReadonlyArray<PlacedWord>,
    candidates: ReadonlyArray<ReadonlyArray<MeantWord>>,
    { name, places }: Match
  ): boolean {
    const read = places.flatMap((place): ReadonlyArray<ReadWord> => {
      const [word, meant = []] = [words[place], candidates[place]]
      if (word === undefined) return []
      const mistyped = meant.filter(({ similarity }) => similarity < 1)
      const similarityTo = (own: string) =>
        word.word === own ? 1 : (mistyped.find((one) => this.#names.vocabulary.text(one.word) === own)?.similarity ?? 0)
      return [{ ...word, similarityTo }]
    })
    return hasWhole(clause, read, this.#names.name(name).text)
  }

  /** The names whose words are near each other in a clause. */
  #matches(
    words: ReadonlyArray<PlacedWord>,
    candidates: ReadonlyArray<ReadonlyArray<MeantWord>>
  ): ReadonlyArray<Match> {
    const { kinds, words: wordsOfName } = this.#data.names
    const placesOf = new Map<number, Array<number>>()
    for (const [place, meant] of candidates.entries())
      for (const { word } of meant) placesOf.set(word, [...(placesOf.get(word) ?? []), place])
    const distinct = new Map(words.map(({ word }, place) => [word, candidates[place] ?? []]))
    return this.#names
      .shared(Array.from(distinct.values()))
      .flatMap(({ name, share, weight }): ReadonlyArray<Match> => {
        const from = wordsOfName.offsets[name] ?? 0
        const count = (wordsOfName.offsets[name + 1] ?? 0) - from
        if (share < minShare && !(count === 1 && share > 0.7)) return []
        const own = Array.from(wordsOfName.items.subarray(from, from + count))
        const there = own.flatMap((word) => (placesOf.has(word) ? [placesOf.get(word) ?? []] : []))
        if (there.length < count && count < minPartial) return []
        const places = nearest(there)
        const span = Math.max(...places) - Math.min(...places) + 1
        if (places.length < there.length || span > places.length + maxGap) return []
        const kind = this.#names.name(name).kind
        if (kind === "abbreviation" || kinds[name] === undefined) return []
        const missing = count - there.length
        const score = places.length * 3 + weight / 4 - (span - places.length) - missing * 2 + kindScores[kind] + share
        return [{ name, places, score }]
      })
  }

  /**
   * The best matches that do not overlap; of equal ones the phenotype that more diseases have. One with a name in part only
   * gives way to the best that has a whole name of its words.
   */
  #choose(matches: ReadonlyArray<Match>, isWhole: (match: Match) => boolean): ReadonlyArray<Chosen> {
    const { entriesOfTerm } = this.#data.annotations
    const diseases = ({ name }: Match) => {
      const term = this.#data.names.terms[name] ?? 0
      return (entriesOfTerm.offsets[term + 1] ?? 0) - (entriesOfTerm.offsets[term] ?? 0)
    }
    const taken = new Set<number>()
    const isFree = ({ places }: Match) => !places.some((place) => taken.has(place))
    const sorted = [...matches].sort(
      (one, other) => other.score - one.score || diseases(other) - diseases(one) || one.name - other.name
    )
    return sorted
      .flatMap((best, at): ReadonlyArray<Chosen> => {
        if (!isFree(best)) return []
        const isInstead = (other: Match) =>
          isFree(other) && other.places.some((place) => best.places.includes(place)) && isWhole(other)
        const whole = isWhole(best) ? best : sorted.slice(at + 1).find(isInstead)
        const chosen = whole ?? best
        for (const place of chosen.places) taken.add(place)
        return [{ ...chosen, isWhole: whole !== undefined }]
      })
      .sort((one, other) => Math.min(...one.places) - Math.min(...other.places))
  }

  /** Names in a script without spaces: at each character the longest that begins there. */
  #readUnspaced(clause: string): ReadSymptoms {
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
      const negated = /^.{0,3}(?:ない|ありません|なし|無)/u.test(after) || /[没無无不]有?$/u.test(folded.slice(0, at))
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

const firstOfEach = (signs: ReadonlyArray<Recognised>): ReadonlyArray<Recognised> =>
  Array.from(new Map(signs.toReversed().map((sign) => [sign.term, sign])).values()).toReversed()

const clausesOf = (text: string): ReadonlyArray<string> =>
  text.split(clauseEnd).filter((clause) => /[\p{L}\p{N}]/u.test(clause))

/** One place for each word of a name, as near to each other as possible from some place of the first. */
const nearest = (places: ReadonlyArray<ReadonlyArray<number>>): ReadonlyArray<number> => {
  let best: ReadonlyArray<number> = []
  let least = Number.POSITIVE_INFINITY
  for (const start of places[0] ?? []) {
    const chosen = [start]
    for (const others of places.slice(1)) {
      const free = others.filter((place) => !chosen.includes(place))
      if (free.length === 0) break
      chosen.push(free.reduce((near, place) => (Math.abs(place - start) < Math.abs(near - start) ? place : near)))
    }
    const span = Math.max(...chosen) - Math.min(...chosen)
    if (chosen.length === places.length && span < least) [best, least] = [chosen, span]
  }
  return best
}

/** True if a negation that is not part of a match is before it, with no "and" between the two. */
const isNegated = (clause: string, words: ReadonlyArray<PlacedWord>, start: number, taken: ReadonlySet<number>) => {
  for (let place = start - 1; place >= Math.max(0, start - negationReach); place--) {
    const word = words[place]
    if (word?.word !== negation || taken.has(place)) continue
    return !joining.test(clause.slice(word.to, words[start]?.from))
  }
  return false
}

/** The runs of words that belong to no match and say something. */
const restOf = (
  clause: string,
  words: ReadonlyArray<PlacedWord>,
  taken: ReadonlySet<number>
): ReadonlyArray<string> => {
  const runs: Array<Array<PlacedWord>> = [[]]
  for (const [place, word] of words.entries()) {
    if (taken.has(place) || tellingWords.has(word.word) || /^\d+$/.test(word.word) || word.word === negation)
      runs.push([])
    else runs.at(-1)?.push(word)
  }
  return runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)]
    return first === undefined || last === undefined ? [] : [clause.slice(first.from, last.to)]
  })
}
