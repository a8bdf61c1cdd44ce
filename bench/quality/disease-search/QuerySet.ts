import { readFileSync } from "node:fs"

/** A query, and the diseases that are a right answer. */
export interface Query {
  readonly search: string
  /** The codes of Mondo of which any is right; none where nothing should be found. */
  readonly accept: ReadonlyArray<string>
  /** Diseases that all must be among the first five: the bearers of a shared name or number. */
  readonly required?: ReadonlyArray<string>
}

/** Queries by class. */
export type QuerySet = Readonly<Record<string, ReadonlyArray<Query>>>

/**
 * A query as it is stored: its text, the right diseases, and the diseases that must all be found; numbers of Mondo,
 * separated by spaces.
 */
type Row = readonly [search: string, accept: string, required?: string]

const idsOf = (numbers: string) => (numbers === "" ? [] : numbers.split(" ").map((number) => `MONDO:${number}`))
const numbersOf = (ids: ReadonlyArray<string>) => ids.map((id) => id.slice("MONDO:".length)).join(" ")

const queryOf = ([search, accept, required]: Row): Query => ({
  search,
  accept: idsOf(accept),
  ...(required === undefined ? {} : { required: idsOf(required) })
})

const read = (name: string): QuerySet => {
  const classes: Readonly<Record<string, ReadonlyArray<Row>>> = JSON.parse(
    readFileSync(new URL(`../../../packages/names/quality/disease-search-${name}.json`, import.meta.url), "utf8")
  )
  return Object.fromEntries(Object.entries(classes).map(([name, rows]) => [name, rows.map(queryOf)]))
}

/** The generated classes that are published: those of seed 1. */
export const published = (): QuerySet => read("seed-1")

/** The classes that were written by hand: lay words, descriptions, nonsense. */
export const handMade = (): QuerySet => read("hand-made")

/** The text of a set as it is stored. */
export const textOf = (set: QuerySet): string => {
  const rowOf = ({ accept, required, search }: Query) =>
    JSON.stringify([search, numbersOf(accept), ...(required === undefined ? [] : [numbersOf(required)])])
  const blocks = Object.entries(set).map(
    ([name, queries]) => `${JSON.stringify(name)}: [\n${queries.map(rowOf).join(",\n")}\n]`
  )
  return `{\n${blocks.join(",\n")}\n}\n`
}
