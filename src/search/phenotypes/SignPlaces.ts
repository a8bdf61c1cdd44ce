import { denyingLast, negationKey, type SignWord, type SignWords } from "./SignWords.ts"
import type { Meaning } from "./WordMeanings.ts"

/** True for two words with others between them, one of which says something else. */
export const isTornApart = (places: ReadonlyArray<number>, clause: ReadonlyArray<SignWord>): boolean => {
  const between = clause.slice((places[0] ?? 0) + 1, places.at(-1))
  return between.length > 1 && between.some(({ isCommon }) => !isCommon)
}

/**
 * False for a negation that is not near the other places of a name, or not before one of them: "has hands but cannot walk" says
 * nothing of missing hands. In some languages it may be last in a clause.
 */
export const isNegationInPlace = (
  places: ReadonlyArray<number>,
  clause: ReadonlyArray<SignWord>,
  words: SignWords
): boolean => {
  const denial = places.find((place) => clause[place]?.keys[0] === negationKey)
  if (denial === undefined) return true
  const others = places.filter((place) => place !== denial)
  const isNear = others.some((place) => {
    const [from, to] = [Math.min(place, denial), Math.max(place, denial)]
    return to - from <= maxDenied && !clause.slice(from + 1, to + 1).some(({ isJoined }) => isJoined)
  })
  if (!isNear || others.some((place) => place > denial)) return isNear
  if (!denyingLast.has(words.language) || words.opensNegation(clause[denial]?.written ?? "")) return false
  return clause.slice(denial + 1).every(({ isCommon }) => isCommon)
}

/** True if an "and" is between a place of a match and the one before it, with other words, or in a match of two words. */
export const isBetween = (
  places: ReadonlyArray<number>,
  at: number,
  place: number,
  clause: ReadonlyArray<SignWord>
): boolean => {
  const between = clause.slice((places[at] ?? 0) + 1, place + 1)
  return (between.length > 1 || places.length < 3) && between.some(({ isJoined }) => isJoined)
}

/** A negation is at most this many words from what it denies, in a name. */
const maxDenied = 2

/** A foreign name of one word may be inflected from this many letters on. */
const minInflected = 6

/** Endings of plurals and cases. */
const inflection = /^(?:s|n|en|e|es|er|ern|x)?$/

export const isInflection = (name: string, typed: string): boolean => {
  const [short, long] = name.length < typed.length ? [name, typed] : [typed, name]
  return (
    name === typed ||
    (short.length >= minInflected && long.startsWith(short) && inflection.test(long.slice(short.length)))
  )
}

export const placesOf = (meanings: ReadonlyArray<Meaning>): ReadonlyArray<number> =>
  Array.from(new Set(meanings.flatMap(({ places }) => places.map(Math.floor)))).sort((one, other) => one - other)

const isApart = (one: Meaning, other: Meaning) =>
  (one.source >= 0 && one.source === other.source) || one.places.every((place) => !other.places.includes(place))

/** One meaning for each word of a name, as near to each other as possible. */
export const nearest = (words: ReadonlyArray<ReadonlyArray<Meaning>>): ReadonlyArray<Meaning> | undefined => {
  let best: ReadonlyArray<Meaning> | undefined
  let least = Number.POSITIVE_INFINITY
  for (const start of words[0] ?? []) {
    const chosen = [start]
    const from = start.places[0] ?? 0
    for (const others of words.slice(1)) {
      const free = others.filter((other) => chosen.every((one) => isApart(one, other)))
      if (free.length === 0) break
      const distance = ({ places }: Meaning) => Math.abs((places[0] ?? 0) - from)
      chosen.push(free.reduce((near, one) => (distance(one) < distance(near) ? one : near)))
    }
    const places = chosen.flatMap((one) => one.places)
    const span = Math.max(...places) - Math.min(...places) - new Set(places).size
    if (chosen.length === words.length && span < least) [best, least] = [chosen, span]
  }
  return best
}

/** True if "without" is between the places, and none of them. */
export const isSevered = (places: ReadonlyArray<number>, clause: ReadonlyArray<SignWord>, words: SignWords): boolean =>
  clause
    .slice(places[0], places.at(-1))
    .some((word, at) => words.isSevering(word) && !places.includes((places[0] ?? 0) + at))
