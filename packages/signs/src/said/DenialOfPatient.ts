import { smallWords } from "../WordPatterns.ts"
import { wordsOf } from "./Named.ts"
import { type ReadClause, rangeOf } from "./ReadClause.ts"
import type { RelativeWords } from "./Relatives.ts"

/**
 * True for a clause, or the end of one, that only says that the patient has not what somebody else has: "my son
 * doesn't", "bei mir nicht", "moi non". With `isOfWriter`, only for one of the writer.
 */
export const isDenialOfPatient = (text: string, language: RelativeWords, isOfWriter = false): boolean => {
  const written = smallWords(text)
  if (written.length === 0 || written.length > maxWords) return false
  if (!written.some((word) => language.isDenial(word))) return false
  const oneself = language.oneselfIn(text)
  const words = wordsOf(text)
  const isChild = (_: unknown, at: number) => language.isChild(words, at)
  const isPerson = oneself !== undefined || (!isOfWriter && (words.some(isChild) || hasPronoun(written, language)))
  const isSmall = ({ from, written }: { readonly from: number; readonly written: string }, at: number) =>
    language.isElliptic(written) || language.isChild(words, at) || (oneself !== undefined && from < oneself.to)
  return isPerson && words.every(isSmall) && !words.some((_, at) => language.isRelative(words, at))
}

/** What a clause says behind its last sign: "and I don't" of "my mother has ataxia and I don't". */
export const endOf = (read: ReadClause): string => {
  const last = read.matches.at(-1)
  return last === undefined ? read.clause.text : read.clause.text.slice(rangeOf(read, last).to)
}

const hasPronoun = (written: ReadonlyArray<string>, language: RelativeWords) =>
  written.some((word) => language.pronouns.has(word))

/** Such a clause has at most so many words. */
const maxWords = 8
