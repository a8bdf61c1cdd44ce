import type { Query, QuerySet } from "./QuerySet.ts"

/** The result of a search: the Mondo codes of each of the first five diseases, and the number of all. */
export interface Answer {
  readonly found: ReadonlyArray<ReadonlyArray<string>>
  readonly total: number
}

/** The score of a search in one class of queries. */
export interface Score {
  readonly name: string
  readonly queries: number
  /** The share whose first answer is right. */
  readonly hitAt1: number
  /** The share that has a right answer among the first five, or all that it must have. */
  readonly hitAt5: number
  /** The mean of one by the place of the first right answer. */
  readonly mrr: number
  /** The number of diseases that a query found. */
  readonly meanHits: number
  /** The share that found nothing. */
  readonly nothing: number
}

/** The place of the first right answer, from 0; -1 when there is none. */
const placeOf = ({ accept }: Query, { found }: Answer) =>
  found.findIndex((codes) => codes.some((code) => accept.includes(code)))

/** True if the first disease is right. */
export const isFirst = (query: Query, answer: Answer): boolean => placeOf(query, answer) === 0

/** True if a right disease is among the first five; of a shared name or number, all of its bearers. */
export const isFound = (query: Query, answer: Answer): boolean =>
  query.required === undefined
    ? placeOf(query, answer) >= 0
    : query.required.every((id) => answer.found.some((codes) => codes.includes(id)))

const mean = (numbers: ReadonlyArray<number>) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length

/** The scores of a search, class by class. */
export const scoresOf = (set: QuerySet, answers: ReadonlyMap<string, Answer>): ReadonlyArray<Score> =>
  Object.entries(set).map(([name, queries]) => {
    const pairs = queries.map((query) => ({ query, answer: answers.get(query.search) ?? { found: [], total: 0 } }))
    const share = (is: (query: Query, answer: Answer) => boolean) =>
      mean(pairs.map(({ answer, query }) => (is(query, answer) ? 1 : 0)))
    return {
      name,
      queries: queries.length,
      hitAt1: share(isFirst),
      hitAt5: share(isFound),
      mrr: mean(pairs.map(({ answer, query }) => (placeOf(query, answer) < 0 ? 0 : 1 / (1 + placeOf(query, answer))))),
      meanHits: mean(pairs.map(({ answer }) => answer.total)),
      nothing: share((_, { total }) => total === 0)
    }
  })

const asked = ["lay words", "descriptions"]
const empty = ["nonsense", "random letters"]

/** True if a class counts in the means. */
export const isCounted = ({ name }: Score): boolean => !asked.includes(name) && !empty.includes(name)

const prefixedCodes = ["ORPHA code", "OMIM code", "MONDO code", "GARD code", "MeSH code", "ICD-10 code"]
const bareNumbers = ["bare ORPHA number", "bare OMIM number", "bare GARD or MONDO number", "bare MeSH or ICD-10 code"]
const wholeNames = ["exact name", "synonym", "abbreviation"]

/** A figure and its lower bound. */
export interface Target {
  readonly name: string
  readonly is: number
  readonly least: number
}

/** The figures that are promised. */
export const targetsOf = (scores: ReadonlyArray<Score>): ReadonlyArray<Target> => {
  const of = (names: ReadonlyArray<string>, figure: (score: Score) => number) =>
    scores.filter(({ name }) => names.includes(name)).map(figure)
  const counted = scores.filter(isCounted)
  const first = ({ hitAt1 }: Score) => hitAt1
  const five = ({ hitAt5 }: Score) => hitAt5
  const worst = counted.reduce((one, other) => (other.hitAt1 < one.hitAt1 ? other : one))
  return [
    { name: "mean hit@1", is: mean(counted.map(first)), least: 0.97 },
    { name: "mean hit@5", is: mean(counted.map(five)), least: 0.99 },
    { name: "codes with their prefix, hit@1", is: mean(of(prefixedCodes, first)), least: 1 },
    { name: "bare numbers, hit@1", is: mean(of(bareNumbers, first)), least: 0.98 },
    { name: "numbers of several, all bearers", is: mean(of(["number of several"], five)), least: 0.98 },
    { name: `worst class (${worst.name}), hit@1`, is: worst.hitAt1, least: 0.88 },
    ...wholeNames.map((name) => ({ name: `${name}, hit@1`, is: mean(of([name], first)), least: 0.99 })),
    ...asked.map((name) => ({ name: `${name}, hit@5`, is: mean(of([name], five)), least: 0.55 })),
    { name: "nonsense finds nothing", is: mean(of(empty, ({ nothing }) => nothing)), least: 0.9 }
  ]
}
