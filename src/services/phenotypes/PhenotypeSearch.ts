import { Context, Deferred, Effect, Layer, Option } from "effect"
import { inSlices } from "../../concurrency/Slices.ts"
import type { Disease, PhenotypeFilter } from "../../domain/diseases/Disease.ts"
import type { CategoryId, DiseaseId } from "../../domain/Ids.ts"
import type { PageResult, PageSlice } from "../../domain/Page.ts"
import { notADiagnosis } from "../../domain/phenotypes/Phenotype.ts"
import { type Call, Unavailable } from "../../domain/Unavailable.ts"
import { PhenotypeFiles } from "../../ports/PhenotypeFiles.ts"
import type { DiseaseIndex } from "../../search/diseases/DiseaseIndex.ts"
import {
  type DiseaseProfiles,
  type Evidence,
  evidenceFor,
  joinCatalogue
} from "../../search/phenotypes/DiseaseProfiles.ts"
import { idOf, type PhenotypeData, termOf, textAt } from "../../search/phenotypes/PhenotypeData.ts"
import { PhenotypeNames } from "../../search/phenotypes/PhenotypeNames.ts"
import { PhenotypeRanking, type RankedHit } from "../../search/phenotypes/PhenotypeRanking.ts"
import { type ReadSymptoms, type Recognised, SymptomReader } from "../../search/phenotypes/SymptomReader.ts"
import { DiseaseFinder } from "../diseases/DiseaseFinder.ts"
import { withSpans } from "../Spans.ts"
import { type DiseasePhenotypes, phenotypesOf, shownFrequency } from "./DiseasePhenotypes.ts"

export interface RankingRequest extends PhenotypeFilter {
  readonly category?: CategoryId | undefined
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
    /** One page of the diseases that fit signs, best first, each with the evidence, and what was understood. */
    readonly page: (request: RankingRequest, window: PageSlice) => Call<RankedDiseasePage>

    /** The signs of a disease by class of frequency; none while they are read. */
    readonly ofDisease: (id: DiseaseId) => Call<Option.Option<DiseasePhenotypes>>
  }
>() {
  static readonly layer = Layer.effect(PhenotypeSearch, withSpans("PhenotypeSearch", Effect.gen(make)))
}

/** A page of diseases that fit signs, and what its list says beside. */
export interface RankedDiseasePage {
  readonly found: PageResult<Disease>
  readonly beside: Pick<
    typeof import("../../domain/diseases/Disease.ts").DiseasePage.Type,
    "recognised" | "unsure" | "unknown" | "notice" | "versions"
  >
}

/** The maximum number of diseases that fit. */
const maxHits = 1_000

/** The maximum number of phenotypes that are recognised in words. */
const maxRecognised = 50

/** What is added in a search by words: for how well known a disease is, and for a description with the same words. */
const [perProminence, perText, halfRank] = [1, 8, 4]

/**
 * The bonus of each disease in a search by words: for how well known it is, and for its place in the search of diseases for
 * the same words. Without the second 0.55 of the descriptions of `npm run quality -- symptoms` are found first, with it 0.68.
 */
const signBonus = (index: DiseaseIndex, symptoms: string) => {
  const places = new Map<number, number>(index.find(symptoms).map(({ id }, place) => [id, place]))
  return (id: DiseaseId) => {
    const place = places.get(id)
    const text = place === undefined ? 0 : (perText * halfRank) / (halfRank + place)
    return perProminence * Math.log(1 + index.prominenceOf(id)) + text
  }
}

const termsOf = (data: PhenotypeData, ids: ReadonlyArray<string>) => {
  const found = ids.map((id) => ({ id, term: termOf(data, Number(id.slice("HP:".length))) }))
  return {
    terms: found.filter(({ term }) => term >= 0).map(({ term }) => term),
    unknown: found.filter(({ term }) => term < 0).map(({ id }) => id)
  }
}

const ask = (
  { data }: Signs,
  { excluded = [], phenotypes = [] }: PhenotypeFilter,
  read: ReadSymptoms
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

const besideOf = ({ data }: Signs, { recognised, unknown, unsure }: AskedPhenotypes): RankedDiseasePage["beside"] => ({
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

  const page = Effect.fnUntraced(function* (request: RankingRequest, window: PageSlice) {
    const signs = yield* engine.signs
    const read = yield* inSlices(signs.reader.read(request.symptoms ?? ""))
    const asked = ask(signs, request, read)
    const ranked = Effect.fnUntraced(function* (index: DiseaseIndex) {
      const { data, profiles, ranking } = yield* engine.joined(index)
      const { category, symptoms } = request
      const options = {
        bonus: symptoms === undefined ? undefined : signBonus(index, symptoms),
        isWanted: category === undefined ? undefined : (id: DiseaseId) => index.isIn(id, category)
      }
      const hits = yield* oneRanking(inSlices(ranking.rank(asked, maxHits, options)))
      const evidence = evidenceFor(data, profiles, asked)
      return hits.map((hit): ExplainedHit => ({ ...hit, evidence }))
    })
    const found = yield* finder.pageOf(ranked, window)
    const items = yield* inSlices(withEvidence(signs.data, found.items))
    return { found: { ...found, items }, beside: besideOf(signs, asked) }
  })

  const ofDisease = Effect.fnUntraced(function* (id: DiseaseId) {
    const joined = yield* Effect.option(Effect.flatMap(finder.index, engine.joined))
    return Option.map(joined, (now) => ({
      phenotypes: phenotypesOf(now.data, now.profiles, id),
      versions: now.data.versions
    }))
  })

  return PhenotypeSearch.of({ page, ofDisease })
}

/** The phenotypes in memory, and what searches them. */
export interface Signs {
  readonly data: PhenotypeData
  readonly names: PhenotypeNames
  readonly reader: SymptomReader
}

export interface JoinedPhenotypes extends Signs {
  readonly profiles: DiseaseProfiles
  readonly ranking: PhenotypeRanking
}

/** A search waits this long for phenotypes that are being read. */
const maxWait = "900 millis"

/** Reads the phenotypes once, in the background, and joins them with the catalogue where that has changed. */
export class PhenotypeEngine extends Context.Tag("services/phenotypes/PhenotypeEngine")<
  PhenotypeEngine,
  {
    /** Starts the reading if necessary, and returns with its end: true if there are phenotypes. */
    readonly warm: Effect.Effect<boolean>

    /** The phenotypes. Fails with `Unavailable` while they are read, and where there are none. */
    readonly signs: Call<Signs>

    readonly joined: (index: DiseaseIndex) => Call<JoinedPhenotypes>
  }
>() {
  static readonly layer = Layer.scoped(PhenotypeEngine, Effect.gen(makeEngine))
}

function* makeEngine() {
  const files = yield* PhenotypeFiles
  const scope = yield* Effect.scope
  const read = yield* Deferred.make<Option.Option<Signs>>()
  const lock = yield* Effect.makeSemaphore(1)
  let joined: { readonly revision: number; readonly signs: JoinedPhenotypes } | undefined

  const reading = yield* Effect.once(
    files.phenotypes.pipe(
      Effect.map(
        Option.map((data): Signs => {
          const names = new PhenotypeNames(data)
          return { data, names, reader: new SymptomReader(data, names) }
        })
      ),
      Effect.intoDeferred(read),
      Effect.forkIn(scope)
    )
  )
  const warm = Effect.zipRight(reading, Effect.map(Deferred.await(read), Option.isSome))

  const signs = Effect.zipRight(reading, Deferred.await(read)).pipe(
    Effect.timeoutFail({ duration: maxWait, onTimeout: () => new Unavailable() }),
    Effect.flatMap(Option.match({ onNone: () => new Unavailable(), onSome: Effect.succeed }))
  )

  const join = Effect.fnUntraced(function* (index: DiseaseIndex) {
    const found = yield* signs
    if (joined !== undefined && joined.revision === index.revision) return joined.signs
    const { revision } = index
    const profiles = yield* inSlices(joinCatalogue(found.data, index.diseases()))
    const all = { ...found, profiles, ranking: new PhenotypeRanking(found.data, profiles) }
    joined = { revision, signs: all }
    return all
  }, lock.withPermits(1))

  return PhenotypeEngine.of({ warm, signs, joined: join })
}
