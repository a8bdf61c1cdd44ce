import type { Fact } from "./Facts.ts"
import { field, type Row, type TableKind } from "./TableKind.ts"

const none: ReadonlyArray<Fact> = []

/** Mondo says exactly the same by this predicate, or uses the other vocabulary's code as a mere reference. */
const predicates: Readonly<Record<string, boolean>> = { "skos:exactMatch": true, "oboInOwl:hasDbXref": false }

const mapping = (row: Row): ReadonlyArray<Fact> => {
  const exact = predicates[field(row, "predicate_id")]
  return exact === undefined
    ? none
    : [
        {
          kind: "mapping",
          id: field(row, "subject_id"),
          subject: field(row, "subject_label"),
          code: field(row, "object_id"),
          exact,
          label: field(row, "object_label")
        }
      ]
}

/** The tables of Mondo. */
export const mondoTables: ReadonlyArray<TableKind> = [
  {
    name: "Mondo's subsets",
    columns: ["id", "subset", "group"],
    facts: (row) => (field(row, "subset") === "rare" ? [{ kind: "rare", id: field(row, "id") }] : none)
  },
  {
    name: "Mondo's labels",
    columns: ["cls", "cls_label"],
    facts: (row) => [{ kind: "label", id: field(row, "cls"), label: field(row, "cls_label") }]
  },
  {
    name: "Mondo's rare diseases with their synonyms",
    columns: ["ID", "LABEL", "SYNONYMS"],
    facts: (row) => [
      {
        kind: "formerNames",
        id: field(row, "ID"),
        label: field(row, "LABEL"),
        synonyms: field(row, "SYNONYMS").split("|")
      }
    ]
  },
  {
    name: "Mondo's hierarchy",
    columns: ["subject", "predicate", "object", "relation"],
    facts: (row) =>
      field(row, "relation") === "rdfs:subClassOf"
        ? [{ kind: "subclass", id: field(row, "subject"), parent: field(row, "object") }]
        : none
  },
  {
    name: "a mapping of Mondo",
    columns: ["subject_id", "predicate_id", "object_id"],
    facts: mapping
  }
]
