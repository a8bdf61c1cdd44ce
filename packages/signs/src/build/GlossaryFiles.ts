import { alternatives } from "../PhenotypeWords.ts"

/** Texts by what they are said of: words by their concept, wordings by the id of their sign. */
type Lists = Readonly<Record<string, ReadonlyArray<string>>>

/** The lines of a table, without notes, which begin with `#`. */
const linesOf = (table: string): ReadonlyArray<string> =>
  table.split("\n").filter((line) => line !== "" && !line.startsWith("#"))

const added = (lists: Record<string, Array<string>>, name: string, texts: ReadonlyArray<string>) => {
  lists[name] = [...(lists[name] ?? []), ...texts]
}

/** Reads `concepts.de.tsv` and the like: a line is a concept, named by an English word, and its words. */
export const readConcepts = (table: string): Lists => {
  const words: Record<string, Array<string>> = {}
  for (const line of linesOf(table)) {
    const [concept = "", list = ""] = line.split("\t")
    added(words, concept, list.split(", "))
  }
  return words
}

/** Reads `signs.tsv`: a line is a sign, and concepts that are said of it together, `(swallow|eat) & stuck`. */
export const readDefinitions = (table: string): Lists => {
  const definitions: Record<string, Array<string>> = {}
  for (const line of linesOf(table)) {
    const [id = "", concepts = ""] = line.split("\t")
    added(definitions, id, alternatives(concepts.replaceAll("&", " ")))
  }
  return definitions
}

/** Reads `idioms.de.tsv` and the like: below the id of a sign one wording a line, with its source and date. */
export const readIdioms = (table: string): Lists => {
  const idioms: Record<string, Array<string>> = {}
  let sign = ""
  for (const line of linesOf(table)) {
    const [text = ""] = line.split("\t")
    if (/^HP:\d{7}$/.test(text)) sign = text
    else added(idioms, sign, [text])
  }
  return idioms
}
