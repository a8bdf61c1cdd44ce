import type { MatchedOn } from "../domain/Disease.ts"
import { codeKey } from "../domain/DiseaseCode.ts"
import type { CategoryId, DiseaseId } from "../domain/Ids.ts"
import { CodeIndex } from "./CodeIndex.ts"
import { layNames } from "./LayNames.ts"
import { NameIndex } from "./NameIndex.ts"
import { NameSearch } from "./NameSearch.ts"
import { type Query, queryOf } from "./Query.ts"
import { deserving, namesFound, ordered, type Scored, textScore, wholeCode } from "./Ranking.ts"
import { searched } from "./Searched.ts"
import { TextIndex } from "./TextIndex.ts"

/** What the index knows of a disease. */
export interface IndexedDisease {
  readonly id: DiseaseId
  readonly retired: boolean
  readonly name: string
  readonly synonyms: ReadonlyArray<string>
  readonly abbreviations: ReadonlyArray<string>
  readonly codes: ReadonlyArray<string>
  /** Those of retired diseases, which lead here. */
  readonly retiredCodes: ReadonlyArray<string>
  readonly categoryIds: ReadonlyArray<CategoryId>
  readonly description: string | null
  /** Their symbols. */
  readonly genes: ReadonlyArray<string>
  /** How well known it is. */
  readonly prominence: number
}

/** A disease that a search found, and on what. */
export interface Hit {
  readonly id: DiseaseId
  readonly matchedOn: MatchedOn
  /** Whether a name of it, or a code, is all that was searched for. */
  readonly whole: boolean
}

interface Held {
  readonly disease: IndexedDisease
  readonly names: ReadonlyArray<number>
}

/** The most diseases that a search finds. */
const maxHits = 1_000

/** The share of a search that a name must have for nothing to be looked for in descriptions. */
const enoughOfSearch = 0.85

/** How many searches for common words are kept. */
const maxCommon = 40

/** The share of a search that a description must have, and how many of its words. */
const [minShare, minWords] = [0.5, 2]

/** The most of a description that says what was found. */
const maxDescriptionCharacters = 200

/**
 * All diseases as searches compare them, in memory: names, codes, genes and descriptions. It is changed one disease at a
 * time; what it finds depends on the diseases in it alone, and not on the order in which they came.
 */
export class DiseaseIndex {
  readonly #held = new Map<DiseaseId, Held>()
  readonly #names = new NameIndex()
  readonly #search = new NameSearch(this.#names)
  readonly #texts = new TextIndex()
  readonly #codes = new CodeIndex()
  /** What was found for common words: so much that it is kept until the next change. */
  readonly #common = new Map<string, ReadonlyArray<Scored>>()

  /** Adds a disease, or replaces what was known of it; a retired one is taken out. */
  put(disease: IndexedDisease): void {
    this.#remove(disease.id)
    this.#common.clear()
    if (disease.retired) return
    const lay = disease.codes.flatMap((code) => layNames.get(code) ?? [])
    const names: ReadonlyArray<MatchedOn> = [
      { field: "name", text: disease.name },
      ...disease.synonyms.map((text) => ({ field: "synonym" as const, text })),
      ...disease.abbreviations.map((text) => ({ field: "abbreviation" as const, text })),
      ...lay.flatMap(({ names }) => names).map((text) => ({ field: "synonym" as const, text })),
      ...disease.genes.map((text) => ({ field: "gene" as const, text }))
    ]
    this.#held.set(disease.id, { disease, names: names.map((name) => this.#names.add(disease.id, name)) })
    this.#codes.add(disease.id, disease.codes, false)
    this.#codes.add(disease.id, disease.retiredCodes, true)
    this.#texts.add(disease.id, [
      { text: disease.name, weight: 1 },
      ...disease.synonyms.map((text) => ({ text, weight: 0.85 })),
      { text: disease.description ?? "", weight: 1 },
      ...lay.map(({ told }) => ({ text: told, weight: 1 }))
    ])
  }

  #remove(id: DiseaseId): void {
    const held = this.#held.get(id)
    if (held === undefined) return
    for (const name of held.names) this.#names.remove(name)
    this.#codes.remove(id, [...held.disease.codes, ...held.disease.retiredCodes])
    this.#texts.remove(id)
    this.#held.delete(id)
  }

  /** What a disease is called; nothing for one that is not here. */
  nameOf(id: DiseaseId): string {
    return this.#held.get(id)?.disease.name ?? ""
  }

  /** Whether a disease is here, and of the category if one is given. */
  isIn(id: DiseaseId, category: CategoryId | undefined): boolean {
    const held = this.#held.get(id)
    return held !== undefined && (category === undefined || held.disease.categoryIds.includes(category))
  }

  /** The diseases that deserve to be found by a search, all or of one category, best first; 1,000 at most. */
  find(search: string, category?: CategoryId): ReadonlyArray<Hit> {
    return this.#ordered(search)
      .filter(({ disease }) => this.isIn(disease, category))
      .slice(0, maxHits)
      .map(({ disease, matchedOn, whole }) => ({ id: disease, matchedOn, whole }))
  }

  #ordered(search: string): ReadonlyArray<Scored> {
    const prominence = (id: DiseaseId) => this.#held.get(id)?.disease.prominence ?? 0
    const coded = this.#codes.find(search).map(wholeCode)
    // A code written out is no name that somebody mistyped.
    if (codeKey(search) !== undefined) return ordered(coded, prominence)
    const query = queryOf(this.#names, search)
    const kept = this.#common.get(query.folded)
    if (kept !== undefined) return kept
    const found = ordered(this.#found(search, query, coded), prominence)
    if (query.common && this.#common.size < maxCommon) this.#common.set(query.folded, found)
    return found
  }

  #found(search: string, query: Query, coded: ReadonlyArray<Scored>): ReadonlyArray<Scored> {
    if (query.joined === "") return coded
    if (coded.length > 0) {
      return [...coded, ...namesFound(this.#names, this.#search, query).filter(({ whole }) => whole)]
    }
    const within = query.sentence ? this.#codes.within(search).map(wholeCode) : []
    if (within.length > 0) return within
    const { found, named } = searched(this.#names, this.#search, query)
    return deserving(named ? found : [...found, ...this.#told(search, query, found)])
  }

  /** What descriptions tell of what is searched for, where no name has most of it. */
  #told(search: string, query: Query, named: ReadonlyArray<Scored>): ReadonlyArray<Scored> {
    if (query.telling < minWords || named.some(({ ofSearch }) => ofSearch >= enoughOfSearch)) return []
    return this.#texts.find(search, minShare).flatMap(({ disease, share, words }): ReadonlyArray<Scored> => {
      const held = this.#held.get(disease)
      if (held === undefined || words < minWords) return []
      const { description, name, prominence } = held.disease
      const matchedOn: MatchedOn =
        description === null
          ? { field: "name", text: name }
          : { field: "description", text: description.slice(0, maxDescriptionCharacters).toWellFormed() }
      return [{ disease, matchedOn, score: textScore(share, prominence), ofSearch: share, ofName: 0, whole: false }]
    })
  }
}
