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

/** The counts of one row of HPO's file: `found` of `all` people who were looked at. */
export interface CountedRow {
  readonly found: number
  readonly all: number
  /** Such as `PMID:31675180`. */
  readonly references: ReadonlyArray<string>
  /** `MALE`, `FEMALE`, or empty for everybody. */
  readonly sex: string
}

const areSamePeople = (one: CountedRow, other: CountedRow): boolean =>
  (one.sex === other.sex || one.sex === "" || other.sex === "") &&
  one.references.some((reference) => other.references.includes(reference))

/**
 * Adds up the people of several publications. Rows about the same people, which are those with a publication in common
 * and of the same sex, count once: by the row with the most people, first of those that found the sign.
 */
export const countsOf = (rows: ReadonlyArray<CountedRow>): NonNullable<FrequencyFact["observed"]> | null => {
  const counted: Array<CountedRow> = []
  const best = rows.toSorted((one, other) => Number(other.found > 0) - Number(one.found > 0) || other.all - one.all)
  for (const row of best) if (!counted.some((before) => areSamePeople(before, row))) counted.push(row)
  const sum = (values: ReadonlyArray<number>) => values.reduce((all, value) => all + value, 0)
  return counted.length === 0
    ? null
    : { count: sum(counted.map(({ found }) => found)), of: sum(counted.map(({ all }) => all)) }
}

/** Of several classes of one source the least frequent, so that no statement says more than the source. */
export const leastOf = (classes: ReadonlyArray<FrequencyClass>): FrequencyClass | null =>
  classes.toSorted((one, other) => frequencyClasses.indexOf(other) - frequencyClasses.indexOf(one))[0] ?? null

/**
 * Of the classes that one entry gives a phenotype and those that were merged into it, the most frequent: who has one of
 * these has the phenotype.
 */
export const mostOf = (classes: ReadonlyArray<FrequencyClass>): FrequencyClass | null =>
  classes.toSorted((one, other) => frequencyClasses.indexOf(one) - frequencyClasses.indexOf(other))[0] ?? null

/** Joins the facts that one entry has under two names of one phenotype. */
export const bothOf = (one: FrequencyFact, other: FrequencyFact): FrequencyFact => ({
  class: mostOf([one.class, other.class].filter((known) => known !== null)),
  observed: mostPeople([one, other])?.observed ?? null,
  percent: one.percent ?? other.percent
})

/** True if a source says how frequent a sign is. */
export const isStated = ({ class: known, observed, percent }: FrequencyFact): boolean =>
  known !== null || observed !== null || percent !== null

export const isAbsent = ({ class: known, observed, percent }: FrequencyFact): boolean =>
  known === null ? percent === null && observed?.count === 0 : known === "excluded"

const mostPeople = <Fact extends FrequencyFact>(facts: ReadonlyArray<Fact>): Fact | undefined => {
  let most: Fact | undefined
  for (const fact of facts) if ((fact.observed?.of ?? 0) > (most?.observed?.of ?? 0)) most = fact
  return most
}

/** The frequency of a sign in one entry of a disease. */
export interface EntryFact extends FrequencyFact {
  /** Such as `OMIM:154700`. */
  readonly code: string
}

/** The frequency of a sign in a disease, with the entries that state it. */
export interface Statement extends FrequencyFact {
  readonly source: string
  readonly observedSource: string | null
}

const isOfOrphanet = ({ code }: EntryFact) => code.startsWith("ORPHA:")

/**
 * Chooses the statement about a sign that several entries of a disease describe, in the order of the disease's codes:
 * the first class of Orphanet, else the first class of HPO, else the counts with the most people, else a percentage.
 * The counts with the most people stay beside a class. It never takes the greatest of several statements.
 */
export const statementOf = (facts: readonly [EntryFact, ...ReadonlyArray<EntryFact>]): Statement => {
  const known =
    facts.find((fact) => fact.class !== null && isOfOrphanet(fact)) ?? facts.find((fact) => fact.class !== null)
  const counted = mostPeople(facts)
  const about = facts.find(({ percent }) => percent !== null)
  return {
    class: known?.class ?? null,
    observed: counted?.observed ?? null,
    percent: about?.percent ?? null,
    source: (known ?? counted ?? about ?? facts[0]).code,
    observedSource: counted?.code ?? null
  }
}

/** The middle of each class, in percent. */
const middles: Readonly<Record<FrequencyClass, number>> = {
  obligate: 100,
  very_frequent: 90,
  frequent: 55,
  occasional: 17,
  very_rare: 3,
  excluded: 0
}

/** The percentage of people with a sign where nothing is said about it. */
export const assumedPercent = 50

/**
 * The prior of counts: so many people more, with the mean share of the counts of 20 people and more. One of one is 64
 * %, ten of ten are 92 %.
 */
const [priorPeople, priorPercent] = [1.5, 40]

/** The estimated percentage of people with a sign, for the ranking and the order of signs. */
export const percentOf = ({ class: known, observed, percent }: FrequencyFact): number => {
  if (known !== null) return middles[known]
  if (observed === null) return percent ?? assumedPercent
  const { count, of } = observed
  return Math.round((100 * count + priorPeople * priorPercent) / (of + priorPeople))
}
