import layNameFile from "../../../content/lay-names.json" with { type: "json" }
import { ClockCache } from "../../caching/ClockCache.ts"
import type { MatchedOn } from "../../domain/diseases/Disease.ts"
import { codeKey } from "../../domain/diseases/DiseaseCode.ts"
import type { CategoryId, DiseaseId } from "../../domain/Ids.ts"
import { textTokens } from "../../text/NameWords.ts"
import { CodeIndex } from "./CodeIndex.ts"
import { GroupOrder } from "./GroupOrder.ts"
import type { LocalNames } from "./LocalNames.ts"
import { NameIndex } from "./NameIndex.ts"
import { NameMatcher } from "./NameMatcher.ts"
import { NameRanking } from "./NameRanking.ts"
import { type Query, QueryParser } from "./Query.ts"
import { bestOfEach, isWholeName, type Scored, scoredCode, textScore, worthShowing } from "./Scores.ts"
import { TextIndex } from "./TextIndex.ts"

export interface IndexedDisease {
  readonly id: DiseaseId
  readonly retired: boolean
  readonly name: string
  readonly synonyms: ReadonlyArray<string>
  readonly abbreviations: ReadonlyArray<string>
  readonly codes: ReadonlyArray<string>
  /** The codes of retired diseases whose successor this is. */
  readonly retiredCodes: ReadonlyArray<string>
  readonly categoryIds: ReadonlyArray<CategoryId>
  /** Its direct supertypes. */
  readonly parentIds: ReadonlyArray<DiseaseId>
  readonly description: string | null
  /** Symbols of genes. */
  readonly genes: ReadonlyArray<string>
  readonly prominence: number
}

export interface Hit {
  readonly id: DiseaseId
  readonly matchedOn: MatchedOn
  /** True if a name of it, or a code, is all that was searched for. */
  readonly whole: boolean
}

interface Entry {
  readonly disease: IndexedDisease
  readonly names: ReadonlyArray<number>
}

const layNames = new Map(layNameFile.diseases.map((disease) => [disease.code, disease]))

const phraseOf = (text: string) => ` ${textTokens(text).join(" ")} `

/** The lay names of more than one word, of all diseases that have some. */
const layPhrases = layNameFile.diseases.flatMap(({ code, names }) =>
  names.filter((name) => textTokens(name).length > 1).map((name) => ({ code, phrase: phraseOf(name) }))
)

/** No reader pages further than this; a common word would match thousands of diseases. */
const maxHits = 1_000

/** Descriptions are searched unless a name covers this share of a search. */
const enoughOfQuery = 0.85

/** A search of at most this many words does not search descriptions if a whole name is among them. */
const maxShort = 4

/** The number of searches for common words whose results are cached. */
const maxCommon = 40

/** A description is found by this share of a search, and by this many of its words. */
const [minShare, minWords] = [0.5, 2]

/** The length of the quotation from a description that was found. */
const maxQuotedCharacters = 200

/** The weights of a disease's texts; name, description and signs have 1. */
const synonymWeight = 0.85

/**
 * An index of all diseases in memory, by names, codes, genes and descriptions. Diseases are added and removed one at a
 * time; results depend only on the diseases, not on the order in which they were added.
 */
export class DiseaseIndex {
  readonly #entries = new Map<DiseaseId, Entry>()
  readonly #names = new NameIndex()
  readonly #parser = new QueryParser(this.#names)
  readonly #ranking = new NameRanking(this.#names)
  readonly #matcher = new NameMatcher(this.#names, this.#parser, this.#ranking)
  readonly #texts = new TextIndex()
  readonly #codes = new CodeIndex()
  readonly #groups = new GroupOrder(this.#names, (id) => {
    const entry = this.#entries.get(id)
    return entry && { names: entry.names, parentIds: entry.disease.parentIds }
  })
  #revision = 0
  #local: LocalNames | undefined
  /** Results of searches for common words, which find thousands of names; dropped with the next change. */
  readonly #common = new ClockCache<string, ReadonlyArray<Scored>>(maxCommon)

  /** Adds a disease, or replaces it; a retired one is removed. */
  put(disease: IndexedDisease): void {
    this.#remove(disease.id)
    this.#revision++
    this.#common.clear()
    if (disease.retired) return
    const lay = disease.codes.flatMap((code) => layNames.get(code) ?? [])
    const named = (field: MatchedOn["field"], texts: ReadonlyArray<string>) => texts.map((text) => ({ field, text }))
    const names = [
      ...named("name", [disease.name]),
      ...named("synonym", disease.synonyms),
      ...named("abbreviation", disease.abbreviations),
      ...named(
        "synonym",
        lay.flatMap(({ names }) => names)
      ),
      ...named("gene", disease.genes),
      ...(this.#local?.of(disease.codes) ?? []).map(
        ({ lang, name }) => ({ field: "synonym", text: name, lang }) as const
      )
    ]
    this.#entries.set(disease.id, { disease, names: names.map((name) => this.#names.add(disease.id, name)) })
    this.#codes.add(disease.id, disease.codes, false)
    this.#codes.add(disease.id, disease.retiredCodes, true)
    this.#texts.add(disease.id, [
      { text: disease.name, weight: 1 },
      ...disease.synonyms.map((text) => ({ text, weight: synonymWeight })),
      { text: disease.description ?? "", weight: 1 },
      ...lay.map(({ signs }) => ({ text: signs, weight: 1 }))
    ])
  }

  #remove(id: DiseaseId): void {
    const entry = this.#entries.get(id)
    if (entry === undefined) return
    for (const name of entry.names) this.#names.remove(name)
    this.#codes.remove(id, [...entry.disease.codes, ...entry.disease.retiredCodes])
    this.#texts.remove(id)
    this.#entries.delete(id)
  }

  /** Names in other languages, for diseases that are put from now on. */
  useNames(names: LocalNames): void {
    this.#local = names
  }

  /** Rises with each change. */
  get revision(): number {
    return this.#revision
  }

  diseases(): ReadonlyArray<IndexedDisease> {
    return Array.from(this.#entries.values(), ({ disease }) => disease)
  }

  /** The name of a disease; empty for one that is not in the index. */
  nameOf(id: DiseaseId): string {
    return this.#entries.get(id)?.disease.name ?? ""
  }

  /** The codes of all supertypes of a disease, of every level. */
  codesAbove(id: DiseaseId): ReadonlySet<string> {
    const codes = new Set<string>()
    const above = new Set<DiseaseId>([id])
    // A set that grows while it is walked: each supertype is visited once, also in a cycle.
    for (const one of above) {
      const disease = this.#entries.get(one)?.disease
      for (const parent of disease?.parentIds ?? []) above.add(parent)
      if (one !== id) for (const code of disease?.codes ?? []) codes.add(code)
    }
    return codes
  }

  /** How well known a disease is; 0 for one that is not in the index. */
  prominenceOf(id: DiseaseId): number {
    return this.#entries.get(id)?.disease.prominence ?? 0
  }

  /** True for a disease in the index, and in the category if one is given. */
  isIn(id: DiseaseId, category: CategoryId | undefined): boolean {
    const entry = this.#entries.get(id)
    return entry !== undefined && (category === undefined || entry.disease.categoryIds.includes(category))
  }

  /** See `NameIndex.similarWord`. */
  similarWord(typed: string): string | undefined {
    return this.#names.similarWord(typed)
  }

  /**
   * The diseases worth showing for a search, of all or of one category, best first; 1,000 at most. Names in English and in
   * `lang` come before others that are no nearer.
   */
  find(search: string, category?: CategoryId, lang?: string): ReadonlyArray<Hit> {
    return this.#ranked(search, lang)
      .filter(({ disease }) => this.isIn(disease, category))
      .slice(0, maxHits)
      .map(({ disease, isExact, matchedOn }) => ({ id: disease, matchedOn, whole: isExact }))
  }

  #ranked(search: string, lang: string | undefined): ReadonlyArray<Scored> {
    const prominence = (id: DiseaseId) => this.prominenceOf(id)
    const codes = this.#codes.find(search).map(scoredCode)
    // A code with its vocabulary is not a mistyped name.
    if (codeKey(search) !== undefined) return bestOfEach(codes, prominence)
    const query = this.#parser.parse(search)
    const key = `${lang} ${query.folded}`
    const cached = this.#common.get(key)
    if (cached !== undefined) return cached
    const found = this.#groups.order(bestOfEach(this.#matches(search, query, codes), prominence, lang), query)
    if (query.isCommon) this.#common.set(key, found)
    return found
  }

  #matches(search: string, query: Query, codes: ReadonlyArray<Scored>): ReadonlyArray<Scored> {
    if (query.joined === "") return codes
    if (codes.length > 0) return [...codes, ...this.#ranking.rank(query).filter(({ isExact }) => isExact)]
    const codesWithin = query.isSentence ? this.#codes.within(search).map(scoredCode) : []
    if (codesWithin.length > 0) return codesWithin
    const { found, isCertain } = this.#matcher.match(query)
    const shown = worthShowing(isCertain ? found : [...found, ...this.#matchTexts(query, found)])
    const within = shown.length > 0 ? undefined : this.#parser.nameWithin(search, true)
    return within === undefined ? shown : worthShowing(this.#matcher.match(this.#parser.parse(within, true)).found)
  }

  /** True for a search with the lay name of a disease that is not here: its words say nothing about others. */
  #namesAbsent({ folded }: Query): boolean {
    const searched = phraseOf(folded)
    return layPhrases.some(({ code, phrase }) => searched.includes(phrase) && this.#codes.find(code).length === 0)
  }

  /** Descriptions that match a search, unless a name has most of it. */
  #matchTexts(query: Query, names: ReadonlyArray<Scored>): ReadonlyArray<Scored> {
    const isShort = query.words.length <= maxShort
    const isNamed = names.some((name) => name.queryCoverage >= enoughOfQuery || (isShort && isWholeName(name)))
    if (query.contentWords < minWords || isNamed || this.#namesAbsent(query)) return []
    return this.#texts.find(query.folded, minShare).flatMap(({ disease, share, words }): ReadonlyArray<Scored> => {
      const entry = this.#entries.get(disease)
      if (entry === undefined || words < minWords) return []
      const { description, name, prominence } = entry.disease
      const matchedOn: MatchedOn =
        description === null
          ? { field: "name", text: name }
          : { field: "description", text: description.slice(0, maxQuotedCharacters).toWellFormed() }
      const score = textScore(share, prominence)
      return [{ disease, matchedOn, score, queryCoverage: share, nameCoverage: 0, isExact: false }]
    })
  }
}
