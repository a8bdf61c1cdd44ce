import { Array, Option, Order } from "effect"
import type { MatchedOn } from "../domain/Disease.ts"
import { codeKey } from "../domain/Disease.ts"
import { type DiseaseNaming, nameKey } from "../domain/DiseaseNaming.ts"
import type { DiseaseToSave } from "../repositories/DiseasesRepo.ts"
import { byCodePoint } from "./CodePointOrder.ts"
import { similarity, trigramsOf, wordSimilarity, wordsOf } from "./Trigrams.ts"

/** One name of a disease, taken apart as a search compares it. */
interface SearchName {
  readonly matchedOn: { readonly field: DiseaseNaming["kind"]; readonly text: string }
  readonly key: string
  readonly characters: ReadonlyArray<string>
  readonly words: ReadonlyArray<{ readonly word: string; readonly characters: ReadonlyArray<string> }>
  readonly trigrams: ReadonlyArray<string>
}

/** What a search compares of a disease, made once when it is stored. */
export interface Searchable {
  /** Its place in lists. */
  readonly sortKey: string
  readonly names: ReadonlyArray<SearchName>
  readonly codes: ReadonlyArray<{ readonly matchedOn: MatchedOn; readonly key: string; readonly identifier: string }>
}

/** The order of `field` among equals: a code is exact, and a name says more than another word for it. */
const fields: ReadonlyArray<MatchedOn["field"]> = ["code", "name", "synonym", "abbreviation"]

/** The shortest text that is looked at for typing errors: of a shorter one an error leaves too little. */
const minMistypedCharacters = 4

/** The most words of a search that are looked at; the rest of a longer one is passed over. */
const maxWords = 12

/** From which word similarity on a name is like the search. */
const minWordSimilarity = 0.5

const nameOf = (field: DiseaseNaming["kind"], text: string): SearchName => {
  const key = nameKey(text)
  const words = wordsOf(key)
  return {
    matchedOn: { field, text },
    key,
    characters: Array.fromIterable(key),
    words: words.map((word) => ({ word, characters: Array.fromIterable(word) })),
    trigrams: trigramsOf(words)
  }
}

/** Takes a disease apart for the searches to come. */
export const searchableOf = (
  disease: Pick<DiseaseToSave, "name" | "synonyms" | "abbreviations" | "codes">
): Searchable => ({
  sortKey: nameKey(disease.name),
  names: [
    nameOf("name", disease.name),
    ...disease.synonyms.map((synonym) => nameOf("synonym", synonym)),
    ...disease.abbreviations.map((abbreviation) => nameOf("abbreviation", abbreviation))
  ],
  codes: Object.values(disease.codes).flatMap((codes = []) =>
    codes.map((text) => {
      const key = codeKey(text) ?? nameKey(text)
      return { matchedOn: { field: "code" as const, text }, key, identifier: key.slice(key.indexOf(":") + 1) }
    })
  )
})

/** Whether one character added, left out, changed, or swapped with its neighbour makes the other of one text. */
export const isOneErrorApart = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): boolean => {
  const shorter = Math.min(one.length, other.length)
  if (Math.max(one.length, other.length) - shorter > 1) return false
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  if (Math.max(left.length, right.length) <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}

/** What somebody searches for, taken apart once. */
const queryOf = (search: string) => {
  const key = nameKey(search)
  const words = wordsOf(key)
  return {
    key,
    words: words.slice(0, maxWords),
    characters: Array.fromIterable(key),
    trigrams: new Set(trigramsOf(words)),
    code: codeKey(key) ?? key,
    identifier: key.replace(/^0+(?=\d)/, "")
  }
}
type Query = ReturnType<typeof queryOf>

interface Match {
  readonly matchedOn: MatchedOn
  /** 0 is best (`DiseasesRepo.page`): the whole name or a code, its beginning, its words, nearly it. */
  readonly rank: number
  /** How like the whole name is: of two that begin alike the shorter one. */
  readonly similarity: number
}

const isMistyped = (query: Query, characters: ReadonlyArray<string>) =>
  characters.length >= minMistypedCharacters && isOneErrorApart(query.characters, characters)

const rankOf = (query: Query, name: SearchName): number | undefined => {
  if (name.key === query.key) return 0
  if (name.key.startsWith(query.key)) return 1
  const isWordOfName = (typed: string) => name.words.some(({ word }) => word.startsWith(typed))
  if (query.words.length > 0 && query.words.every(isWordOfName)) return 2
  const near =
    isMistyped(query, name.characters) ||
    name.words.some(({ characters }) => isMistyped(query, characters)) ||
    wordSimilarity(query.trigrams, name.trigrams) >= minWordSimilarity
  return near ? 3 : undefined
}

const byGoodness: Order.Order<Match> = Order.combineAll([
  Order.mapInput(Order.number, ({ rank }: Match) => rank),
  Order.mapInput(Order.number, ({ matchedOn }: Match) => fields.indexOf(matchedOn.field)),
  Order.mapInput(Order.reverse(Order.number), ({ similarity }: Match) => similarity)
])

const bestMatch = (query: Query, { codes, names }: Searchable): Option.Option<Match> => {
  const code = codes.find(({ identifier, key }) => key === query.code || identifier === query.identifier)
  if (code !== undefined) return Option.some({ matchedOn: code.matchedOn, rank: 0, similarity: 1 })
  const matched = names.flatMap((name): ReadonlyArray<Match> => {
    const rank = rankOf(query, name)
    if (rank === undefined) return []
    return [{ matchedOn: name.matchedOn, rank, similarity: similarity(query.trigrams, new Set(name.trigrams)) }]
  })
  return Array.isNonEmptyReadonlyArray(matched) ? Option.some(Array.min(matched, byGoodness)) : Option.none()
}

/** A disease that was found, and on what. */
export interface Ranked<D> {
  readonly disease: D
  readonly match: Match
}

/** Diseases in the order of lists: by name, the id as tie-break. */
export const byName: Order.Order<{ readonly id: number; readonly searchable: Searchable }> = Order.combine(
  Order.mapInput(byCodePoint, ({ searchable }) => searchable.sortKey),
  Order.mapInput(Order.number, ({ id }) => id)
)

/** The diseases that a search finds, each once, best first (`DiseasesRepo.page` has the rules). */
export const ranked = <D extends { readonly id: number; readonly searchable: Searchable }>(
  search: string,
  diseases: ReadonlyArray<D>
): ReadonlyArray<Ranked<D>> => {
  const query = queryOf(search)
  if (query.key === "") return []
  const found = Array.filterMap(diseases, (disease) =>
    Option.map(bestMatch(query, disease.searchable), (match): Ranked<D> => ({ disease, match }))
  )
  return Array.sortBy(
    Order.mapInput(byGoodness, ({ match }: Ranked<D>) => match),
    Order.mapInput(byName, ({ disease }: Ranked<D>) => disease)
  )(found)
}
