import { comparableWords, nameTokens } from "@rare-disease-community/text/NameWords"
import foreign from "../../words/foreign-words.json" with { type: "json" }
import type { NameIndex } from "../NameIndex.ts"
import type { Scored } from "../Scores.ts"

const choosing = new RegExp(`\\s+(?:${foreign.choosing.words.join("|")})\\s+`, "u")

/** The least share of one of the compared names that the best match has. */
const minOfSide = 0.98

/** The least share of a match that a compared name has, if it is none of a person or a place. */
const minOfMatch = 0.8

/** A search compares at most this many names: more are a list of something else. */
const maxSides = 3

const wordsOf = (side: string) => comparableWords(nameTokens(side))

/**
 * The names that a search compares, each with the best match: "crouzon or apert". Each side names a person or a place,
 * or is most of a name: "gait or balance" compares no names.
 */
export const comparedNames = (
  folded: string,
  index: NameIndex,
  rank: (text: string) => ReadonlyArray<Scored>
): ReadonlyArray<Scored> => {
  const sides = folded.split(choosing)
  if (sides.length < 2 || sides.length > maxSides || index.isNamed(folded)) return []
  const found = sides.map((side) => {
    const [best] = rank(side)
    if (best === undefined || best.nameCoverage === 0 || best.queryCoverage < minOfSide) return undefined
    const isProper = () => wordsOf(side).every(({ typed, word }) => index.isProper(word, typed))
    return best.nameCoverage >= minOfMatch || isProper() ? best : undefined
  })
  return found.every((one) => one !== undefined) ? found : []
}
