import { foldText } from "./Folding.ts"
import { groupsOf, phraseOf, queryOf, type Term } from "./Lexemes.ts"

/** Umlauts as those write them who have no such keys, and the reverse. */
const [umlauts, withoutUmlauts] = [/[\u00e4\u00f6\u00fc]/giu, /([aou])e/gi]

/** A shorter word with "ae", "oe" or "ue" is one of another language: "does", "true". */
const minUmlautLetters = 6

/** Letters and digits without a space: "NF1", "5mg". */
const mixed = /^(?:\p{L}+\p{N}+|\p{N}+\p{L}+)$/u

/** A number and a short word beside it, which some write without the space. */
const numberWithUnit = /^(?:\d{1,3} [\p{L}\p{M}]{1,4}|[\p{L}\p{M}]{1,4} \d{1,3})$/u

export const isNumberWithUnit = (pair: string): boolean => numberWithUnit.test(pair)

/** The other spelling of a word with an umlaut: "Sj\u00f6gren" and "Sjoegren". */
const withOtherUmlauts = (written: string): string | undefined => {
  const composed = written.normalize("NFC")
  const apart = composed.replace(umlauts, (letter) => `${foldText(letter)}e`)
  if (apart !== composed || composed.length < minUmlautLetters) return apart === composed ? undefined : apart
  const plain = composed.replace(withoutUmlauts, "$1")
  return plain === composed ? undefined : plain
}

/** A word without its hyphens or points: "NF-1", "follow-up", "A.L.S."; undefined for any other. */
const joined = (folded: string): string | undefined => {
  const [group, ...more] = groupsOf(folded.replace(/\.$/, ""))
  const isJoined = group !== undefined && more.length === 0 && group.parts.length > 1
  return isJoined && group.parts.every((part) => part !== "") ? group.parts.join("") : undefined
}

/** The other ways to write a word of a search, as terms: without its hyphens, with a space, with other umlauts. */
export const formsOf = (written: string, halfTyped: boolean): ReadonlyArray<Term> => {
  const folded = foldText(written)
  const apart = mixed.test(folded) ? folded.match(/\p{L}+|\p{N}+/gu)?.join(" ") : undefined
  const words = [joined(folded), withOtherUmlauts(written)].flatMap((form) => form ?? [])
  return [...words.flatMap((form) => queryOf(form, halfTyped)), ...(apart === undefined ? [] : phraseOf(apart, false))]
}
