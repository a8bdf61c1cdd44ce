import type { DiseaseIndex } from "@rare-disease-community/names/DiseaseIndex"
import { maxDiseasesFound } from "@rare-disease-community/names/Limits"
import { evidenceFor } from "@rare-disease-community/signs/DiseaseProfiles"
import type { FoundSigns, Recognised, Unsure } from "@rare-disease-community/signs/FoundSigns"
import { isStated } from "@rare-disease-community/signs/Frequency"
import { idOf, numberOf, type PhenotypeData, type Term, termOf } from "@rare-disease-community/signs/PhenotypeData"
import { textAt } from "@rare-disease-community/text/arrays/PackedTexts"
import { Context, Effect, Layer, Option } from "effect"
import { inSlices } from "../../concurrency/Slices.ts"
import type { Disease, DiseaseDetail, DiseasePage, PhenotypeFilter } from "../../domain/diseases/Disease.ts"
import type { HelpLine } from "../../domain/HelpLine.ts"
import type { CategoryId, DiseaseId } from "../../domain/Ids.ts"
import type { PageResult, PageSlice } from "../../domain/Page.ts"
import {
  type FittingGroup,
  fewPhenotypes,
  notADiagnosis,
  signsOfHarm,
  suicidalSigns
} from "../../domain/phenotypes/Phenotype.ts"
import type { StorageEffect } from "../../domain/Unavailable.ts"
import { HelpLinesFile } from "../../ports/ContentFiles.ts"
import { DiseaseFinder } from "../diseases/DiseaseFinder.ts"
import { withSpans } from "../Spans.ts"
import { bonusOf, namedAfterOdour } from "./Bonus.ts"
import { type DiseasePhenotypes, phenotypesOf, shownEvidence } from "./DiseasePhenotypes.ts"
import { type GroupedHit, groupsWithPostsFirst, type HitGroup, recordsOfGroups, withGroups } from "./GroupedHits.ts"
import { PhenotypeEngine } from "./PhenotypeEngine.ts"
import { languagesOf, readWords } from "./ReadWords.ts"

export interface RankingRequest extends PhenotypeFilter {
  readonly category?: CategoryId | undefined
  /** The language of the words. */
  readonly lang?: string | undefined
}

/** The signs of a request as phenotypes, and the parts that were not recognised. */
interface AskedPhenotypes {
  readonly present: ReadonlyArray<Term>
  readonly absent: ReadonlyArray<Term>
  readonly recognised: ReadonlyArray<Recognised>
  readonly unsure: ReadonlyArray<Unsure>
  readonly unknown: ReadonlyArray<string>
}

/** Finds diseases by signs and symptoms (contract, Symptoms and languages). */
export class PhenotypeSearch extends Context.Tag("services/phenotypes/PhenotypeSearch")<
  PhenotypeSearch,
  {
    /** Reads signs in words and ids. */
    readonly read: (request: RankingRequest) => StorageEffect<ReadSigns>

    /**
     * Ranks the diseases that fit signs, best first: one page of them, each with the evidence. One that is named beside
     * the signs, or has its name from an odour among them, comes before all others.
     */
    readonly page: (
      signs: ReadSigns,
      window: PageSlice,
      named?: DiseaseId | undefined
    ) => StorageEffect<PageResult<Disease>>

    /** The lines to call for a text that says that somebody thinks of ending their life; none while signs load. */
    readonly helpLinesFor: (text: string, lang: string | undefined) => Effect.Effect<ReadonlyArray<HelpLine>>

    /** The signs of a disease by class of frequency; none while they are read, and until the index has its codes. */
    readonly ofDisease: (
      disease: Pick<DiseaseDetail, "codes" | "id">
    ) => StorageEffect<Option.Option<DiseasePhenotypes>>
  }
>() {
  static readonly layer = Layer.effect(PhenotypeSearch, withSpans("PhenotypeSearch", Effect.gen(make)))
}

/** The signs of a request, as answers show them and as phenotypes of the data that they were read with. */
export interface ReadSigns {
  readonly understood: Pick<DiseasePage, "recognised" | "unsure" | "unknown" | "notice" | "helpLines" | "versions">
  readonly request: RankingRequest
  readonly asked: AskedPhenotypes
  readonly data: PhenotypeData
  /** True for a part of the words with a negation, of a sign or of something else. */
  readonly hasNegation: (part: string) => boolean
}

/** The maximum number of phenotypes that are recognised in words. */
const maxRecognised = 50

const termsOf = (data: PhenotypeData, ids: ReadonlyArray<string>) => {
  const found = ids.map((id) => ({ id, term: termOf(data, numberOf(id)) }))
  return {
    terms: found.flatMap(({ term }) => term ?? []),
    unknown: found.filter(({ term }) => term === undefined).map(({ id }) => id)
  }
}

const ask = (
  data: PhenotypeData,
  { excluded = [], phenotypes = [] }: PhenotypeFilter,
  read: FoundSigns
): AskedPhenotypes => {
  const recognised = read.recognised.slice(0, maxRecognised)
  const [there, gone] = [termsOf(data, phenotypes), termsOf(data, excluded)]
  const inWords = (negated: boolean) => recognised.filter((one) => one.negated === negated).map(({ term }) => term)
  const given = new Set([...there.terms, ...gone.terms])
  return {
    present: Array.from(new Set([...there.terms, ...inWords(false)])),
    absent: Array.from(new Set([...gone.terms, ...inWords(true)])),
    recognised,
    unsure: read.unsure.filter(({ term }) => !given.has(term)).slice(0, maxRecognised),
    unknown: Array.from(new Set([...there.unknown, ...gone.unknown, ...read.unknown]))
  }
}

const shownSign = (data: PhenotypeData, { term, text }: Recognised) => ({
  text,
  id: idOf(data, term),
  name: textAt(data.labels, term)
})

const understoodOf = (
  data: PhenotypeData,
  { recognised, unknown, unsure }: AskedPhenotypes
): ReadSigns["understood"] => ({
  recognised: recognised.map((sign) => ({ ...shownSign(data, sign), negated: sign.negated })),
  unsure: unsure.map((sign) => ({
    ...shownSign(data, sign),
    ...(sign.whose === undefined ? {} : { whose: sign.whose })
  })),
  unknown,
  notice: notADiagnosis,
  versions: data.versions
})

/** True for words that say, or may say, that somebody thinks of ending their life, but for relatives. */
const isCry = (data: PhenotypeData, { recognised, unsure }: Pick<FoundSigns, "recognised" | "unsure">): boolean => {
  const said = [...recognised.filter(({ negated }) => !negated), ...unsure.filter(({ whose }) => whose === undefined)]
  return said.some(({ term }) => suicidalSigns.has(idOf(data, term)))
}

const helpLinesBy = (
  engine: PhenotypeEngine["Type"],
  helpLines: ReadonlyArray<HelpLine>
): PhenotypeSearch["Type"]["helpLinesFor"] =>
  Effect.fnUntraced(
    function* (text: string, lang: string | undefined) {
      const { data, reader } = yield* engine.phenotypes
      const words = yield* readWords(reader, text, yield* languagesOf(reader, text, lang), signsOfHarm)
      return isCry(data, words) ? helpLines : []
    },
    Effect.orElseSucceed(() => [])
  )

/** Hits with those of one disease before all others. It has the score of the best at least. */
const withFirst = (hits: ReadonlyArray<GroupedHit>, id: DiseaseId | undefined): ReadonlyArray<GroupedHit> => {
  if (id === undefined) return hits
  const own = hits.find((hit) => hit.id === id)
  const first = { ...own, id, score: hits[0]?.score ?? 0 }
  return [first, ...hits.filter((hit) => hit !== own)].slice(0, maxDiseasesFound)
}

/** The diseases of a page with their scores and evidence. It yields after each. */
function* withEvidence(
  data: PhenotypeData,
  found: ReadonlyArray<{ readonly disease: Disease; readonly hit: GroupedHit }>,
  groupOf: (group: HitGroup) => FittingGroup,
  evidenceOf: ReturnType<typeof evidenceFor>
): Generator<void, ReadonlyArray<Disease>> {
  const items: Array<Disease> = []
  for (const { disease, hit } of found) {
    const evidence = shownEvidence(data, evidenceOf(hit.bestForm ?? hit.id))
    const group = hit.group === undefined ? {} : { group: groupOf(hit.group) }
    items.push({ ...disease, score: hit.score, ...group, ...evidence })
    yield
  }
  return items
}

/** See `namedAfterOdour`. */
const odourIn = (index: DiseaseIndex, { asked, data, request }: ReadSigns) =>
  namedAfterOdour(index, { text: request.symptoms ?? "", signs: asked, idOf: (term) => idOf(data, term) }, request)

function* make() {
  const engine = yield* PhenotypeEngine
  const finder = yield* DiseaseFinder
  const groupRecords = yield* recordsOfGroups
  const withPostsFirst = yield* groupsWithPostsFirst
  const helpLines = yield* Effect.flatMap(HelpLinesFile, (file) => file.read)
  const oneRanking = (yield* Effect.makeSemaphore(1)).withPermits(1)

  const read = Effect.fnUntraced(function* (request: RankingRequest) {
    const all = yield* engine.phenotypes
    const { lang, symptoms = "" } = request
    const languages = yield* languagesOf(all.reader, symptoms, lang)
    const words = yield* readWords(all.reader, symptoms, languages)
    const asked = ask(all.data, request, words)
    const hasNegation = (part: string) => all.reader.hasNegation(part, languages)
    const understood = { ...understoodOf(all.data, asked), ...(isCry(all.data, asked) ? { helpLines } : {}) }
    return { understood, request, asked, data: all.data, hasNegation }
  })

  const rank = Effect.fnUntraced(function* (
    { asked, request: { category, symptoms } }: ReadSigns,
    index: DiseaseIndex
  ) {
    const { profiles, ranking } = yield* engine.joined(index)
    const isWanted = (id: DiseaseId) => index.isIn(id, category)
    const areFew = asked.present.length <= fewPhenotypes
    const isEachCounted = areFew || symptoms !== undefined
    const options = {
      areFew: isEachCounted,
      bonus: isEachCounted ? bonusOf(index, symptoms) : undefined,
      isWanted: category === undefined ? undefined : isWanted
    }
    const ranked = yield* oneRanking(inSlices(ranking.rank(asked, maxDiseasesFound, options)))
    return { hits: yield* inSlices(withGroups(ranked, { index, isWanted, putsGroups: areFew })), profiles }
  })

  const page = Effect.fnUntraced(function* (signs: ReadSigns, window: PageSlice, named?: DiseaseId | undefined) {
    const { index } = yield* finder.fresh
    const { hits: ranked, profiles } = yield* rank(signs, index)
    const evidenceOf = evidenceFor(signs.data, profiles, signs.asked)
    const isCounted = (hit: GroupedHit) => evidenceOf(hit.bestForm ?? hit.id).matched.some(({ by }) => isStated(by))
    const ordered = signs.asked.present.length === 1 ? yield* withPostsFirst(ranked, isCounted) : ranked
    const hits = withFirst(ordered, named ?? odourIn(index, signs))
    const found = yield* finder.records(hits, window)
    const groupOf = yield* groupRecords(found.items, signs.request.lang)
    return { ...found, items: yield* inSlices(withEvidence(signs.data, found.items, groupOf, evidenceOf)) }
  })

  /** The index, once it has these codes of a disease; it may be older than the record of the disease. */
  const indexWith = Effect.fnUntraced(function* ({ codes, id }: Pick<DiseaseDetail, "codes" | "id">) {
    const hasCodes = (index: DiseaseIndex) => {
      const known = index.disease(id)?.codes ?? []
      return Object.values(codes).every((some) => some.every((code) => known.includes(code)))
    }
    const known = yield* finder.index
    const { index } = hasCodes(known) ? { index: known } : yield* finder.fresh
    return Option.liftPredicate(index, hasCodes)
  })

  const ofDisease = Effect.fnUntraced(function* (disease: Pick<DiseaseDetail, "codes" | "id">) {
    const index = yield* indexWith(disease)
    const joined = yield* Effect.option(Effect.flatMap(index, engine.joined))
    return Option.map(joined, ({ data, profiles }) => ({
      phenotypes: phenotypesOf(data, profiles, disease.id),
      versions: data.versions
    }))
  })

  return PhenotypeSearch.of({ read, page, helpLinesFor: helpLinesBy(engine, helpLines), ofDisease })
}
