import type { Gene } from "./CatalogueDisease.ts"
import { cleanText } from "./CleanText.ts"
import { type Prevalence, prevalenceTypes, worldwide } from "./Prevalence.ts"

/**
 * The maximum number of figures of prevalence that the catalogue keeps of a disease: some have more than a hundred,
 * country by country.
 */
const maxPrevalences = 20

/** The maximum number of genes that the catalogue keeps of a disease. */
const maxGenes = 120

const rankOf = (all: ReadonlyArray<string>, one: string) => (all.indexOf(one) + all.length + 1) % (all.length + 1)

const ages = ["Antenatal", "Neonatal", "Infancy", "Childhood", "Adolescent", "Adult", "Elderly", "All ages"] as const

const saysNothing = /^(|unknown|no data available|not yet documented)$/i

const distinct = <Value>(values: ReadonlyArray<Value>, keyOf: (value: Value) => string): ReadonlyArray<Value> =>
  Array.from(new Map(values.toReversed().map((value) => [keyOf(value), value])).values()).reverse()

/** The class of a prevalence; null where it says nothing. */
export const classOf = ({ class: given }: Prevalence): string | null =>
  given === null || saysNothing.test(given) ? null : given

/** The prevalences of a disease, validated, current and worldwide ones first; those without a figure are dropped. */
export const prevalencesOf = (facts: ReadonlyArray<Prevalence>): ReadonlyArray<Prevalence> => {
  const known = facts
    .map((fact) => ({ ...fact, type: cleanText(fact.type), class: classOf(fact), region: cleanText(fact.region) }))
    .filter((fact) => fact.type !== "" && (fact.class !== null || fact.value !== null))
  const rank = (fact: Prevalence) =>
    (fact.validated ? 0 : 100) + rankOf(prevalenceTypes, fact.type) * 10 + (fact.region === worldwide ? 0 : 1)
  return distinct(known, (fact) => JSON.stringify([fact.type, fact.class, fact.value, fact.region, fact.validated]))
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, maxPrevalences)
}

/** The associations of genes whose mutations are inherited and cause the disease begin so. */
const causing = "Disease-causing germline"

/** The symbols of a disease's genes, and those among them of which no inherited mutation causes it. */
export const symbolsOf = (all: ReadonlyArray<Gene>) => {
  const causes = new Set(all.flatMap(({ association, symbol }) => (association.startsWith(causing) ? [symbol] : [])))
  const genes = all.map(({ symbol }) => symbol)
  return { genes, otherGenes: Array.from(new Set(genes)).filter((symbol) => !causes.has(symbol)) }
}

/** The genes of a disease, causing ones first, then by symbol. */
export const genesOf = (facts: ReadonlyArray<Gene>): ReadonlyArray<Gene> => {
  const known = facts
    .map(({ association, name, symbol }) => ({
      symbol: cleanText(symbol),
      name: cleanText(name),
      association: cleanText(association)
    }))
    .filter(({ symbol }) => symbol !== "")
  const rank = ({ association }: Gene) => (association.startsWith("Disease-causing") ? 0 : 1)
  return distinct(known, ({ association, symbol }) => `${symbol}\n${association}`)
    .toSorted((one, other) => rank(one) - rank(other) || (one.symbol < other.symbol ? -1 : 1))
    .slice(0, maxGenes)
}

const known = (names: ReadonlyArray<string>) =>
  Array.from(new Set(names.map(cleanText))).filter((name) => !saysNothing.test(name))

/** The ages of onset, in the order of a life. */
export const onsetOf = (names: ReadonlyArray<string>): ReadonlyArray<string> =>
  known(names).toSorted((one, other) => rankOf(ages, one) - rankOf(ages, other))

export const inheritanceOf = (names: ReadonlyArray<string>): ReadonlyArray<string> => known(names)
