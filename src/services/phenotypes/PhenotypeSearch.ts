import { Context, Effect, Layer, Option } from "effect"
import { inSlices } from "../../concurrency/Slices.ts"
import {
  type Disease,
  type DiseaseDetail,
  type DiseasePage,
  maxDiseasesFound,
  type PhenotypeFilter
} from "../../domain/diseases/Disease.ts"
import type { CategoryId, DiseaseId } from "../../domain/Ids.ts"
import type { PageResult, PageSlice } from "../../domain/Page.ts"
import { fewPhenotypes, notADiagnosis } from "../../domain/phenotypes/Phenotype.ts"
import type { Call } from "../../domain/Unavailable.ts"
import type { DiseaseIndex } from "../../search/diseases/DiseaseIndex.ts"
import { type Evidence, evidenceFor } from "../../search/phenotypes/DiseaseProfiles.ts"
import { idOf, numberOf, type PhenotypeData, termOf, textAt } from "../../search/phenotypes/PhenotypeData.ts"
import type { RankedHit } from "../../search/phenotypes/PhenotypeRanking.ts"
import type { FoundSigns, Recognised, SignReader } from "../../search/phenotypes/SignReader.ts"
import { detectLanguage } from "../../text/Language.ts"
import { DiseaseFinder } from "../diseases/DiseaseFinder.ts"
import { withSpans } from "../Spans.ts"
import { type DiseasePhenotypes, phenotypesOf, shownFrequency } from "./DiseasePhenotypes.ts"
import { PhenotypeEngine } from "./PhenotypeEngine.ts"

export interface RankingRequest extends PhenotypeFilter {
  readonly category?: CategoryId | undefined
  /** The language of the words. */
  readonly lang?: string | undefined
}

/** The signs of a request as phenotypes, and the parts that were not recognised. */
interface AskedPhenotypes {
  readonly present: ReadonlyArray<number>
  readonly absent: ReadonlyArray<number>
  readonly recognised: ReadonlyArray<Recognised>
  readonly unsure: ReadonlyArray<Recognised>
  readonly unknown: ReadonlyArray<string>
}

/** Finds diseases by signs and symptoms (contract, Symptoms and languages). */
export class PhenotypeSearch extends Context.Tag("services/phenotypes/PhenotypeSearch")<
  PhenotypeSearch,
  {
    /** Reads signs in words and ids: gives what it understood, and how to rank the diseases that fit. */
    readonly read: (request: RankingRequest) => Call<ReadSigns>

    /** The signs of a disease by class of frequency; none while they are read, and until the index has its codes. */
    readonly ofDisease: (disease: Pick<DiseaseDetail, "codes" | "id">) => Call<Option.Option<DiseasePhenotypes>>
  }
>() {
  static readonly layer = Layer.effect(PhenotypeSearch, withSpans("PhenotypeSearch", Effect.gen(make)))
}

/** The signs of a request. */
export interface ReadSigns {
  readonly understood: Pick<DiseasePage, "recognised" | "unsure" | "unknown" | "notice" | "versions">
  /** One page of the diseases that fit, best first, each with the evidence. */
  readonly pageOf: (window: PageSlice) => Call<PageResult<Disease>>
}

/** The maximum number of phenotypes that are recognised in words. */
const maxRecognised = 50

/** What is added in a search by words: for how well known a disease is, and for a description with the same words. */
const [perProminence, perText, halfRank] = [1, 8, 4]

/** With few signs each tenfold frequency of a disease adds this much. */
const perTenfold = 0.8

/**
 * The bonus of each disease in a search by words: for how well known it is, and for its place in the search of diseases
 * for the same words. Without the bonus for the place, 55 % of the descriptions of `npm run quality -- symptoms` are
 * found first, with it 68 %.
 */
const wordBonus = (index: DiseaseIndex, symptoms: string) => {
  const places = new Map<number, number>(index.find(symptoms).map(({ id }, place) => [id, place]))
  return (id: DiseaseId) => {
    const place = places.get(id)
    const text = place === undefined ? 0 : (perText * halfRank) / (halfRank + place)
    return perProminence * Math.log(1 + (index.disease(id)?.prominence ?? 0)) + text
  }
}

/** What is added for what is known besides the signs; of few signs the more common disease comes first. */
const bonusOf = (index: DiseaseIndex, symptoms: string | undefined, signs: number) => {
  const byWords = symptoms === undefined ? undefined : wordBonus(index, symptoms)
  if (signs > fewPhenotypes) return byWords
  return (id: DiseaseId) => perTenfold * Math.log10(1 + (index.disease(id)?.perMillion ?? 0)) + (byWords?.(id) ?? 0)
}

/**
 * The fewest words of a text about signs whose language is detected: a shorter one may be in another than it seems to
 * be.
 */
const minDetected = 4

/** The languages that a text may be in: that of the request, and the one that it seems to be in. */
const languagesOf = (reader: SignReader, text: string, lang: string | undefined) =>
  Effect.map(text === "" ? Effect.succeed(undefined) : detectLanguage(text, reader.languages), (detected) => {
    const likely = [lang, detected].filter((one) => one !== undefined)
    const isSure = likely.length > 0 && (lang === detected || text.split(/\s+/).length >= minDetected)
    return isSure ? likely : [...likely, ...reader.everydayLanguages]
  })

const termsOf = (data: PhenotypeData, ids: ReadonlyArray<string>) => {
  const found = ids.map((id) => ({ id, term: termOf(data, numberOf(id)) }))
  return {
    terms: found.filter(({ term }) => term >= 0).map(({ term }) => term),
    unknown: found.filter(({ term }) => term < 0).map(({ id }) => id)
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
  unsure: unsure.map((sign) => shownSign(data, sign)),
  unknown,
  notice: notADiagnosis,
  versions: data.versions
})

const sourceText = ({ versions }: PhenotypeData, codes: ReadonlyArray<string>): string => {
  const [orphanet, hpo] = [
    codes.filter((code) => code.startsWith("ORPHA")),
    codes.filter((code) => !code.startsWith("ORPHA"))
  ]
  const parts = [
    hpo.length === 0 ? "" : `Human Phenotype Ontology ${versions.hpo}: ${hpo.join(", ")}`,
    orphanet.length === 0 ? "" : `Orphanet ${versions.orphanet}: ${orphanet.join(", ")}`
  ]
  return parts.filter((part) => part !== "").join("; ")
}

const shownEvidence = (data: PhenotypeData, { against, codes, matched }: Evidence) => {
  const shown = ({ by, term }: Evidence["matched"][number]) => ({
    id: idOf(data, term),
    name: textAt(data.labels, term),
    by: idOf(data, by.term),
    byName: textAt(data.labels, by.term),
    ...shownFrequency(by)
  })
  return { matched: matched.map(shown), against: against.map(shown), source: sourceText(data, codes) }
}

/** A hit with the evidence of its ranking. */
interface ExplainedHit extends RankedHit {
  readonly evidence: ReturnType<typeof evidenceFor>
}

/** The diseases of a page with their scores and evidence. It yields after each. */
function* withEvidence(
  data: PhenotypeData,
  found: ReadonlyArray<{ readonly disease: Disease; readonly hit: ExplainedHit }>
): Generator<void, ReadonlyArray<Disease>> {
  const items: Array<Disease> = []
  for (const { disease, hit } of found) {
    items.push({ ...disease, score: hit.score, ...shownEvidence(data, hit.evidence(hit.id)) })
    yield
  }
  return items
}

function* make() {
  const engine = yield* PhenotypeEngine
  const finder = yield* DiseaseFinder
  const oneRanking = (yield* Effect.makeSemaphore(1)).withPermits(1)

  const readWords = Effect.fnUntraced(function* (request: RankingRequest) {
    const all = yield* engine.phenotypes
    const { lang, symptoms = "" } = request
    const languages = yield* languagesOf(all.reader, symptoms, lang)
    const words = yield* inSlices(all.reader.read(symptoms, languages))
    // The language of a list of words without sentences is easily mistaken.
    const isUnread = symptoms !== "" && words.recognised.length === 0 && !all.reader.isIn(symptoms, languages)
    const again = isUnread ? yield* inSlices(all.reader.read(symptoms, all.reader.everydayLanguages)) : words
    const best = again.recognised.length > 0 ? again : words
    return { data: all.data, asked: ask(all.data, request, best) }
  })

  const read = Effect.fnUntraced(function* (request: RankingRequest) {
    const { asked, data } = yield* readWords(request)
    const ranked = Effect.fnUntraced(function* (index: DiseaseIndex) {
      const { profiles, ranking } = yield* engine.joined(index)
      const { category, symptoms } = request
      const options = {
        bonus: bonusOf(index, symptoms, asked.present.length),
        isWanted: category === undefined ? undefined : (id: DiseaseId) => index.isIn(id, category)
      }
      const hits = yield* oneRanking(inSlices(ranking.rank(asked, maxDiseasesFound, options)))
      const evidence = evidenceFor(data, profiles, asked)
      return hits.map((hit): ExplainedHit => ({ ...hit, evidence }))
    })
    const pageOf = Effect.fnUntraced(function* (window: PageSlice) {
      const found = yield* finder.pageOf(ranked, window)
      return { ...found, items: yield* inSlices(withEvidence(data, found.items)) }
    })
    return { understood: understoodOf(data, asked), pageOf }
  })

  /** The index, once it has these codes of a disease; it may be older than the record of the disease. */
  const indexWith = Effect.fnUntraced(function* ({ codes, id }: Pick<DiseaseDetail, "codes" | "id">) {
    const index = yield* finder.index
    const hasCodes = () => {
      const known = index.disease(id)?.codes ?? []
      return Object.values(codes).every((some) => some.every((code) => known.includes(code)))
    }
    if (!hasCodes()) yield* finder.pageOf(() => Effect.succeed([{ id }]), { offset: 0, limit: 1 })
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

  return PhenotypeSearch.of({ read, ofDisease })
}
