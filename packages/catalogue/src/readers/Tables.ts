import { pipeline, Readable } from "node:stream"
import { parse } from "csv-parse"
import type { Fact } from "../Facts.ts"
import { orphadataTables, type TableFormat } from "./OrphadataTables.ts"

/** The predicates of mappings, and whether they mean exactly the same disease. */
const predicates: Readonly<Record<string, boolean>> = { "skos:exactMatch": true, "oboInOwl:hasDbXref": false }

const mondoTables: ReadonlyArray<TableFormat> = [
  {
    columns: ["id", "subset", "group"],
    factOf: (field) => (field("subset") === "rare" ? { kind: "rare", id: field("id") } : undefined)
  },
  {
    columns: ["cls", "cls_label"],
    factOf: (field) => ({ kind: "label", id: field("cls"), label: field("cls_label") })
  },
  {
    columns: ["ID", "LABEL", "SYNONYMS"],
    factOf: (field) => ({
      kind: "formerNames",
      id: field("ID"),
      label: field("LABEL"),
      synonyms: field("SYNONYMS").split("|")
    })
  },
  {
    columns: ["subject", "predicate", "object", "relation"],
    factOf: (field) =>
      field("relation") === "rdfs:subClassOf"
        ? { kind: "subclass", id: field("subject"), parent: field("object") }
        : undefined
  },
  {
    columns: ["subject_id", "predicate_id", "object_id"],
    factOf: (field) => {
      const exact = predicates[field("predicate_id")]
      if (exact === undefined) return undefined
      const [id, subject] = [field("subject_id"), field("subject_label")]
      return { kind: "mapping", id, subject, code: field("object_id"), exact, label: field("object_label") }
    }
  }
]

/** The longest row of a source table: one with an unclosed quote would extend to the end of the file. */
const maxRowCharacters = 1_000_000

const formats: ReadonlyArray<TableFormat> = [...mondoTables, ...orphadataTables]

export interface Table {
  readonly format: TableFormat
  readonly delimiter: "\t" | ","
  readonly release: TableFormat["release"] | undefined
}

const mappingVersion = /^# *mapping_set_version: .*\/releases\/([^/\s]+)\//m

const unquoted = (field: string) => field.trim().replace(/^"(.*)"$/, "$1")

/** Recognises a table by its columns, since names of files change; undefined for an unknown one. */
export const tableOf = (head: string): Table | undefined => {
  const comments = /^(?:#.*\r?\n)*/.exec(head)?.[0] ?? ""
  const [header = ""] = head.slice(comments.length).split(/\r?\n/, 1)
  const delimiter = header.includes("\t") ? "\t" : ","
  const present = new Set(header.split(delimiter).map(unquoted))
  const format = formats.find(({ columns }) => columns.every((column) => present.has(column)))
  if (format === undefined) return undefined
  const version = mappingVersion.exec(comments)?.[1]
  return { format, delimiter, release: version === undefined ? format.release : { of: "mondo", version } }
}

/** The facts of a table, row by row. Throws at a row with another number of columns, as in a file that is cut off. */
export async function* tableFacts(
  { delimiter, format, release }: Table,
  text: AsyncIterable<string>
): AsyncGenerator<Fact> {
  const parser = parse({
    columns: (header: ReadonlyArray<string>) => header.map((column) => column.trim()),
    delimiter,
    comment: "#",
    comment_no_infix: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRowCharacters
  })
  // The stream that is read throws the errors of the pipeline.
  const rows: AsyncIterable<Readonly<Record<string, string>>> = pipeline(Readable.from(text), parser, () => {})
  let count = 0
  for await (const row of rows) {
    count += 1
    const fact = format.factOf((column) => (row[column] ?? "").trim())
    if (fact !== undefined) yield fact
  }
  if (release !== undefined) yield { kind: "release", ...release, rows: count }
}
