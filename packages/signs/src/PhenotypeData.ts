import { at } from "@rare-disease-community/text/arrays/At"
import { type PackedTexts, rangeAt } from "@rare-disease-community/text/arrays/PackedTexts"
import { Brand } from "effect"
import { type FrequencyFact, frequencyClasses } from "./Frequency.ts"
import type { Grammar, UnspacedDenials } from "./Grammar.ts"

/** A phenotype: its place in the arrays that are by phenotype. The number of its id is another. */
export type Term = number & Brand.Brand<"Term">
export const Term = Brand.nominal<Term>()

/** A packed array of phenotypes. */
export interface Terms extends Uint16Array {
  readonly [place: number]: Term
  [Symbol.iterator](): ArrayIterator<Term>
}

/** Lists of numbers, one after another: list `n` is from `offsets[n]` to `offsets[n + 1]` of `items`. */
export interface Lists<Items extends Uint16Array | Uint32Array = Uint16Array> {
  readonly offsets: Uint32Array
  readonly items: Items
}

export const nameKinds = ["name", "synonym", "lay", "abbreviation", "ours"] as const
export type NameKind = (typeof nameKinds)[number]

export const nameStatuses = ["official", "candidate", "machine"] as const
export type NameStatus = (typeof nameStatuses)[number]

/** The names of all phenotypes. The words of a name are those of `wordsOf` in `PhenotypeWords.ts`. */
export interface NameData {
  /** The names of phenotype `n` are those from `offsets[n]` to `offsets[n + 1]`; the first is its label. */
  readonly offsets: Uint32Array
  readonly texts: PackedTexts
  /** By name: its phenotype, its kind, its language as an index of `languages`, and its status. */
  readonly terms: Terms
  readonly kinds: Uint8Array
  readonly languages: Uint8Array
  readonly statuses: Uint8Array
  /** By name: its words, each once. */
  readonly words: Lists<Uint32Array>
  /** All words, sorted, and by word the names that have it. */
  readonly vocabulary: PackedTexts
  readonly namesOfWord: Lists<Uint32Array>
}

/** The dictionary for texts about signs: words of names by language, and glossary phrases with their English words. */
export interface MeaningData {
  readonly grammars: Readonly<Record<string, Grammar>>
  readonly unspacedDenials: UnspacedDenials
  /** All words with their language, sorted, such as "de fleck". */
  readonly vocabulary: PackedTexts
  /** How words are spelt, folded, with their language, sorted, such as "en swollen": what mistyped ones may be. */
  readonly spellings: PackedTexts
  /** By name: its words, each once. None in a script without spaces. */
  readonly words: Lists<Uint32Array>
  /** By word: the names and the phrases of which it is the rarest. */
  readonly namesOfWord: Lists<Uint32Array>
  readonly phrasesOfWord: Lists<Uint32Array>
  /** By phrase of a glossary: its words, and the English words that it means. */
  readonly phrases: Lists<Uint32Array>
  readonly meanings: Lists<Uint32Array>
}

/** Frequencies of signs, one after another, in arrays of numbers. */
export interface FrequencyData {
  /** Places in `frequencyClasses`; `none` where there is no class. */
  readonly classes: Uint8Array
  /** The people with the sign, and those examined: none where there are no counts. */
  readonly counts: Uint32Array
  readonly of: Uint32Array
  /** `none` where there is no percentage. */
  readonly percents: Uint8Array
}

/** The annotations of diseases, by entry such as `OMIM:154700`; the entries of Orphanet are last. */
export interface AnnotationData {
  readonly codes: PackedTexts
  /** By entry: the phenotypes that it has, with their frequencies. */
  readonly present: Lists<Terms>
  readonly presentFrequencies: FrequencyData
  /** By entry: the phenotypes that were looked for and are absent. */
  readonly absent: Lists<Terms>
  readonly absentFrequencies: FrequencyData
  /** By entry: the number of publications that it is made of. */
  readonly publications: Uint16Array
  /** By phenotype: the entries that have it or a kind of it, and the greatest estimated percentage there. */
  readonly entriesOfTerm: Lists
  readonly entryPercents: Uint8Array
}

/** The Human Phenotype Ontology with the annotations of diseases, in arrays that a thread can hand to another. */
export interface PhenotypeData {
  readonly versions: { readonly hpo: string; readonly orphanet: string }
  /** The language codes of names; the first is English. */
  readonly languages: ReadonlyArray<string>
  /** By phenotype: the number of its id, ascending. */
  readonly ids: Uint32Array
  /** Alternative and obsolete ids, ascending, and the phenotype of each. */
  readonly aliases: Uint32Array
  readonly aliasTerms: Terms
  /** Ids that were given up without a successor, and a term to consider instead of each; an id may have several. */
  readonly formerIds: Uint32Array
  readonly consideredTerms: Terms
  readonly parents: Lists<Terms>
  /** By phenotype: it and all above it. */
  readonly ancestors: Lists<Terms>
  readonly labels: PackedTexts
  readonly definitions: PackedTexts
  readonly names: NameData
  readonly meanings: MeaningData
  readonly annotations: AnnotationData
}

const none = 255

export const packFrequencies = (facts: ReadonlyArray<FrequencyFact>): FrequencyData => ({
  classes: Uint8Array.from(facts, (fact) => (fact.class === null ? none : frequencyClasses.indexOf(fact.class))),
  counts: Uint32Array.from(facts, ({ observed }) => observed?.count ?? 0),
  of: Uint32Array.from(facts, ({ observed }) => observed?.of ?? 0),
  percents: Uint8Array.from(facts, ({ percent }) => percent ?? none)
})

export const frequencyAt = ({ classes, counts, of, percents }: FrequencyData, place: number): FrequencyFact => {
  const [people = 0, percent = none] = [of[place], percents[place]]
  return {
    class: frequencyClasses[classes[place] ?? none] ?? null,
    observed: people === 0 ? null : { count: at(counts, place), of: people },
    percent: percent === none ? null : percent
  }
}

const pack = <Items extends Uint16Array | Uint32Array>(
  lists: ReadonlyArray<ReadonlyArray<number>>,
  make: (length: number) => Items
): Lists<Items> => {
  const offsets = new Uint32Array(lists.length + 1)
  for (const [place, { length }] of lists.entries()) offsets[place + 1] = at(offsets, place) + length
  const items = make(at(offsets, lists.length))
  for (const [place, list] of lists.entries()) items.set(list, at(offsets, place))
  return { offsets, items }
}

export const packShort = (lists: ReadonlyArray<ReadonlyArray<number>>) =>
  pack(lists, (length) => new Uint16Array(length))

export const packTermLists = (lists: ReadonlyArray<ReadonlyArray<Term>>) =>
  // The lists put phenotypes into it.
  pack(lists, (length) => new Uint16Array(length) as Terms)

export const packTerms = (terms: ReadonlyArray<Term>): Terms => packTermLists([terms]).items

export const packLong = (lists: ReadonlyArray<ReadonlyArray<number>>) =>
  pack(lists, (length) => new Uint32Array(length))

export const itemsAt = <Items extends Uint16Array | Uint32Array>(
  { items, offsets }: Lists<Items>,
  place: number
): Items => {
  const { from, to } = rangeAt(offsets, place)
  // A part of an array has the type of the array.
  return items.subarray(from, to) as Items
}

/** The place of a number in an ascending array; -1 if it is not there. */
export const placeIn = (sorted: Uint32Array, wanted: number): number => {
  let [low, high] = [0, sorted.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const value = at(sorted, middle)
    if (value === wanted) return middle
    if (value < wanted) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** The phenotype of the number of an id, or of an alternative id; undefined for an unknown one. */
export const termOf = ({ aliases, aliasTerms, ids }: PhenotypeData, id: number): Term | undefined => {
  const own = placeIn(ids, id)
  if (own >= 0) return Term(own)
  const alias = placeIn(aliases, id)
  return alias < 0 ? undefined : at(aliasTerms, alias)
}

/** The number of an id such as HP:0001250. */
export const numberOf = (id: string): number => Number(id.slice("HP:".length))

export const idOf = ({ ids }: PhenotypeData, term: Term): string => `HP:${String(at(ids, term)).padStart(7, "0")}`

/** The terms to consider instead of an id that was given up. */
export const termsInsteadOf = ({ consideredTerms, formerIds }: PhenotypeData, id: number): ReadonlyArray<Term> =>
  Array.from(consideredTerms).filter((_, place) => formerIds[place] === id)
