import lists from "../words/numerals.json" with { type: "json" }
import { asciiOnly, foldText } from "./Folding.ts"
import { spelling } from "./Spelling.ts"

const roman = new Map(Object.entries(lists.roman))
const spelledOut = new Map(Object.entries(lists.spelledOut))
const spelledOutAfterCounted = new Map(Object.entries(lists.spelledOutAfterCounted))
const counted = new Set(lists.counted)

/** True for a folded noun that a number or a letter follows: "type", "factor". */
export const isCounted = (word: string): boolean => counted.has(word)

/** A Roman numeral with the letter of a subtype: "IIa", "IIIB". A numeral of one letter counts only before a to c. */
const subtype = /^(i{2,3}|iv|vi{1,3}|ix|[iv](?=[abc]$))([a-h])$/

/** Words that look like such a numeral: "via", French "vie", and "va", which is a verb in four languages. */
const noNumeral = /^v(?:i[ae]|a)$/

/**
 * The digits that a folded word means: a Roman numeral, a number spelled out, or a numeral with the letter of a subtype
 * ("IIa" gives 2 and a). Undefined for any other word. `before` is the word in front.
 */
const numeral = (word: string, before: string | undefined): ReadonlyArray<string> | undefined => {
  const isAfterCounted = before !== undefined && isCounted(before)
  const elsewhere = isAfterCounted ? spelledOutAfterCounted.get(word) : undefined
  const digits = roman.get(word) ?? spelledOut.get(word) ?? elsewhere
  if (digits !== undefined) return [digits]
  if (word === "x" && isAfterCounted) return ["10"]
  const [, numerals = "", letter = ""] = noNumeral.test(word) && !isAfterCounted ? [] : (subtype.exec(word) ?? [])
  return letter === "" ? undefined : [roman.get(numerals) ?? numerals, letter]
}

/** A word in the form that is compared, and as it is typed. */
export interface Word {
  readonly word: string
  readonly typed: string
}

/** Letters and digits are tokens of their own: "SCA3" and "SCA 3" are the same two. */
const token = /[\p{L}\p{M}]+|\p{N}+/gu
const asciiToken = /[a-z]+|[0-9]+/g

/** Articles and the like that end with an apostrophe: "l'amylose", "d'Alport", "dell'anemia". */
const elided = /(?<![\p{L}\p{N}])(?:[dlnsc]|qu|(?:d|n|s)?[aeu]ll|un)'(?=\p{L})/gu

/**
 * The tokens of a folded name. Possessives and elided articles are cut off ("Marfan's" gives "marfan"); other
 * apostrophes join.
 */
export const nameTokens = (folded: string): ReadonlyArray<string> => {
  const plain = folded.includes("'")
    ? folded
        .replace(/'s(?![\p{L}\p{N}])/gu, "")
        .replace(elided, "")
        .replace(/'/g, "")
    : folded
  return plain.match(asciiOnly.test(plain) ? asciiToken : token) ?? []
}

/** What reports write for the change of a chromosome beside its arm: "del(5)(p15.2)", "dup 22q11.2", "22q11.2DS". */
const changes = new Map([
  ["del", "deletion"],
  ["ds", "deletion"],
  ["dup", "duplication"]
])

/** Names say "microdeletion" and "deletion" of one change. */
const micro = /^mi[ck]ro(?=d(?:el|up))/

/** The tokens of a chromosome and its arm at the beginning of others, and those of a band at the end of others. */
const [armFirst, bandLast] = [/^(?:\d{1,2}|[xy]) [pq]/, /(?:^| )(?:\d{1,2}|[xy]) [pq](?:ter)?(?: (?:\d{1,2}|[pq]))*$/]

/** The most tokens of two bands: "15q11.2q13.1". */
const bandTokens = 8

/** True for a token beside the band of a chromosome: Spanish "del" is an article elsewhere. */
const isBesideBand = (tokens: ReadonlyArray<string>, at: number): boolean =>
  armFirst.test(tokens.slice(at + 1, at + 3).join(" ")) ||
  bandLast.test(tokens.slice(Math.max(0, at - bandTokens), at).join(" "))

/** Tokens in the forms that are compared: numbers as digits without padding, other words by their spelling. */
export const comparableWords = (tokens: ReadonlyArray<string>): ReadonlyArray<Word> =>
  tokens.flatMap((token, at) => {
    const typed = token.replace(micro, "")
    const change = changes.has(typed) && isBesideBand(tokens, at) ? changes.get(typed) : undefined
    if (change !== undefined) return { word: change, typed: change }
    const first = typed.charCodeAt(0)
    if (first >= 48 && first <= 57) {
      const word = typed.replace(/^0+(?=\d)/, "")
      return { word, typed: word }
    }
    const digits = typed.length <= 8 ? numeral(typed, tokens[at - 1]) : undefined
    return digits?.map((word) => ({ word, typed: word })) ?? { word: spelling(typed), typed }
  })

/** The words of a name in the forms that are compared. */
export const nameWords = (name: string): ReadonlyArray<string> =>
  comparableWords(nameTokens(foldText(name))).map(({ word }) => word)

/** The words of a description or a question, folded; letters and digits together. */
export const textTokens = (text: string): ReadonlyArray<string> => {
  const plain = foldText(text).replace(/'s\b/g, "")
  return plain.match(asciiOnly.test(plain) ? /[a-z0-9]+/g : /[\p{L}\p{M}\p{N}]+/gu) ?? []
}

export const isNumber = (word: string): boolean => /^\d/.test(word)

/** Words as one text; a point keeps neighbouring numbers apart. */
export const joinWords = (words: ReadonlyArray<string>): string =>
  words.reduce((text, word) => (isNumber(word) && /\d$/.test(text) ? `${text}.${word}` : text + word), "")

/** Words as they were typed. */
export const textOf = (words: ReadonlyArray<Word>): string => words.map(({ typed }) => typed).join(" ")

/** The number of letters of words as they were typed. */
export const lettersOf = (words: ReadonlyArray<Word>): number => words.reduce((sum, { typed }) => sum + typed.length, 0)
