import type { DiseaseProfiles } from "./DiseaseProfiles.ts"
import { itemsAt, type PhenotypeData, textAt, unknownFrequency } from "./PhenotypeData.ts"

/** The signs of one person, as phenotypes. */
export interface Signs {
  readonly present: ReadonlyArray<number>
  readonly absent: ReadonlyArray<number>
}

/** An annotation of a disease, of the entry `code`. The frequency is in percent. */
export interface Annotation {
  readonly term: number
  readonly frequency: number | undefined
  readonly code: string
}

/** A sign with the annotation of a disease that speaks for the disease, or against it. */
interface Finding {
  readonly term: number
  readonly by: Annotation
}

/** A sign's match with an annotation, and the information that they share. */
interface Match {
  readonly by: Annotation
  readonly value: number
}

export interface Evidence {
  readonly matched: ReadonlyArray<Finding>
  readonly against: ReadonlyArray<Finding>
  /** The entries that the disease's annotations come from. */
  readonly codes: ReadonlyArray<string>
}

/** The least information that a sign must share with an annotation to be a match. */
export const leastShown = ({ information }: DiseaseProfiles, sign: number): number =>
  Math.min(1.2, information[sign] ?? 0)

/** By phenotype: the information that it shares with some others, which is that of the most specific one above both. */
export const sharedInformation = (
  { ancestors }: PhenotypeData,
  { information }: DiseaseProfiles,
  terms: ReadonlyArray<number>
): ((term: number) => number) => {
  const marked = new Set(terms.flatMap((term) => Array.from(itemsAt(ancestors, term))))
  const known = new Map<number, number>()
  return (term) => {
    const before = known.get(term)
    if (before !== undefined) return before
    let most = 0
    for (const above of itemsAt(ancestors, term)) {
      const value = information[above] ?? 0
      if (value > most && marked.has(above)) most = value
    }
    known.set(term, most)
    return most
  }
}

const frequencyOrMiddle = ({ frequency = 50 }: Annotation) => frequency

/** All annotations of a disease, of each of its entries. */
export const annotationsOf = (
  data: PhenotypeData,
  profiles: DiseaseProfiles,
  id: number
): ReadonlyArray<Annotation> => {
  const { codes, frequencies, present } = data.annotations
  const entries = profiles.entriesOf[profiles.places.get(id) ?? -1] ?? []
  return entries.flatMap((entry) => {
    const [code, from] = [textAt(codes, entry), present.offsets[entry] ?? 0]
    return Array.from(itemsAt(present, entry), (term, at) => {
      const percent = frequencies[from + at] ?? unknownFrequency
      return { term, code, frequency: percent === unknownFrequency ? undefined : percent }
    })
  })
}

const absentIn = (data: PhenotypeData, profiles: DiseaseProfiles, id: number): ReadonlyArray<Annotation> => {
  const { absent, codes } = data.annotations
  const entries = profiles.entriesOf[profiles.places.get(id) ?? -1] ?? []
  return entries.flatMap((entry) =>
    Array.from(itemsAt(absent, entry), (term) => ({ term, code: textAt(codes, entry), frequency: 0 }))
  )
}

/** Finds for a disease by which annotation each sign matched, which absent signs it has, and which signs it never has. */
export const evidenceFor = (data: PhenotypeData, profiles: DiseaseProfiles, { absent, present }: Signs) => {
  const { information } = profiles
  const signs = present.map((term) => ({ term, shared: sharedInformation(data, profiles, [term]) }))
  const unwanted = new Set(absent)
  const isAbove = (term: number, below: number) => itemsAt(data.ancestors, below).includes(term)

  /** Orders matches of a sign: the more they share the better, then the more general, then the more frequent. */
  const order = (one: Match, other: Match): number =>
    other.value - one.value ||
    (information[one.by.term] ?? 0) - (information[other.by.term] ?? 0) ||
    frequencyOrMiddle(other.by) - frequencyOrMiddle(one.by) ||
    one.by.term - other.by.term

  const matchOf = (annotations: ReadonlyArray<Annotation>, { shared, term }: (typeof signs)[number]) => {
    const least = leastShown(profiles, term)
    let best: Match | undefined
    for (const by of annotations) {
      const match = { by, value: shared(by.term) }
      if (match.value > 0 && match.value >= least && (best === undefined || order(match, best) < 0)) best = match
    }
    return best === undefined ? [] : [{ term, by: best.by }]
  }

  /** The absent signs that a disease has, each by its most frequent annotation. */
  const excludedOf = (annotations: ReadonlyArray<Annotation>): ReadonlyArray<Finding> => {
    const found = new Map<number, Annotation>()
    for (const by of annotations) {
      for (const above of itemsAt(data.ancestors, by.term)) {
        if (!unwanted.has(above)) continue
        const before = found.get(above)
        if (before === undefined || frequencyOrMiddle(by) > frequencyOrMiddle(before)) found.set(above, by)
      }
    }
    return absent.flatMap((term) => {
      const by = found.get(term)
      return by === undefined ? [] : [{ term, by }]
    })
  }

  return (id: number): Evidence => {
    const annotations = annotationsOf(data, profiles, id)
    const matched = signs.flatMap((sign) => matchOf(annotations, sign))
    const never = absentIn(data, profiles, id)
    const denied = present.flatMap((term) => {
      const by = never.find((annotation) => isAbove(annotation.term, term))
      return by === undefined ? [] : [{ term, by }]
    })
    return {
      matched,
      against: [...excludedOf(annotations), ...denied],
      codes: Array.from(new Set(annotations.map(({ code }) => code)))
    }
  }
}
