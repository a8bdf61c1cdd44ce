import type { TableFormat } from "./TableFormat.ts"

/** The predicates of mappings, and whether they mean exactly the same disease. */
const predicates: Readonly<Record<string, boolean>> = { "skos:exactMatch": true, "oboInOwl:hasDbXref": false }

export const mondoTables: ReadonlyArray<TableFormat> = [
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
