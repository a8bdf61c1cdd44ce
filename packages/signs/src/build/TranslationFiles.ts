import type { NameKind, NameStatus } from "../PhenotypeData.ts"
import { numberOf } from "./HpoFiles.ts"

/** A name of a phenotype in another language. */
interface Translation {
  readonly term: number
  readonly text: string
  readonly kind: NameKind
  readonly status: NameStatus
}

const machines = /ALGORITHM|DeepL/i

const statusOf = (status: string, translator: string): NameStatus =>
  machines.test(translator) ? "machine" : status === "OFFICIAL" ? "official" : "candidate"

/** The rows of a table whose columns are found by the names in its first line. */
const rowsOf = (text: string) => {
  const [header = "", ...lines] = text.replace(/\r/g, "").split("\n")
  const columns = header.split("\t")
  const cells = (line: string) => line.split("\t")
  const at = (name: string) => columns.indexOf(name)
  return { lines, cells, at }
}

/** Reads the labels of a babelon table, whose columns differ in order from language to language. */
export const readBabelon = (text: string): ReadonlyArray<Translation> => {
  const { at, cells, lines } = rowsOf(text)
  const [subject, predicate, value, status] = [
    at("subject_id"),
    at("predicate_id"),
    at("translation_value"),
    at("translation_status")
  ]
  const translators = [at("translator"), at("translator_expertise")].filter((column) => column >= 0)
  return lines.flatMap((line): ReadonlyArray<Translation> => {
    const row = cells(line)
    const term = numberOf(row[subject] ?? "")
    const [name = "", said = ""] = [row[value]?.trim(), row[status]]
    if (term === undefined || row[predicate] !== "rdfs:label" || name === "" || said === "NOT_TRANSLATED") return []
    const translator = translators.map((column) => row[column] ?? "").join(" ")
    return [{ term, text: name, kind: "name", status: statusOf(said, translator) }]
  })
}

/** Reads a table of synonyms, whose second line is a header too; one cell may hold several, separated by `|`. */
export const readSynonyms = (text: string): ReadonlyArray<Translation> => {
  const { at, cells, lines } = rowsOf(text)
  const [subject, value, type] = [at("subject_id"), at("translation_value"), at("synonym_type")]
  return lines.flatMap((line): ReadonlyArray<Translation> => {
    const row = cells(line)
    const term = numberOf(row[subject] ?? "")
    if (term === undefined || row.includes("NOT_TRANSLATED")) return []
    const kind = type >= 0 && (row[type] ?? "").endsWith("layperson") ? "lay" : "synonym"
    const status = statusOf(row.includes("OFFICIAL") ? "OFFICIAL" : "CANDIDATE", row.join(" "))
    return (row[value] ?? "")
      .split("|")
      .map((name) => name.trim())
      .filter((name) => name !== "")
      .map((name) => ({ term, text: name, kind, status }))
  })
}
