import { nameKey } from "@rare-disease-community/text/Folding"
import { labelOf } from "./CanonicalIds.ts"
import { cleanText } from "./CleanText.ts"
import { codeOf, type System } from "./Codes.ts"
import type { OrphasOf } from "./CrossReferences.ts"
import type { Conflict, Term } from "./Facts.ts"
import { type Names, namesOf } from "./NameRules.ts"
import type { SourceFacts } from "./SourceFacts.ts"

/** Vocabularies whose labels of exactly the same disease are synonyms; the labels of classifications say "Other …". */
const namingSystems = new Set<System>(["orpha", "omim", "doid", "ncit"])

const exactSynonyms = (term: Term | undefined) =>
  (term?.synonyms ?? []).flatMap(({ abbreviation, exact, text }) =>
    exact ? [abbreviation && !text.includes(" ") ? text.toUpperCase() : text] : []
  )

/** Finds the current terms of the Disease Ontology by its codes, including the ids of merged terms. */
export const doidTerms = (facts: SourceFacts): ((codes: ReadonlyArray<string>) => ReadonlyArray<Term>) => {
  const byId = new Map<string, Term>()
  for (const term of facts.terms.values()) {
    for (const id of [term.id, ...term.mergedIds]) byId.set(id, term)
  }
  return (codes) => codes.flatMap((code) => byId.get(code) ?? []).filter(({ obsolete }) => !obsolete)
}

/** Mondo's names besides the label: those of the older release first. */
const namesInMondo = (facts: SourceFacts, id: string): ReadonlyArray<string> => {
  const former = facts.formerNames.get(id)
  return [...(former === undefined ? [] : [former.label, ...former.synonyms]), ...exactSynonyms(facts.terms.get(id))]
}

const namesInOrphanet = (facts: SourceFacts, orphas: ReadonlyArray<string>): ReadonlyArray<string> =>
  orphas.flatMap((orpha) => {
    const entry = facts.entries.get(orpha)
    return [facts.orphanetNames.get(orpha) ?? "", ...(entry === undefined ? [] : [entry.name, ...entry.synonyms])]
  })

/** The names in the vocabularies that Mondo maps a disease to. */
const namesElsewhere = (facts: SourceFacts, id: string, terms: ReadonlyArray<Term>): ReadonlyArray<string> => {
  const mapped = (facts.mappings.get(id) ?? []).flatMap(({ code, exact, label }) => {
    const system = codeOf(code)?.system
    return exact && system !== undefined && namingSystems.has(system) ? [label] : []
  })
  return [...mapped, ...terms.flatMap((term) => [term.name, ...exactSynonyms(term)])]
}

export interface DiseaseNames {
  readonly of: (id: string, terms: ReadonlyArray<Term>) => Names
  /** Grows with each call of `of`. */
  readonly conflicts: Array<Conflict>
}

/**
 * The names of each disease from all sources. A name of another vocabulary is dropped where it is Mondo's label of
 * another disease: the two vocabularies mean different things by it.
 */
export const diseaseNames = (facts: SourceFacts, ids: ReadonlyArray<string>, orphasOf: OrphasOf): DiseaseNames => {
  const conflicts: Array<Conflict> = []
  const byLabel = new Map(ids.map((id) => [nameKey(labelOf(facts, id)), id]))
  const of = (id: string, terms: ReadonlyArray<Term>): Names => {
    const label = labelOf(facts, id)
    const former = facts.formerNames.get(id)?.label
    if (former !== undefined && former !== "" && nameKey(former) !== nameKey(label))
      conflicts.push({ kind: "label differs", about: id, detail: `now "${label}", before "${cleanText(former)}"` })
    const inOrphanet = namesInOrphanet(facts, orphasOf(id))
    const elsewhere = [...inOrphanet, ...namesElsewhere(facts, id, terms)].filter((name) => {
      const owner = byLabel.get(nameKey(cleanText(name))) ?? id
      if (owner !== id)
        conflicts.push({ kind: "name of another", about: id, detail: `"${name}" is left out: it is that of ${owner}` })
      return owner === id
    })
    // Orphanet writes the capitals of proper names, Mondo does not: "tetralogy of fallot".
    const spelled = inOrphanet.find((name) => cleanText(name).toLowerCase() === label.toLowerCase()) ?? label
    return namesOf(spelled, [...namesInMondo(facts, id), ...elsewhere])
  }
  return { of, conflicts }
}
