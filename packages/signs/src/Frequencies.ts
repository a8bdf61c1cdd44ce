import { type FrequencyClass, type FrequencyFact, frequencyClasses } from "./Frequency.ts"

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

/** Joins the facts that one entry has under two names of one phenotype. */
export const bothOf = (one: FrequencyFact, other: FrequencyFact): FrequencyFact => ({
  class: leastOf([one.class, other.class].filter((known) => known !== null)),
  observed: mostPeople([one, other])?.observed ?? null,
  percent: one.percent ?? other.percent
})

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
