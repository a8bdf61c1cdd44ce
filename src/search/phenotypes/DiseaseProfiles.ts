import { itemsAt, type Lists, type PhenotypeData, packShort, textAt, unknownFrequency } from "./PhenotypeData.ts"

/** A disease of the catalogue, as the ranking needs it. */
export interface RankedDisease {
  readonly id: number
  readonly codes: ReadonlyArray<string>
  readonly parentIds: ReadonlyArray<number>
}

/** The annotated diseases of a catalogue. Each has a place, from 0 by rising id. */
export interface DiseaseProfiles {
  readonly ids: ReadonlyArray<number>
  readonly places: ReadonlyMap<number, number>
  /** By entry of the annotations: the disease; -1 for one that the catalogue does not have. */
  readonly diseaseOf: Int32Array
  readonly entriesOf: ReadonlyArray<ReadonlyArray<number>>
  /** Each disease with each of its supertypes. */
  readonly children: Uint16Array
  readonly parents: Uint16Array
  /** By phenotype: its information content, the negative logarithm of the share of diseases that have it. */
  readonly information: Float32Array
  /** By disease: its annotations of all entries, each once, and the share of patients that have each. */
  readonly terms: Lists
  readonly shares: Float32Array
  /** By phenotype: the diseases that are annotated with it itself. */
  readonly placesOf: Lists
  /** By disease: its publications, and if one of its entries is of OMIM. */
  readonly publications: ReadonlyArray<number>
  readonly isInOmim: ReadonlyArray<boolean>
}

/** The percentage of patients where none is given. */
export const assumedPercent = 50

/** The annotations of some entries, each with the greatest share that one of them says. */
const profileOf = ({ annotations }: PhenotypeData, entries: ReadonlyArray<number>): ReadonlyMap<number, number> => {
  const shares = new Map<number, number>()
  const unknown = new Set<number>()
  for (const entry of entries) {
    const from = annotations.present.offsets[entry] ?? 0
    for (const [at, term] of itemsAt(annotations.present, entry).entries()) {
      const percent = annotations.frequencies[from + at] ?? unknownFrequency
      if (percent === unknownFrequency) unknown.add(term)
      else shares.set(term, Math.max(shares.get(term) ?? 0, percent / 100))
    }
  }
  for (const term of unknown) if (!shares.has(term)) shares.set(term, assumedPercent / 100)
  return shares
}

/** The information content of a phenotype, from the number of diseases with it. */
const informationOf = (
  { annotations }: PhenotypeData,
  term: number,
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

/** The number of diseases with a phenotype or a kind of it. */
export const diseasesWith = ({ annotations }: PhenotypeData, { diseaseOf }: DiseaseProfiles, term: number): number => {
  const places = Array.from(itemsAt(annotations.entriesOfTerm, term), (entry) => diseaseOf[entry] ?? -1)
  return new Set(places.filter((place) => place >= 0)).size
}

/** Joins the annotations with a catalogue by its codes. It takes a quarter of a second, and yields each millisecond or so. */
export function* joinCatalogue(
  data: PhenotypeData,
  catalogue: ReadonlyArray<RankedDisease>
): Generator<void, DiseaseProfiles> {
  const { codes, publications } = data.annotations
  const entries = new Map<string, number>()
  for (let entry = 0; entry < publications.length; entry++) {
    entries.set(textAt(codes, entry), entry)
    if (entry % 500 === 0) yield
  }
  const annotated: Array<{ readonly disease: RankedDisease; readonly own: ReadonlyArray<number> }> = []
  for (const [at, disease] of catalogue.entries()) {
    const own = disease.codes.flatMap((code) => entries.get(code) ?? [])
    if (own.length > 0) annotated.push({ disease, own })
    if (at % 500 === 0) yield
  }
  annotated.sort((one, other) => one.disease.id - other.disease.id)
  const places = new Map(annotated.map(({ disease }, place) => [disease.id, place]))
  const diseaseOf = new Int32Array(publications.length).fill(-1)
  for (const [place, { own }] of annotated.entries()) for (const entry of own) diseaseOf[entry] = place
  yield
  const information = new Float32Array(data.ids.length)
  const seenBy = new Uint32Array(annotated.length)
  for (let term = 0; term < information.length; term++) {
    information[term] = informationOf(data, term, diseaseOf, seenBy)
    if (term % 200 === 0) yield
  }
  const profiles: Array<ReadonlyArray<readonly [number, number]>> = []
  const edges: Array<readonly [child: number, parent: number]> = []
  const placesOf: ReadonlyArray<Array<number>> = Array.from(information, () => [])
  for (const [child, { disease, own }] of annotated.entries()) {
    const profile = Array.from(profileOf(data, own))
    profiles.push(profile)
    for (const [term] of profile) placesOf[term]?.push(child)
    for (const id of disease.parentIds) {
      const parent = places.get(id)
      if (parent !== undefined) edges.push([child, parent])
    }
    if (child % 100 === 0) yield
  }
  return {
    ids: annotated.map(({ disease }) => disease.id),
    places,
    diseaseOf,
    entriesOf: annotated.map(({ own }) => own),
    children: Uint16Array.from(edges, ([child]) => child),
    parents: Uint16Array.from(edges, ([, parent]) => parent),
    information,
    terms: packShort(profiles.map((terms) => terms.map(([term]) => term))),
    shares: Float32Array.from(profiles.flatMap((terms) => terms.map(([, share]) => share))),
    placesOf: packShort(placesOf),
    publications: annotated.map(({ own }) => own.reduce((sum, entry) => sum + (publications[entry] ?? 0), 0)),
    isInOmim: annotated.map(({ own }) => own.some((entry) => textAt(codes, entry).startsWith("OMIM")))
  }
}
