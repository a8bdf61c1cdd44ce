import type { Fact } from "./Facts.ts"
import { field, type Row, type TableKind } from "./TableKind.ts"

const list = (row: Row, column: string) => field(row, column).split("|")

/** What a mean value says; Orphadata writes 0.0 for none. */
export const meanValue = (text: string): number | null => {
  const value = Number(text)
  return Number.isFinite(value) && value > 0 ? value : null
}

/** The tables were made of this release, and do not say so. */
const release = { of: "orphadata", version: "December 2024" } as const

const kinds: ReadonlyArray<TableKind> = [
  {
    name: "Orphadata's specialties (product 7)",
    columns: ["orpha_code", "name", "target_disorder_name"],
    facts: (row): ReadonlyArray<Fact> => [
      {
        kind: "specialty",
        orpha: field(row, "orpha_code"),
        name: field(row, "name"),
        specialty: field(row, "target_disorder_name")
      }
    ]
  },
  {
    name: "Orphadata's natural history (product 9)",
    columns: ["orpha_code", "age_of_onset", "type_of_inheritance"],
    facts: (row) => [
      {
        kind: "naturalHistory",
        orpha: field(row, "orpha_code"),
        onset: list(row, "age_of_onset"),
        inheritance: list(row, "type_of_inheritance")
      }
    ]
  },
  {
    name: "Orphadata's epidemiology (product 9)",
    columns: ["orpha_code", "prevalence_type", "prevalence_class", "val_moy", "prevalence_geographic"],
    facts: (row) => [
      {
        kind: "prevalence",
        orpha: field(row, "orpha_code"),
        prevalence: {
          type: field(row, "prevalence_type"),
          class: field(row, "prevalence_class") || null,
          value: meanValue(field(row, "val_moy")),
          region: field(row, "prevalence_geographic"),
          validated: field(row, "prevalence_validation_status") === "Validated"
        }
      }
    ]
  },
  {
    name: "Orphadata's genes (product 6)",
    columns: ["orpha_code", "gene_symbol", "gene_name", "association_type"],
    facts: (row) => [
      {
        kind: "gene",
        orpha: field(row, "orpha_code"),
        gene: {
          symbol: field(row, "gene_symbol"),
          name: field(row, "gene_name"),
          association: field(row, "association_type")
        }
      }
    ]
  }
]

/** The tables that were made of Orphadata's products. */
export const orphadataTables: ReadonlyArray<TableKind> = kinds.map((kind) => ({ ...kind, release }))
