import type { Fact, Release } from "../Facts.ts"

/** The trimmed field of a column of one row; empty where the table lacks the column. */
type GetField = (column: string) => string

/** A known format of tables, recognised by its columns; a table may have more. */
export interface TableFormat {
  readonly columns: ReadonlyArray<string>
  /** The release of a table that does not name one itself. */
  readonly release?: { readonly of: Release; readonly version: string }
  readonly factOf: (field: GetField) => Fact | undefined
}

/** A mean value; null for Orphadata's 0.0, which means none. */
export const meanValue = (text: string): number | null => {
  const value = Number(text)
  return Number.isFinite(value) && value > 0 ? value : null
}

/** The tables come from this release, but do not name it. */
const release = { of: "orphadata", version: "December 2024" } as const

/** Tables made from Orphadata's products 7, 9 (natural history and prevalence) and 6. */
export const orphadataTables: ReadonlyArray<TableFormat> = [
  {
    release,
    columns: ["orpha_code", "name", "target_disorder_name"],
    factOf: (field) => ({
      kind: "specialty",
      orpha: field("orpha_code"),
      name: field("name"),
      specialty: field("target_disorder_name")
    })
  },
  {
    release,
    columns: ["orpha_code", "age_of_onset", "type_of_inheritance"],
    factOf: (field) => ({
      kind: "naturalHistory",
      orpha: field("orpha_code"),
      onset: field("age_of_onset").split("|"),
      inheritance: field("type_of_inheritance").split("|")
    })
  },
  {
    release,
    columns: ["orpha_code", "prevalence_type", "prevalence_class", "val_moy", "prevalence_geographic"],
    factOf: (field) => ({
      kind: "prevalence",
      orpha: field("orpha_code"),
      prevalence: {
        type: field("prevalence_type"),
        class: field("prevalence_class") || null,
        value: meanValue(field("val_moy")),
        region: field("prevalence_geographic"),
        validated: field("prevalence_validation_status") === "Validated"
      }
    })
  },
  {
    release,
    columns: ["orpha_code", "gene_symbol", "gene_name", "association_type"],
    factOf: (field) => ({
      kind: "gene",
      orpha: field("orpha_code"),
      gene: { symbol: field("gene_symbol"), name: field("gene_name"), association: field("association_type") }
    })
  }
]
