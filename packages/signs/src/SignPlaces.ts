import { at, last } from "@rare-disease-community/text/arrays/At"
import type { Grammar } from "./Grammar.ts"
import { negationKey, type SignWord, type SignWords } from "./SignWords.ts"

/** True for two words with others between them, one of which says something else. */
export const isTornApart = (places: ReadonlyArray<number>, clause: ReadonlyArray<SignWord>): boolean => {
  // "Hearing and sight are worse" is no more torn apart than "hearing is worse".
  const between = clause.slice(at(places, 0) + 1, last(places)).filter(({ isJoined, isPart }) => !(isJoined && isPart))
  return between.length > 1 && between.some(({ isCommon }) => !isCommon)
}

/**
 * False for a negation that is not near the other places of a name, or not before one of them: "has hands but cannot
 * walk" says nothing of missing hands. In some languages it may be last in a clause, which an "and" ends too; but
 * "without" denies only what follows it.
 */
export const isNegationInPlace = (
  places: ReadonlyArray<number>,
  clause: ReadonlyArray<SignWord>,
  words: SignWords
): boolean => {
  const denial = places.find((place) => at(clause, place).keys[0] === negationKey)
  if (denial === undefined) return true
  const others = places.filter((place) => place !== denial)
  const isNear = others.some((place) => {
    const [from, to] = [Math.min(place, denial), Math.max(place, denial)]
    return to - from <= maxDenied && !clause.slice(from + 1, to + 1).some(({ isJoined }) => isJoined)
  })
  if (!isNear || others.some((place) => place > denial)) return isNear
  const negation = at(clause, denial)
  if (!words.grammar.denyingLast || words.opensNegation(negation.written) || words.isSevering(negation)) return false
  const behind = clause.slice(denial + 1)
  const joint = behind.findIndex(({ isJoined }) => isJoined)
  return behind.slice(0, joint < 0 ? behind.length : joint).every(({ isCommon }) => isCommon)
}

/** True for a name whose negation, or which itself, only says that something is well: "no problem to walk". */
export const isOfSound = (places: ReadonlyArray<number>, clause: ReadonlyArray<SignWord>): boolean => {
  const words = places.map((place) => at(clause, place))
  return words.every((word) => word.isOfSound) || words.some((word) => word.isOfSound && word.keys[0] === negationKey)
}

/** True if an "and" or "or" is between two places of a match, with other words, or in a match of two words. */
export const isBridge = (places: ReadonlyArray<number>, clause: ReadonlyArray<SignWord>): boolean =>
  places.slice(1).some((place, before) => {
    const from = at(places, before) + 1
    const between = clause.slice(from, place + 1)
    return (
      (between.length > 1 || places.length < 3) &&
      between.some(
        ({ isAlternative, isJoined }, step) => (isJoined || isAlternative) && !isList(from + step, places, clause)
      )
    )
  })

/** True for a word such as "and" between two parts of the body, or two words about one: "hands and nose are red". */
const isList = (joint: number, places: ReadonlyArray<number>, clause: ReadonlyArray<SignWord>): boolean => {
  const isPart = (place: number) => clause[place]?.isPart === true
  const isAfterAll = places.every((place) => place >= joint - 1)
  if (isPart(joint) && isPart(joint - 1)) return isAfterAll || clause[joint]?.isListed === true
  const isOfPart = places.some((place) => place < joint - 1 && isPart(place))
  return isOfPart && places.includes(joint) && !isPart(joint) && !isPart(joint - 1) && !places.includes(joint - 1)
}

/** A negation in the name of a sign is at most this many words from what it denies. */
const maxDenied = 2

/** A sign's foreign name of one word may be inflected from this many letters on. */
const minInflected = 6

/** A word without an ending of its language, in each way. */
const bases = (word: string, { inflections }: Grammar): ReadonlyArray<string> => [
  word,
  ...inflections.filter((ending) => word.endsWith(ending)).map((ending) => word.slice(0, -ending.length))
]

/** True for two forms of a word: one is the other with an ending, or both have one: "pallida" and "pallido". */
export const isInflection = (name: string, typed: string, grammar: Grammar, least = minInflected): boolean => {
  if (name === typed) return true
  const others = bases(typed, grammar)
  return bases(name, grammar).some((base) => base.length >= least && others.includes(base))
}

/**
 * True if "without" is between the places, and none of them, or before them with a verb or a subject between them: "sem
 * aparelhos é surdo".
 */
export const isSevered = (
  places: ReadonlyArray<number>,
  clause: ReadonlyArray<SignWord>,
  words: SignWords
): boolean => {
  const [first, final] = [at(places, 0), last(places)]
  const isWithout = (word: SignWord | undefined, place: number) =>
    word !== undefined && words.isSevering(word) && !places.includes(place)
  if (clause.slice(first, final).some((word, step) => isWithout(word, first + step))) return true
  const { startsPredicate } = words.grammar
  const isBehindVerb = places.slice(1).some((place) => startsPredicate.includes(at(clause, place).before))
  return isBehindVerb && isWithout(clause[first - 1], first - 1)
}
