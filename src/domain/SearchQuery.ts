import { maxTerms, phraseOf, queryOf, type Term } from "./SearchText.ts"

/** What somebody typed between spaces, or between quotes, and what it asks for; nothing where there is no word in it. */
export interface Asked {
  readonly written: string
  readonly quoted: boolean
  readonly terms: ReadonlyArray<Term>
}

/** What somebody typed into a search. */
export interface SearchQuery {
  /** In the order in which it was typed; all of it must be found. */
  readonly wanted: ReadonlyArray<Asked>
  /** None of it may be found. */
  readonly unwanted: ReadonlyArray<Term>
}

/** Quotation marks of the typewriter and of typography, which may be mixed; one that is never closed goes to the end. */
const opening = '"\u201c\u201d\u201e\u201f\u00ab\u00bb\u300c\u300e'
const closing = '"\u201c\u201d\u201f\u00ab\u00bb\u300d\u300f'
const minus = "-\u2212"

/**
 * A quoted phrase, or what stands between spaces; either may have a minus before it. A hyphen inside a word is none, nor
 * is one that stands alone. A quotation mark inside a word (`5"`) opens nothing.
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

/** `halfTyped`: its last word may be. */
const termsOf = ({ quoted, written }: Item, halfTyped: boolean): ReadonlyArray<Term> =>
  quoted ? phraseOf(written, halfTyped) : queryOf(written, halfTyped)

/**
 * What a search asks for. Words, `"quoted phrases"`, what must not be found (`-word`, `-"a phrase"`), and beginnings of
 * words: `word*`, the last word where nothing quoted follows it, and the end of a quote that is not closed. Of a long
 * search the first sixteen terms count. One that only says what must not be found asks for nothing.
 */
export const searchQuery = (search: string): SearchQuery => {
  const items = itemsOf(search)
  const isWord = (item: Item) => !item.not && queryOf(item.written).length > 0
  const last = items.findLast(isWord)
  const wanted: Array<Asked> = []
  const unwanted: Array<Term> = []
  for (const item of items) {
    const halfTyped = item.quoted ? item === last && item.open : item === last || endsInStar(item.written)
    const left = maxTerms - unwanted.length - wanted.reduce((sum, { terms }) => sum + terms.length, 0)
    if (item.not) unwanted.push(...phraseOf(item.written, endsInStar(item.written)).slice(0, left))
    else wanted.push({ written: item.written, quoted: item.quoted, terms: termsOf(item, halfTyped).slice(0, left) })
  }
  return { wanted, unwanted }
}

/** All that a search wants found, as one list; none of it is a search for nothing. */
export const wantedTerms = ({ wanted }: SearchQuery): ReadonlyArray<Term> => wanted.flatMap(({ terms }) => terms)

/** The whole of what is wanted as one phrase, where it is more than one word; none otherwise. */
export const wholePhrase = ({ wanted }: SearchQuery): Term | undefined => {
  const [phrase] = phraseOf(wanted.map(({ written }) => written).join(" "), wanted.at(-1)?.quoted === false)
  return phrase?._tag === "phrase" && phrase.lexemes.length > 1 ? phrase : undefined
}
