import { Schema } from "effect"

export const Prevalence = Schema.Struct({
  type: Schema.String.annotations({ description: "The kind of count, such as `Point prevalence`." }),
  class: Schema.NullOr(Schema.String).annotations({ description: "A range, such as `1-9 / 100 000`." }),
  value: Schema.NullOr(Schema.Number).annotations({
    description: "The mean for 100,000 people; for `Cases/families` the number of known ones."
  }),
  region: Schema.String,
  validated: Schema.Boolean
}).annotations({ identifier: "Prevalence", description: "The frequency of the disease in one region." })
export type Prevalence = typeof Prevalence.Type

/** The kinds of figures: of people who are alive first, of single cases last. */
export const prevalenceTypes = [
  "Point prevalence",
  "Prevalence at birth",
  "Annual incidence",
  "Lifetime Prevalence",
  "Cases/families"
] as const
export type PrevalenceType = (typeof prevalenceTypes)[number]

/** The kind of a figure; undefined for a kind that is not known. */
export const typeOf = ({ type }: Prevalence): PrevalenceType | undefined => prevalenceTypes.find((one) => one === type)

export const worldwide = "Worldwide"

/** A group of people who have a disease far more often than others: one village, one people, one age. */
const specificPopulation = "Specific population"

/** Areas of many countries. */
const wide = new Set(["Africa", "Europe", "Latin America", "North America", "South East Asia"])

/**
 * The one figure that stands for the frequency of a disease: a validated one, of the widest area, of the first kind;
 * counts of cases only where there is no rate, and figures of a specific population only where there is no other.
 * Undefined where there is no figure.
 */
export const widestPrevalence = (all: ReadonlyArray<Prevalence>): Prevalence | undefined => {
  const rankOf = (figure: Prevalence) => {
    const { region, type, validated } = figure
    const kind = prevalenceTypes.indexOf(typeOf(figure) ?? "Cases/families")
    const area = region === worldwide ? 0 : wide.has(region) ? 1 : 2
    const isCount = type === "Cases/families"
    const isSpecific = region === specificPopulation
    return (isSpecific ? 10_000 : 0) + (validated ? 0 : 1_000) + (isCount ? 100 : 0) + area * 10 + kind
  }
  return all
    .filter((one) => typeOf(one) !== undefined && (one.class !== null || one.value !== null))
    .toSorted((one, other) => rankOf(one) - rankOf(other))[0]
}

/** A rate: from `least` to `most` of `of` people; one of both is missing in `<1 / 1 000 000` and `>1 / 1000`. */
export interface Rate {
  readonly least: number | undefined
  readonly most: number | undefined
  readonly of: number
}

/** The rate of a figure; without a class it is the mean for 100,000 people. A number of cases gives no rate. */
export const rateOf = ({ class: range, type, value }: Prevalence): Rate | undefined => {
  const [, sign = "", least = "", most, of = ""] = /^([<>]?)(\d+)(?:-(\d+))? \/ ([\d ]+)$/.exec(range ?? "") ?? []
  if (of !== "") {
    const people = Number(of.replaceAll(" ", ""))
    if (sign === "<") return { least: undefined, most: Number(least), of: people }
    if (sign === ">") return { least: Number(least), most: undefined, of: people }
    return { least: Number(least), most: Number(most ?? least), of: people }
  }
  return value === null || type === "Cases/families" ? undefined : { least: value, most: value, of: 100_000 }
}

/**
 * How many of a million people have a disease, by the figure that stands for it; null where none is known, or of a
 * specific population only.
 */
export const perMillion = (all: ReadonlyArray<Prevalence>): number | null => {
  const rates = all.filter((figure) => rateOf(figure) !== undefined && figure.region !== specificPopulation)
  const widest = widestPrevalence(rates)
  const rate = widest === undefined ? undefined : rateOf(widest)
  return rate === undefined ? null : (1_000_000 * (rate.most ?? rate.least ?? 0)) / rate.of
}
