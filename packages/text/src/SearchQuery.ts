import { foldText, seenText } from "./Folding.ts"
import { groupsOf, maxTerms, phraseOf, queryOf, type Term } from "./Lexemes.ts"

/** A part of a search, between spaces or in quotes, and its terms; it has none if there is no word in it. */
export interface SearchToken {
  readonly written: string
  readonly quoted: boolean
  readonly terms: ReadonlyArray<Term>
  /** Other ways to write all of it, each of which is found in its place: "NF1" of "NF-1". */
  readonly forms: ReadonlyArray<Term>
}

/** A search as a member typed it. */
export interface SearchQuery {
  /** All of these must be found. */
  readonly wanted: ReadonlyArray<SearchToken>
  /** None of these may be found. */
  readonly unwanted: ReadonlyArray<Term>
}

/** Straight and typographic quotation marks, which may be mixed. An open quotation ends with the search. */
const opening = '"\u201c\u201d\u201e\u201f\u00ab\u00bb\u300c\u300e'
const closing = '"\u201c\u201d\u201f\u00ab\u00bb\u300d\u300f'
const minus = "-\u2212"

/**
 * A quoted phrase or a run without spaces, with or without a minus. A hyphen within a word or between spaces is not a
 * minus, and a quotation mark within a word (`5"`) does not open a quotation.
 */
const itemPattern = new RegExp(
  `(?<not>[${minus}](?=[${opening}\\p{L}\\p{N}\\p{M}]))?(?:[${opening}](?<quoted>[^${closing}]*)(?<closed>[${closing}])?|(?<plain>[^\\s\u2014\u2026]+))`,
  "gu"
)

interface Item {
  readonly written: string
  readonly not: boolean
  readonly quoted: boolean
  readonly open: boolean
}

const itemsOf = (search: string): ReadonlyArray<Item> =>
  Array.from(search.matchAll(itemPattern), ({ groups = {} }) => ({
    written: groups["quoted"] ?? groups["plain"] ?? "",
    not: groups["not"] !== undefined,
    quoted: groups["quoted"] !== undefined,
    open: groups["closed"] === undefined
  }))

const endsInStar = (written: string) => /[\p{L}\p{N}\p{M}]\*$/u.test(written)

const termsOf = ({ quoted, written }: Item, halfTyped: boolean): ReadonlyArray<Term> =>
  quoted ? phraseOf(written, halfTyped) : queryOf(written, halfTyped)

/** Umlauts as those write them who have no such keys, and the reverse. */
const [umlauts, withoutUmlauts] = [/[\u00e4\u00f6\u00fc]/giu, /([aou])e/gi]

/** A shorter word with "ae", "oe" or "ue" is one of another language: "does", "true". */
const minUmlautLetters = 6

/** Letters and digits without a space: "NF1", "5mg". */
const mixed = /^(?:\p{L}+\p{N}+|\p{N}+\p{L}+)$/u

/** A number and a short word beside it, which some write without the space. */
const numberWithUnit = /^(?:\d{1,3} [\p{L}\p{M}]{1,4}|[\p{L}\p{M}]{1,4} \d{1,3})$/u

const isNumberWithUnit = (pair: string): boolean => numberWithUnit.test(pair)

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
const formsOf = (written: string, halfTyped: boolean): ReadonlyArray<Term> => {
  const folded = foldText(written)
  const apart = mixed.test(folded) ? folded.match(/\p{L}+|\p{N}+/gu)?.join(" ") : undefined
  const words = [joined(folded), withOtherUmlauts(written)].flatMap((form) => form ?? [])
  return [...words.flatMap((form) => queryOf(form, halfTyped)), ...(apart === undefined ? [] : phraseOf(apart, false))]
}

/**
 * Parses a search: words, `"quoted phrases"`, exclusions (`-word`, `-"a phrase"`) and beginnings of words. These are
 * `word*`, the last word unless a quotation follows, and the end of a quotation that is not closed. The first sixteen
 * terms count. A search that has only exclusions finds nothing.
 */
export const searchQuery = (search: string): SearchQuery => {
  const items = itemsOf(seenText(search))
  const isWord = (item: Item) => !item.not && queryOf(item.written).length > 0
  const last = items.findLast(isWord)
  const joinedWith = (one: Item | undefined, other: Item | undefined) => {
    const isPair = [one, other].every((item) => item !== undefined && !item.not && !item.quoted)
    const pair = `${one?.written} ${other?.written}`
    return isPair && isNumberWithUnit(pair) ? queryOf(pair.replace(" ", ""), false) : []
  }
  const wanted: Array<SearchToken> = []
  const unwanted: Array<Term> = []
  let left = maxTerms
  for (const [at, item] of items.entries()) {
    const halfTyped = item.quoted ? item === last && item.open : item === last || endsInStar(item.written)
    if (left === 0) break
    const terms = item.not ? phraseOf(item.written, endsInStar(item.written)) : termsOf(item, halfTyped)
    const counted = terms.slice(0, left)
    const forms = item.quoted ? [] : formsOf(item.written, halfTyped)
    if (item.not) unwanted.push(...counted, ...forms)
    else {
      const pairs = [...joinedWith(items[at - 1], item), ...joinedWith(item, items[at + 1])]
      wanted.push({ written: item.written, quoted: item.quoted, terms: counted, forms: [...forms, ...pairs] })
    }
    left -= counted.length
  }
  return { wanted, unwanted }
}

/** All wanted terms of a search; a search without any finds nothing. */
export const wantedTerms = ({ wanted }: SearchQuery): ReadonlyArray<Term> => wanted.flatMap(({ terms }) => terms)

/** All wanted words as one phrase; undefined for fewer than two. */
export const wholePhrase = ({ wanted }: SearchQuery): Term | undefined => {
  const [phrase] = phraseOf(wanted.map(({ written }) => written).join(" "), wanted.at(-1)?.quoted === false)
  return phrase?._tag === "phrase" && phrase.lexemes.length > 1 ? phrase : undefined
}
