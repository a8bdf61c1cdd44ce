import { at } from "@rare-disease-community/text/arrays/At"
import type { SignWord } from "./SignWords.ts"

/**
 * Where a meaning is in a clause: the place of a word, or of a part of a compound. Parts are between the place of their
 * word and the next one, so that distances between places count them too.
 */
export type Place = number

/** More than the parts that a compound is split into. */
const partsOfPlace = 8

/** The place of a part of a compound, of which the first is 0. */
export const placeOfPart = (word: number, part: number): Place => word + (part + 1) / partsOfPlace

/** The place of the word that a place is in. */
export const wordOfPlace = (place: Place): number => Math.floor(place)

/** The meaning of one word of a clause: the word itself, the word without a typing error, or a part of the word. */
interface WordMeaning {
  readonly kind: "own" | "corrected" | "part"
  readonly places: ReadonlyArray<Place>
  /** Set for a mistyped word that may as well be another. */
  readonly isGuess?: boolean
}

/** The English meaning of a glossary's phrase. Words of a name may have the same places if they are of one phrase. */
interface PhraseMeaning {
  readonly kind: "translated"
  readonly places: ReadonlyArray<Place>
  readonly phrase: number
  /** True for a phrase of one word that was taken for mistyped. */
  readonly isCorrected: boolean
  readonly isGuess?: boolean
}

/** A word of names that some places of a clause mean. */
export type Meaning = WordMeaning | PhraseMeaning

/** The words of names that a clause has, with their places. */
export type Meanings = ReadonlyMap<number, ReadonlyArray<Meaning>>

/** The word of a clause that a meaning is of; the first one of a phrase. */
export const wordOf = ({ places }: Meaning, clause: ReadonlyArray<SignWord>): SignWord =>
  at(clause, wordOfPlace(at(places, 0)))

/** The places of the words that have some meanings, ascending, each once. */
export const placesOf = (meanings: ReadonlyArray<Meaning>): ReadonlyArray<number> =>
  Array.from(new Set(meanings.flatMap(({ places }) => places.map(wordOfPlace)))).sort((one, other) => one - other)

const isApart = (one: Meaning, other: Meaning) =>
  (one.kind === "translated" && other.kind === "translated" && one.phrase === other.phrase) ||
  one.places.every((place) => !other.places.includes(place))

/**
 * One meaning for each word of a name, as near to each other as possible. Of equally near ones that with more words:
 * "short of breath on the stairs" has "short".
 */
export const nearest = (words: ReadonlyArray<ReadonlyArray<Meaning>>): ReadonlyArray<Meaning> | undefined => {
  let best: ReadonlyArray<Meaning> | undefined
  let [least, most] = [Number.POSITIVE_INFINITY, 0]
  for (const start of words[0] ?? []) {
    const chosen = [start]
    const from = at(start.places, 0)
    for (const others of words.slice(1)) {
      const free = others.filter((other) => chosen.every((one) => isApart(one, other)))
      if (free.length === 0) break
      const distance = ({ places }: Meaning) => Math.abs(at(places, 0) - from)
      chosen.push(free.reduce((near, one) => (distance(one) < distance(near) ? one : near)))
    }
    const places = chosen.flatMap((one) => one.places)
    const { size } = new Set(places)
    const span = Math.max(...places) - Math.min(...places) - size
    const isNearer = span < least || (span === least && size > most)
    if (chosen.length === words.length && isNearer) [best, least, most] = [chosen, span, size]
  }
  return best
}
