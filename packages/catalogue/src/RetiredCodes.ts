import { nameKey } from "@rare-disease-community/text/Folding"
import { isObsolete, labelOf, withoutObsolete } from "./CanonicalIds.ts"
import type { CatalogueDisease } from "./CatalogueDisease.ts"
import { codeOf, type System } from "./Codes.ts"
import type { CrossReferences } from "./CrossReferences.ts"
import type { Conflict, Term } from "./Facts.ts"
import type { SourceFacts } from "./SourceFacts.ts"

/** Vocabularies whose codes people still have from letters and registers after an entry was moved. */
const leading = new Set<System>(["orpha", "omim"])

type Named = Pick<CatalogueDisease, "key" | "name" | "synonyms">

export interface RetiredCodes {
  readonly of: (id: string, terms: ReadonlyArray<Term>) => ReadonlyArray<string>
  readonly conflicts: ReadonlyArray<Conflict>
}

const finderOf = (diseases: ReadonlyArray<Named>): ((name: string) => ReadonlyArray<string>) => {
  const keys = new Map<string, ReadonlyArray<string>>()
  for (const { key, name, synonyms } of diseases) {
    for (const folded of new Set([name, ...synonyms].map(nameKey))) keys.set(folded, [...(keys.get(folded) ?? []), key])
  }
  return (name) => keys.get(nameKey(name)) ?? []
}

const obsoleteIds = (facts: SourceFacts): ReadonlyArray<string> =>
  Array.from(new Set([...facts.labels.keys(), ...facts.formerNames.keys(), ...facts.terms.keys()]))
    .filter((id) => id.startsWith("MONDO:") && isObsolete(facts, id))
    .sort()

/** The id that all of these share; undefined where they differ, and for an empty list. */
const unanimous = (ids: ReadonlyArray<string>): string | undefined => (new Set(ids).size === 1 ? ids[0] : undefined)

/**
 * The successor of an obsolete term: the ontology's replacement, else the one disease with its label, else the one
 * disease that its unambiguous synonyms name.
 */
const successorOf = (facts: SourceFacts, id: string, named: (name: string) => ReadonlyArray<string>) => {
  const replacement = unanimous(facts.terms.get(id)?.replacedBy ?? [])
  if (replacement !== undefined) return replacement
  const former = facts.formerNames.get(id)
  const labels = [withoutObsolete(labelOf(facts, id)), withoutObsolete(former?.label ?? "")]
  const byLabel = new Set(labels.flatMap(named))
  if (byLabel.size > 0) return unanimous(Array.from(byLabel))
  return unanimous((former?.synonyms ?? []).map(named).flatMap((ids) => (ids.length === 1 ? ids : [])))
}

/**
 * Collects the retired codes of each disease: Mondo's obsolete terms, Orphanet's inactive entries, and merged terms.
 */
export const retiredCodes = (
  facts: SourceFacts,
  { byOrpha, codes }: CrossReferences,
  diseases: ReadonlyArray<Named>
): RetiredCodes => {
  const conflicts: Array<Conflict> = []
  const current = new Set(Array.from(codes.values()).flatMap((lists) => Object.values(lists).flat()))
  const redirects = new Map<string, ReadonlyArray<string>>()
  const redirect = (code: string, to: string | undefined) => {
    if (to !== undefined && !current.has(code) && codes.has(to)) redirects.set(to, [...(redirects.get(to) ?? []), code])
  }

  const mapped = (id: string) =>
    (facts.mappings.get(id) ?? []).flatMap(({ code: written, exact, label }) => {
      const code = codeOf(written)
      return code !== undefined && leading.has(code.system) ? [{ code: code.code, exact, label }] : []
    })
  const named = finderOf(diseases)
  for (const id of obsoleteIds(facts)) {
    const successor = successorOf(facts, id, named)
    const namesakes = named(withoutObsolete(labelOf(facts, id)))
    if (successor === undefined && namesakes.length > 1)
      conflicts.push({ kind: "successor unclear", about: id, detail: `its name is that of ${namesakes.join(", ")}` })
    redirect(id, successor)
    for (const { code, exact } of mapped(id)) if (exact) redirect(code, successor)
  }
  // A code that Mondo refers to, though no longer as the same: its name is still a name of the disease.
  for (const id of codes.keys())
    for (const { code, exact, label } of mapped(id))
      if (!exact && label !== "" && unanimous(named(label)) === id) redirect(code, id)
  for (const { movedTo, orpha } of facts.entries.values()) {
    if (movedTo !== undefined) redirect(`ORPHA:${orpha}`, byOrpha.get(movedTo))
  }
  const of = (id: string, terms: ReadonlyArray<Term>) => {
    const merged = [...(facts.terms.get(id)?.mergedIds ?? []), ...terms.flatMap(({ mergedIds }) => mergedIds)]
    const all = [...(redirects.get(id) ?? []), ...merged.flatMap((mergedId) => codeOf(mergedId)?.code ?? [])]
    return Array.from(new Set(all.filter((code) => !current.has(code)))).sort()
  }
  return { of, conflicts }
}
