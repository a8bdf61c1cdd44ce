import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { gunzipSync } from "node:zlib"

const folder = fileURLToPath(new URL("../../../shared/data/", import.meta.url))

/** True if the files that the catalogue was made from are beside this project. */
export const hasSources = existsSync(`${folder}README.md`)

/** The fields of a line; a comma or a tab inside quotes parts nothing, and two quotes inside them are one. */
const fieldsOf = (line: string, separator: "," | "\t"): ReadonlyArray<string> => {
  if (separator === "\t") return line.split("\t")
  const fields = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)
  return Array.from(fields, ([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain)
}

/** The rows of a table, by the names in its header; lines that begin with # are comments. */
const rowsOf = (file: string): ReadonlyArray<(column: string) => string> => {
  const separator = file.includes(".csv") ? "," : "\t"
  const [header = "", ...lines] = gunzipSync(readFileSync(folder + file))
    .toString("utf8")
    .split("\n")
    .map((line) => line.replace(/\r$/, ""))
    .filter((line) => line !== "" && !line.startsWith("#"))
  const columns = fieldsOf(header, separator)
  return lines.map((line) => {
    const fields = fieldsOf(line, separator)
    return (column) => {
      const index = columns.indexOf(column)
      if (index === -1) throw new Error(`${file} has no column ${column}, only ${columns.join(", ")}`)
      return fields[index] ?? ""
    }
  })
}

const grouped = (pairs: ReadonlyArray<readonly [string, string]>): ReadonlyMap<string, ReadonlySet<string>> => {
  const groups = new Map<string, Set<string>>()
  for (const [key, value] of pairs) groups.set(key, (groups.get(key) ?? new Set()).add(value))
  return groups
}

/** The ids that Mondo calls rare. */
export const rareIds = () =>
  new Set(
    rowsOf("mondo/mondo_subsets.tsv.gz")
      .filter((row) => row("subset") === "rare")
      .map((row) => row("id"))
  )

/** The current label of each disease in Mondo. */
export const currentLabels = () =>
  new Map(
    rowsOf("mondo/class-stats.mondo-only.tsv.gz").map((row) => [row("cls"), row("cls_label").replace(/^"|"$/g, "")])
  )

/** All that each disease was called, in lower case. */
export const names = () =>
  grouped(
    rowsOf("mondo/new-rare-diseases.tsv.gz").flatMap((row) =>
      [row("LABEL"), ...row("SYNONYMS").split("|")].map((name) => [row("ID"), name.trim().toLowerCase()] as const)
    )
  )

/** The codes of each disease in a vocabulary, as its files in Mondo write them. */
const matches = (...files: ReadonlyArray<string>) =>
  grouped(
    files.flatMap((file) =>
      rowsOf(`mondo/${file}.sssom.tsv.gz`).map((row) => [row("subject_id"), row("object_id")] as const)
    )
  )

/** The codes of each disease, by the member of the catalogue that holds them. */
export const codes = () => ({
  orpha: matches("mondo_exactmatch_orphanet"),
  omim: matches("mondo_exactmatch_omim"),
  gard: matches("mondo_hasdbxref_gard"),
  mesh: matches("mondo_exactmatch_mesh"),
  icd10: matches("mondo_exactmatch_icd10cm", "mondo_exactmatch_icd10who")
})

/** The specialties of Orphanet; half of the rows name none. */
export const specialties = () =>
  new Set(
    rowsOf("orphadata/linearisation_of_rare_diseases.csv.gz")
      .map((row) => row("target_disorder_name"))
      .filter((name) => name !== "")
  )
