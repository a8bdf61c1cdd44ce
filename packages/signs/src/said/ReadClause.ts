import { at, last } from "@rare-disease-community/text/arrays/At"
import type { Match } from "../SignMatcher.ts"
import { idiomKey, negationKey, type SignWord } from "../SignWords.ts"
import { type Range, smallWords } from "../WordPatterns.ts"
import type { Clause } from "./Clauses.ts"
import type { DenialWords, Denying } from "./DenialWords.ts"

/** A clause of a sentence with its words, and the signs that were found in it, in order. */
export interface ReadClause {
  readonly clause: Clause
  readonly words: ReadonlyArray<SignWord>
  readonly matches: ReadonlyArray<Match>
  /** The phrases of the clause that deny, and those that leave open what a sign is, in order. */
  readonly denying: ReadonlyArray<Denying>
  readonly unsettled: ReadonlyArray<Range>
  /** The words that a denial before them denies instead of a sign: "change" of "no change in". */
  readonly taking: ReadonlyArray<Range>
}

/** The part of a clause that a match is in. */
export const rangeOf = ({ words }: ReadClause, { places }: Match) => ({
  from: at(words, at(places, 0)).from,
  to: at(words, last(places)).to
})

/** True for the head of a list of signs: the "PMH" of "PMH: scoliosis". */
export const isHead = ({ clause, matches }: ReadClause): boolean => matches.length === 0 && clause.end.includes(":")

/** The words that a denial denies instead of a sign, but for those of a sign's name: "no response to sounds". */
export const takingIn = (read: ReadClause): ReadonlyArray<Range> => {
  const whole = read.matches.filter(({ isWhole }) => isWhole).map((match) => rangeOf(read, match))
  let next = 0
  return read.taking.filter(({ from, to }) => {
    while ((whole[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next++
    return (whole[next]?.from ?? Number.POSITIVE_INFINITY) >= to
  })
}

/** The part of a clause between two words such as "and" that a sign is in. */
export const partAround = ({ clause, words }: ReadClause, places: ReadonlyArray<number>): string => {
  const from = words.findLast(({ isJoined }, place) => isJoined && place <= at(places, 0))?.from ?? 0
  const to = words.find(({ isJoined }, place) => isJoined && place > last(places))?.from
  return clause.text.slice(from, to)
}

/** False for a sign with another word between it and a negation before it: "aucun anticorps dans le sang". */
export const isNextToNegation = ({ matches, words }: ReadClause, places: ReadonlyArray<number>): boolean => {
  const first = at(places, 0)
  const negation = words.findLastIndex(({ keys }, place) => place < first && keys[0] === negationKey)
  const taken = new Set(matches.flatMap((match) => match.places))
  return (
    negation < 0 ||
    words.slice(negation + 1, first).every(({ isCommon }, step) => isCommon || taken.has(negation + 1 + step))
  )
}

/** A clause with the one that says behind a colon how something is: "heart: normal". */
export const answered = (read: ReadClause, next: ReadClause | undefined): ReadClause => {
  if (next?.clause.mark.trim() !== ":") return read
  const start = `${read.clause.text}:`
  const words = next.words.map((word) => ({ ...word, from: word.from + start.length, to: word.to + start.length }))
  const matches = next.matches.map((match) => ({
    ...match,
    places: match.places.map((place) => place + read.words.length)
  }))
  return {
    ...read,
    clause: { ...read.clause, text: start + next.clause.text },
    words: [...read.words, ...words],
    matches: [...read.matches, ...matches]
  }
}

/** The runs of words that belong to no match and say something. */
export const restOf = (
  clause: string,
  words: ReadonlyArray<SignWord>,
  isTaken: (word: SignWord, place: number) => boolean
): ReadonlyArray<string> => {
  const runs: Array<Array<SignWord>> = [[]]
  for (const [place, word] of words.entries()) {
    const isSilent = word.isCommon || word.keys[0] === negationKey || word.keys[0] === idiomKey
    if (isSilent || /^\d+$/.test(word.written) || isTaken(word, place)) runs.push([])
    else runs.at(-1)?.push(word)
  }
  return runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)]
    return first === undefined || last === undefined ? [] : [clause.slice(first.from, last.to)]
  })
}

export const isNegation = ({ keys }: SignWord) => keys[0] === negationKey

/** The next clause of each that says something, other than "so far". */
export const nextSaidIn = (sentence: ReadonlyArray<ReadClause>): ReadonlyArray<ReadClause | undefined> => {
  const next: Array<ReadClause | undefined> = []
  let said: ReadClause | undefined
  for (const read of sentence.toReversed()) {
    next.push(said)
    if (!isFiller(read)) said = read
  }
  return next.toReversed()
}

/** True for a clause of frequent words that denies nothing: "so far". */
const isFiller = ({ matches, words }: ReadClause) =>
  matches.length === 0 && words.every((word) => word.isCommon && !isNegation(word))

/** A clause as an item of a list. */
export interface Item {
  readonly small: ReadonlyArray<string>
  /** False for a clause with a verb or a subject of its own. */
  readonly isItem: boolean
  /** True where the list ends with "or", or where it ends with "and" and has nothing but names of signs. */
  readonly isOfChoice: boolean
  readonly isOfList: boolean
}

/** The clauses of a sentence as items of lists. */
export const itemsOf = (sentence: ReadonlyArray<ReadClause>, language: DenialWords): ReadonlyArray<Item> => {
  const { articles, choosing, intensifiers, joining, negation, predicate } = language
  const items: Array<Item> = []
  let next: Item | undefined
  let mark = ""
  for (const read of sentence.toReversed()) {
    const { clause } = read
    const small = smallWords(clause.text)
    const has = (words: ReadonlySet<string>) => small.some((word) => words.has(word))
    const isItem = !has(predicate)
    const following = mark.trim() === "," ? next : undefined
    const isChoice = has(choosing)
    const isOfChoice = isItem && (isChoice || (!has(negation) && following?.isOfChoice === true))
    const named = namedIn(read)
    const isPlain = isItem && !has(articles) && !has(intensifiers) && !has(negation)
    const isBare = isPlain && read.words.every((_, place) => named.has(place))
    const isOfList = isBare && (has(joining) || following?.isOfList === true)
    next = { small, isItem, isOfChoice, isOfList }
    mark = clause.mark
    items.push(next)
  }
  return items.toReversed()
}

/** The places of words that belong to a whole name. */
const namedIn = ({ matches }: ReadClause): ReadonlySet<number> =>
  new Set(matches.flatMap(({ isWhole, places }) => (isWhole ? places : [])))
