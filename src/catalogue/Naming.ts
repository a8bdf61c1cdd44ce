import { nameKey } from "../domain/DiseaseNaming.ts"
import type { Conflict } from "./CatalogueDisease.ts"
import { cleanText } from "./CleanText.ts"
import { codeOf, type System } from "./Codes.ts"
import type { Term } from "./Facts.ts"
import type { OrphasOf } from "./Identity.ts"
import type { Knowledge } from "./Knowledge.ts"
import { type Names, namesOf } from "./Names.ts"
import { labelOf } from "./Spine.ts"

/** The vocabularies whose names for exactly the same disease are its synonyms; classifications say "Other …". */
const namingSystems = new Set<System>(["orpha", "omim", "doid", "ncit"])

const exactSynonyms = (term: Term | undefined) =>
  (term?.synonyms ?? []).flatMap(({ abbreviation, exact, text }) =>
    exact ? [abbreviation && !text.includes(" ") ? text.toUpperCase() : text] : []
  )

/** The terms of the Disease Ontology that are the same as one of Mondo's, also those of ids that were merged since. */
export const doidTerms = (knowledge: Knowledge): ((codes: ReadonlyArray<string>) => ReadonlyArray<Term>) => {
  const byId = new Map<string, Term>()
  for (const term of knowledge.terms.values()) {
    for (const id of [term.id, ...term.mergedIds]) byId.set(id, term)
  }
  return (codes) => codes.flatMap((code) => byId.get(code) ?? []).filter(({ obsolete }) => !obsolete)
}

/** What Mondo calls a disease beside its label: its older label first. */
const namesInMondo = (knowledge: Knowledge, id: string): ReadonlyArray<string> => {
  const former = knowledge.formerNames.get(id)
  return [
    ...(former === undefined ? [] : [former.label, ...former.synonyms]),
    ...exactSynonyms(knowledge.terms.get(id))
  ]
}

/** What Orphanet calls entries. */
const namesInOrphanet = (knowledge: Knowledge, orphas: ReadonlyArray<string>): ReadonlyArray<string> =>
  orphas.flatMap((orpha) => {
    const entry = knowledge.entries.get(orpha)
    return [knowledge.orphanetNames.get(orpha) ?? "", ...(entry === undefined ? [] : [entry.name, ...entry.synonyms])]
  })

/** What the vocabularies that are mapped to it call it. */
const namesElsewhere = (knowledge: Knowledge, id: string, terms: ReadonlyArray<Term>): ReadonlyArray<string> => {
  const mapped = (knowledge.mappings.get(id) ?? []).flatMap(({ code, exact, label }) => {
    const system = codeOf(code)?.system
    return exact && system !== undefined && namingSystems.has(system) ? [label] : []
  })
  return [...mapped, ...terms.flatMap((term) => [term.name, ...exactSynonyms(term)])]
}

/** Whether two names are the same but for case, accents and spaces. */
const isSame = (one: string, other: string) => nameKey(one) === nameKey(other)

/** The names of diseases, and what was odd about them. */
export interface Namings {
  readonly names: (id: string, terms: ReadonlyArray<Term>) => Names
  readonly conflicts: Array<Conflict>
}

/**
 * What each disease is called. A name that another vocabulary gives it is left out where it is what Mondo calls another
 * disease: the two mean different things there.
 */
export const namings = (knowledge: Knowledge, ids: ReadonlyArray<string>, orphasOf: OrphasOf): Namings => {
  const conflicts: Array<Conflict> = []
  const byLabel = new Map(ids.map((id) => [nameKey(labelOf(knowledge, id)), id]))
  const names = (id: string, terms: ReadonlyArray<Term>): Names => {
    const label = labelOf(knowledge, id)
    const former = knowledge.formerNames.get(id)?.label
    if (former !== undefined && former !== "" && !isSame(former, label))
      conflicts.push({ kind: "label differs", about: id, detail: `now "${label}", before "${cleanText(former)}"` })
    const inOrphanet = namesInOrphanet(knowledge, orphasOf(id))
    const elsewhere = [...inOrphanet, ...namesElsewhere(knowledge, id, terms)].filter((name) => {
      const owner = byLabel.get(nameKey(cleanText(name))) ?? id
      if (owner !== id)
        conflicts.push({ kind: "name of another", about: id, detail: `"${name}" is left out: it is that of ${owner}` })
      return owner === id
    })
    // Orphanet writes proper names with a capital everywhere, Mondo does not: "tetralogy of fallot".
    const spelled = inOrphanet.find((name) => cleanText(name).toLowerCase() === label.toLowerCase()) ?? label
    return namesOf(spelled, [...namesInMondo(knowledge, id), ...elsewhere])
  }
  return { names, conflicts }
}
