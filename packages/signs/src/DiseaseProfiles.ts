import type { DiseaseId } from "@rare-disease-community/catalogue/Ids"
import { at } from "@rare-disease-community/text/arrays/At"
import { rangeAt, textAt } from "@rare-disease-community/text/arrays/PackedTexts"
import { type EntryFact, isAbsent, percentOf, type Statement, statementOf } from "./Frequency.ts"
import { frequencyAt, itemsAt, type Lists, type PhenotypeData, type Term, type Terms } from "./PhenotypeData.ts"
import { byTerm, sharedWithEach } from "./SharedInformation.ts"

/** The annotated diseases of a catalogue. Each has a place, from 0 by rising id. */
export interface DiseaseProfiles {
  readonly ids: ReadonlyArray<DiseaseId>
  readonly places: ReadonlyMap<number, number>
  /** The place of each entry of the annotations by its code. */
  readonly entries: ReadonlyMap<string, number>
  /** By entry of the annotations: the disease; -1 for one that the catalogue does not have. */
  readonly diseaseOf: Int32Array
  readonly entriesOf: ReadonlyArray<ReadonlyArray<number>>
  /** Each disease with each of its supertypes. */
  readonly children: Uint16Array
  readonly parents: Uint16Array
  /** By phenotype: its information content, the negative logarithm of the share of diseases that have it. */
  readonly information: Float32Array
  /** By disease: its annotations of all entries, each once, and the share of patients that have each. */
  readonly terms: Lists<Terms>
  readonly shares: Float32Array
  /** By phenotype: the diseases that are annotated with it itself. */
  readonly placesOf: Lists
  /** By disease: its publications, and if one of its entries is of OMIM. */
  readonly publications: ReadonlyArray<number>
  readonly isInOmim: ReadonlyArray<boolean>
}

/** The statement about a sign of a disease, chosen from all entries of the disease. */
export interface Annotation extends Statement {
  readonly term: Term
  /** The entries that describe it, that of the statement first. */
  readonly codes: ReadonlyArray<string>
  /** True if an entry says that the sign occurs. */
  readonly isPresent: boolean
}

/** The facts that the entries of a disease have about one phenotype. */
interface Described {
  readonly facts: [EntryFact, ...Array<EntryFact>]
  /** True if an entry says that the sign occurs. */
  isPresent: boolean
}

/** The phenotypes of a disease, each with the facts of the entries in their order. */
export const describedIn = (
  { annotations }: PhenotypeData,
  entries: ReadonlyArray<number>
): ReadonlyMap<Term, Described> => {
  const byTerm = new Map<Term, Described>()
  const add = (entry: number, code: string, isPresent: boolean) => {
    const terms = isPresent ? annotations.present : annotations.absent
    const frequencies = isPresent ? annotations.presentFrequencies : annotations.absentFrequencies
    const { from, to } = rangeAt(terms.offsets, entry)
    for (let place = from; place < to; place++) {
      const term = at(terms.items, place)
      const fact = Object.assign(frequencyAt(frequencies, place), { code })
      const before = byTerm.get(term)
      if (before === undefined) byTerm.set(term, { facts: [fact], isPresent })
      else {
        before.facts.push(fact)
        before.isPresent ||= isPresent
      }
    }
  }
  for (const entry of entries) {
    const code = textAt(annotations.codes, entry)
    add(entry, code, true)
    add(entry, code, false)
  }
  return byTerm
}

/** The annotations of a disease, each phenotype once, in the order of its entries. */
const annotationsIn = (data: PhenotypeData, entries: ReadonlyArray<number>): ReadonlyArray<Annotation> =>
  Array.from(describedIn(data, entries), ([term, { facts, isPresent }]) => {
    const statement = statementOf(facts)
    const codes = Array.from(new Set([statement.source, ...facts.map(({ code }) => code)]))
    return { term, codes, isPresent, ...statement }
  })

/** The number of diseases with a phenotype or a kind of it. */
export const diseasesWith = ({ annotations }: PhenotypeData, { diseaseOf }: DiseaseProfiles, term: Term): number => {
  const places = Array.from(itemsAt(annotations.entriesOfTerm, term), (entry) => at(diseaseOf, entry))
  return new Set(places.filter((place) => place >= 0)).size
}

/** The signs of one person, as phenotypes. */
export interface Signs {
  readonly present: ReadonlyArray<Term>
  readonly absent: ReadonlyArray<Term>
}

/** A sign with the annotation of a disease that speaks for the disease, or against it. */
interface Finding {
  readonly term: Term
  readonly by: Annotation
}

/** A sign's match with an annotation, the information that they share, and if the annotation says nearly the same. */
interface Match {
  readonly by: Annotation
  readonly value: number
  readonly isClose: boolean
}

/** An annotation that is no supertype of a sign is close to it by sharing this part of the sign's information. */
export const closeShare = 0.75

export interface Evidence {
  readonly matched: ReadonlyArray<Finding>
  readonly against: ReadonlyArray<Finding>
  /** The entries that the disease's annotations come from. */
  readonly codes: ReadonlyArray<string>
}

/** The least information that a sign must share with an annotation to be a match. */
export const leastShown = ({ information }: DiseaseProfiles, sign: Term): number => Math.min(1.2, at(information, sign))

/** All annotations of a disease, with those of signs that were looked for and are absent. */
export const annotationsOf = (
  data: PhenotypeData,
  profiles: DiseaseProfiles,
  id: number
): ReadonlyArray<Annotation> => {
  const place = profiles.places.get(id)
  return place === undefined ? [] : annotationsIn(data, at(profiles.entriesOf, place))
}

/** Orders matches of a sign: close ones first; the more they share, then the more general, then the more frequent. */
const orderOfMatches =
  ({ information }: DiseaseProfiles) =>
  (one: Match, other: Match): number =>
    Number(other.isClose) - Number(one.isClose) ||
    other.value - one.value ||
    at(information, one.by.term) - at(information, other.by.term) ||
    percentOf(other.by) - percentOf(one.by) ||
    one.by.term - other.by.term

/** Finds by which annotation of a disease each sign matched, which absent signs it has, and which it never has. */
export const evidenceFor = (data: PhenotypeData, profiles: DiseaseProfiles, { absent, present }: Signs) => {
  const { information } = profiles
  const shared = sharedWithEach(data, profiles, present)
  const leasts = Float64Array.from(present, (sign) => leastShown(profiles, sign))
  const supertypes = present.map((sign) => new Set(itemsAt(data.ancestors, sign)))
  const closeValues = Float64Array.from(present, (sign) => closeShare * at(information, sign))
  const unwanted = new Set(absent)
  const unwantedAbove = byTerm((term) =>
    Array.from(itemsAt(data.ancestors, term)).filter((above) => unwanted.has(above))
  )
  const allAbove = byTerm((term) => new Set(itemsAt(data.ancestors, term)))
  const isAbove = (term: Term, below: Term) => allAbove(below).has(term)

  const order = orderOfMatches(profiles)
  /**
   * The best match of each sign, where it is close; for a disease without a close one the best of those that are not.
   */
  const matchesOf = (annotations: ReadonlyArray<Annotation>): ReadonlyArray<Finding> => {
    const best: Array<Match | undefined> = present.map(() => undefined)
    for (const by of annotations) {
      const values = shared(by.term)
      for (let place = 0; place < values.length; place++) {
        const value = values[place] ?? 0
        if (value === 0 || value < (leasts[place] ?? 0)) continue
        const before = best[place]
        if (before?.isClose === true && value < before.value) continue
        const isClose = value >= at(closeValues, place) || at(supertypes, place).has(by.term)
        const match = { by, value, isClose }
        if (before === undefined || order(match, before) < 0) best[place] = match
      }
    }
    const hasClose = best.some((match) => match?.isClose === true)
    return present.flatMap((term, place) => {
      const match = best[place]
      return match === undefined || match.isClose !== hasClose ? [] : [{ term, by: match.by }]
    })
  }

  /** The absent signs that a disease has, each by its most frequent annotation. */
  const excludedOf = (annotations: ReadonlyArray<Annotation>): ReadonlyArray<Finding> => {
    const found = new Map<Term, Annotation>()
    for (const by of annotations) {
      for (const above of unwantedAbove(by.term)) {
        const before = found.get(above)
        if (before === undefined || percentOf(by) > percentOf(before)) found.set(above, by)
      }
    }
    return absent.flatMap((term) => {
      const by = found.get(term)
      return by === undefined ? [] : [{ term, by }]
    })
  }

  return (id: number): Evidence => {
    const all = annotationsOf(data, profiles, id)
    const annotations = all.filter((annotation) => annotation.isPresent && !isAbsent(annotation))
    const never = all.filter(isAbsent)
    const denied = present.flatMap((term) => {
      const by = never.find((annotation) => isAbove(annotation.term, term))
      return by === undefined ? [] : [{ term, by }]
    })
    return {
      matched: matchesOf(annotations),
      against: [...excludedOf(annotations), ...denied],
      codes: Array.from(new Set(annotations.flatMap(({ codes }) => codes)))
    }
  }
}
