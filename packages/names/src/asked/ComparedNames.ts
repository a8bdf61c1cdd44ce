import { comparableWords, nameTokens } from "@rare-disease-community/text/NameWords"
import foreign from "../../words/foreign-words.json" with { type: "json" }
import type { NameIndex } from "../NameIndex.ts"
import type { Scored } from "../Scores.ts"

const choosing = new RegExp(`\\s+(?:${foreign.choosing.words.join("|")})\\s+`, "u")

/** The least share of a side that its name has. */
const minOfSide = 0.98

/** More alternatives are a list of something else. */
const maxSides = 3

const wordsOf = (side: string) => comparableWords(nameTokens(side))

/**
 * The names that a search compares, each with the best match: "crouzon or apert". Each side names a person or a place,
 * or is a whole name: "weak or tired" and "gait or balance" compare no names.
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
    const isWhole = best?.isExact === true || wordsOf(side).every(({ typed, word }) => index.isProper(word, typed))
    return best !== undefined && isWhole && best.nameCoverage > 0 && best.queryCoverage >= minOfSide ? best : undefined
  })
  return found.every((one) => one !== undefined) ? found : []
}
