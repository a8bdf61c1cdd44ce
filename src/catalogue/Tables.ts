import { pipeline, Readable } from "node:stream"
import { parse } from "csv-parse"
import type { Fact } from "./Facts.ts"
import { mondoTables } from "./MondoTables.ts"
import { orphadataTables } from "./OrphadataTables.ts"
import type { Row, TableKind } from "./TableKind.ts"

/** The longest row that a table may have. One that opens a quote and never closes it would be the rest of the file. */
const maxRowCharacters = 1_000_000

const kinds: ReadonlyArray<TableKind> = [...mondoTables, ...orphadataTables]

/** A table that we know, and what parts its fields. */
export interface Table {
  readonly kind: TableKind
  readonly delimiter: "\t" | ","
  /** The release that it is of, where that is known. */
  readonly release: TableKind["release"] | undefined
}

const mappingVersion = /^# *mapping_set_version: .*\/releases\/([^/\s]+)\//m

const unquoted = (field: string) => field.trim().replace(/^"(.*)"$/, "$1")

/** Which table begins so; none that we know. It is told by its columns, since names of files differ and change. */
export const tableOf = (head: string): Table | undefined => {
  const comments = /^(?:#.*\r?\n)*/.exec(head)?.[0] ?? ""
  const [header = ""] = head.slice(comments.length).split(/\r?\n/, 1)
  const delimiter = header.includes("\t") ? "\t" : ","
  const columns = new Set(header.split(delimiter).map(unquoted))
  const kind = kinds.find((kind) => kind.columns.every((column) => columns.has(column)))
  if (kind === undefined) return undefined
  const version = mappingVersion.exec(comments)?.[1]
  return { kind, delimiter, release: version === undefined ? kind.release : { of: "mondo", version } }
}

/** What a table says, row by row. Throws when a row has other columns than the header, as one that is cut off has. */
export async function* tableFacts(table: Table, text: AsyncIterable<string>): AsyncGenerator<Fact> {
  const parser = parse({
    columns: (header: ReadonlyArray<string>) => header.map((column) => column.trim()),
    delimiter: table.delimiter,
    comment: "#",
    comment_no_infix: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRowCharacters
  })
  // What goes wrong in the pipeline is thrown by the stream that is read.
  const rows: AsyncIterable<Row> = pipeline(Readable.from(text), parser, () => {})
  let count = 0
  for await (const row of rows) {
    count += 1
    yield* table.kind.facts(row)
  }
  if (table.release !== undefined) yield { kind: "release", ...table.release, rows: count }
}
