import { foldText } from "@rare-disease-community/text/Folding"
import { comparableWords, isCounted, isNumber, nameTokens } from "@rare-disease-community/text/NameWords"

/**
 * A code tells one form of a disease from another: a number ("type 2", "IIIB"), the letters of a type ("type C"), sex
 * chromosomes ("XXY", "47,XYY"), or letters and digits together ("22q11.2", "SCN8A"), as the words that are compared.
 * Another code is another disease, and never a typing error.
 */
export type NameCode = ReadonlyArray<string>

/** A code as one text. */
export const keyOf = (code: NameCode): string => code.join(" ")

/** A karyotype, or letters and digits without a space; points are within them. */
const piece = /\d{2},\s?[xy]{1,6}(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:\.\p{N}[\p{L}\p{N}]*)*/gu

/** The most letters of a type: "type C", "type IH". */
const maxTypeLetters = 2

/** A longer word is no symbol, though a number is typed next to it. */
const maxSymbolLetters = 7

/** True for sex chromosomes of more than one letter. */
export const isSexChromosomes = (word: string): boolean => /^[xy]{2,6}$/.test(word)

/** Letters that stand beside others without a space: "2型" has a number. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]+/gu

/** A word of letters with more of them is no numeral, no symbol and no type. */
const plainWord = /^[\p{L}\p{M}]{9,}$/u

/** A chromosome and its arm in brackets: "(22)(q11.2)". */
const bracketed = /\((\d{1,2}|[xy])\)\s?\(?(?=[pq])/g

/** The codes in a text. */
export const codesIn = (text: string): ReadonlyArray<NameCode> => {
  const pieces = foldText(text).replace(unspaced, " ").replace(bracketed, " $1").match(piece) ?? []
  return pieces.flatMap((one, at) => {
    if (plainWord.test(one)) return []
    // With the word before it: "factor X" is a number, "fragile X" is none.
    const before = nameTokens(pieces[at - 1] ?? "").slice(-1)
    const words = comparableWords([...before, ...nameTokens(one)])
      .slice(comparableWords(before).length)
      .flatMap(({ word }) => (word.length > maxSymbolLetters && !isNumber(word) ? [] : [word]))
    const isType = one.length <= maxTypeLetters && isCounted(before[0] ?? "")
    return isType || words.some((word) => isNumber(word) || isSexChromosomes(word)) ? [words] : []
  })
}

const isAt = (words: ReadonlyArray<string>, code: NameCode, at: number) =>
  code.every((word, place) => words[at + place] === word)

/**
 * True if words have a code, or one that begins so: "22q11" is in "22q11.2 deletion". The word before the number may
 * stand elsewhere: "usher2a" is "Usher syndrome type IIA".
 */
const haveCode = (words: ReadonlyArray<string>, code: NameCode): boolean => {
  const [first = "", ...rest] = code
  if (words.some((_, at) => isAt(words, code, at))) return true
  return rest.length > 0 && !isNumber(first) && words.includes(first) && haveCode(words, rest)
}

/** The comparison of a name with the searched codes: it has all, lacks some, or has others in their place. */
export type FoundCodes = "all" | "missing" | "others"

/** The sex chromosomes before a change in a karyotype: "46,XX,del(5)(p15.2)", "47,XY,+21". */
const karyotype = /^\s*\d{2},\s?[xy]{1,4},\s?(?=(?:del|dup)\b|[+-]\s?(?:\d|[xy]))/i

/** A chromosome too many, or too few, as reports write it. */
const [tooMany, tooFew] = [
  /^\s*\+\s?(\d{1,2}|[xy])\s*$|(?<![\p{L}\p{N}(;.-])t(13|18|21)(?![\p{L}\p{N}(;.-])/giu,
  /^-\s?(\d{1,2}|[xy])\s*$/i
]

/** A change within one band: "(q11.2q11.2)". */
const twice = /\(([pq]\d+(?:\.\d+)?)\1\)/gi

/** A search with a karyotype in the words of names: "47,XY,+21" and "T21" are "trisomy 21". */
export const karyotypeInWords = (search: string): string => {
  const changes = search.replace(karyotype, "").replace(twice, "($1)")
  const found = changes === search ? search : changes.replace(tooFew, "monosomy $1")
  return found.replace(tooMany, "trisomy $1$2")
}

const [loss, gain] = [/^(?:del(?:et|ec|ez)|monosom)/, /^(?:dupli[ck]|tripli[ck]|trisom|tetrasom)/]

/** Words for a part of a band or of the cells: another change than the plain one. */
const part = /^(?:distal|interstiti|mosai|proximal|telomer|terminal)/

/** The change of a chromosome that a search names: a name with the contrary one alone, or of a part, is of another. */
export interface ChromosomeChange {
  readonly own: RegExp
  readonly contrary: RegExp
  readonly part: RegExp | undefined
}

/** The change that words name; undefined where they name none, or a loss and a gain. */
export const changeIn = (words: ReadonlyArray<string>): ChromosomeChange | undefined => {
  const says = (pattern: RegExp) => words.some((word) => pattern.test(word))
  if (says(loss) === says(gain)) return undefined
  const [own, contrary] = says(loss) ? [loss, gain] : [gain, loss]
  return { own, contrary, part: says(part) ? undefined : part }
}

/** True if words have all codes of a search. */
export const haveCodes = (words: ReadonlyArray<string>, searched: ReadonlyArray<NameCode>): boolean =>
  searched.every((code) => haveCode(words, code))

/** True if each code of a name is one of a search. Letters with digits may be half typed. */
export const areSearched = (codes: ReadonlyArray<NameCode>, searched: ReadonlyArray<NameCode>): boolean =>
  codes.every((own) =>
    searched.some(
      (code) =>
        (isAt(code, own, 0) && (own.length > 1 || code.length === 1)) ||
        (code.length > 1 && own.join("").startsWith(code.join("")))
    )
  )
