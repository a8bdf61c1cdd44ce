import { Schema } from "effect"

/**
 * The classes of the Human Phenotype Ontology (`HP:0040280` to `HP:0040285`) and of Orphanet, the most frequent first.
 */
export const frequencyClasses = [
  "obligate",
  "very_frequent",
  "frequent",
  "occasional",
  "very_rare",
  "excluded"
] as const

export const FrequencyClass = Schema.Literal(...frequencyClasses)
export type FrequencyClass = typeof FrequencyClass.Type

/** The frequency of a sign in a disease, as a source states it. */
export interface FrequencyFact {
  readonly class: FrequencyClass | null
  readonly observed: { readonly count: number; readonly of: number } | null
  /** A percentage without the number of people. */
  readonly percent: number | null
}

/** The least percentage of each class. None is obligate: a percentage does not say of how many people. */
const leastPercents: ReadonlyArray<readonly [least: number, is: FrequencyClass]> = [
  [80, "very_frequent"],
  [30, "frequent"],
  [5, "occasional"],
  [0, "very_rare"]
]

/** The least number of people whose count can contradict the class of a source. */
const peopleThatContradict = 20

/** True if the people described had the sign less than half as often as its class says: readers need both. */
export const isContradicted = ({ class: known, observed }: Pick<FrequencyFact, "class" | "observed">): boolean => {
  if (known === null || observed === null || observed.of < peopleThatContradict) return false
  const least = known === "obligate" ? 100 : (leastPercents.find(([, is]) => is === known)?.[0] ?? 0)
  const percent = (100 * observed.count) / observed.of
  return 2 * percent < least
}

/** The class of a source, or the one that a percentage lies in. Counts have none: they may be of very few people. */
export const classOf = ({ class: known, observed, percent }: FrequencyFact): FrequencyClass | null =>
  known ??
  (observed !== null || percent === null ? null : (leastPercents.find(([least]) => percent >= least)?.[1] ?? null))

const words: Readonly<Record<FrequencyClass, readonly [word: string, range: string]>> = {
  obligate: ["always", "100 %"],
  very_frequent: ["very frequent", "80-99 %"],
  frequent: ["frequent", "30-79 %"],
  occasional: ["occasional", "5-29 %"],
  very_rare: ["very rare", "1-4 %"],
  excluded: ["excluded", "0 %"]
}

/**
 * The frequency of a sign in plain words: the class where there is one, with the people where they contradict it, else
 * the people; null where nothing is said.
 */
export const frequencyText = (fact: FrequencyFact): string | null => {
  const known = classOf(fact)
  const people =
    fact.observed === null ? null : `seen in ${fact.observed.count} of ${fact.observed.of} people described`
  if (known === null) return people
  const [word, range] = words[known]
  const text = `${word} (${fact.class === null ? `about ${fact.percent} %` : range})`
  return isContradicted(fact) ? `${text}, but ${people}` : text
}
