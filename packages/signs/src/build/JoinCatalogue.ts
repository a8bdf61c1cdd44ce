import type { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { at } from "@rare-disease-community/text/arrays/At"
import { textAt } from "@rare-disease-community/text/arrays/PackedTexts"
import { type DiseaseProfiles, describedIn } from "../DiseaseProfiles.ts"
import { percentOf, statementOf } from "../Frequency.ts"
import { itemsAt, type PhenotypeData, packShort, packTermLists, Term } from "../PhenotypeData.ts"

interface RankedDisease {
  readonly id: DiseaseId
  readonly codes: ReadonlyArray<string>
  readonly parentIds: ReadonlyArray<number>
}

/** The signs that entries have, each with the estimated share of patients. */
const sharesOf = (
  data: PhenotypeData,
  entries: ReadonlyArray<number>
): ReadonlyArray<readonly [term: Term, share: number]> => {
  const shares: Array<readonly [Term, number]> = []
  for (const [term, { facts, isPresent }] of describedIn(data, entries)) {
    if (isPresent) shares.push([term, percentOf(facts.length === 1 ? facts[0] : statementOf(facts)) / 100])
  }
  return shares
}

/** The information content of a phenotype, from the number of diseases with it. */
const informationOf = (
  { annotations }: PhenotypeData,
  term: Term,
  diseaseOf: Int32Array,
  seenBy: Uint32Array
): number => {
  let count = 0
  for (const entry of itemsAt(annotations.entriesOfTerm, term)) {
    const disease = diseaseOf[entry] ?? -1
    if (disease < 0 || seenBy[disease] === term + 1) continue
    seenBy[disease] = term + 1
    count++
  }
  return Math.log(seenBy.length / Math.max(1, count))
}

/** The signs of a disease in profiles of before, if it has had the same entries there. */
const sharesBefore = (before: DiseaseProfiles | undefined, id: DiseaseId, own: ReadonlyArray<number>) => {
  const place = before?.places.get(id)
  if (before === undefined || place === undefined) return undefined
  const known = at(before.entriesOf, place)
  if (known.length !== own.length || known.some((entry, nth) => entry !== own[nth])) return undefined
  const from = at(before.terms.offsets, place)
  return Array.from(itemsAt(before.terms, place), (term, nth) => [term, at(before.shares, from + nth)] as const)
}

function* entriesByCode({ codes, publications }: PhenotypeData["annotations"]) {
  const entries = new Map<string, number>()
  for (let entry = 0; entry < publications.length; entry++) {
    entries.set(textAt(codes, entry), entry)
    if (entry % 500 === 0) yield
  }
  return entries
}

/**
 * Joins the annotations with a catalogue by its codes. It takes a quarter of a second, and yields each millisecond.
 * With the profiles `before` the catalogue changed it takes a fraction, since most diseases have the same entries: each
 * search joins while a catalogue is loaded.
 */
export function* joinCatalogue(
  data: PhenotypeData,
  catalogue: ReadonlyArray<RankedDisease>,
  before?: DiseaseProfiles
): Generator<void, DiseaseProfiles> {
  const { codes, publications } = data.annotations
  const entries = before?.entries ?? (yield* entriesByCode(data.annotations))
  const annotated: Array<{ readonly disease: RankedDisease; readonly own: ReadonlyArray<number> }> = []
  for (const [nth, disease] of catalogue.entries()) {
    const own = disease.codes.flatMap((code) => entries.get(code) ?? [])
    if (own.length > 0) annotated.push({ disease, own })
    if (nth % 500 === 0) yield
  }
  annotated.sort((one, other) => one.disease.id - other.disease.id)
  const places = new Map<number, number>(annotated.map(({ disease }, place) => [disease.id, place]))
  const diseaseOf = new Int32Array(publications.length).fill(-1)
  for (const [place, { own }] of annotated.entries()) for (const entry of own) diseaseOf[entry] = place
  yield
  const information = new Float32Array(data.ids.length)
  const seenBy = new Uint32Array(annotated.length)
  for (let term = 0; term < information.length; term++) {
    information[term] = informationOf(data, Term(term), diseaseOf, seenBy)
    if (term % 200 === 0) yield
  }
  const profiles: Array<ReadonlyArray<readonly [Term, number]>> = []
  const edges: Array<readonly [child: number, parent: number]> = []
  const placesOf: ReadonlyArray<Array<number>> = Array.from(information, () => [])
  for (const [child, { disease, own }] of annotated.entries()) {
    const profile = sharesBefore(before, disease.id, own) ?? sharesOf(data, own)
    profiles.push(profile)
    for (const [term] of profile) at(placesOf, term).push(child)
    for (const id of disease.parentIds) {
      const parent = places.get(id)
      if (parent !== undefined) edges.push([child, parent])
    }
    if (child % 100 === 0) yield
  }
  return {
    ids: annotated.map(({ disease }) => disease.id),
    places,
    entries,
    diseaseOf,
    entriesOf: annotated.map(({ own }) => own),
    children: Uint16Array.from(edges, ([child]) => child),
    parents: Uint16Array.from(edges, ([, parent]) => parent),
    information,
    terms: packTermLists(profiles.map((terms) => terms.map(([term]) => term))),
    shares: Float32Array.from(profiles.flatMap((terms) => terms.map(([, share]) => share))),
    placesOf: packShort(placesOf),
    publications: annotated.map(({ own }) => own.reduce((sum, entry) => sum + at(publications, entry), 0)),
    isInOmim: annotated.map(({ own }) => own.some((entry) => textAt(codes, entry).startsWith("OMIM")))
  }
}
