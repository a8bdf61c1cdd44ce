import { memoize } from "../../caching/ClockCache.ts"
import { foldName } from "../../text/Folding.ts"
import { americanSpelling } from "../../text/Spelling.ts"
import { negation, type PlacedWord, placedWords } from "./PhenotypeWords.ts"

/** Words of a degree are no words of a sign, but a name with one is not there without one: "très gros" is not "gros". */
const degrees =
  /(?<![\p{L}\p{N}])(?:very|too|so|much|extremely|tres|trop|muy|demasiado|sehr|zu|molto|troppo|muito|demais|heel|erg|te)(?![\p{L}\p{N}])/u

/** Endings by which forms of a word differ, in the languages of the names. */
const endings = new Set(
  (
    "s es is e en n em er ern r i a o os as an am ed d t te ing ings ly ily ness th y ie ies ied al ally e's 's x aux eux euse ee ees " +
    "te tes ig ige iger iges igen isch ische ity ful in innen ung ungen"
  ).split(" ")
)

/** Nouns and adjectives in "-y" mean something else: a skinny baby has no more skin than another. */
const derived = new Set(["y", "ny", "ig", "ful"])

const isEnding = (rest: string) => rest === "" || endings.has(rest)

/** True for two forms of one word, such as singular and plural. Words whose stems only look alike are not. */
export const isInflection = (one: string, other: string): boolean => {
  if (one === other) return true
  let at = 0
  while (at < one.length && one.charCodeAt(at) === other.charCodeAt(at)) at++
  const [short = "", long = ""] = [one.slice(at), other.slice(at)].sort((a, b) => a.length - b.length)
  if (at < 3 || (short === "" && derived.has(long))) return false
  // "stop" and "stopped": the last letter is doubled before the ending.
  const doubled = short === "" && long.charAt(0) === one.charAt(at - 1) ? long.slice(1) : long
  return isEnding(short) && (isEnding(long) || (doubled !== long && isEnding(doubled) && !derived.has(doubled)))
}

/** The fewest letters of a word that may be mistyped and still name a sign: shorter ones are similar by chance. */
const minMistyped = 6

/** A word of a clause and the words of names that it may mean, by their similarity. */
export interface ReadWord extends PlacedWord {
  readonly similarityTo: (word: string) => number
}

/** A written word in the spelling that is compared. */
const spelt = memoize((written: string) => americanSpelling(foldName(written)).replace(/ph/g, "f"), 20_000)

interface NameWords {
  readonly words: ReadonlyArray<{ readonly word: string; readonly written: string }>
  readonly hasDegree: boolean
}

const wordsOfName = memoize((name: string): NameWords => {
  const plain = name.replace(/[’‘`´]/g, "'")
  return {
    words: placedWords(plain).map(({ from, to, word }) => ({ word, written: spelt(plain.slice(from, to)) })),
    hasDegree: degrees.test(foldName(plain))
  }
}, 20_000)

/** True if a clause has each word of a name: in another form maybe, or mistyped where it is long enough. */
export const hasWhole = (clause: string, read: ReadonlyArray<ReadWord>, name: string): boolean => {
  const { hasDegree, words } = wordsOfName(name)
  const isThere = words.every(({ word, written }) =>
    read.some((typed) => {
      if (word === negation) return typed.word === negation
      const similarity = typed.similarityTo(word)
      if (similarity < 1) return similarity > 0 && typed.to - typed.from >= minMistyped
      return isInflection(spelt(clause.slice(typed.from, typed.to)), written)
    })
  )
  return isThere && (!hasDegree || degrees.test(foldName(clause)))
}
