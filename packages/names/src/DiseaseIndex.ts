import { codeKey } from "@rare-disease-community/catalogue/DiseaseCode"
import type { CategoryId, DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { ClockCache } from "@rare-disease-community/text/ClockCache"
import { foldText, nameKey } from "@rare-disease-community/text/Folding"
import { joinWords, nameWords } from "@rare-disease-community/text/NameWords"
import { spelling } from "@rare-disease-community/text/Spelling"
import type { Mention } from "./asked/AskedNames.ts"
import { ComparedNames } from "./asked/ComparedNames.ts"
import { MistypedNames } from "./asked/MistypedNames.ts"
import { CodeIndex } from "./CodeIndex.ts"
import { Families } from "./Families.ts"
import { GroupOrder } from "./GroupOrder.ts"
import { GeneSearch } from "./genes/GeneSearch.ts"
import { halfNamed } from "./HalfNames.ts"
import { heardNames } from "./HeardNames.ts"
import { layNamesOf, layPhrases, phraseOf, textsOf } from "./LayNames.ts"
import { maxDiseasesFound } from "./Limits.ts"
import type { LocalNames } from "./LocalNames.ts"
import type { MatchedOn } from "./MatchedOn.ts"
import { karyotypeInWords } from "./NameCodes.ts"
import { NameIndex } from "./NameIndex.ts"
import { NameMatcher } from "./NameMatcher.ts"
import { NameRanking } from "./NameRanking.ts"
import { type Query, QueryParser } from "./Query.ts"
import { bestOfEach, type Hit, hitOf, type Scored, scoredCode, worthShowing } from "./Scores.ts"
import { isGeneralNoun, sidesOf, withoutNouns } from "./SearchWords.ts"
import { DescriptionSearch } from "./texts/DescriptionSearch.ts"
import type { DiseaseNaming } from "./texts/DiseaseNaming.ts"

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
  /** Those of `genes` of which no inherited mutation causes it: modifiers, candidates, parts of a fusion gene. */
  readonly otherGenes: ReadonlyArray<string>
  readonly prominence: number
  /** How many of a million people have it, where known. */
  readonly perMillion?: number | null
}

interface Entry {
  readonly disease: IndexedDisease
  readonly names: ReadonlyArray<number>
}

/** True for a form such as "Marfan" or "Marfan disease", by which the whole name "Marfan syndrome" is found. */
const isWithin = (name: string, whole: string): boolean => {
  const words = nameWords(whole)
  return nameWords(name).every((word) => words.includes(word) || isGeneralNoun(word))
}

/** The number of searches for common words whose results are cached. */
const maxCommon = 40

/** A name is meant rather than one that is a part of it where it has this much more of a search. */
const leastMore = 0.1

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
  readonly #mistyped = new MistypedNames(this.#names, (text) => this.#ranked(text))
  readonly #compared = new ComparedNames(this.#names, (text, lang) => this.#ranked(text, lang))
  readonly #descriptions = new DescriptionSearch((id) => this.disease(id))
  readonly #codes = new CodeIndex((id) => this.disease(id))
  readonly #groups = new GroupOrder(this.#names, (id) => {
    const entry = this.#entries.get(id)
    return entry && { names: entry.names, parentIds: entry.disease.parentIds }
  })
  /** Dropped with the next change. */
  #families: Families | undefined
  readonly #genes = new GeneSearch({
    isName: (text) => this.#names.isNamed(text),
    prominence: (id) => this.disease(id)?.prominence ?? 0,
    sharedFamilies: (ids) => this.families.sharedBy(ids)
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
    this.#families = undefined
    if (disease.retired) return
    const lay = layNamesOf(disease)
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
      ...(this.#local?.of(disease.codes) ?? [])
        .filter(({ lang, name }) => lang !== "en" || !isWithin(name, disease.name))
        .map(({ lang, name }) => ({ field: "synonym", text: name, ...(lang === "en" ? {} : { lang }) }) as const)
    ]
    this.#entries.set(disease.id, { disease, names: names.map((name) => this.#names.add(disease.id, name)) })
    this.#genes.index.add(disease, [disease.name, ...disease.synonyms])
    this.#codes.add(disease.id, disease)
    this.#descriptions.add(disease.id, textsOf(disease, lay))
  }

  #remove(id: DiseaseId): void {
    const entry = this.#entries.get(id)
    if (entry === undefined) return
    for (const name of entry.names) this.#names.remove(name)
    this.#codes.remove(id, entry.disease)
    this.#genes.index.remove(id)
    this.#descriptions.remove(id, textsOf(entry.disease, layNamesOf(entry.disease)))
    this.#entries.delete(id)
  }

  /** Names in other languages, for diseases that are put from now on. */
  useNames(names: LocalNames): void {
    this.#local = names
  }

  /** The number of its diseases. */
  get size(): number {
    return this.#entries.size
  }

  /** Rises with each change. */
  get revision(): number {
    return this.#revision
  }

  diseases(): ReadonlyArray<IndexedDisease> {
    return Array.from(this.#entries.values(), ({ disease }) => disease)
  }

  /** A disease by its id; undefined for one that is not in the index. */
  disease(id: DiseaseId): IndexedDisease | undefined {
    return this.#entries.get(id)?.disease
  }

  get families(): Families {
    this.#families ??= new Families(this.diseases())
    return this.#families
  }

  /** The codes of all supertypes of a disease, of every level. */
  codesAbove(id: DiseaseId): ReadonlySet<string> {
    const above = Array.from(this.#above(id)).filter((one) => one !== id)
    return new Set(above.flatMap((one) => this.#entries.get(one)?.disease.codes ?? []))
  }

  /** True for a disease in the index, and in the category if one is given. */
  isIn(id: DiseaseId, category: CategoryId | undefined): boolean {
    const entry = this.#entries.get(id)
    return entry !== undefined && (category === undefined || entry.disease.categoryIds.includes(category))
  }

  /** The names of diseases that are stored under a `nameKey`, the oldest disease first. */
  named(key: string): ReadonlyArray<DiseaseNaming> {
    const parts = nameWords(key)
    const same = this.#names.exact(parts.length === 0 ? key : joinWords(parts))
    const ids = Array.from(new Set(same.flatMap((id) => this.#names.name(id)?.disease ?? [])))
    return ids
      .sort((one, other) => one - other)
      .flatMap((diseaseId) => {
        const disease = this.disease(diseaseId)
        if (disease === undefined) return []
        const { abbreviations, name: main, synonyms } = disease
        const all = [
          ["name", [main]],
          ["synonym", synonyms],
          ["abbreviation", abbreviations]
        ] as const
        return all.flatMap(([kind, names]) =>
          names.filter((name) => nameKey(name) === key).map((name) => ({ key, diseaseId, disease: main, name, kind }))
        )
      })
  }

  /** See `HalfNames`. */
  halfNamed(typed: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<DiseaseId>> {
    return halfNamed(this.#names, (id) => this.#above(id), typed)
  }

  /** A disease and all its supertypes, of every level. */
  #above(id: DiseaseId): ReadonlySet<DiseaseId> {
    const above = new Set<DiseaseId>([id])
    // A set that grows while it is walked: each supertype is visited once, also in a cycle.
    for (const one of above) for (const parent of this.#entries.get(one)?.disease.parentIds ?? []) above.add(parent)
    return above
  }

  /** True for a folded word that an English name has. */
  hasWord(typed: string): boolean {
    const id = this.#names.idOf(spelling(typed))
    return id !== undefined && !this.#names.isForeign(id)
  }

  /** See `NameIndex.similarWord`. */
  readonly similarWord = (typed: string): string | undefined => this.#names.similarWord(typed)

  /**
   * The diseases worth showing for a search, of all or of one category, best first; 1,000 at most. Names in English and
   * in `lang` come before others that are no nearer.
   */
  find(typed: string, category?: CategoryId, lang?: string): ReadonlyArray<Hit> {
    const search = karyotypeInWords(typed)
    // A code with its vocabulary is neither a gene nor a mistyped name.
    const found =
      codeKey(search) === undefined
        ? this.#genes.find(search, (text) => this.#ranked(text, lang))
        : bestOfEach(this.#codes.find(search).map(scoredCode), (id) => this.disease(id)?.prominence ?? 0)
    return found
      .filter(({ disease }) => this.isIn(disease, category))
      .slice(0, maxDiseasesFound)
      .map((scored, place) => hitOf(scored, place === 0 ? search : undefined))
  }

  /**
   * See `ComparedNames.within`, `AskedNames.mentioned` and `MistypedNames`: for a search that no name explains. A whole
   * name is meant rather than compared names that it is none of.
   */
  mentioned(search: string): Mention | undefined {
    const folded = foldText(search)
    const compared = this.#compared.within(folded)
    const whole = this.#parser.mentioned(search)
    if (compared !== undefined && (whole === undefined || ` ${compared.name} `.includes(` ${whole.name} `)))
      return compared
    const mention =
      whole === undefined ? this.#mistyped.within(folded) : (this.#mistyped.around(folded, whole) ?? whole)
    return mention === undefined || this.#hasMore(search, mention) ? undefined : mention
  }

  /** True if the best name for a search has the words of a mention, others too, and more of the search. */
  #hasMore(search: string, { name, share }: Mention): boolean {
    const [best] = this.#ranked(search)
    if (best === undefined || best.nameCoverage === 0 || best.queryCoverage <= share + leastMore) return false
    const [words, named] = [withoutNouns(best.matchedOn.text), withoutNouns(name)]
    return words.length > named.length && named.every((word) => words.includes(word))
  }

  #ranked(search: string, lang?: string): ReadonlyArray<Scored> {
    const prominence = (id: DiseaseId) => this.disease(id)?.prominence ?? 0
    const codes = this.#codes.find(search).map(scoredCode)
    const query = this.#parser.parse(search)
    const key = `${lang} ${query.folded}`
    const cached = this.#common.get(key)
    if (cached !== undefined) return cached
    const ordered = (matches: ReadonlyArray<Scored>, by: Query) =>
      this.#groups.order(bestOfEach(matches, prominence, lang), by)
    const folded = foldText(search)
    const sides = sidesOf(folded)
    const compared = sides.length > 1 ? this.#compared.of(folded, sides, lang) : []
    if (compared.length > 0) return compared
    const matches = this.#matches(search, query, codes)
    const heard = heardNames(matches, query, this.#parser, this.#ranking, this.#names)
    const found = heard === undefined ? ordered(matches, query) : ordered(heard.matches, heard.query)
    if (query.isCommon) this.#common.set(key, found)
    return found
  }

  #matches(search: string, query: Query, codes: ReadonlyArray<Scored>): ReadonlyArray<Scored> {
    if (query.joined === "") return codes
    if (codes.length > 0) return [...codes, ...this.#ranking.rank(query).filter(({ isExact }) => isExact)]
    const codesWithin = this.#codes.within(search).map(scoredCode)
    if (codesWithin.length > 0) return codesWithin
    const { found, isCertain } = this.#matcher.match(query)
    const shown = worthShowing(isCertain ? found : [...found, ...this.#describedBy(query, found)])
    return shown.length > 0 ? shown : this.#codes.belowCategory(search).map(scoredCode)
  }

  /** The diseases whose descriptions match a search, unless it has the lay name of one that is not here. */
  #describedBy(query: Query, names: ReadonlyArray<Scored>): ReadonlyArray<Scored> {
    const searched = phraseOf(query.folded)
    const isAbsent = layPhrases.some(
      ({ code, phrase }) => searched.includes(phrase) && this.#codes.find(code).length === 0
    )
    return isAbsent ? [] : this.#descriptions.find(query, names)
  }
}
