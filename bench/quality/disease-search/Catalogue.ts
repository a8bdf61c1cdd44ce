import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { dataFolder } from "../../Store.ts"
import { folded } from "./Words.ts"

/**
 * The diseases as the judge reads them: from the same files as the importer, by other code, so that a disease
 * or a name that an importer loses is missed.
 */
export interface JudgedDisease {
  /** Such as `MONDO:0007947`. */
  readonly id: string
  readonly name: string
  /** Mondo's other names, and the name it had before. */
  readonly synonyms: ReadonlyArray<string>
  /** Its names in other vocabularies: right when found, but never searched for. */
  readonly otherNames: ReadonlyArray<string>
  /** Codes without their prefix, by vocabulary. */
  readonly codes: ReadonlyMap<Vocabulary, ReadonlyArray<string>>
}

/** True if the real files are on this machine. */
export const hasData = existsSync(join(dataFolder, "mondo"))

/** The mappings of Mondo that make a number or a code a name of a disease. */
const mappings = {
  orpha: ["exactmatch_orphanet"],
  omim: ["exactmatch_omim"],
  series: ["exactmatch_omimps"],
  gard: ["hasdbxref_gard"],
  mesh: ["exactmatch_mesh"],
  icd10: ["exactmatch_icd10cm"],
  // Not identity: right when found, but never asked for.
  icd10other: ["hasdbxref_icd10cm", "exactmatch_icd10who", "hasdbxref_icd10who"],
  icd11: ["exactmatch_icd11.foundation"],
  umls: ["exactmatch_umls"],
  medgen: ["hasdbxref_medgen"],
  doid: ["exactmatch_doid"],
  ncit: ["exactmatch_ncit"],
  nord: ["hasdbxref_nord"]
} as const

export type Vocabulary = keyof typeof mappings | "mondo"

const isVocabulary = (name: string): name is keyof typeof mappings => Object.hasOwn(mappings, name)
const vocabularies = Object.keys(mappings).filter(isVocabulary)

const linesOf = (file: string) =>
  gunzipSync(readFileSync(join(dataFolder, file)))
    .toString("utf8")
    .split(/\r?\n/)

/** The rows of a table by the names of its columns; lines that begin with `#` are comments. */
const rowsOf = (file: string): ReadonlyArray<Readonly<Record<string, string>>> => {
  const [header = "", ...lines] = linesOf(join("mondo", file)).filter((line) => line !== "" && !line.startsWith("#"))
  const columns = header.split("\t")
  return lines.map((line) => {
    const cells = line.split("\t")
    return Object.fromEntries(columns.map((column, index) => [column, unquoted(cells[index] ?? "")]))
  })
}

const unquoted = (cell: string) => (/^".*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim()

const once = (names: ReadonlyArray<string>) => [...new Set(names.filter((name) => folded(name) !== ""))]

/** The names of a term of the Disease Ontology that mean it exactly, by `DOID:…`. */
const ontologyNames = () => {
  const found = new Map<string, Array<string>>()
  let names: Array<string> = []
  for (const line of linesOf(join("doid", "DO_rare_slim.obo.gz"))) {
    if (line.startsWith("id: ")) {
      names = []
      found.set(line.slice(4), names)
    }
    const [, text] = /^name: (.+)$/.exec(line) ?? /^synonym: "(.+)" EXACT/.exec(line) ?? []
    if (text !== undefined) names.push(text.replace(/\\(.)/g, "$1"))
  }
  return found
}

/** Reads all rare diseases and those of OMIM that are not obsolete, by id. */
export const readCatalogue = (): ReadonlyArray<JudgedDisease> => {
  const labels = new Map(rowsOf("class-stats.mondo-only.tsv.gz").map((row) => [row["cls"], row["cls_label"] ?? ""]))
  const older = new Map(rowsOf("new-rare-diseases.tsv.gz").map((row) => [row["ID"], row]))
  const members = new Set<string>()
  const addMember = (id: string) => {
    if (!(labels.get(id) ?? "obsolete ").startsWith("obsolete ")) members.add(id)
  }
  for (const { id = "", subset } of rowsOf("mondo_subsets.tsv.gz")) if (subset === "rare") addMember(id)
  for (const { subject_id: id = "" } of rowsOf("mondo_exactmatch_omim.sssom.tsv.gz")) addMember(id)
  const ontology = ontologyNames()
  const codes = new Map<string, Map<Vocabulary, Array<string>>>()
  const otherNames = new Map<string, Array<string>>()
  for (const vocabulary of vocabularies) {
    for (const file of mappings[vocabulary]) {
      for (const { subject_id: id = "", object_id: object = "", object_label: label } of rowsOf(
        `mondo_${file}.sssom.tsv.gz`
      )) {
        const code = object.slice(object.indexOf(":") + 1)
        const own = codes.get(id) ?? new Map<Vocabulary, Array<string>>()
        own.set(vocabulary, [...new Set([...(own.get(vocabulary) ?? []), code])])
        codes.set(id, own)
        const names = otherNames.get(id) ?? []
        names.push(
          ...(label === undefined ? [] : [label]),
          ...(vocabulary === "doid" ? (ontology.get(object) ?? []) : [])
        )
        otherNames.set(id, names)
      }
    }
  }
  return [...members].sort().map((id) => {
    const row = older.get(id)
    const name = labels.get(id) ?? ""
    const cells = (row?.["SYNONYMS"] ?? "").split("|").map(unquoted)
    const synonyms = once([...cells, row?.["LABEL"] ?? ""]).filter((other) => other !== name)
    const own = codes.get(id) ?? new Map<Vocabulary, Array<string>>()
    own.set("mondo", [id.slice(id.indexOf(":") + 1)])
    return { id, name, synonyms, otherNames: once(otherNames.get(id) ?? []), codes: own }
  })
}
