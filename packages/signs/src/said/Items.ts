import { smallWords } from "../WordPatterns.ts"
import type { DenialWords } from "./DenialWords.ts"
import type { ReadClause } from "./ReadClause.ts"

/** A clause as an item of a list. */
export interface Item {
  readonly small: ReadonlyArray<string>
  /** False for a clause with a verb or a subject of its own. */
  readonly isItem: boolean
  /** True where the list ends with "or", or where it ends with "and" and has nothing but names of signs. */
  readonly isOfChoice: boolean
  readonly isOfList: boolean
}

/** The clauses of a sentence as items of lists. */
export const itemsOf = (sentence: ReadonlyArray<ReadClause>, language: DenialWords): ReadonlyArray<Item> => {
  const { articles, choosing, intensifiers, joining, negation, predicate } = language
  const items: Array<Item> = []
  let next: Item | undefined
  let mark = ""
  for (const read of sentence.toReversed()) {
    const { clause } = read
    const small = smallWords(clause.text)
    const has = (words: ReadonlySet<string>) => small.some((word) => words.has(word))
    const isItem = !has(predicate)
    const following = mark.trim() === "," ? next : undefined
    const isChoice = has(choosing)
    const isOfChoice = isItem && (isChoice || (!has(negation) && following?.isOfChoice === true))
    const named = namedIn(read)
    const isPlain = isItem && !has(articles) && !has(intensifiers) && !has(negation)
    const isBare = isPlain && read.words.every((_, place) => named.has(place))
    const isOfList = isBare && (has(joining) || following?.isOfList === true)
    next = { small, isItem, isOfChoice, isOfList }
    mark = clause.mark
    items.push(next)
  }
  return items.toReversed()
}

/** The places of words that belong to a whole name. */
const namedIn = ({ matches }: ReadClause): ReadonlySet<number> =>
  new Set(matches.flatMap(({ isWhole, places }) => (isWhole ? places : [])))
